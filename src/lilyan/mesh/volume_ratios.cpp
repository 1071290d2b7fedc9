#include <lilyan/mesh/volume_ratios.hpp>

#include <lilyan/mesh/shape_functions.hpp>

#include <Eigen/LU>

#include <algorithm>

namespace lilyan {

namespace {

// Six volumes. Written out: it is computed for every tet in every row of a ledger.
double determinant(const double* x, const Tet& tet) {
  const double *o = x + 3 * std::ptrdiff_t{tet[0]}, *p = x + 3 * std::ptrdiff_t{tet[1]}, *q = x + 3 * std::ptrdiff_t{tet[2]},
               *r = x + 3 * std::ptrdiff_t{tet[3]};
  const double a[3] = {p[0] - o[0], p[1] - o[1], p[2] - o[2]}, b[3] = {q[0] - o[0], q[1] - o[1], q[2] - o[2]},
               c[3] = {r[0] - o[0], r[1] - o[1], r[2] - o[2]};
  return a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
}

// Two areas, signed by the sense in which the triangle is seen from above.
double determinant(const double* x, const Triangle& triangle) {
  const double *o = x + 3 * std::ptrdiff_t{triangle[0]}, *p = x + 3 * std::ptrdiff_t{triangle[1]},
               *q = x + 3 * std::ptrdiff_t{triangle[2]};
  return (p[0] - o[0]) * (q[1] - o[1]) - (p[1] - o[1]) * (q[0] - o[0]);
}

// det dx/dxi in the middle and at the corners.
std::array<double, 9> determinants(const Vector& x, const Hex& hex) {
  std::array<double, 9> all;
  all[0] = hex_jacobian(x, hex, Vec3::Zero()).determinant();
  for (std::size_t a = 0; a < 8; ++a)
    all[a + 1] = hex_jacobian(x, hex, Vec3(kHexSigns[a][0], kHexSigns[a][1], kHexSigns[a][2])).determinant();
  return all;
}

// det dx/dxi of the flat quad in the middle and at the corners.
std::array<double, 5> quad_determinants(const Vector& x, const Quad& quad) {
  std::array<double, 5> all;
  const auto at = [&](double xi, double eta) {
    return quad_jacobian(x, quad, Eigen::Vector2d(xi, eta)).topRows<2>().determinant();
  };
  all[0] = at(0, 0);
  for (std::size_t a = 0; a < 4; ++a) all[a + 1] = at(kQuadSigns[a][0], kQuadSigns[a][1]);
  return all;
}

template <std::size_t n>
std::array<double, n> inverse(std::array<double, n> numbers) {
  for (double& number : numbers) number = 1 / number;
  return numbers;
}

template <std::size_t n>
double least_ratio(const std::array<double, n>& now, const std::array<double, n>& rest_inverse) {
  double J = now[0] * rest_inverse[0];
  for (std::size_t a = 1; a < n; ++a) J = std::min(J, now[a] * rest_inverse[a]);
  return J;
}

}  // namespace

VolumeRatios::VolumeRatios(const Vector& X, const Cells& cells, const std::vector<Index>& counted) {
  for (const Index e : counted) {
    const CellKind kind = cells.kind(e);
    const auto k = static_cast<std::size_t>(e - cells.first(kind));
    if (kind == CellKind::tet) tets_.push_back({cells.tets[k], 1 / determinant(X.data(), cells.tets[k]), e});
    if (kind == CellKind::triangle) triangles_.push_back({cells.triangles[k], 1 / determinant(X.data(), cells.triangles[k]), e});
    if (kind == CellKind::hex) hexes_.push_back({cells.hexes[k], inverse(determinants(X, cells.hexes[k])), e});
    if (kind == CellKind::quad) quads_.push_back({cells.quads[k], inverse(quad_determinants(X, cells.quads[k])), e});
  }
}

VolumeRatios::Seen VolumeRatios::look(const Vector& x) const {
  Seen seen;
  for (const auto& tet : tets_) seen.see(determinant(x.data(), tet.vertices) * tet.rest_inverse, tet.cell);
  for (const auto& hex : hexes_) seen.see(least_ratio(determinants(x, hex.vertices), hex.rest_inverse), hex.cell);
  for (const auto& triangle : triangles_) seen.see(determinant(x.data(), triangle.vertices) * triangle.rest_inverse, triangle.cell);
  for (const auto& quad : quads_) seen.see(least_ratio(quad_determinants(x, quad.vertices), quad.rest_inverse), quad.cell);
  return seen;
}

}  // namespace lilyan
