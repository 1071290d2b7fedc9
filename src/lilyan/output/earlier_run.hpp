// What an earlier run left in a folder: whether it may be replaced, and taking it up again.
//
// A run that has ended, with all of its steps or with one that could not be made, and any run of the same scene may be replaced.
// Not so a run of another scene that was interrupted and can be taken up, nor a folder of files that no run wrote. Hidden files do
// not count: a run touches none.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace lilyan {

class Simulation;
struct FoundCheckpoint;
struct RunFolder;
struct RunState;
struct SavedRun;
struct Scene;

// Throws InputError (ids "output.unfinished", "output.foreign") where a run of the scene with this hash may not replace what is
// there.
void require_replaceable_by_run(const std::filesystem::path& folder, std::uint64_t scene_hash);

// The same for the folder of a comparison, which may hold an earlier comparison, but not a run. The folders of its methods are
// looked at by the function above.
void require_replaceable_by_comparison(const std::filesystem::path& folder);

// The newest usable checkpoint's content, none where the folder has no checkpoint. The simulation, which is one of the scene, is
// restored to it, and prepared if it has steps left.
std::optional<SavedRun> find_saved(const Scene& scene, const RunFolder& folder, Simulation& simulation, FoundCheckpoint& found);

// Why a saved run has no step left to make; empty where it has.
std::string nothing_to_do(const Simulation& simulation, const RunState& state);

// Before a file is cut back or replaced, no checkpoint counts on what goes.
void make_ready(const Scene& scene, const RunFolder& folder, const FoundCheckpoint& found, SavedRun& saved);

}  // namespace lilyan
