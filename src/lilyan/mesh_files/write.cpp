#include <lilyan/core/error.hpp>
#include <lilyan/core/platform/text_file.hpp>
#include <lilyan/mesh_files/vtk/vtu.hpp>
#include <lilyan/mesh_files/write_formats.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <set>

namespace lilyan {

namespace {

WriteNotes write_vtu_mesh(const std::filesystem::path& file, const TetMesh& mesh) {
  write_vtu(file, mesh.X, mesh.tets, {}, {});
  WriteNotes notes;
  if (!mesh.tet_sets.empty()) notes.emplace_back("a .vtu file holds no sets of tets");
  note_lost_vertex_sets(mesh, ".vtu", notes);
  note_lost_materials(mesh, ".vtu", notes);
  return notes;
}

template <class Mesh>
struct Writer {
  const char* extension;
  WriteNotes (*write)(const std::filesystem::path&, const Mesh&);
};

constexpr std::array<Writer<TetMesh>, 7> kTetWriters = {{{".msh", write_gmsh},
                                                         {".vtu", write_vtu_mesh},
                                                         {".vtk", write_vtk},
                                                         {".mesh", write_medit},
                                                         {".veg", write_veg},
                                                         {".node", write_tetgen},
                                                         {".ele", write_tetgen}}};
constexpr std::array<Writer<TriangleMesh>, 3> kTriangleWriters = {{{".obj", write_obj}, {".stl", write_stl}, {".ply", write_ply}}};

template <class Writers>
auto find_writer(const Writers& writers, const std::filesystem::path& file, const char* what) {
  std::string extension = file.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  std::string known;
  for (const auto& writer : writers) {
    if (extension == writer.extension) return writer.write;
    known += (known.empty() ? "" : ", ") + std::string(writer.extension);
  }
  throw InputError(Fault{"mesh.extension", file.string(),
                         extension.empty()
                             ? fmt::format("has no extension that tells in which format to write {}", what)
                             : fmt::format("{} are not written to files with the extension {}", what, shown(extension)),
                         fmt::format("written are {}", known)});
}

}  // namespace

std::vector<std::string> write_tet_mesh(const std::filesystem::path& file, const TetMesh& mesh) {
  return find_writer(kTetWriters, file, "tets")(file, mesh);
}

std::vector<std::string> write_triangle_mesh(const std::filesystem::path& file, const TriangleMesh& mesh) {
  return find_writer(kTriangleWriters, file, "triangles")(file, mesh);
}

void require_tet_extension(const std::filesystem::path& file) { find_writer(kTetWriters, file, "tets"); }

void require_triangle_extension(const std::filesystem::path& file) { find_writer(kTriangleWriters, file, "triangles"); }

TetNumbers number_sets(const TetMesh& mesh, const std::string& prefix) {
  TetNumbers result;
  if (mesh.tet_sets.empty()) return result;
  std::map<std::string, std::int64_t> number;
  std::set<std::int64_t> taken;
  for (const auto& [name, tets] : mesh.tet_sets) {
    std::int64_t k = 0;
    const char* end = name.data() + name.size();
    const bool numbered = name.starts_with(prefix) && std::from_chars(name.data() + prefix.size(), end, k).ptr == end && k > 0 &&
                          name == prefix + std::to_string(k);
    if (numbered) taken.insert(number[name] = k);
  }
  std::int64_t next = 1;
  for (const auto& [name, tets] : mesh.tet_sets) {
    if (number.contains(name)) continue;
    while (taken.contains(next)) ++next;
    result.notes.push_back(fmt::format("the set {} is written as {}{}", shown(name), prefix, next));
    taken.insert(number[name] = next);
  }

  result.of_tet.assign(mesh.tets.size(), 0);
  for (const auto& [name, tets] : mesh.tet_sets)
    for (Index t : tets) {
      std::int64_t& mine = result.of_tet[static_cast<std::size_t>(t)];
      if (mine != 0) return {{}, {"the sets of tets are not written: some tets are in more than one, for which there is no room"}};
      mine = number.at(name);
    }
  return result;
}

void note_lost_materials(const TetMesh& mesh, const char* format, WriteNotes& notes) {
  if (!mesh.materials.empty()) notes.push_back(fmt::format("a {} file holds no materials", format));
}

void note_lost_vertex_sets(const TetMesh& mesh, const char* format, WriteNotes& notes) {
  if (!mesh.vertex_sets.empty()) notes.push_back(fmt::format("a {} file holds no sets of vertices", format));
}

}  // namespace lilyan
