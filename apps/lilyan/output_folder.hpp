// Where the output of a scene goes when no -o says it.
#pragma once

#include <filesystem>
#include <string>

namespace lilyan::app {

// A name as part of a path that no shell takes apart: letters, digits, "-", "." and "_" stay, and letters beyond ASCII; every other
// character, a blank above all, becomes "_".
std::string folder_name(const std::string& name);

// `parent`/<folder_name of the scene>. Where a run or comparison of a scene of another name is there already ("a b" beside "a_b"),
// the first of <name>-2, <name>-3, ... that is free, or holds one of this scene.
std::filesystem::path default_folder(const std::filesystem::path& parent, const std::string& scene);

// The same for a run that is taken up again, which may be in a folder with the scene's own name, as earlier versions made it.
std::filesystem::path folder_to_resume(const std::filesystem::path& parent, const std::string& scene);

}  // namespace lilyan::app
