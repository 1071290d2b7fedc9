#include <lilyan/multidomain/body/placed_parts.hpp>

#include <lilyan/core/groups.hpp>

#include <Eigen/Geometry>
#include <Eigen/SVD>

#include <cmath>
#include <limits>
#include <map>

namespace lilyan {

namespace {

double squared_distance(const Vec3& x, const std::vector<Vec3>& points) {
  double least = std::numeric_limits<double>::infinity();
  for (const Vec3& point : points) least = std::min(least, (x - point).squaredNorm());
  return least;
}

}  // namespace

NearestDomain nearest_domain(const DomainPlan& plan, const std::vector<Vec3>& points, Index end) {
  NearestDomain nearest{-1, std::numeric_limits<double>::infinity()};
  Vec3 low = points.front(), high = low;
  for (const Vec3& point : points) low = low.cwiseMin(point), high = high.cwiseMax(point);
  for (Index d = 0; d < end; ++d)
    for (const Index i : plan.domains[static_cast<std::size_t>(d)].vertices) {
      const Vec3 x = vertex(plan.X, i);
      // A vertex that is farther from the box around the points is farther from all of them.
      const double outside = (low - x).cwiseMax(x - high).cwiseMax(0).squaredNorm();
      if (outside >= nearest.distance) continue;
      if (const double distance = squared_distance(x, points); distance < nearest.distance) nearest = {d, distance};
    }
  nearest.distance = std::sqrt(nearest.distance);
  return nearest;
}

std::vector<Index> vertices_within(const DomainPlan& plan, Index domain, const std::vector<Vec3>& points, double reach) {
  std::vector<Index> found;
  const std::vector<Index>& vertices = plan.domains[static_cast<std::size_t>(domain)].vertices;
  for (std::size_t p = 0; p < vertices.size(); ++p)
    if (squared_distance(vertex(plan.X, vertices[p]), points) <= reach * reach) found.push_back(static_cast<Index>(p));
  return found;
}

// With the middles taken off, R maximises tr(R C), C = sum from to^T = A S B^T, and s = tr(R C) / sum |from|^2.
FittedPlacement fit_placement(const Vector& from, const Vector& to) {
  const Eigen::Index n = from.size() / 3;
  const auto a = from.reshaped(3, n), b = to.reshaped(3, n);
  const Vec3 middle_a = a.rowwise().mean(), middle_b = b.rowwise().mean();
  const Eigen::Matrix3Xd p = a.colwise() - middle_a, q = b.colwise() - middle_b;
  const Mat3 C = p * q.transpose();
  const Eigen::JacobiSVD<Mat3, Eigen::NoQRPreconditioner> svd(C, Eigen::ComputeFullU | Eigen::ComputeFullV);
  Mat3 sign = Mat3::Identity();
  sign(2, 2) = (svd.matrixV() * svd.matrixU().transpose()).determinant() < 0 ? -1 : 1;
  FittedPlacement fit;
  fit.placement.rotation = svd.matrixV() * sign * svd.matrixU().transpose();
  fit.placement.scale = (fit.placement.rotation * C).trace() / p.squaredNorm();
  fit.placement.translation = middle_b - fit.placement.scale * (fit.placement.rotation * middle_a);
  for (Eigen::Index k = 0; k < n; ++k)
    fit.largest_distance = std::max(fit.largest_distance, (fit.placement(a.col(k)) - b.col(k)).norm());
  return fit;
}

std::vector<std::vector<Index>> connected_pieces(Index vertices, const std::vector<Triangle>& triangles) {
  Groups groups(static_cast<std::size_t>(vertices));
  for (const Triangle& triangle : triangles)
    for (const Index i : triangle) groups.join(static_cast<std::size_t>(triangle[0]), static_cast<std::size_t>(i));
  std::map<std::size_t, std::size_t> number;
  std::vector<std::vector<Index>> pieces;
  for (Index i = 0; i < vertices; ++i) {
    const auto [found, is_new] = number.emplace(groups.of(static_cast<std::size_t>(i)), pieces.size());
    if (is_new) pieces.emplace_back();
    pieces[found->second].push_back(i);
  }
  return pieces;
}

}  // namespace lilyan
