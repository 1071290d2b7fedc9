// The text of a scene file, and what a file or folder is that is none.
#pragma once

#include <filesystem>
#include <string>

namespace lilyan {

// Throws InputError where there is no such file (id "scene.missing"), where it cannot be read ("scene.unreadable"), where it is
// empty or too large ("scene.empty", "scene.too-large"), and where it is something else ("scene.not-a-scene"): a mesh, the folder
// of a run, another folder, a binary file. The hint is then the command that leads on.
std::string read_scene_file(const std::filesystem::path& file);

}  // namespace lilyan
