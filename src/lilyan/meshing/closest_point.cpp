#include <lilyan/meshing/closest_point.hpp>

#include <Eigen/Geometry>
#include <algorithm>

namespace lilyan {

namespace {

Vec3 closest_on_segment(const Vec3& p, const Vec3& a, const Vec3& b) {
  const Vec3 along = b - a;
  const double length = along.squaredNorm();
  return length > 0 ? Vec3(a + std::clamp(along.dot(p - a) / length, 0.0, 1.0) * along) : a;
}

}  // namespace

Vec3 closest_point(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
  // Where p lies above the triangle its projection is the answer: its signed areas with the three edges are all positive.
  const Vec3 normal = (b - a).cross(c - a);
  const double square = normal.squaredNorm();
  if (square > 0) {
    const double u = (c - b).cross(p - b).dot(normal), v = (a - c).cross(p - c).dot(normal), w = (b - a).cross(p - a).dot(normal);
    if (u >= 0 && v >= 0 && w >= 0) return (u * a + v * b + w * c) / (u + v + w);
  }
  // Elsewhere it lies on an edge.
  Vec3 best = closest_on_segment(p, a, b);
  for (const Vec3& candidate : {closest_on_segment(p, b, c), closest_on_segment(p, c, a)})
    if ((candidate - p).squaredNorm() < (best - p).squaredNorm()) best = candidate;
  return best;
}

}  // namespace lilyan
