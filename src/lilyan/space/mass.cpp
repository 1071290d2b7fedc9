#include <lilyan/space/mass.hpp>

#include <lilyan/mesh/shape_functions.hpp>

#include <Eigen/Geometry>
#include <Eigen/LU>

#include <algorithm>
#include <cmath>

namespace lilyan {
namespace {

using Mat8 = Eigen::Matrix<double, 8, 8>;

Mat8 hex_mass(const Vector& X, const Hex& hex) {
  const double at = std::sqrt(0.6);
  const std::array<double, 3> points = {-at, 0, at}, weights = {5.0 / 9, 8.0 / 9, 5.0 / 9};
  Mat8 m = Mat8::Zero();
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      for (std::size_t k = 0; k < 3; ++k) {
        const Vec3 xi(points[i], points[j], points[k]);
        const double dV = weights[i] * weights[j] * weights[k] * hex_jacobian(X, hex, xi).determinant();
        Eigen::Matrix<double, 8, 1> N;
        for (std::size_t a = 0; a < 8; ++a) N[static_cast<Eigen::Index>(a)] = hex_shape(a, xi);
        m += dV * N * N.transpose();
      }
  return m;
}

Eigen::Matrix4d quad_mass(const Vector& X, const Quad& quad) {
  const double at = 1 / std::sqrt(3.0);
  Eigen::Matrix4d m = Eigen::Matrix4d::Zero();
  for (const auto& point : kQuadSigns) {
    const Eigen::Vector2d xi(at * point[0], at * point[1]);
    const Eigen::Matrix<double, 3, 2> J = quad_jacobian(X, quad, xi);
    Eigen::Vector4d N;
    for (std::size_t a = 0; a < 4; ++a) N[static_cast<Eigen::Index>(a)] = quad_shape(a, xi);
    m += J.col(0).cross(J.col(1)).norm() * N * N.transpose();
  }
  return m;
}

void sum_up_equal_pairs(std::vector<SharedMass>& pairs) {
  std::stable_sort(pairs.begin(), pairs.end(),
                   [](const SharedMass& a, const SharedMass& b) { return a.i != b.i ? a.i < b.i : a.j < b.j; });
  std::size_t kept = 0;
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    if (kept > 0 && pairs[kept - 1].i == pairs[k].i && pairs[kept - 1].j == pairs[k].j)
      pairs[kept - 1].m += pairs[k].m;
    else
      pairs[kept++] = pairs[k];
  }
  pairs.resize(kept);
}

}  // namespace

bool has_consistent_mass(CellKind kind) { return kind != CellKind::edge && kind != CellKind::point; }

std::vector<SharedMass> shared_masses(const Vector& X, const Cells& cells, const std::vector<double>& density) {
  std::vector<SharedMass> pairs;
  for (Index e = 0; e < cells.count(); ++e) {
    const std::span<const Index> corners = cells.vertices(e);
    const double rho = density[static_cast<std::size_t>(e)];
    auto add = [&](std::size_t a, std::size_t b, double m) {
      pairs.push_back({std::max(corners[a], corners[b]), std::min(corners[a], corners[b]), m});
    };
    const auto add_all = [&](const auto& m) {
      for (std::size_t a = 0; a < corners.size(); ++a)
        for (std::size_t b = 0; b < a; ++b) add(a, b, m(static_cast<Eigen::Index>(a), static_cast<Eigen::Index>(b)));
    };
    if (cells.kind(e) == CellKind::hex) {
      const Mat8 m = rho * hex_mass(X, cells.hexes[static_cast<std::size_t>(e - cells.first(CellKind::hex))]);
      add_all(m);
    } else if (cells.kind(e) == CellKind::quad) {
      const auto k = static_cast<std::size_t>(e - cells.first(CellKind::quad));
      const double thickness = cells.quad_thickness.empty() ? 1 : cells.quad_thickness[k];
      const Eigen::Matrix4d m = rho * thickness * quad_mass(X, cells.quads[k]);
      add_all(m);
    } else {
      const double n = static_cast<double>(corners.size()), m = rho * volume(X, cells, e) / (n * (n + 1));
      for (std::size_t a = 0; a < corners.size(); ++a)
        for (std::size_t b = 0; b < a; ++b) add(a, b, m);
    }
  }
  sum_up_equal_pairs(pairs);
  return pairs;
}

}  // namespace lilyan
