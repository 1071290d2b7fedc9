#include <lilyan/meshing/surface_queries.hpp>

#include <Eigen/Geometry>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace lilyan {

// Crossings of a segment and a surface

namespace {

bool meets(const Box& box, const Box& other) {
  return (box.low.array() <= other.high.array()).all() && (other.low.array() <= box.high.array()).all();
}

// The fraction of the way from a to b at the triangle's plane, where the segment goes through the triangle or its boundary.
std::optional<double> through(const Vec3& a, const Vec3& b, const Vec3& p, const Vec3& q, const Vec3& r) {
  // Signed volumes of the tets that the segment's line forms with the three edges; all of one sign where it passes within.
  const Vec3 along = b - a;
  const double u = along.dot((q - a).cross(r - a)), v = along.dot((r - a).cross(p - a)), w = along.dot((p - a).cross(q - a));
  if (!((u >= 0 && v >= 0 && w >= 0) || (u <= 0 && v <= 0 && w <= 0)) || u + v + w == 0) return std::nullopt;
  const Vec3 normal = (q - p).cross(r - p);
  const double fraction = normal.dot(p - a) / normal.dot(along);
  if (!(fraction >= 0 && fraction <= 1)) return std::nullopt;
  return fraction;
}

}  // namespace

std::vector<Box> triangle_boxes(const TriangleMesh& surface) {
  std::vector<Box> boxes;
  boxes.reserve(surface.triangles.size());
  for (const Triangle& triangle : surface.triangles) {
    Box& box = boxes.emplace_back(Box::nothing());
    for (Index i : triangle) box.add(Vec3(vertex(surface.X, i)));
  }
  return boxes;
}

Crossings::Crossings(const TriangleMesh& surface) : surface_(surface), tree_(triangle_boxes(surface)) {}

std::optional<double> Crossings::only(const Vec3& a, const Vec3& b) const {
  Box segment = Box::nothing();
  segment.add(a);
  segment.add(b);
  std::optional<double> found;
  std::array<Index, 64> open;  // halving trees of 2^31 things are no deeper
  std::size_t count = 0;
  open[count++] = 0;
  while (count > 0) {
    const BoxTree::Node& node = tree_.nodes()[static_cast<std::size_t>(open[--count])];
    if (!meets(node.box, segment)) continue;
    if (node.child != 0) {
      open[count++] = node.child;
      open[count++] = node.child + 1;
      continue;
    }
    for (Index k = node.first; k < node.first + node.count; ++k) {
      const Triangle& t = surface_.triangles[static_cast<std::size_t>(tree_.items()[static_cast<std::size_t>(k)])];
      const std::optional<double> at = through(a, b, vertex(surface_.X, t[0]), vertex(surface_.X, t[1]), vertex(surface_.X, t[2]));
      if (at && found) return std::nullopt;
      if (at) found = at;
    }
  }
  return found;
}

// Winding numbers

namespace {

// A node is far where its middle is so many of its radii away, a single triangle where it is so many of its own.
constexpr double kFar = 2.5, kFarTriangle = 4;

struct Corners {
  Vec3 a, b, c;
};

Corners corners(const TriangleMesh& surface, Index t) {
  const Triangle& triangle = surface.triangles[static_cast<std::size_t>(t)];
  return {vertex(surface.X, triangle[0]), vertex(surface.X, triangle[1]), vertex(surface.X, triangle[2])};
}

double solid_angle(const Corners& triangle, const Vec3& q) {
  const Vec3 a = triangle.a - q, b = triangle.b - q, c = triangle.c - q;
  const double la = a.norm(), lb = b.norm(), lc = c.norm();
  return 2 * std::atan2(a.dot(b.cross(c)), la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb);
}

}  // namespace

double direct_winding_number(const TriangleMesh& surface, const Vec3& q) {
  double sum = 0;
  for (Index t = 0; t < static_cast<Index>(surface.triangles.size()); ++t) sum += solid_angle(corners(surface, t), q);
  return sum / (4 * std::numbers::pi);
}

WindingNumber::WindingNumber(const TriangleMesh& surface)
    : surface_(surface), tree_(triangle_boxes(surface)), far_(tree_.nodes().size()) {
  for (Index t = 0; t < static_cast<Index>(surface.triangles.size()); ++t) {
    const auto [a, b, c] = corners(surface, t);
    const Vec3 middle = (a + b + c) / 3;
    const double radius = std::max({(a - middle).squaredNorm(), (b - middle).squaredNorm(), (c - middle).squaredNorm()});
    triangles_.push_back({middle, radius, 0.5 * (b - a).cross(c - a)});
  }
  for (std::size_t k = 0; k < far_.size(); ++k) {
    const BoxTree::Node& node = tree_.nodes()[k];
    Far& far = far_[k];
    const auto each = [&](const auto& visit) {
      for (Index i = node.first; i < node.first + node.count; ++i) {
        const Corners t = corners(surface, tree_.items()[static_cast<std::size_t>(i)]);
        visit(t, Vec3(0.5 * (t.b - t.a).cross(t.c - t.a)), Vec3((t.a + t.b + t.c) / 3));
      }
    };
    each([&](const Corners&, const Vec3& N, const Vec3& x) { far.middle += N.norm() * x, far.area += N.norm(); });
    far.middle = far.area > 0 ? Vec3(far.middle / far.area) : node.box.centre();
    each([&](const Corners& t, const Vec3& N, const Vec3& x) {
      far.N += N;
      far.C += N * (x - far.middle).transpose();
      for (const Vec3& corner : {t.a, t.b, t.c}) far.radius = std::max(far.radius, (corner - far.middle).norm());
    });
  }
}

double WindingNumber::seen_from(const Vec3& q, Index triangle) const {
  const FarTriangle& far = triangles_[static_cast<std::size_t>(triangle)];
  const Vec3 r = far.middle - q;
  const double square = r.squaredNorm();
  // Spares most of the arc tangents, which take the time.
  if (square > kFarTriangle * kFarTriangle * far.square_radius) return far.N.dot(r) / (square * std::sqrt(square));
  return solid_angle(corners(surface_, triangle), q);
}

double WindingNumber::at(const Vec3& q) const {
  double sum = 0;              // of solid angles
  std::array<Index, 64> open;  // halving trees of 2^31 things are no deeper
  std::size_t count = 0;
  open[count++] = 0;
  while (count > 0) {
    const auto at = static_cast<std::size_t>(open[--count]);
    const Far& far = far_[at];
    const Vec3 r = far.middle - q;
    const double square = r.squaredNorm();
    if (square > kFar * kFar * far.radius * far.radius) {
      const double cube = square * std::sqrt(square);
      sum += far.N.dot(r) / cube + far.C.trace() / cube - 3 * r.dot(far.C * r) / (cube * square);
      continue;
    }
    const BoxTree::Node& node = tree_.nodes()[at];
    if (node.child == 0) {
      for (Index i = node.first; i < node.first + node.count; ++i) sum += seen_from(q, tree_.items()[static_cast<std::size_t>(i)]);
      continue;
    }
    open[count++] = node.child;
    open[count++] = node.child + 1;
  }
  return sum / (4 * std::numbers::pi);
}

}  // namespace lilyan
