// The elements of a Gmsh file: keeps tets, or hexes where there are none, and triangles, remembers who uses which vertex, and makes
// sets of physical groups.
//
// Gmsh 2.2 writes an element that belongs to two physical groups twice, with different tags; two such tets become one in both sets.
#pragma once

#include <lilyan/mesh_files/content.hpp>

#include <map>
#include <optional>
#include <span>
#include <utility>

namespace lilyan {

// From the ids of a file, in any order and with gaps, to 0, 1, 2, ...
class IdMap {
 public:
  IdMap() = default;
  explicit IdMap(const std::vector<MeshOrigin::Item>& items);
  std::optional<Index> find(std::int64_t id) const;
  std::optional<std::int64_t> repeated() const;  // the first id that stands twice

 private:
  std::vector<std::pair<std::int64_t, Index>> sorted_;
};

struct GmshKind {
  std::int64_t type;  // Gmsh's number
  int dimension;
  std::size_t vertices;
  const char* name;  // in the plural
};
const GmshKind* gmsh_kind(std::int64_t type);  // nullptr where it is unknown

using GmshGroup = std::pair<int, std::int64_t>;  // dimension, physical tag
using GmshNames = std::map<GmshGroup, std::string>;

class GmshElements {
 public:
  // An element of the type; `physical` are the tags of its groups, of which 0 means none. `origin` is where it stands.
  void add(std::int64_t type, std::span<const std::int64_t> physical, std::span<const Index> corners, MeshOrigin::Item origin);

  // Puts all that was added into the content, whose vertices are there.
  void move_into(MeshContent& content, const GmshNames& names) &&;

 private:
  void merge_repeated(MeshContent& content);

  std::vector<Tet> tets_;
  std::vector<MeshOrigin::Item> origins_;
  std::vector<std::int64_t> physical_;                         // first physical tag of every tet, 0 = none
  std::vector<std::pair<std::int64_t, Index>> more_physical_;  // further (tag, tet)
  std::vector<Hex> hexes_;
  std::vector<std::pair<std::int64_t, Index>> hex_physical_;  // (tag, hex)
  std::vector<Triangle> triangles_;
  std::vector<Index> other_vertices_;                    // of other elements
  std::map<GmshGroup, std::vector<Index>> vertices_of_;  // of the surfaces, curves and points
  std::map<std::string, std::int64_t> skipped_volumes_;  // number of skipped volume elements by their name
};

}  // namespace lilyan
