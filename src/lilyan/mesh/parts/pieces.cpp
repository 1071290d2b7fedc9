#include <lilyan/mesh/parts/pieces.hpp>

#include <lilyan/core/groups.hpp>

#include <algorithm>
#include <utility>

namespace lilyan {

namespace {

// What two cells may share: sorted vertices, the places that are not used -1.
using SharedKey = std::array<Index, 4>;

SharedKey key_of(std::initializer_list<Index> vertices) {
  SharedKey key = {-1, -1, -1, -1};
  std::copy(vertices.begin(), vertices.end(), key.begin());
  std::sort(key.begin(), key.end());
  return key;
}

std::vector<SharedKey> faces_of(CellKind kind, std::span<const Index> v) {
  std::vector<SharedKey> faces;
  switch (kind) {
    case CellKind::tet:
      return {key_of({v[0], v[1], v[2]}), key_of({v[0], v[1], v[3]}), key_of({v[0], v[2], v[3]}), key_of({v[1], v[2], v[3]})};
    case CellKind::hex:
      for (const auto& [a, b, c, d] : kHexFaces)
        faces.push_back(key_of({v[static_cast<std::size_t>(a)], v[static_cast<std::size_t>(b)], v[static_cast<std::size_t>(c)],
                                v[static_cast<std::size_t>(d)]}));
      return faces;
    case CellKind::triangle: return {key_of({v[0], v[1]}), key_of({v[1], v[2]}), key_of({v[2], v[0]})};
    case CellKind::quad: return {key_of({v[0], v[1]}), key_of({v[1], v[2]}), key_of({v[2], v[3]}), key_of({v[3], v[0]})};
    case CellKind::edge:
    case CellKind::point: break;
  }
  for (const Index i : v) faces.push_back(key_of({i}));
  return faces;
}

Index count_pieces(Index cells, std::vector<std::pair<SharedKey, Index>> shared) {
  std::sort(shared.begin(), shared.end());
  Groups pieces(static_cast<std::size_t>(cells));
  for (std::size_t k = 1; k < shared.size(); ++k)
    if (shared[k].first == shared[k - 1].first)
      pieces.join(static_cast<std::size_t>(shared[k].second), static_cast<std::size_t>(shared[k - 1].second));
  return static_cast<Index>(pieces.count());
}

}  // namespace

Index pieces_by_faces(const Cells& cells) {
  std::vector<std::pair<SharedKey, Index>> shared;
  for (Index e = 0; e < cells.count(); ++e)
    for (const SharedKey& face : faces_of(cells.kind(e), cells.vertices(e))) shared.emplace_back(face, e);
  return count_pieces(cells.count(), std::move(shared));
}

Index pieces_by_vertices(const Cells& cells) {
  std::vector<std::pair<SharedKey, Index>> shared;
  for (Index e = 0; e < cells.count(); ++e)
    for (const Index i : cells.vertices(e)) shared.emplace_back(key_of({i}), e);
  return count_pieces(cells.count(), std::move(shared));
}

}  // namespace lilyan
