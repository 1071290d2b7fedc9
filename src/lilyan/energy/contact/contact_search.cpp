#include <lilyan/energy/contact/contact_search.hpp>

#include <lilyan/algebra/threads.hpp>

#include <algorithm>

namespace lilyan {

namespace {

template <std::size_t N>
Box box_of(const std::array<Index, N>& piece, const std::vector<Box>& boxes) {
  Box box = boxes[static_cast<std::size_t>(piece[0])];
  for (std::size_t k = 1; k < N; ++k) box.add(boxes[static_cast<std::size_t>(piece[k])]);
  return box;
}

Box box_of(Index point, const std::vector<Box>& boxes) { return boxes[static_cast<std::size_t>(point)]; }

template <class Piece>
std::vector<Box> boxes_of(const std::vector<Piece>& pieces, const std::vector<Box>& boxes) {
  std::vector<Box> all;
  all.reserve(pieces.size());
  for (const Piece& piece : pieces) all.push_back(box_of(piece, boxes));
  return all;
}

template <class Piece>
std::optional<BoxTree> tree_over(const std::vector<Piece>& pieces, const std::vector<Box>& boxes) {
  if (pieces.empty()) return std::nullopt;
  return BoxTree(boxes_of(pieces, boxes));
}

// The boxes of a tree's nodes and of its things.
struct FittedTree {
  std::vector<Box> nodes, pieces;
};

template <class Piece>
FittedTree fit(const std::optional<BoxTree>& tree, const std::vector<Piece>& pieces, const std::vector<Box>& boxes) {
  if (!tree) return {};
  FittedTree fitted;
  fitted.pieces = boxes_of(pieces, boxes);
  fitted.nodes = tree->fitted(fitted.pieces);
  return fitted;
}

std::array<Index, 1> points_in(Index point) { return {point}; }
template <std::size_t N>
const std::array<Index, N>& points_in(const std::array<Index, N>& piece) {
  return piece;
}

template <std::size_t N, std::size_t K>
bool share_a_point(const std::array<Index, N>& a, const std::array<Index, K>& b) {
  for (Index i : a)
    for (Index j : b)
      if (i == j) return true;
  return false;
}

template <std::size_t N, std::size_t K>
NearPair pair_of(PairKind kind, const std::array<Index, N>& a, const std::array<Index, K>& b, Index meeting, bool is_turned) {
  NearPair pair{kind, {-1, -1, -1, -1}, meeting, is_turned};
  std::copy(a.begin(), a.end(), pair.points.begin());
  std::copy(b.begin(), b.end(), pair.points.begin() + N);
  return pair;
}

// Whose piece comes first in a pair: that of the meeting's surface a or, turned, of b; or both are the same, and every pair of
// pieces is wanted once.
enum class Order { straight, turned, each_once };

// Appends the pairs of each piece of one surface with those of another that lie in a tree, in the order of both.
template <class Piece, class Other>
void add_pairs(PairKind kind, Index meeting, double reach, const std::vector<Piece>& pieces, const std::vector<Box>& boxes,
               const std::vector<Other>& others, const BoxTree& tree, const FittedTree& fitted, Order order,
               std::vector<NearPair>& pairs) {
  constexpr std::size_t kBlock = 512;
  const std::size_t blocks = (pieces.size() + kBlock - 1) / kBlock;
  std::vector<std::vector<NearPair>> found(blocks);
  parallel_for(static_cast<Index>(blocks), [&](Index block) {
    std::vector<NearPair>& out = found[static_cast<std::size_t>(block)];
    std::vector<Index> near;
    const std::size_t begin = static_cast<std::size_t>(block) * kBlock, end = std::min(pieces.size(), begin + kBlock);
    for (std::size_t k = begin; k < end; ++k) {
      const Box box = box_of(pieces[k], boxes).inflated(reach);
      near.clear();
      tree.for_each_overlap(box, fitted.nodes, [&](Index item) {
        if (order == Order::each_once && static_cast<std::size_t>(item) <= k) return;
        if (fitted.pieces[static_cast<std::size_t>(item)].overlaps(box)) near.push_back(item);
      });
      std::sort(near.begin(), near.end());
      for (Index item : near) {
        const auto& a = points_in(pieces[k]);
        const auto& b = points_in(others[static_cast<std::size_t>(item)]);
        if (!share_a_point(a, b)) out.push_back(pair_of(kind, a, b, meeting, order == Order::turned));
      }
    }
  });
  for (const std::vector<NearPair>& some : found) pairs.insert(pairs.end(), some.begin(), some.end());
}

bool points_meet_edges(const ContactSurface& points, const ContactSurface& edges) {
  if (points.points.empty() || edges.edges.empty() || !edges.triangles.empty()) return false;
  return points.edges.empty() || points.is_planar || edges.is_planar;
}

// Those of a surface.
struct FittedSurface {
  FittedTree points, edges, triangles;
  Box all = Box::nothing();
};

}  // namespace

ContactSearch::ContactSearch(std::vector<ContactSurface> surfaces, std::vector<Meeting> meetings, const Vector& start)
    : surfaces_(std::move(surfaces)), meetings_(std::move(meetings)) {
  std::vector<Box> boxes;
  for (Index i = 0; i < start.size() / 3; ++i) boxes.push_back({vertex(start, i), vertex(start, i)});
  for (const ContactSurface& surface : surfaces_)
    trees_.push_back({tree_over(surface.points, boxes), tree_over(surface.edges, boxes), tree_over(surface.triangles, boxes)});
}

std::vector<NearPair> ContactSearch::find(const std::vector<Box>& boxes) const {
  std::vector<FittedSurface> fitted(surfaces_.size());
  for (std::size_t k = 0; k < surfaces_.size(); ++k) {
    const ContactSurface& surface = surfaces_[k];
    fitted[k] = {fit(trees_[k].points, surface.points, boxes), fit(trees_[k].edges, surface.edges, boxes),
                 fit(trees_[k].triangles, surface.triangles, boxes), Box::nothing()};
    if (!fitted[k].points.nodes.empty()) fitted[k].all = fitted[k].points.nodes.front();
  }
  std::vector<NearPair> pairs;
  for (std::size_t m = 0; m < meetings_.size(); ++m) {
    const Meeting& meeting = meetings_[m];
    const auto number = static_cast<Index>(m);
    const auto ka = static_cast<std::size_t>(meeting.a), kb = static_cast<std::size_t>(meeting.b);
    const ContactSurface &a = surfaces_[ka], &b = surfaces_[kb];
    const bool is_self = ka == kb;
    if (!is_self && !fitted[ka].all.inflated(meeting.reach).overlaps(fitted[kb].all)) continue;
    auto meet_triangles = [&](const ContactSurface& points, std::size_t k, Order order) {
      if (trees_[k].triangles)
        add_pairs(PairKind::point_triangle, number, meeting.reach, points.points, boxes, surfaces_[k].triangles,
                  *trees_[k].triangles, fitted[k].triangles, order, pairs);
    };
    auto meet_edges = [&](const ContactSurface& points, std::size_t k, Order order) {
      if (points_meet_edges(points, surfaces_[k]))
        add_pairs(PairKind::point_edge, number, meeting.reach, points.points, boxes, surfaces_[k].edges, *trees_[k].edges,
                  fitted[k].edges, order, pairs);
    };
    meet_triangles(a, kb, Order::straight);
    if (!is_self) meet_triangles(b, ka, Order::turned);
    if (!a.is_planar && !b.is_planar && !a.edges.empty() && trees_[kb].edges)
      add_pairs(PairKind::edge_edge, number, meeting.reach, a.edges, boxes, b.edges, *trees_[kb].edges, fitted[kb].edges,
                is_self ? Order::each_once : Order::straight, pairs);
    meet_edges(a, kb, Order::straight);
    if (!is_self) meet_edges(b, ka, Order::turned);
    if (a.edges.empty() && a.triangles.empty() && b.edges.empty() && b.triangles.empty() && trees_[kb].points)
      add_pairs(PairKind::point_point, number, meeting.reach, a.points, boxes, b.points, *trees_[kb].points, fitted[kb].points,
                is_self ? Order::each_once : Order::straight, pairs);
  }
  return pairs;
}

}  // namespace lilyan
