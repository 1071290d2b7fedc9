// The readers behind read.hpp, one a format, of files in memory. No reader trusts a count, an index or a path in a file.
#pragma once

#include <lilyan/core/platform/file_writer.hpp>
#include <lilyan/mesh_files/content.hpp>
#include <lilyan/mesh_files/write.hpp>

namespace lilyan {

class TextScanner;

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

// The vertex and tet tables that TetGen and VegaFEM files share.
//
//   <vertices> 3 [<attributes> [<markers>]]        <tets> 4 [<attributes>]
//   <id> x y z [attributes] [marker]               <id> a b c d [attributes]
//
// Ids count up from 0 or 1, as the first vertex says, the same for both tables. Both are read from the header line on, which is the
// next one. Origins count the files of their own scanner.
void read_vertex_table(TextScanner& text, MeshContent& mesh);

// The tets' attributes, where there is exactly one a tet; else empty. The vertices have been read.
std::vector<double> read_tet_table(TextScanner& text, MeshContent& mesh);

// The writers behind write.hpp, one a format. Each returns what its format could not hold.

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
