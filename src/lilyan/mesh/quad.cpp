#include <lilyan/mesh/quad.hpp>

#include <Eigen/Geometry>

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

}  // namespace lilyan
