// Tets as plain tables: TetGen's .node and .ele, Medit's .mesh, legacy VTK.
#include <lilyan/mesh_files/write_formats.hpp>

#include <fmt/format.h>

namespace lilyan {

WriteNotes write_tetgen(const std::filesystem::path& path, const TetMesh& mesh) {
  const std::string own = path.extension().string();
  const bool upper = own.size() > 1 && own[1] >= 'A' && own[1] <= 'Z';
  std::filesystem::path node_path = path, ele_path = path;
  FileWriter node(node_path.replace_extension(upper ? ".NODE" : ".node")), ele(ele_path.replace_extension(upper ? ".ELE" : ".ele"));

  node.write(fmt::format("{} 3 0 0\n", mesh.vertices()));
  for (Index i = 0; i < mesh.vertices(); ++i) {
    const auto x = vertex(mesh.X, i);
    node.write(fmt::format("{} {} {} {}\n", i + 1, x[0], x[1], x[2]));
  }
  TetNumbers regions = number_sets(mesh, "region");
  const bool numbered = !regions.of_tet.empty();
  ele.write(fmt::format("{} 4 {}\n", mesh.tets.size(), numbered ? 1 : 0));
  for (std::size_t t = 0; t < mesh.tets.size(); ++t) {
    const Tet& tet = mesh.tets[t];
    ele.write(fmt::format("{} {} {} {} {}", t + 1, tet[0] + 1, tet[1] + 1, tet[2] + 1, tet[3] + 1));
    ele.write(numbered ? fmt::format(" {}\n", regions.of_tet[t]) : "\n");
  }
  node.commit();
  ele.commit();
  note_lost_vertex_sets(mesh, ".node", regions.notes);
  note_lost_materials(mesh, ".node", regions.notes);
  return regions.notes;
}

WriteNotes write_medit(const std::filesystem::path& path, const TetMesh& mesh) {
  FileWriter file(path);
  file.write(fmt::format("MeshVersionFormatted 2\nDimension 3\nVertices\n{}\n", mesh.vertices()));
  for (Index i = 0; i < mesh.vertices(); ++i) {
    const auto x = vertex(mesh.X, i);
    file.write(fmt::format("{} {} {} 0\n", x[0], x[1], x[2]));
  }
  TetNumbers references = number_sets(mesh, "ref");
  file.write(fmt::format("Tetrahedra\n{}\n", mesh.tets.size()));
  for (std::size_t t = 0; t < mesh.tets.size(); ++t) {
    const Tet& tet = mesh.tets[t];
    file.write(fmt::format("{} {} {} {} {}\n", tet[0] + 1, tet[1] + 1, tet[2] + 1, tet[3] + 1,
                           references.of_tet.empty() ? 0 : references.of_tet[t]));
  }
  file.write("End\n");
  file.commit();
  note_lost_vertex_sets(mesh, ".mesh", references.notes);
  note_lost_materials(mesh, ".mesh", references.notes);
  return references.notes;
}

WriteNotes write_vtk(const std::filesystem::path& path, const TetMesh& mesh) {
  constexpr int kVtkTetType = 10;
  FileWriter file(path);
  file.write(
      fmt::format("# vtk DataFile Version 2.0\nLilyan\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS {} double\n", mesh.vertices()));
  for (Index i = 0; i < mesh.vertices(); ++i) {
    const auto x = vertex(mesh.X, i);
    file.write(fmt::format("{} {} {}\n", x[0], x[1], x[2]));
  }
  file.write(fmt::format("CELLS {} {}\n", mesh.tets.size(), 5 * mesh.tets.size()));
  for (const Tet& tet : mesh.tets) file.write(fmt::format("4 {} {} {} {}\n", tet[0], tet[1], tet[2], tet[3]));
  file.write(fmt::format("CELL_TYPES {}\n", mesh.tets.size()));
  for (std::size_t t = 0; t < mesh.tets.size(); ++t) file.write(fmt::format("{}\n", kVtkTetType));
  file.commit();
  WriteNotes notes;
  if (!mesh.tet_sets.empty()) notes.emplace_back("a .vtk file holds no sets of tets");
  note_lost_vertex_sets(mesh, ".vtk", notes);
  note_lost_materials(mesh, ".vtk", notes);
  return notes;
}

}  // namespace lilyan
