#include <lilyan/meshing/closest_point.hpp>
#include <lilyan/meshing/tet_locator.hpp>

#include <Eigen/Geometry>
#include <algorithm>

namespace lilyan {

namespace {

BoxTree tree_over(const TetMesh& mesh) {
  std::vector<Box> boxes;
  boxes.reserve(mesh.tets.size());
  for (const Tet& tet : mesh.tets) {
    Box& box = boxes.emplace_back(Box::nothing());
    for (Index i : tet) box.add(Vec3(vertex(mesh.X, i)));
  }
  return BoxTree(boxes);
}

}  // namespace

std::array<double, 4> barycentric(const Vector& X, const Tet& tet, const Vec3& p) {
  const Vec3 a = vertex(X, tet[0]);
  const Vec3 e1 = vertex(X, tet[1]) - a, e2 = vertex(X, tet[2]) - a, e3 = vertex(X, tet[3]) - a, r = p - a;
  const double six_volumes = e1.cross(e2).dot(e3);
  const double w1 = r.cross(e2).dot(e3) / six_volumes;
  const double w2 = e1.cross(r).dot(e3) / six_volumes;
  const double w3 = e1.cross(e2).dot(r) / six_volumes;
  return {1 - w1 - w2 - w3, w1, w2, w3};
}

double squared_distance_to_faces(const Vector& X, const Tet& tet, const Vec3& p) {
  double least = std::numeric_limits<double>::infinity();
  for (const Triangle& face : kTetFaces) {
    const auto corner = [&](std::size_t k) -> Vec3 { return vertex(X, tet[static_cast<std::size_t>(face[k])]); };
    least = std::min(least, (p - closest_point(p, corner(0), corner(1), corner(2))).squaredNorm());
  }
  return least;
}

TetLocator::TetLocator(const TetMesh& mesh) : mesh_(mesh), tree_(tree_over(mesh)) {}

Index TetLocator::find(const Vec3& p) const {
  return tree_.nearest(p, [&](Index tet) { return squared_distance(p, tet); });
}

double TetLocator::squared_distance(const Vec3& p, Index t) const {
  const Tet& tet = mesh_.tets[static_cast<std::size_t>(t)];
  const std::array<double, 4> weights = barycentric(mesh_.X, tet, p);
  if (*std::min_element(weights.begin(), weights.end()) >= 0) return 0;
  return squared_distance_to_faces(mesh_.X, tet, p);
}

}  // namespace lilyan
