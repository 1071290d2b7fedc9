// What a run or a comparison may put in the place of what lies in its folder without being told to.
//
// A run that has ended, with all of its steps or with one that could not be made, and any run of the same scene may be replaced.
// Not so a run of another scene that was interrupted and can be taken up, nor a folder of files that no run wrote. Hidden files do
// not count: a run touches none.
#pragma once

#include <cstdint>
#include <filesystem>

namespace lilyan {

// Throws InputError (ids "output.unfinished", "output.foreign") where a run of the scene with this hash may not replace what is
// there.
void require_replaceable_by_run(const std::filesystem::path& folder, std::uint64_t scene_hash);

// The same for the folder of a comparison, which may hold an earlier comparison, but not a run. The folders of its methods are
// looked at by the function above.
void require_replaceable_by_comparison(const std::filesystem::path& folder);

}  // namespace lilyan
