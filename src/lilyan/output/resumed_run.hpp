// Takes a run up again where it was left.
#pragma once

#include <lilyan/output/run.hpp>
#include <lilyan/run/checkpoint.hpp>

#include <optional>
#include <string>

namespace lilyan {

// The newest usable checkpoint's content, none where the folder has no checkpoint.
std::optional<SavedRun> find_saved(const Scene& scene, const RunFolder& folder, FoundCheckpoint& found);

// Why a saved run has no step left to make; empty where it has.
std::string nothing_to_do(const Simulation& simulation, const RunState& state);

// Before a file is cut back or replaced, no checkpoint counts on what goes.
void make_ready(const Scene& scene, const RunFolder& folder, const FoundCheckpoint& found, SavedRun& saved);

}  // namespace lilyan
