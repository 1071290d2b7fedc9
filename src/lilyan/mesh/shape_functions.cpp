#include <lilyan/mesh/shape_functions.hpp>

#include <Eigen/Geometry>
#include <Eigen/LU>

#include <algorithm>
#include <cmath>

namespace lilyan {

double quad_shape(std::size_t a, const Eigen::Vector2d& xi) {
  return 0.25 * (1 + kQuadSigns[a][0] * xi[0]) * (1 + kQuadSigns[a][1] * xi[1]);
}

Eigen::Matrix<double, 3, 2> quad_jacobian(const Vector& X, const Quad& quad, const Eigen::Vector2d& xi) {
  Eigen::Matrix<double, 3, 2> J = Eigen::Matrix<double, 3, 2>::Zero();
  for (std::size_t a = 0; a < 4; ++a) {
    J.col(0) += 0.25 * kQuadSigns[a][0] * (1 + kQuadSigns[a][1] * xi[1]) * vertex(X, quad[a]);
    J.col(1) += 0.25 * kQuadSigns[a][1] * (1 + kQuadSigns[a][0] * xi[0]) * vertex(X, quad[a]);
  }
  return J;
}

double quad_area(const Vector& x, const Quad& quad) {
  const Vec3 one = vertex(x, quad[2]) - vertex(x, quad[0]), other = vertex(x, quad[3]) - vertex(x, quad[1]);
  return 0.5 * one.cross(other).norm();
}

void add_corner_areas(const Vector& X, const Quad& quad, double weight, Vector& of_vertices) {
  const double at = 1 / std::sqrt(3.0);
  for (const auto& point : kQuadSigns) {
    const Eigen::Vector2d xi(at * point[0], at * point[1]);
    const Eigen::Matrix<double, 3, 2> J = quad_jacobian(X, quad, xi);
    const double here = weight * J.col(0).cross(J.col(1)).norm();
    for (std::size_t a = 0; a < 4; ++a)
      of_vertices[quad[a]] += here * 0.25 * (1 + kQuadSigns[a][0] * xi[0]) * (1 + kQuadSigns[a][1] * xi[1]);
  }
}

namespace {

// det dX/dxi has degree 2 in each variable, N_a det dX/dxi degree 3: two points each way integrate both exactly.
template <class F>
void for_each_point(F f) {
  const double at = 1 / std::sqrt(3.0);
  for (const auto& s : kHexSigns) f(Vec3(at * s[0], at * s[1], at * s[2]));
}

}  // namespace

double hex_shape(std::size_t a, const Vec3& xi) {
  const auto& s = kHexSigns[a];
  return 0.125 * (1 + s[0] * xi[0]) * (1 + s[1] * xi[1]) * (1 + s[2] * xi[2]);
}

Vec3 hex_place(const Vector& X, const Hex& hex, const Vec3& xi) {
  Vec3 place = Vec3::Zero();
  for (std::size_t a = 0; a < 8; ++a) place += hex_shape(a, xi) * vertex(X, hex[a]);
  return place;
}

std::optional<Vec3> hex_coordinates(const Vector& X, const Hex& hex, const Vec3& p) {
  constexpr int kMostSteps = 60;
  constexpr double kArrived = 1e-13, kShortest = 1e-4;  // of the distance to the farthest corner; of a Newton step
  Vector seen(24);                                      // the corners from p, so that far from the origin no digits are lost
  for (Index a = 0; a < 8; ++a) vertex(seen, a) = vertex(X, hex[static_cast<std::size_t>(a)]) - p;
  const Hex own = {0, 1, 2, 3, 4, 5, 6, 7};
  const double scale = seen.reshaped(3, 8).colwise().norm().maxCoeff();
  Vec3 xi = Vec3::Zero(), off = hex_place(seen, own, xi);
  Mat3 J = hex_jacobian(seen, own, xi);
  if (!(J.determinant() > 0)) return std::nullopt;
  for (int k = 0; k < kMostSteps; ++k) {
    const Vec3 step = -(J.inverse() * off);
    const auto try_share = [&](double share) {
      const Vec3 next = xi + share * step, left = hex_place(seen, own, next);
      const Mat3 there = hex_jacobian(seen, own, next);
      const bool is_better = left.norm() < off.norm() && there.determinant() > 0;
      if (is_better) xi = next, off = left, J = there;
      return is_better;
    };
    double share = 1;
    while (!try_share(share) && share > kShortest) share *= 0.5;
    if (share <= kShortest) break;  // rounding is all that is left, or there is no way on
  }
  if (!(off.norm() <= kArrived * scale)) return std::nullopt;
  return xi;
}

Mat3 hex_jacobian(const Vector& X, const Hex& hex, const Vec3& xi) {
  Mat3 J = Mat3::Zero();
  for (std::size_t a = 0; a < 8; ++a) {
    const auto& s = kHexSigns[a];
    const double u = 1 + s[0] * xi[0], v = 1 + s[1] * xi[1], w = 1 + s[2] * xi[2];
    J += vertex(X, hex[a]) * (0.125 * Vec3(s[0] * v * w, s[1] * u * w, s[2] * u * v)).transpose();
  }
  return J;
}

double hex_volume(const Vector& x, const Hex& hex) {
  double V = 0;
  for_each_point([&](const Vec3& xi) { V += hex_jacobian(x, hex, xi).determinant(); });
  return V;
}

std::array<double, 8> corner_volumes(const Vector& X, const Hex& hex) {
  std::array<double, 8> volumes{};
  for_each_point([&](const Vec3& xi) {
    const double det = hex_jacobian(X, hex, xi).determinant();
    for (std::size_t a = 0; a < 8; ++a) volumes[a] += hex_shape(a, xi) * det;
  });
  return volumes;
}

double least_jacobian(const Vector& X, const Hex& hex) {
  double least = hex_jacobian(X, hex, Vec3::Zero()).determinant();
  for (const auto& s : kHexSigns) least = std::min(least, hex_jacobian(X, hex, Vec3(s[0], s[1], s[2])).determinant());
  return least;
}

}  // namespace lilyan
