#include <lilyan/meshing/closest_point.hpp>
#include <lilyan/meshing/hex_locator.hpp>

#include <Eigen/LU>

#include <algorithm>
#include <limits>
#include <optional>

namespace lilyan {

namespace {

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
