// The readers behind read.hpp, one a format, of files in memory. No reader trusts a count, an index or a path in a file.
#pragma once

#include <lilyan/mesh_files/content.hpp>

namespace lilyan {

MeshContent parse_gmsh(TextFile file);  // .msh 2.2 and 4.1, ASCII and binary
MeshContent parse_gmsh_2_ascii(TextFile file);
MeshContent parse_gmsh_2_binary(TextFile file);
MeshContent parse_gmsh_4(TextFile file);
MeshContent parse_medit(TextFile file);  // .mesh, ASCII
MeshContent parse_obj(TextFile file);
MeshContent parse_ply(TextFile file);  // ASCII and binary
MeshContent parse_stl(TextFile file);  // ASCII and binary; corners at the same place become one vertex
MeshContent parse_tetgen(TextFile node, TextFile ele);
MeshContent parse_vtk(TextFile file);  // .vtu, .vtp, .vtk
// `path` is where the file lies, for the sake of what it includes; where it is empty, nothing can be included.
MeshContent parse_veg(TextFile file, const std::filesystem::path& path);

}  // namespace lilyan
