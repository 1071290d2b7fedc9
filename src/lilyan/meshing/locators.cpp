#include <lilyan/meshing/locators.hpp>

#include <Eigen/Geometry>
#include <Eigen/LU>

#include <algorithm>
#include <limits>
#include <optional>

namespace lilyan {
namespace {

Vec3 closest_on_segment(const Vec3& p, const Vec3& a, const Vec3& b) {
  const Vec3 along = b - a;
  const double length = along.squaredNorm();
  return length > 0 ? Vec3(a + std::clamp(along.dot(p - a) / length, 0.0, 1.0) * along) : a;
}

BoxTree tree_over(const TetMesh& mesh) {
  std::vector<Box> boxes;
  boxes.reserve(mesh.tets.size());
  for (const Tet& tet : mesh.tets) {
    Box& box = boxes.emplace_back(Box::nothing());
    for (Index i : tet) box.add(Vec3(vertex(mesh.X, i)));
  }
  return BoxTree(boxes);
}

std::vector<Box> boxes_around(const Vector& X, const std::vector<Hex>& hexes) {
  std::vector<Box> boxes;
  boxes.reserve(hexes.size());
  for (const Hex& hex : hexes) {
    Box& box = boxes.emplace_back(Box::nothing());
    for (Index i : hex) box.add(Vec3(vertex(X, i)));
  }
  return boxes;
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

std::array<double, 8> trilinear(const Vector& X, const Hex& hex, const Vec3& p) {
  std::array<double, 8> weights{};
  if (const std::optional<Vec3> xi = hex_coordinates(X, hex, p)) {
    for (std::size_t a = 0; a < 8; ++a) weights[a] = hex_shape(a, *xi);
    return weights;
  }
  const Vec3 d = hex_jacobian(X, hex, Vec3::Zero()).inverse() * (p - hex_place(X, hex, Vec3::Zero()));
  for (std::size_t a = 0; a < 8; ++a) {
    const auto& s = kHexSigns[a];
    weights[a] = 0.125 * (1 + s[0] * d[0] + s[1] * d[1] + s[2] * d[2]);
  }
  return weights;
}

double squared_distance_to_faces(const Vector& X, const Hex& hex, const Vec3& p) {
  double least = std::numeric_limits<double>::infinity();
  for (const auto& face : kHexFaces) {
    const auto corner = [&](std::size_t k) -> Vec3 { return vertex(X, hex[static_cast<std::size_t>(face[k % 4])]); };
    const Vec3 middle = 0.25 * (corner(0) + corner(1) + corner(2) + corner(3));
    for (std::size_t k = 0; k < 4; ++k)
      least = std::min(least, (p - closest_point(p, corner(k), corner(k + 1), middle)).squaredNorm());
  }
  return least;
}

HexLocator::HexLocator(const Vector& X, const std::vector<Hex>& hexes)
    : X_(X), hexes_(hexes), boxes_(boxes_around(X, hexes)), tree_(boxes_) {}

Index HexLocator::find(const Vec3& p) const {
  return tree_.nearest(p, [&](Index hex) { return squared_distance(p, hex); });
}

double HexLocator::squared_distance(const Vec3& p, Index h) const {
  const Hex& hex = hexes_[static_cast<std::size_t>(h)];
  if (boxes_[static_cast<std::size_t>(h)].squared_distance(p) == 0) {  // a hex lies between its corners
    const std::optional<Vec3> xi = hex_coordinates(X_, hex, p);
    if (xi && xi->cwiseAbs().maxCoeff() <= 1) return 0;
  }
  return squared_distance_to_faces(X_, hex, p);
}

}  // namespace lilyan
