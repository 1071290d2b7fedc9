// The mark by which a scene that Lilyan wrote is known again, and whether somebody has changed it since.
//
// The first line of the file is a comment with checksums of the lines after it and of the surface that was written beside it. It is
// in the file itself, so that it goes wherever the file goes and is gone with it; whoever changes a line of the scene makes it
// theirs.
#pragma once

#include <filesystem>
#include <string>

namespace lilyan::app {

// The text with its mark, which names the command. `surface` is empty where none was written.
std::string with_mark(const std::string& scene, const std::filesystem::path& surface, const std::string& command = "mesh");

// Whether the scene, and the surface that was written with it where there is one now, are as that command wrote them.
bool is_as_written(const std::filesystem::path& scene, const std::filesystem::path& surface, const std::string& command = "mesh");

}  // namespace lilyan::app
