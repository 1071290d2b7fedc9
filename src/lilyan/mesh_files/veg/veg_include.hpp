// A VegaFEM file with every *INCLUDE replaced by the file it names.
//
// Included paths are relative to the mesh's folder and must stay below it after symbolic links are resolved: a mesh from
// elsewhere must not make us read (and show, in messages) other files. Cycles, deep nesting and floods are errors.
#pragma once

#include <lilyan/mesh_files/scan/text.hpp>

namespace lilyan {

// `path` is where the file lies; where it is empty, an *INCLUDE is an error.
std::vector<TextPiece> expand_includes(TextFile file, const std::filesystem::path& path);

}  // namespace lilyan
