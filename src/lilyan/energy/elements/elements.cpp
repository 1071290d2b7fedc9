#include <lilyan/energy/elements/elements.hpp>

#include <Eigen/LU>

#include <cmath>

namespace lilyan {

std::array<double, 1> TetElement::shape(const Vector& X, const Cell& cell, Rest& rest, int lane) {
  Mat3 edges;
  for (int a = 0; a < 3; ++a) edges.col(a) = vertex(X, cell[static_cast<std::size_t>(a) + 1]) - vertex(X, cell[0]);
  const Mat3 gradients = edges.inverse();  // row a: g_{a+1}
  for (int a = 0; a < 3; ++a)
    for (int i = 0; i < 3; ++i) rest.g[a][i][lane] = gradients(a, i);
  return {std::abs(edges.determinant()) / 6};
}

void HexElement::arrange(Cell& cell, double, Rest& rest, int lane) {
  std::array<std::size_t, 8> corner = {0, 1, 2, 3, 4, 5, 6, 7};
  std::sort(corner.begin(), corner.end(), [&](std::size_t a, std::size_t b) { return cell[a] < cell[b]; });
  const Cell given = cell;
  for (std::size_t a = 0; a < 8; ++a) {
    cell[a] = given[corner[a]];
    for (std::size_t i = 0; i < 3; ++i) rest.sign[a][i][lane] = kHexSigns[corner[a]][i];
  }
}

std::array<double, 27> HexElement::shape(const Vector& X, const Cell& cell, Rest& rest, int lane) {
  std::array<double, 27> volumes{};
  for (int q = 0; q < kPoints; ++q) {
    const int p[3] = {q / 9, q / 3 % 3, q % 3};
    Mat3 J = Mat3::Zero();  // dX/dxi
    for (int a = 0; a < 8; ++a) {
      const Vec3 s(rest.sign[a][0][lane], rest.sign[a][1][lane], rest.sign[a][2][lane]);
      const double u = 1 + s[0] * kPlaces[p[0]], v = 1 + s[1] * kPlaces[p[1]], w = 1 + s[2] * kPlaces[p[2]];
      J += vertex(X, cell[static_cast<std::size_t>(a)]) * (0.125 * Vec3(s[0] * v * w, s[1] * u * w, s[2] * u * v)).transpose();
    }
    const Mat3 inverse = J.inverse();
    for (int m = 0; m < 3; ++m)
      for (int k = 0; k < 3; ++k) rest.inverse[q][m][k][lane] = inverse(m, k);
    volumes[static_cast<std::size_t>(q)] = kWeights[p[0]] * kWeights[p[1]] * kWeights[p[2]] * std::abs(J.determinant());
  }
  return volumes;
}

void TriangleElement::arrange(Cell& cell, double thickness, Rest& rest, int lane) {
  std::sort(cell.begin(), cell.end());
  rest.thickness[lane] = thickness;
}

std::array<double, 1> TriangleElement::shape(const Vector& X, const Cell& cell, Rest& rest, int lane) {
  Eigen::Matrix2d edges;
  for (int a = 0; a < 2; ++a) edges.col(a) = (vertex(X, cell[static_cast<std::size_t>(a) + 1]) - vertex(X, cell[0])).head<2>();
  const Eigen::Matrix2d gradients = edges.inverse();  // row a: g_{a+1}
  for (int a = 0; a < 2; ++a)
    for (int i = 0; i < 2; ++i) rest.g[a][i][lane] = gradients(a, i);
  return {rest.thickness[lane] * std::abs(edges.determinant()) / 2};
}

}  // namespace lilyan
