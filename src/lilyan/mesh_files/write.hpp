// Meshes to files, by the file's extension.
//
//   tets       .msh (Gmsh 2.2 ASCII), .vtu, .vtk (legacy ASCII), .mesh (Medit), .veg (VegaFEM), .node with .ele (TetGen)
//   triangles  .obj, .stl (binary), .ply (binary)
//
// A file appears whole or not at all. Numbers read back as the same doubles, but in STL, which knows only single precision. What a
// format cannot hold is named in the notes that are returned; an unknown extension throws InputError, listing the known ones.
#pragma once

#include <lilyan/mesh/tet_mesh.hpp>
#include <lilyan/mesh/triangle_mesh.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace lilyan {

std::vector<std::string> write_tet_mesh(const std::filesystem::path& file, const TetMesh& mesh);
std::vector<std::string> write_triangle_mesh(const std::filesystem::path& file, const TriangleMesh& mesh);

// For commands that want to complain before they compute: throws what the writer would throw for that name.
void require_tet_extension(const std::filesystem::path& file);
void require_triangle_extension(const std::filesystem::path& file);

}  // namespace lilyan
