#include <lilyan/mesh/volume_ratios.hpp>

#include <lilyan/mesh/hex.hpp>

#include <Eigen/LU>

#include <algorithm>

namespace lilyan {

namespace {

double tet_determinant(const Vector& x, const Tet& tet) {
  Mat3 edges;
  for (std::size_t a = 0; a < 3; ++a) edges.col(static_cast<Eigen::Index>(a)) = vertex(x, tet[a + 1]) - vertex(x, tet[0]);
  return edges.determinant();
}

double flat_determinant(const Vector& x, const Triangle& triangle) {
  const Vec3 a = vertex(x, triangle[1]) - vertex(x, triangle[0]), b = vertex(x, triangle[2]) - vertex(x, triangle[0]);
  return a[0] * b[1] - a[1] * b[0];
}

// det dx/dxi at the middle and at the corners.
std::array<double, 9> hex_determinants(const Vector& x, const Hex& hex) {
  std::array<double, 9> all;
  all[0] = hex_jacobian(x, hex, Vec3::Zero()).determinant();
  for (std::size_t a = 0; a < 8; ++a)
    all[a + 1] = hex_jacobian(x, hex, Vec3(kHexSigns[a][0], kHexSigns[a][1], kHexSigns[a][2])).determinant();
  return all;
}

}  // namespace

VolumeRatios::VolumeRatios(const Vector& X, const Cells& cells, std::vector<Index> counted)
    : cells_(cells), counted_(std::move(counted)) {
  for (const Index e : counted_) {
    const CellKind kind = cells.kind(e);
    const auto k = static_cast<std::size_t>(e - cells.first(kind));
    if (kind == CellKind::hex) {
      rest_.push_back(0);
      hex_rest_.push_back(hex_determinants(X, cells.hexes[k]));
    } else {
      rest_.push_back(kind == CellKind::tet ? tet_determinant(X, cells.tets[k]) : flat_determinant(X, cells.triangles[k]));
    }
  }
}

VolumeRatios::Seen VolumeRatios::look(const Vector& x) const {
  Seen seen;
  std::size_t hex = 0;
  const Index first_hex = cells_.first(CellKind::hex), first_triangle = cells_.first(CellKind::triangle);
  for (std::size_t k = 0; k < counted_.size(); ++k) {
    const Index e = counted_[k];
    double J;
    if (e < first_hex) {
      J = tet_determinant(x, cells_.tets[static_cast<std::size_t>(e)]) / rest_[k];
    } else if (e < first_triangle) {
      const std::array<double, 9> now = hex_determinants(x, cells_.hexes[static_cast<std::size_t>(e - first_hex)]);
      const std::array<double, 9>& rest = hex_rest_[hex++];
      J = now[0] / rest[0];
      for (std::size_t a = 1; a < 9; ++a) J = std::min(J, now[a] / rest[a]);
    } else {
      J = flat_determinant(x, cells_.triangles[static_cast<std::size_t>(e - first_triangle)]) / rest_[k];
    }
    if (J <= 0) ++seen.inverted;
    if (seen.cell < 0 || J < seen.least) seen.least = J, seen.cell = e;
  }
  return seen;
}

}  // namespace lilyan
