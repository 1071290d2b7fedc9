#include <lilyan/coarsening/fine_sampling.hpp>

#include <lilyan/meshing/locators.hpp>

#include <Eigen/LU>

#include <algorithm>
#include <limits>

namespace lilyan {

namespace {

std::vector<Box> boxes_of(const FineBody& body) {
  std::vector<Box> boxes(static_cast<std::size_t>(body.cells.count()), Box::nothing());
  for (Index e = 0; e < body.cells.count(); ++e)
    for (Index i : body.cells.vertices(e)) boxes[static_cast<std::size_t>(e)].add(vertex(body.X, i));
  return boxes;
}

double squared_distance_to_segment(const Vec3& a, const Vec3& b, const Vec3& x) {
  const double t = std::clamp((x - a).dot(b - a) / (b - a).squaredNorm(), 0.0, 1.0);
  return (x - a - t * (b - a)).squaredNorm();
}

}  // namespace

FineSampling::FineSampling(const FineBody& body) : body_(body), tree_(boxes_of(body)) {}

std::array<double, 4> barycentric_coordinates(const Vector& X, std::span<const Index> corners, const Vec3& x) {
  const auto d = static_cast<int>(corners.size()) - 1;
  const Vec3 x0 = vertex(X, corners[0]);
  Mat3 edges = Mat3::Identity();
  for (int k = 0; k < d; ++k) edges.col(k) = vertex(X, corners[static_cast<std::size_t>(k) + 1]) - x0;
  const Vec3 along = edges.inverse() * (x - x0);
  std::array<double, 4> l = {1, 0, 0, 0};
  for (int k = 0; k < d; ++k) l[static_cast<std::size_t>(k) + 1] = along[k], l[0] -= along[k];
  return l;
}

double FineSampling::squared_distance(Index cell, const Vec3& x) const {
  const std::array<double, 4> l = barycentric_coordinates(body_.X, body_.cells.vertices(cell), x);
  if (*std::min_element(l.begin(), l.end()) >= 0) return 0;
  if (body_.dimension() == 3) return squared_distance_to_faces(body_.X, body_.cells.tets[static_cast<std::size_t>(cell)], x);
  const std::span<const Index> corners = body_.cells.vertices(cell);
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < 3; ++k)
    least = std::min(least, squared_distance_to_segment(vertex(body_.X, corners[k]), vertex(body_.X, corners[(k + 1) % 3]), x));
  return least;
}

Index FineSampling::cell_at(const Vec3& x) const {
  return tree_.nearest(x, [&](Index e) { return squared_distance(e, x); });
}

Eigen::MatrixXd FineSampling::at(const Vec3& x, const Eigen::MatrixXd& displacements) const {
  const std::span<const Index> corners = body_.cells.vertices(cell_at(x));
  const std::array<double, 4> l = barycentric_coordinates(body_.X, corners, x);
  Eigen::MatrixXd u = Eigen::MatrixXd::Zero(3, displacements.cols());
  for (std::size_t v = 0; v < corners.size(); ++v) u += l[v] * displacements.middleRows<3>(3 * Eigen::Index{corners[v]});
  return u;
}

}  // namespace lilyan
