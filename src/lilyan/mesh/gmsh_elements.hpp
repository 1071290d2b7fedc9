// The elements of a Gmsh 2.2 file: keeps the tets and remembers who uses which vertex.
//
//   <id> <type> <number of tags> <physical tag> <other tags> <vertex ids>
//
// Type 4 is the tet. Gmsh writes a tet that belongs to two physical volumes twice, with different tags; the two become
// one tet in both sets.
#pragma once

#include <lilyan/mesh/text.hpp>

#include <map>
#include <optional>
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

class GmshElements {
 public:
  void add(const TextScanner& line, const IdMap& vertices);

  // The mesh of all tets added, valid, without the vertices that only other elements use.
  TetMesh mesh(Vector X, MeshOrigin origin, const std::map<std::int64_t, std::string>& volume_names) &&;

 private:
  void merge_repeated(TetMesh& mesh);
  void drop_unused_vertices(TetMesh& mesh, MeshOrigin& origin) const;

  std::vector<Tet> tets_;
  std::vector<MeshOrigin::Item> origins_;
  std::vector<std::int64_t> physical_;                         // first physical tag of every tet, 0 = none
  std::vector<std::pair<std::int64_t, Index>> more_physical_;  // further (tag, tet) of merged tets
  std::vector<Index> other_vertices_;                          // of elements that are no tets
  std::map<std::int64_t, std::int64_t> skipped_volumes_;       // number of skipped volume elements by type
};

}  // namespace lilyan
