#include <lilyan/energy/contact/surface_crossings.hpp>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace lilyan {

namespace {

using Edge = std::array<Index, 2>;

// How far the shorter end of an edge sticks out of the triangle that it goes through.
std::optional<double> depth_through(const Vec3& p, const Vec3& q, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 normal = (b - a).cross(c - a);
  const double from = normal.dot(p - a), to = normal.dot(q - a);
  if (!(from * to < 0)) return std::nullopt;
  const Vec3 way = q - p;
  const double ab = way.dot((a - p).cross(b - p)), bc = way.dot((b - p).cross(c - p)), ca = way.dot((c - p).cross(a - p));
  const bool is_through = (ab > 0 && bc > 0 && ca > 0) || (ab < 0 && bc < 0 && ca < 0);
  if (!is_through) return std::nullopt;
  return std::min(std::abs(from), std::abs(to)) / normal.norm();
}

// The same of two edges in a plane of one z.
std::optional<double> depth_through(const Vec3& p, const Vec3& q, const Vec3& a, const Vec3& b) {
  auto turn = [](const Vec3& u, const Vec3& v) { return u[0] * v[1] - u[1] * v[0]; };
  const double from = turn(b - a, p - a), to = turn(b - a, q - a);
  if (!(from * to < 0) || !(turn(q - p, a - p) * turn(q - p, b - p) < 0)) return std::nullopt;
  return std::min(std::abs(from), std::abs(to)) / (b - a).norm();
}

template <std::size_t N>
Box box_at(const std::array<Index, N>& piece, const Vector& x) {
  Box box{vertex(x, piece[0]), vertex(x, piece[0])};
  for (std::size_t k = 1; k < N; ++k) box.add(Vec3(vertex(x, piece[k])));
  return box;
}

template <std::size_t N>
bool has_point_of(const std::array<Index, N>& piece, const Edge& edge) {
  return std::any_of(piece.begin(), piece.end(), [&](Index i) { return i == edge[0] || i == edge[1]; });
}

// Pieces of one surface, triangles or, in a plane, edges, with a tree over them.
template <std::size_t N>
struct PieceTree {
  PieceTree(const std::vector<std::array<Index, N>>& pieces, const Vector& x) {
    for (const auto& piece : pieces) boxes.push_back(box_at(piece, x));
    if (boxes.empty()) return;
    tree.emplace(boxes);
    fitted = tree->fitted(boxes);
  }

  std::vector<Box> boxes, fitted;
  std::optional<BoxTree> tree;
};

// Trees of surfaces, each made when it is asked for first.
template <std::size_t N>
class PieceTrees {
 public:
  const PieceTree<N>& of(Index surface, const std::vector<std::array<Index, N>>& pieces, const Vector& x) {
    return made_.try_emplace(surface, pieces, x).first->second;
  }

 private:
  std::map<Index, PieceTree<N>> made_;
};

// Counts the edges that go through the pieces.
template <std::size_t N>
void count_through(const PairContact& contact, const ContactSearch::Near& near, const std::vector<Edge>& edges,
                   const std::vector<std::array<Index, N>>& pieces, const PieceTree<N>& in, const Vector& x,
                   std::map<std::int64_t, SurfaceCrossings>& all) {
  if (!in.tree) return;
  for (const Edge& edge : edges) {
    const Box box = box_at(edge, x);
    in.tree->for_each_overlap(box, in.fitted, [&](Index item) {
      const std::array<Index, N>& piece = pieces[static_cast<std::size_t>(item)];
      if (!in.boxes[static_cast<std::size_t>(item)].overlaps(box) || has_point_of(piece, edge)) return;
      std::optional<double> depth;
      if constexpr (N == 3)
        depth =
            depth_through(vertex(x, edge[0]), vertex(x, edge[1]), vertex(x, piece[0]), vertex(x, piece[1]), vertex(x, piece[2]));
      else
        depth = depth_through(vertex(x, edge[0]), vertex(x, edge[1]), vertex(x, piece[0]), vertex(x, piece[1]));
      if (!depth) return;
      for (Index end : edge) {
        NearPair pair{
            .kind = N == 3 ? PairKind::point_triangle : PairKind::point_edge, .points = {end, -1, -1, -1}, .law = near.meeting.law};
        std::copy(piece.begin(), piece.end(), pair.points.begin() + 1);
        if (!contact.counts(pair)) return;
      }
      SurfaceCrossings& crossings = all[near.number];
      ++crossings.count;
      crossings.depth = std::max(crossings.depth, *depth);
    });
  }
}

std::vector<Box> boxes_at(const Vector& x) {
  std::vector<Box> boxes;
  boxes.reserve(static_cast<std::size_t>(x.size() / 3));
  for (Index i = 0; i < static_cast<Index>(x.size() / 3); ++i) boxes.push_back({vertex(x, i), vertex(x, i)});
  return boxes;
}

}  // namespace

std::map<std::int64_t, SurfaceCrossings> find_crossings(const PairContact& contact, const Vector& x, double t) {
  const ContactSearch& search = contact.search();
  std::map<std::int64_t, SurfaceCrossings> all;
  const Vector obstacles = contact.obstacles().at(t);
  Vector points(x.size() + obstacles.size());
  points << x, obstacles;
  PieceTrees<3> triangles;
  PieceTrees<2> edges;
  for (const ContactSearch::Near& near : search.meetings_near(boxes_at(points))) {
    const Meeting& meeting = near.meeting;
    const ContactSurface& a = search.surfaces()[static_cast<std::size_t>(meeting.a)];
    const ContactSurface& b = search.surfaces()[static_cast<std::size_t>(meeting.b)];
    auto through_triangles = [&](const ContactSurface& from, Index surface, const ContactSurface& into) {
      if (!from.edges.empty() && !into.triangles.empty())
        count_through(contact, near, from.edges, into.triangles, triangles.of(surface, into.triangles, points), points, all);
    };
    through_triangles(a, meeting.b, b);
    if (meeting.a != meeting.b) through_triangles(b, meeting.a, a);
    if (a.is_planar && b.is_planar)
      count_through(contact, near, a.edges, b.edges, edges.of(meeting.b, b.edges, points), points, all);
  }
  for (const NearPair& pair : contact.touching(x, t))
    if (const double gap = pair.gap(contact.points_of(pair, x, obstacles));
        gap <= Barrier::kTouching * contact.law_of(pair).distance) {
      SurfaceCrossings& crossings = all[pair.meeting];
      ++crossings.count;
      if (gap < -Barrier::kTouching * contact.law_of(pair).distance) crossings.depth = std::max(crossings.depth, -gap);
    }
  return all;
}

}  // namespace lilyan
