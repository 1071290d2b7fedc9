// summary.json: what a run was, how well it kept energy and momentum, and what it cost.
#pragma once

#include <lilyan/output/run_plan.hpp>
#include <lilyan/output/run_state.hpp>

#include <string>

namespace lilyan {

enum class RunStatus { done, failed, stopped };

std::string to_text(RunStatus status);  // "done", "failed", "stopped"

// The JSON text; energies in J, seconds in s, drifts relative to the scales of Drift.
std::string summary_text(const RunPlan& plan, const RunState& state, RunStatus status);

}  // namespace lilyan
