// Tet meshes from files: Gmsh 2.2 ASCII (.msh), VegaFEM (.veg) and TetGen (.node with .ele, named by either).
//
// Every reader returns a mesh that make_valid has passed. What was mended stands in its notes; what cannot be
// mended throws InputError with file and line. No reader trusts a count, an index or a path in a file.
#pragma once

#include <lilyan/mesh/tet_mesh.hpp>

#include <filesystem>

namespace lilyan {

// By the file's extension; an unknown one throws InputError, listing those that are read.
TetMesh read_tet_mesh(const std::filesystem::path& file);

// Gmsh .msh 2.2 ASCII: the 4-vertex tets. Physical volumes become tet sets, those without a name as "physical<tag>".
// Vertices that only other elements use are dropped with a note.
TetMesh read_gmsh(const std::filesystem::path& file);

// VegaFEM .veg: tets, sets and ENU materials. *INCLUDE reads files below the mesh's folder only.
TetMesh read_veg(const std::filesystem::path& file);

// TetGen .node and .ele. A single region attribute becomes tet sets "region<value>".
TetMesh read_tetgen(const std::filesystem::path& file);

}  // namespace lilyan
