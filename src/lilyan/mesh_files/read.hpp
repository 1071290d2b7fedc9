// Meshes from files.
//
//   tets       .msh (Gmsh 2.2 and 4.1, ASCII and binary), .vtu and .vtk, .mesh (Medit ASCII), .veg (VegaFEM), .node with .ele
//              (TetGen)
//   hexes      .msh, .vtu, .vtk
//   triangles  .obj, .stl, .ply, .vtp, and .msh, .vtu, .vtk, .mesh
//
// Named groups become sets: physical volumes of Gmsh, regions of TetGen ("region<k>"), sets of VegaFEM and references of Medit
// ("ref<k>") are tet sets; physical surfaces, curves and points, and references of Medit's triangles are vertex sets. Groups
// without a name are called "physical<tag>" (volumes), "surface<tag>", "curve<tag>" and "point<tag>".
//
// What was mended stands in the notes; what cannot be mended throws InputError with file and line, or byte in binary files.
#pragma once

#include <lilyan/mesh/body_mesh.hpp>
#include <lilyan/mesh/triangle_mesh.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace lilyan {

// A mesh that make_valid has passed. A file that holds only a surface is refused with a hint.
TetMesh read_tet_mesh(const std::filesystem::path& file);

// What the file holds of tets, else of hexes, else of triangles.
BodyMesh read_body_mesh(const std::filesystem::path& file);

// Polygons are cut into fans; of a file with tets only, their surface is taken. Vertices keep the file's numbering.
TriangleMesh read_triangle_mesh(const std::filesystem::path& file);

// The mesh formats that are read and written, for `lilyan list formats` and the reference pages.
struct MeshFormat {
  std::string name;     // the extension without its dot
  std::string meaning;  // program and versions
  bool reads_tets, reads_triangles;
  bool writes_tets, writes_triangles;
};

const std::vector<MeshFormat>& mesh_formats();

}  // namespace lilyan
