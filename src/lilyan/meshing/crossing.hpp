// Where a segment goes through a surface.
#pragma once

#include <lilyan/mesh/triangle_mesh.hpp>
#include <lilyan/mesh/box_tree.hpp>

#include <optional>

namespace lilyan {

class Crossings {
 public:
  explicit Crossings(const TriangleMesh& surface);  // at least one triangle; must outlive this

  // The fraction of the way from a to b at which the segment crosses the surface, where it does so once. None where it misses the
  // surface, crosses it more than once, or meets an edge so that rounding leaves the number open.
  std::optional<double> only(const Vec3& a, const Vec3& b) const;

 private:
  const TriangleMesh& surface_;
  BoxTree tree_;
};

// A box for every triangle.
std::vector<Box> triangle_boxes(const TriangleMesh& surface);

}  // namespace lilyan
