#include <lilyan/meshing/crossing.hpp>

#include <Eigen/Geometry>
#include <array>

namespace lilyan {

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

}  // namespace lilyan
