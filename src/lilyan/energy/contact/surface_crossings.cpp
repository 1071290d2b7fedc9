#include <lilyan/energy/contact/surface_crossings.hpp>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
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

// Counts the edges that go through the pieces, which are triangles or, in a plane, edges.
template <std::size_t N>
void count_through(const PairContact& contact, Index meeting, const std::vector<Edge>& edges,
                   const std::vector<std::array<Index, N>>& pieces, const Vector& x, SurfaceCrossings& crossings) {
  if (edges.empty() || pieces.empty()) return;
  std::vector<Box> boxes;
  for (const auto& piece : pieces) boxes.push_back(box_at(piece, x));
  const BoxTree tree(boxes);
  const std::vector<Box> fitted = tree.fitted(boxes);
  for (const Edge& edge : edges) {
    const Box box = box_at(edge, x);
    tree.for_each_overlap(box, fitted, [&](Index item) {
      const std::array<Index, N>& piece = pieces[static_cast<std::size_t>(item)];
      if (!boxes[static_cast<std::size_t>(item)].overlaps(box) || has_point_of(piece, edge)) return;
      std::optional<double> depth;
      if constexpr (N == 3)
        depth =
            depth_through(vertex(x, edge[0]), vertex(x, edge[1]), vertex(x, piece[0]), vertex(x, piece[1]), vertex(x, piece[2]));
      else
        depth = depth_through(vertex(x, edge[0]), vertex(x, edge[1]), vertex(x, piece[0]), vertex(x, piece[1]));
      if (!depth) return;
      for (Index end : edge) {
        NearPair pair{N == 3 ? PairKind::point_triangle : PairKind::point_edge, {end, -1, -1, -1}, meeting};
        std::copy(piece.begin(), piece.end(), pair.points.begin() + 1);
        if (!contact.counts(pair)) return;
      }
      ++crossings.count;
      crossings.depth = std::max(crossings.depth, *depth);
    });
  }
}

}  // namespace

std::vector<SurfaceCrossings> find_crossings(const PairContact& contact, const Vector& x, double t) {
  const ContactSearch& search = contact.search();
  std::vector<SurfaceCrossings> all(search.meetings().size());
  const Vector obstacles = contact.obstacles().at(t);
  Vector points(x.size() + obstacles.size());
  points << x, obstacles;
  for (std::size_t m = 0; m < all.size(); ++m) {
    const Meeting& meeting = search.meetings()[m];
    const auto number = static_cast<Index>(m);
    const ContactSurface& a = search.surfaces()[static_cast<std::size_t>(meeting.a)];
    const ContactSurface& b = search.surfaces()[static_cast<std::size_t>(meeting.b)];
    count_through(contact, number, a.edges, b.triangles, points, all[m]);
    if (meeting.a != meeting.b) count_through(contact, number, b.edges, a.triangles, points, all[m]);
    if (a.is_planar && b.is_planar) count_through(contact, number, a.edges, b.edges, points, all[m]);
  }
  for (const NearPair& pair : contact.touching(x, t))
    if (const double gap = contact.energy_of(pair).gap(contact.points_of(pair, x, obstacles)); gap <= 0) {
      SurfaceCrossings& crossings = all[static_cast<std::size_t>(pair.meeting)];
      ++crossings.count;
      crossings.depth = std::max(crossings.depth, -gap);
    }
  return all;
}

}  // namespace lilyan
