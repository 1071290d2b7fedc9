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
NearPair pair_of(PairKind kind, const std::array<Index, N>& a, const std::array<Index, K>& b, const ContactSearch::Near& near,
                 bool is_turned) {
  const Meeting& meeting = near.meeting;
  NearPair pair{kind, is_turned, meeting.is_reported, {-1, -1, -1, -1}, meeting.law, meeting.thickness, near.number};
  std::copy(a.begin(), a.end(), pair.points.begin());
  std::copy(b.begin(), b.end(), pair.points.begin() + N);
  return pair;
}

// Whose piece comes first in a pair: that of the meeting's surface a or, turned, of b; or both are the same, and every pair of
// pieces is wanted once.
enum class Order { straight, turned, each_once };

// Appends the pairs of each piece of one surface with those of another that lie in a tree, in the order of both.
template <class Piece, class Other>
void add_pairs(PairKind kind, const ContactSearch::Near& meeting, const std::vector<Piece>& pieces, const std::vector<Box>& boxes,
               const std::vector<Other>& others, const BoxTree& tree, const FittedTree& fitted, Order order,
               const ContactSearch::IsWanted& is_wanted, std::vector<NearPair>& pairs) {
  constexpr std::size_t kBlock = 512;
  const std::size_t blocks = (pieces.size() + kBlock - 1) / kBlock;
  std::vector<std::vector<NearPair>> found(blocks);
  parallel_for(static_cast<Index>(blocks), [&](Index block) {
    std::vector<NearPair>& out = found[static_cast<std::size_t>(block)];
    std::vector<Index> near;
    const std::size_t begin = static_cast<std::size_t>(block) * kBlock, end = std::min(pieces.size(), begin + kBlock);
    for (std::size_t k = begin; k < end; ++k) {
      const Box box = box_of(pieces[k], boxes).inflated(meeting.meeting.reach);
      near.clear();
      tree.for_each_overlap(box, fitted.nodes, [&](Index item) {
        if (order == Order::each_once && static_cast<std::size_t>(item) <= k) return;
        if (fitted.pieces[static_cast<std::size_t>(item)].overlaps(box)) near.push_back(item);
      });
      std::sort(near.begin(), near.end());
      for (Index item : near) {
        const auto& a = points_in(pieces[k]);
        const auto& b = points_in(others[static_cast<std::size_t>(item)]);
        if (share_a_point(a, b)) continue;
        if (const NearPair pair = pair_of(kind, a, b, meeting, order == Order::turned); is_wanted(pair)) out.push_back(pair);
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
};

// The box of all points of each.
std::vector<Box> boxes_around(const std::vector<ContactSurface>& surfaces, const std::vector<Box>& boxes) {
  std::vector<Box> all(surfaces.size(), Box::nothing());
  for (std::size_t k = 0; k < surfaces.size(); ++k)
    for (Index i : surfaces[k].points) all[k].add(boxes[static_cast<std::size_t>(i)]);
  return all;
}

}  // namespace

ContactSearch::ContactSearch(std::vector<ContactSurface> surfaces, Meetings meetings, const Vector& start)
    : surfaces_(std::move(surfaces)), meetings_(std::move(meetings)) {
  std::vector<Box> boxes;
  for (Index i = 0; i < start.size() / 3; ++i) boxes.push_back({vertex(start, i), vertex(start, i)});
  for (const ContactSurface& surface : surfaces_)
    trees_.push_back({tree_over(surface.points, boxes), tree_over(surface.edges, boxes), tree_over(surface.triangles, boxes)});
  const std::vector<Box> all = boxes_around(surfaces_, boxes);
  meetings_.for_each([](std::int64_t, const Meeting&) {},
                     [&](std::int64_t, const Meetings::Group& group) {
                       GroupTree made;
                       std::vector<Box> of_members;
                       for (std::size_t k = 0; k < group.surfaces.size(); ++k)
                         if (const auto surface = static_cast<std::size_t>(group.surfaces[k]); !surfaces_[surface].points.empty()) {
                           made.members.push_back(k);
                           of_members.push_back(all[surface]);
                         }
                       if (!of_members.empty()) made.tree.emplace(of_members);
                       groups_.push_back(std::move(made));
                     });
}

std::vector<ContactSearch::Near> ContactSearch::meetings_near(const std::vector<Box>& boxes) const {
  return near_surfaces(boxes_around(surfaces_, boxes));
}

std::vector<ContactSearch::Near> ContactSearch::near_surfaces(const std::vector<Box>& all) const {
  std::vector<Near> near;
  auto add = [&](std::int64_t number, const Meeting& meeting) {
    const Box &a = all[static_cast<std::size_t>(meeting.a)], &b = all[static_cast<std::size_t>(meeting.b)];
    if (meeting.a == meeting.b || a.inflated(meeting.reach).overlaps(b)) near.push_back({number, meeting});
  };
  auto group_tree = groups_.begin();
  auto add_group = [&](std::int64_t first, const Meetings::Group& group) {
    const GroupTree& made = *group_tree++;
    if (!made.tree) return;
    std::vector<Box> of_members;
    for (std::size_t k : made.members) of_members.push_back(all[static_cast<std::size_t>(group.surfaces[k])]);
    const std::vector<Box> fitted = made.tree->fitted(of_members);
    const double reach = group.distance + *std::max_element(group.thickness.begin(), group.thickness.end());
    std::vector<Index> others;
    for (std::size_t k = 0; k < made.members.size(); ++k) {
      others.clear();
      made.tree->for_each_overlap(of_members[k].inflated(reach), fitted, [&](Index other) {
        if (static_cast<std::size_t>(other) > k) others.push_back(other);
      });
      std::sort(others.begin(), others.end());
      for (Index other : others) {
        const std::size_t i = made.members[k], j = made.members[static_cast<std::size_t>(other)];
        add(first + Meetings::place_in(group, i, j), Meetings::meeting_of(group, i, j));
      }
    }
  };
  meetings_.for_each(add, add_group);
  return near;
}

std::vector<NearPair> ContactSearch::find(const std::vector<Box>& boxes, const IsWanted& is_wanted) const {
  std::vector<FittedSurface> fitted(surfaces_.size());
  std::vector<Box> all(surfaces_.size(), Box::nothing());
  for (std::size_t k = 0; k < surfaces_.size(); ++k) {
    const ContactSurface& surface = surfaces_[k];
    fitted[k] = {fit(trees_[k].points, surface.points, boxes), fit(trees_[k].edges, surface.edges, boxes),
                 fit(trees_[k].triangles, surface.triangles, boxes)};
    if (!fitted[k].points.nodes.empty()) all[k] = fitted[k].points.nodes.front();
  }
  std::vector<NearPair> pairs;
  for (const Near& near : near_surfaces(all)) {
    const Meeting& meeting = near.meeting;
    const auto ka = static_cast<std::size_t>(meeting.a), kb = static_cast<std::size_t>(meeting.b);
    const ContactSurface &a = surfaces_[ka], &b = surfaces_[kb];
    const bool is_self = ka == kb;
    auto meet_triangles = [&](const ContactSurface& points, std::size_t k, Order order) {
      if (trees_[k].triangles)
        add_pairs(PairKind::point_triangle, near, points.points, boxes, surfaces_[k].triangles, *trees_[k].triangles,
                  fitted[k].triangles, order, is_wanted, pairs);
    };
    auto meet_edges = [&](const ContactSurface& points, std::size_t k, Order order) {
      if (points_meet_edges(points, surfaces_[k]))
        add_pairs(PairKind::point_edge, near, points.points, boxes, surfaces_[k].edges, *trees_[k].edges, fitted[k].edges, order,
                  is_wanted, pairs);
    };
    meet_triangles(a, kb, Order::straight);
    if (!is_self) meet_triangles(b, ka, Order::turned);
    if (!a.is_planar && !b.is_planar && !a.edges.empty() && trees_[kb].edges)
      add_pairs(PairKind::edge_edge, near, a.edges, boxes, b.edges, *trees_[kb].edges, fitted[kb].edges,
                is_self ? Order::each_once : Order::straight, is_wanted, pairs);
    meet_edges(a, kb, Order::straight);
    if (!is_self) meet_edges(b, ka, Order::turned);
    if (a.edges.empty() && a.triangles.empty() && b.edges.empty() && b.triangles.empty() && trees_[kb].points)
      add_pairs(PairKind::point_point, near, a.points, boxes, b.points, *trees_[kb].points, fitted[kb].points,
                is_self ? Order::each_once : Order::straight, is_wanted, pairs);
  }
  return pairs;
}

}  // namespace lilyan
