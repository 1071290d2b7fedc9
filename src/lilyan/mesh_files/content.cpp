#include <lilyan/core/error.hpp>
#include <lilyan/mesh/shape_functions.hpp>
#include <lilyan/mesh_files/content.hpp>

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

// Vertices that only other elements use go; what nothing uses stays where `keep_unused`, so that make_valid reports it.
template <class Cell>
void drop_unused_vertices(MeshContent& content, std::vector<Cell>& cells, const std::string& kind, bool keep_unused) {
  enum class Use : char { none, other, own };
  std::vector<Use> use(static_cast<std::size_t>(content.vertices()), keep_unused ? Use::none : Use::other);
  for (Index i : content.other_vertices) use[static_cast<std::size_t>(i)] = Use::other;
  auto mark = [&](const auto& list, Use as) {
    for (const auto& cell : list)
      for (Index i : cell) use[static_cast<std::size_t>(i)] = as;
  };
  mark(content.triangles, Use::other);
  mark(content.hexes, Use::other);
  mark(cells, Use::own);

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
  for (Cell& cell : cells)
    for (Index& i : cell) i = new_index[static_cast<std::size_t>(i)];
  for (auto& [name, vertices] : content.vertex_sets) {
    for (Index& i : vertices) i = new_index[static_cast<std::size_t>(i)];
    std::erase(vertices, -1);
  }
  content.notes.push_back(fmt::format("dropped {} vertices that belong to no {}{}: {}", dropped.size(), kind,
                                      keep_unused ? ", only to other elements" : "", list_ids(dropped)));
}

// Hexes turned inside out are mended, with a note; twisted ones cannot be.
void mend(std::vector<Hex>& hexes, const Vector& X, const MeshOrigin& origin, std::vector<std::string>& notes) {
  std::vector<std::int64_t> twisted;
  std::size_t turned = 0;
  for (std::size_t e = 0; e < hexes.size(); ++e) {
    Hex other = hexes[e];
    std::rotate(other.begin(), other.begin() + 4, other.end());  // top and bottom exchanged
    if (least_jacobian(X, hexes[e]) > 0) continue;
    if (least_jacobian(X, other) > 0) {
      hexes[e] = other;
      ++turned;
    } else {
      twisted.push_back(static_cast<std::int64_t>(e));
    }
  }
  if (turned > 0) notes.push_back(fmt::format("turned {} hexes that were inside out", turned));
  if (!twisted.empty())
    throw InputError(Fault{"mesh.degenerate", origin.files[0],
                           fmt::format("hexes without volume, or twisted at a corner, counted from 0: {}", list_ids(twisted)),
                           "mend them in the program that made the mesh"});
}

template <class Cell>
void require_each_once(const std::vector<Cell>& cells, CellKind kind, const MeshOrigin& origin) {
  std::vector<std::pair<Cell, std::int64_t>> keys;
  for (std::size_t e = 0; e < cells.size(); ++e) {
    keys.emplace_back(cells[e], static_cast<std::int64_t>(e));
    std::sort(keys.back().first.begin(), keys.back().first.end());
  }
  std::sort(keys.begin(), keys.end());
  std::vector<std::int64_t> twice;
  for (std::size_t k = 1; k < keys.size(); ++k)
    if (keys[k].first == keys[k - 1].first) twice.push_back(keys[k].second);
  if (!twice.empty())
    throw InputError(Fault{"mesh.duplicate", origin.files[0],
                           fmt::format("{} that stand in the mesh before, counted from 0: {}", plural(kind), list_ids(twice)),
                           "remove the copies"});
}

void drop_degenerate(std::vector<Triangle>& triangles, MeshContent& content) {
  const std::size_t dropped =
      std::erase_if(triangles, [](const Triangle& t) { return t[0] == t[1] || t[1] == t[2] || t[2] == t[0]; });
  if (dropped > 0) content.notes.push_back(fmt::format("dropped {} triangles that name a vertex twice", dropped));
  if (triangles.empty())
    throw InputError(Fault{"mesh.empty", content.origin.files[0], "every triangle of the file names a vertex twice", ""});
}

// The surface of the tets and hexes with its own vertices only.
void take_surface(MeshContent& content, TriangleMesh& mesh) {
  mesh.triangles = surface(Cells{content.tets, content.hexes});
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
  content.notes.push_back(fmt::format("took the surface of the {}", counted(Cells{content.tets, content.hexes})));
}

}  // namespace

TetMesh to_tet_mesh(MeshContent content) {
  if (content.tets.empty()) fail_without_tets(content);
  if (!content.hexes.empty()) content.notes.push_back(fmt::format("left out {} hexes beside the tets", content.hexes.size()));
  drop_unused_vertices(content, content.tets, "tet", true);
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

BodyMesh to_body_mesh(MeshContent content) {
  if (!content.tets.empty() || (content.hexes.empty() && content.triangles.empty())) return to_tet_mesh(std::move(content));
  BodyMesh mesh;
  Cells& cells = mesh.cells;
  if (!content.hexes.empty()) {
    cells.hexes = std::move(content.hexes);
    content.hexes.clear();
    drop_unused_vertices(content, cells.hexes, "hex", false);
    require_each_once(cells.hexes, CellKind::hex, content.origin);
    mend(cells.hexes, content.X, content.origin, content.notes);
  } else {
    cells.triangles = std::move(content.triangles);
    content.triangles.clear();
    drop_degenerate(cells.triangles, content);
    require_each_once(cells.triangles, CellKind::triangle, content.origin);
    drop_unused_vertices(content, cells.triangles, "triangle", false);
  }
  mesh.X = std::move(content.X);
  mesh.cell_sets = std::move(content.tet_sets);
  mesh.vertex_sets = std::move(content.vertex_sets);
  mesh.notes = std::move(content.notes);
  return mesh;
}

TriangleMesh to_triangle_mesh(MeshContent content) {
  TriangleMesh mesh;
  if (content.triangles.empty() && content.tets.empty() && content.hexes.empty())
    throw InputError(Fault{"mesh.empty", content.origin.files[0], "the file has no triangles" + joined(content.notes), ""});
  if (content.triangles.empty()) {
    take_surface(content, mesh);
  } else {
    mesh.triangles = std::move(content.triangles);
    drop_degenerate(mesh.triangles, content);
  }
  mesh.X = std::move(content.X);
  mesh.notes = std::move(content.notes);
  return mesh;
}

}  // namespace lilyan
