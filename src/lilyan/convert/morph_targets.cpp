#include <lilyan/convert/morph_targets.hpp>

#include <lilyan/convert/surface_series.hpp>
#include <lilyan/core/groups.hpp>

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <tuple>
#include <utility>

namespace lilyan {

namespace {

// Twice the area times the normal.
Vec3 area_normal(const Vector& x, const Triangle& t) {
  const Vec3 a = vertex(x, t[0]), b = vertex(x, t[1]), c = vertex(x, t[2]);
  return (b - a).cross(c - a);
}

// A triangle's edge as seen from its two ends; corners are counted 3 a triangle.
struct Edge {
  Index low, high;  // vertices
  std::size_t low_corner, high_corner;
  auto key() const { return std::tuple(low, high, low_corner); }
};

std::vector<Edge> sorted_edges(const std::vector<Triangle>& triangles) {
  std::vector<Edge> edges;
  edges.reserve(3 * triangles.size());
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t next = (k + 1) % 3;
      const Index a = triangles[t][k], b = triangles[t][next];
      edges.push_back(a < b ? Edge{a, b, 3 * t + k, 3 * t + next} : Edge{b, a, 3 * t + next, 3 * t + k});
    }
  }
  std::sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) { return a.key() < b.key(); });
  return edges;
}

constexpr double kCreaseDegrees = 40;

}  // namespace

CreasedSurface::CreasedSurface(const Vector& x, const std::vector<Triangle>& triangles, double degrees) : triangles_(triangles) {
  const double smooth = std::cos(degrees * std::numbers::pi / 180);
  std::vector<Vec3> normals;
  for (const Triangle& triangle : triangles) normals.push_back(area_normal(x, triangle).normalized());

  Groups sides(3 * triangles.size());
  const std::vector<Edge> edges = sorted_edges(triangles);
  for (std::size_t e = 1; e < edges.size(); ++e) {
    const Edge &a = edges[e - 1], &b = edges[e];
    if (a.low != b.low || a.high != b.high) continue;
    if (normals[a.low_corner / 3].dot(normals[b.low_corner / 3]) < smooth) continue;
    sides.join(a.low_corner, b.low_corner);
    sides.join(a.high_corner, b.high_corner);
  }

  // New vertices in the order of the old ones, the sides of one in the order of the triangles.
  std::vector<std::pair<Index, std::size_t>> order;
  for (std::size_t corner = 0; corner < 3 * triangles.size(); ++corner) {
    if (sides.of(corner) == corner) order.emplace_back(triangles[corner / 3][corner % 3], corner);
  }
  std::sort(order.begin(), order.end());
  std::vector<Index> number(3 * triangles.size());
  for (const auto& [old, corner] : order) {
    number[corner] = static_cast<Index>(source_.size());
    source_.push_back(old);
  }
  for (std::size_t corner = 0; corner < 3 * triangles.size(); ++corner) {
    triangles_[corner / 3][corner % 3] = number[sides.of(corner)];
  }
}

Vector CreasedSurface::positions(const Vector& x) const {
  Vector split(3 * static_cast<Eigen::Index>(source_.size()));
  for (std::size_t i = 0; i < source_.size(); ++i) vertex(split, static_cast<Index>(i)) = vertex(x, source_[i]);
  return split;
}

Vector CreasedSurface::normals(const Vector& x) const {
  const Vector split = positions(x);
  Vector n = Vector::Zero(split.size());
  for (const Triangle& triangle : triangles_) {
    const Vec3 area = area_normal(split, triangle);
    for (Index i : triangle) vertex(n, i) += area;
  }
  for (Index i = 0; i < static_cast<Index>(source_.size()); ++i) {
    const double length = vertex(n, i).norm();
    if (length > 0 && std::isfinite(length)) {
      vertex(n, i) /= length;
    } else {
      vertex(n, i) = Vec3::UnitY();
    }
  }
  return n;
}

MorphTargets::MorphTargets(Positions x, const std::vector<Triangle>& triangles, std::size_t frames, bool moves)
    : positions_(std::move(x)),
      first_(positions_(0)),
      surface_(first_, triangles, kCreaseDegrees),
      shapes_(moves ? frames : 1),
      x0_(surface_.positions(first_)),
      n0_(surface_.normals(first_)) {}

MorphTargets::Shape MorphTargets::at(std::size_t shape) const {
  if (shape == 0) return {in_single_precision(x0_), in_single_precision(n0_)};
  const Vector x = positions_(shape);
  return {in_single_precision(surface_.positions(x) - x0_), in_single_precision(surface_.normals(x) - n0_)};
}

}  // namespace lilyan
