#include <lilyan/mesh_files/write.hpp>

#include <lilyan/core/error.hpp>
#include <lilyan/core/platform/file_reader.hpp>
#include <lilyan/mesh_files/formats.hpp>
#include <lilyan/mesh_files/scan/byte_scanner.hpp>
#include <lilyan/mesh_files/vtk/vtu.hpp>

#include <fmt/format.h>
#include <Eigen/Geometry>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <set>

namespace lilyan {

// Tets as plain tables: TetGen's .node and .ele, Medit's .mesh, legacy VTK.

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

// Triangles for other programs: Wavefront .obj, binary .stl and .ply.

namespace {

// Both binary formats are little-endian.
template <class T>
void put(std::string& bytes, T value) {
  std::array<char, sizeof(T)> raw = std::bit_cast<std::array<char, sizeof(T)>>(value);
  if (std::endian::native != std::endian::little) std::reverse(raw.begin(), raw.end());
  bytes.append(raw.data(), raw.size());
}

}  // namespace

WriteNotes write_obj(const std::filesystem::path& path, const TriangleMesh& mesh) {
  FileWriter file(path);
  for (Index i = 0; i < mesh.vertices(); ++i) {
    const auto x = vertex(mesh.X, i);
    file.write(fmt::format("v {} {} {}\n", x[0], x[1], x[2]));
  }
  for (const Triangle& t : mesh.triangles) file.write(fmt::format("f {} {} {}\n", t[0] + 1, t[1] + 1, t[2] + 1));
  file.commit();
  return {};
}

// 80 bytes of header, the number of triangles, then normal, three corners (single precision) and two bytes each.
WriteNotes write_stl(const std::filesystem::path& path, const TriangleMesh& mesh) {
  FileWriter file(path);
  std::string bytes = "binary STL, written by Lilyan";  // must not begin with "solid"
  bytes.resize(80, ' ');
  put(bytes, static_cast<std::uint32_t>(mesh.triangles.size()));
  file.write(bytes);
  for (const Triangle& t : mesh.triangles) {
    const Vec3 a = vertex(mesh.X, t[0]), b = vertex(mesh.X, t[1]), c = vertex(mesh.X, t[2]);
    bytes.clear();
    for (const Vec3& x : {Vec3((b - a).cross(c - a).stableNormalized()), a, b, c})
      for (double component : x) put(bytes, static_cast<float>(component));
    put(bytes, std::uint16_t{0});
    file.write(bytes);
  }
  file.commit();
  return {"an .stl file holds single precision, and every triangle for itself"};
}

WriteNotes write_ply(const std::filesystem::path& path, const TriangleMesh& mesh) {
  FileWriter file(path);
  file.write(fmt::format(
      "ply\nformat binary_little_endian 1.0\nelement vertex {}\nproperty double x\nproperty double y\nproperty double z\n"
      "element face {}\nproperty list uchar int vertex_indices\nend_header\n",
      mesh.vertices(), mesh.triangles.size()));
  std::string bytes;
  for (double component : mesh.X) {
    bytes.clear();
    put(bytes, component);
    file.write(bytes);
  }
  for (const Triangle& t : mesh.triangles) {
    bytes.clear();
    put(bytes, std::uint8_t{3});
    for (Index i : t) put(bytes, i);
    file.write(bytes);
  }
  file.commit();
  return {};
}

// The format that a file's extension names.

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

// What a format cannot hold.

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
