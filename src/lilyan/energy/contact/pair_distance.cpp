#include <lilyan/energy/contact/pair_distance.hpp>

#include <Eigen/Geometry>

#include <algorithm>
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

// Point p from the edge (a, b), and where on it the nearest point is.
struct EdgeDistance {
  std::size_t p, a, b;
  double sign;         // of the edge's weights
  double t = 0;        // 0 at a, 1 at b
  double squared = 0;  // [m^2]

  EdgeDistance(const PairPoints& y, std::size_t point, std::size_t begin, std::size_t end, double of_edge)
      : p(point), a(begin), b(end), sign(of_edge) {
    const Vec3 edge = y[b] - y[a], from = y[p] - y[a];
    const double length = edge.squaredNorm();
    t = length > 0 ? std::clamp(edge.dot(from) / length, 0.0, 1.0) : 0;
    squared = (from - t * edge).squaredNorm();
  }

  PairDistance distance(const PairPoints& y) const {
    PairDistance made;
    made.c[p] = -sign;
    made.c[a] = sign * (1 - t);
    made.c[b] = sign * t;
    made.r = sign * (y[a] + t * (y[b] - y[a]) - y[p]);
    if (t > 0 && t < 1) {
      made.free = 1;
      made.dc[0][a] = -sign;
      made.dc[0][b] = sign;
    }
    return made;
  }
};

void keep_nearer(const EdgeDistance& other, EdgeDistance& nearest) {
  if (other.squared < nearest.squared) nearest = other;
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
  EdgeDistance nearest(y, 0, 1, 2, -1);
  keep_nearer({y, 0, 2, 3, -1}, nearest);
  keep_nearer({y, 0, 3, 1, -1}, nearest);
  return nearest.distance(y);
}

PairDistance of_edges(const PairPoints& y) {
  constexpr double kParallel = 1e-12;        // least square of the sine of their angle
  constexpr double kNearlyParallel = 1e-10;  // below it rounding moves the closest points along the edges
  const Vec3 u = y[1] - y[0], v = y[3] - y[2], p = y[0] - y[2];
  const double uu = u.dot(u), uv = u.dot(v), vv = v.dot(v), det = uu * vv - uv * uv;
  if (det > kParallel * uu * vv) {
    const double a = (uv * v.dot(p) - vv * u.dot(p)) / det;
    // Either the two for themselves, or the point of the one edge that is closest to that of the other.
    const double b = det > kNearlyParallel * uu * vv ? (uu * v.dot(p) - uv * u.dot(p)) / det : v.dot(p + a * u) / vv;
    if (a > 0 && a < 1 && b > 0 && b < 1) {
      PairDistance distance = with_weights(y, {1 - a, a, -(1 - b), -b});
      distance.free = 2;
      distance.dc = {Weights{-1, 1, 0, 0}, Weights{0, 0, 1, -1}};
      return distance;
    }
  }
  EdgeDistance nearest(y, 0, 2, 3, -1);
  keep_nearer({y, 1, 2, 3, -1}, nearest);
  keep_nearer({y, 2, 0, 1, 1}, nearest);
  keep_nearer({y, 3, 0, 1, 1}, nearest);
  return nearest.distance(y);
}

}  // namespace

PairDistance pair_distance(PairKind kind, const PairPoints& y) {
  switch (kind) {
    case PairKind::point_triangle: return from_triangle(y);
    case PairKind::edge_edge: return of_edges(y);
    case PairKind::point_edge: return EdgeDistance(y, 0, 1, 2, -1).distance(y);
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

// F = L L^T, so that U F^-1 U^T = V V^T with V = U L^-T.
PairDistance::Spread PairDistance::spread(const PairPoints& y) const {
  Spread V = Spread::Zero();
  std::array<Vec3, 2> e = {Vec3::Zero(), Vec3::Zero()};
  for (std::size_t a = 0; a < static_cast<std::size_t>(free); ++a) {
    for (std::size_t i = 0; i < 4; ++i) e[a] += dc[a][i] * y[i];
    for (std::size_t i = 0; i < 4; ++i)
      V.block<3, 1>(3 * static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(a)) = 2 * (dc[a][i] * r + c[i] * e[a]);
  }
  if (free == 0) return V;
  const double first = std::sqrt(2 * e[0].squaredNorm());
  V.col(0) /= first;
  if (free == 1) return V;
  const double mixed = 2 * e[0].dot(e[1]) / first, second = std::sqrt(2 * e[1].squaredNorm() - mixed * mixed);
  V.col(1) = (V.col(1) - mixed * V.col(0)) / second;
  return V;
}

PairMatrix PairDistance::hessian(const PairPoints& y) const {
  const Spread V = spread(y);
  PairMatrix H = -V * V.transpose();
  for (int i = 0; i < 4; ++i)
    for (int k = 0; k < 4; ++k)
      H.block<3, 3>(3 * i, 3 * k).diagonal().array() += 2 * c[static_cast<std::size_t>(i)] * c[static_cast<std::size_t>(k)];
  return H;
}

}  // namespace lilyan
