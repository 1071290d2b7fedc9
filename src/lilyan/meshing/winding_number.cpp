#include <lilyan/meshing/crossing.hpp>
#include <lilyan/meshing/winding_number.hpp>

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace lilyan {

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
