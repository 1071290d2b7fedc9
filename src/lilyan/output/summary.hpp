// summary.json: what a run was, how well it kept energy and momentum, and what it cost.
#pragma once

#include <lilyan/adaption/adaption_memory.hpp>
#include <lilyan/run/run_state.hpp>

#include <optional>
#include <string>
#include <vector>

namespace lilyan {

struct Scene;

enum class RunStatus { done, failed, stopped };

struct RunFailure {
  std::string reason;               // one line
  std::int64_t step = 0;            // the one that could not be made
  double t = 0, h = 0;              // where its last attempt began and how long that was [s]
  std::vector<std::string> causes;  // likely ones, a line each
};

std::string to_text(RunStatus status);  // "done", "failed", "stopped"

// The JSON text; energies in J, seconds in s, drifts relative to the scales of Drift. `notes` are of the end of the run.
std::string summary_text(const Scene& scene, const RunState& state, RunStatus status,
                         const std::optional<RunFailure>& failure = std::nullopt,
                         const std::optional<AdaptionMemory>& adaption = std::nullopt, const std::vector<std::string>& notes = {});

}  // namespace lilyan
