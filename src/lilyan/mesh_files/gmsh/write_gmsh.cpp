// Gmsh 2.2 ASCII, as gmsh_2.cpp reads it. Tet sets are physical volumes, vertex sets physical points.
#include <lilyan/mesh_files/formats.hpp>

#include <fmt/format.h>

#include <map>

namespace lilyan {

namespace {

constexpr int kPointType = 15, kTetType = 4;

}  // namespace

WriteNotes write_gmsh(const std::filesystem::path& path, const TetMesh& mesh) {
  FileWriter file(path);
  file.write("$MeshFormat\n2.2 0 8\n$EndMeshFormat\n");
  if (!mesh.tet_sets.empty() || !mesh.vertex_sets.empty()) {
    file.write(fmt::format("$PhysicalNames\n{}\n", mesh.tet_sets.size() + mesh.vertex_sets.size()));
    int tag = 0;
    for (const auto& [name, vertices] : mesh.vertex_sets) file.write(fmt::format("0 {} \"{}\"\n", ++tag, name));
    for (const auto& [name, tets] : mesh.tet_sets) file.write(fmt::format("3 {} \"{}\"\n", ++tag, name));
    file.write("$EndPhysicalNames\n");
  }

  file.write(fmt::format("$Nodes\n{}\n", mesh.vertices()));
  for (Index i = 0; i < mesh.vertices(); ++i) {
    const auto x = vertex(mesh.X, i);
    file.write(fmt::format("{} {} {} {}\n", i + 1, x[0], x[1], x[2]));
  }
  file.write("$EndNodes\n");

  // A tet in several sets stands there once for each; one in none has the tag 0.
  std::vector<std::vector<int>> tags(mesh.tets.size());
  int tag = static_cast<int>(mesh.vertex_sets.size());
  for (const auto& [name, tets] : mesh.tet_sets) {
    ++tag;
    for (Index t : tets) tags[static_cast<std::size_t>(t)].push_back(tag);
  }
  std::size_t elements = 0;
  for (const auto& [name, vertices] : mesh.vertex_sets) elements += vertices.size();
  for (std::vector<int>& of_tet : tags) {
    if (of_tet.empty()) of_tet.push_back(0);
    elements += of_tet.size();
  }

  file.write(fmt::format("$Elements\n{}\n", elements));
  std::size_t id = 0;
  int point_tag = 0;
  for (const auto& [name, vertices] : mesh.vertex_sets) {
    ++point_tag;
    for (Index i : vertices) file.write(fmt::format("{} {} 2 {} {} {}\n", ++id, kPointType, point_tag, point_tag, i + 1));
  }
  // To Gmsh groups belong to geometric entities, the second tag: tets in the same sets form one.
  std::map<std::vector<int>, int> entities;
  for (const std::vector<int>& of_tet : tags) entities.emplace(of_tet, static_cast<int>(entities.size()) + 1);
  for (std::size_t t = 0; t < mesh.tets.size(); ++t)
    for (int of_tet : tags[t]) {
      const Tet& tet = mesh.tets[t];
      file.write(fmt::format("{} {} 2 {} {} {} {} {} {}\n", ++id, kTetType, of_tet, entities.at(tags[t]), tet[0] + 1, tet[1] + 1,
                             tet[2] + 1, tet[3] + 1));
    }
  file.write("$EndElements\n");
  file.commit();
  WriteNotes notes;
  note_lost_materials(mesh, ".msh", notes);
  return notes;
}

}  // namespace lilyan
