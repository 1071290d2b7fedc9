#include <lilyan/core/error.hpp>
#include <lilyan/mesh/content.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace lilyan {

namespace {

std::string joined(const std::vector<std::string>& notes) {
  std::string text;
  for (const std::string& note : notes) text += "; " + note;
  return text.substr(0, 200);
}

[[noreturn]] void fail_without_tets(const MeshContent& content) {
  const std::string& file = content.origin.files[0];
  if (!content.triangles.empty())
    throw InputError(Fault{"mesh.empty", file,
                           fmt::format("is a surface of {} triangles, without 4-vertex tets", content.triangles.size()),
                           "fill it with tets: lilyan mesh SURFACE -o BODY.msh"});
  throw InputError(Fault{"mesh.empty", file, "the file has no 4-vertex tets" + joined(content.notes),
                         "mesh the volume with linear tets (gmsh -3 -order 1)"});
}

// Vertices that only other elements use go; what nothing uses stays, so that make_valid reports it.
void drop_unused_vertices(MeshContent& content) {
  enum class Use : char { none, other, tet };
  std::vector<Use> use(static_cast<std::size_t>(content.vertices()), Use::none);
  for (Index i : content.other_vertices) use[static_cast<std::size_t>(i)] = Use::other;
  for (const Triangle& triangle : content.triangles)
    for (Index i : triangle) use[static_cast<std::size_t>(i)] = Use::other;
  for (const Tet& tet : content.tets)
    for (Index i : tet) use[static_cast<std::size_t>(i)] = Use::tet;

  std::vector<Index> new_index(use.size(), -1);
  std::vector<std::int64_t> dropped;
  MeshOrigin& origin = content.origin;
  Index kept = 0;
  for (std::size_t i = 0; i < use.size(); ++i) {
    if (use[i] == Use::other) {
      dropped.push_back(origin.vertex(static_cast<Index>(i)).id);
      continue;
    }
    new_index[i] = kept;
    vertex(content.X, kept) = vertex(content.X, static_cast<Index>(i)).eval();
    if (!origin.vertices.empty()) origin.vertices[static_cast<std::size_t>(kept)] = origin.vertices[i];
    ++kept;
  }
  if (dropped.empty()) return;
  content.X.conservativeResize(3 * Eigen::Index{kept});
  if (!origin.vertices.empty()) origin.vertices.resize(static_cast<std::size_t>(kept));
  for (Tet& tet : content.tets)
    for (Index& i : tet) i = new_index[static_cast<std::size_t>(i)];
  for (auto& [name, vertices] : content.vertex_sets) {
    for (Index& i : vertices) i = new_index[static_cast<std::size_t>(i)];
    std::erase(vertices, -1);
  }
  content.notes.push_back(
      fmt::format("dropped {} vertices that belong to no tet, only to other elements: {}", dropped.size(), list_ids(dropped)));
}

// The surface of the tets with its own vertices only.
void take_surface(MeshContent& content, TriangleMesh& mesh) {
  TetMesh tets;
  tets.tets = content.tets;
  mesh.triangles = surface(tets);
  std::vector<Index> new_index(static_cast<std::size_t>(content.vertices()), -1);
  for (const Triangle& triangle : mesh.triangles)
    for (Index i : triangle) new_index[static_cast<std::size_t>(i)] = 0;
  Index kept = 0;
  for (std::size_t i = 0; i < new_index.size(); ++i)
    if (new_index[i] == 0) {
      vertex(content.X, kept) = vertex(content.X, static_cast<Index>(i)).eval();
      new_index[i] = kept++;
    }
  content.X.conservativeResize(3 * Eigen::Index{kept});
  for (Triangle& triangle : mesh.triangles)
    for (Index& i : triangle) i = new_index[static_cast<std::size_t>(i)];
  content.notes.push_back(fmt::format("took the surface of the {} tets", content.tets.size()));
}

}  // namespace

void make_set(std::vector<Index>& indices) {
  std::sort(indices.begin(), indices.end());
  indices.erase(std::unique(indices.begin(), indices.end()), indices.end());
}

TetMesh to_tet_mesh(MeshContent content) {
  if (content.tets.empty()) fail_without_tets(content);
  drop_unused_vertices(content);
  TetMesh mesh;
  mesh.X = std::move(content.X);
  mesh.tets = std::move(content.tets);
  mesh.tet_sets = std::move(content.tet_sets);
  mesh.vertex_sets = std::move(content.vertex_sets);
  mesh.materials = std::move(content.materials);
  mesh.tet_material = std::move(content.tet_material);
  mesh.notes = std::move(content.notes);
  make_valid(mesh, content.origin);
  return mesh;
}

TriangleMesh to_triangle_mesh(MeshContent content) {
  TriangleMesh mesh;
  if (content.triangles.empty() && content.tets.empty())
    throw InputError(Fault{"mesh.empty", content.origin.files[0], "the file has no triangles" + joined(content.notes), ""});
  if (content.triangles.empty()) {
    take_surface(content, mesh);
  } else {
    mesh.triangles = std::move(content.triangles);
    const std::size_t dropped =
        std::erase_if(mesh.triangles, [](const Triangle& t) { return t[0] == t[1] || t[1] == t[2] || t[2] == t[0]; });
    if (dropped > 0) content.notes.push_back(fmt::format("dropped {} triangles that name a vertex twice", dropped));
    if (mesh.triangles.empty())
      throw InputError(Fault{"mesh.empty", content.origin.files[0], "every triangle of the file names a vertex twice", ""});
  }
  mesh.X = std::move(content.X);
  mesh.notes = std::move(content.notes);
  return mesh;
}

}  // namespace lilyan
