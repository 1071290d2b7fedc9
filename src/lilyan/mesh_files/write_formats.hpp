// The writers behind write.hpp, one a format. Each returns what its format could not hold.
#pragma once

#include <lilyan/core/platform/file_writer.hpp>
#include <lilyan/mesh_files/write.hpp>

namespace lilyan {

using WriteNotes = std::vector<std::string>;

WriteNotes write_gmsh(const std::filesystem::path& file, const TetMesh& mesh);
WriteNotes write_medit(const std::filesystem::path& file, const TetMesh& mesh);
WriteNotes write_tetgen(const std::filesystem::path& file, const TetMesh& mesh);
WriteNotes write_veg(const std::filesystem::path& file, const TetMesh& mesh);
WriteNotes write_vtk(const std::filesystem::path& file, const TetMesh& mesh);

WriteNotes write_obj(const std::filesystem::path& file, const TriangleMesh& mesh);
WriteNotes write_ply(const std::filesystem::path& file, const TriangleMesh& mesh);
WriteNotes write_stl(const std::filesystem::path& file, const TriangleMesh& mesh);

// Of every tet the number of the one set that holds it, for formats that have room for one number a tet: k where the set is called
// <prefix>k, else 1, 2, ... in the order of the names, skipping numbers that are taken; 0 where no set holds it.
struct TetNumbers {
  std::vector<std::int64_t> of_tet;  // empty where no set is given, or one tet is in two of them
  WriteNotes notes;
};
TetNumbers number_sets(const TetMesh& mesh, const std::string& prefix);

// Notes on parts of the mesh that a format has no room for.
void note_lost_materials(const TetMesh& mesh, const char* format, WriteNotes& notes);
void note_lost_vertex_sets(const TetMesh& mesh, const char* format, WriteNotes& notes);

}  // namespace lilyan
