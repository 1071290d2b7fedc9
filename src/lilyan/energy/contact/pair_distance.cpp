#include <lilyan/energy/contact/pair_distance.hpp>

#include <Eigen/Geometry>
#include <Eigen/LU>

#include <cmath>

namespace lilyan {

namespace {

using Weights = std::array<double, 4>;

PairDistance with_weights(const PairPoints& y, const Weights& c) {
  PairDistance distance;
  distance.c = c;
  for (std::size_t i = 0; i < 4; ++i) distance.r += c[i] * y[i];
  return distance;
}

// Point p from the edge (a, b), whose weights have the sign `of_edge`.
PairDistance from_edge(const PairPoints& y, std::size_t p, std::size_t a, std::size_t b, double of_edge) {
  const Vec3 edge = y[b] - y[a];
  const double length = edge.squaredNorm(), t = length > 0 ? edge.dot(y[p] - y[a]) / length : 0;
  const bool is_within = t > 0 && t < 1;
  const double w = is_within ? t : t >= 1 ? 1 : 0;
  Weights c = {0, 0, 0, 0};
  c[p] = -of_edge;
  c[a] = of_edge * (1 - w);
  c[b] = of_edge * w;
  PairDistance distance = with_weights(y, c);
  if (is_within) {
    distance.free = 1;
    distance.dc[0][a] = -of_edge;
    distance.dc[0][b] = of_edge;
  }
  return distance;
}

void keep_nearer(const PairDistance& other, PairDistance& nearest) {
  if (other.squared() < nearest.squared()) nearest = other;
}

PairDistance from_triangle(const PairPoints& y) {
  const Vec3 u = y[2] - y[1], v = y[3] - y[1], p = y[0] - y[1];
  const double uu = u.dot(u), uv = u.dot(v), vv = v.dot(v), det = uu * vv - uv * uv;
  if (det > 0) {
    const double w1 = (vv * u.dot(p) - uv * v.dot(p)) / det, w2 = (uu * v.dot(p) - uv * u.dot(p)) / det, w0 = 1 - w1 - w2;
    if (w0 > 0 && w1 > 0 && w2 > 0) {
      PairDistance distance = with_weights(y, {1, -w0, -w1, -w2});
      distance.free = 2;
      distance.dc = {Weights{0, 1, -1, 0}, Weights{0, 1, 0, -1}};
      return distance;
    }
  }
  PairDistance nearest = from_edge(y, 0, 1, 2, -1);
  keep_nearer(from_edge(y, 0, 2, 3, -1), nearest);
  keep_nearer(from_edge(y, 0, 3, 1, -1), nearest);
  return nearest;
}

PairDistance of_edges(const PairPoints& y) {
  constexpr double kParallel = 1e-12;  // least square of the sine of their angle
  const Vec3 u = y[1] - y[0], v = y[3] - y[2], p = y[0] - y[2];
  const double uu = u.dot(u), uv = u.dot(v), vv = v.dot(v), det = uu * vv - uv * uv;
  if (det > kParallel * uu * vv) {
    const double a = (uv * v.dot(p) - vv * u.dot(p)) / det, b = (uu * v.dot(p) - uv * u.dot(p)) / det;
    if (a > 0 && a < 1 && b > 0 && b < 1) {
      PairDistance distance = with_weights(y, {1 - a, a, -(1 - b), -b});
      distance.free = 2;
      distance.dc = {Weights{-1, 1, 0, 0}, Weights{0, 0, 1, -1}};
      return distance;
    }
  }
  PairDistance nearest = from_edge(y, 0, 2, 3, -1);
  keep_nearer(from_edge(y, 1, 2, 3, -1), nearest);
  keep_nearer(from_edge(y, 2, 0, 1, 1), nearest);
  keep_nearer(from_edge(y, 3, 0, 1, 1), nearest);
  return nearest;
}

}  // namespace

PairDistance pair_distance(PairKind kind, const PairPoints& y) {
  switch (kind) {
    case PairKind::point_triangle: return from_triangle(y);
    case PairKind::edge_edge: return of_edges(y);
    case PairKind::point_edge: return from_edge(y, 0, 1, 2, -1);
    case PairKind::point_point: return with_weights(y, {1, -1, 0, 0});
  }
  return {};
}

int PairDistance::feature() const {
  int points = 0;  // that count
  for (std::size_t i = 0; i < 4; ++i) points |= (c[i] != 0) << i;
  return 16 * free + points;
}

PairVector PairDistance::gradient() const {
  PairVector g;
  for (int i = 0; i < 4; ++i) g.segment<3>(3 * i) = 2 * c[static_cast<std::size_t>(i)] * r;
  return g;
}

PairMatrix PairDistance::hessian(const PairPoints& y) const {
  PairMatrix H = PairMatrix::Zero();
  for (int i = 0; i < 4; ++i)
    for (int k = 0; k < 4; ++k)
      H.block<3, 3>(3 * i, 3 * k).diagonal().setConstant(2 * c[static_cast<std::size_t>(i)] * c[static_cast<std::size_t>(k)]);
  if (free == 0) return H;
  Eigen::Matrix<double, 12, 2> U = Eigen::Matrix<double, 12, 2>::Zero();
  std::array<Vec3, 2> e = {Vec3::Zero(), Vec3::Zero()};
  for (std::size_t a = 0; a < static_cast<std::size_t>(free); ++a) {
    for (std::size_t i = 0; i < 4; ++i) e[a] += dc[a][i] * y[i];
    for (std::size_t i = 0; i < 4; ++i)
      U.block<3, 1>(3 * static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(a)) = 2 * (dc[a][i] * r + c[i] * e[a]);
  }
  if (free == 1) {
    H -= U.col(0) * U.col(0).transpose() / (2 * e[0].squaredNorm());
    return H;
  }
  Eigen::Matrix2d F;
  F << 2 * e[0].dot(e[0]), 2 * e[0].dot(e[1]), 2 * e[0].dot(e[1]), 2 * e[1].dot(e[1]);
  H -= U * F.inverse() * U.transpose();
  return H;
}

}  // namespace lilyan
