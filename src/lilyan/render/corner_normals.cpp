#include <lilyan/render/corner_normals.hpp>

#include <Eigen/Geometry>

#include <cmath>
#include <numbers>

namespace lilyan::render {

std::vector<CornerNormals> corner_normals(const Vector& x, const std::vector<Triangle>& triangles, double crease_in_degrees) {
  const auto vertices = static_cast<std::size_t>(x.size() / 3);
  std::vector<Vec3> area(triangles.size()),
      direction(triangles.size());  // normals of the triangles, as long as their areas, and of length 1
  // Around vertex i stand the triangles around[first[i]], ..., around[first[i + 1] - 1].
  std::vector<std::size_t> first(vertices + 1, 0), around(3 * triangles.size());
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    const Vec3 a = vertex(x, triangles[t][0]), b = vertex(x, triangles[t][1]), c = vertex(x, triangles[t][2]);
    area[t] = (b - a).cross(c - a);
    direction[t] = area[t].norm() > 0 ? Vec3(area[t].normalized()) : Vec3::Zero();
    for (Index i : triangles[t]) ++first[static_cast<std::size_t>(i) + 1];
  }
  for (std::size_t i = 0; i < vertices; ++i) first[i + 1] += first[i];
  std::vector<std::size_t> next(first.begin(), first.end() - 1);
  for (std::size_t t = 0; t < triangles.size(); ++t)
    for (Index i : triangles[t]) around[next[static_cast<std::size_t>(i)]++] = t;

  const double cosine = std::cos(crease_in_degrees * std::numbers::pi / 180);
  std::vector<CornerNormals> normals(triangles.size());
  for (std::size_t t = 0; t < triangles.size(); ++t)
    for (std::size_t corner = 0; corner < 3; ++corner) {
      const auto i = static_cast<std::size_t>(triangles[t][corner]);
      Vec3 sum = Vec3::Zero();
      for (std::size_t k = first[i]; k < first[i + 1]; ++k)
        if (direction[around[k]].dot(direction[t]) >= cosine) sum += area[around[k]];
      const double length = sum.norm();
      normals[t][corner] = length > 0 ? Vec3(sum / length) : direction[t];
    }
  return normals;
}

}  // namespace lilyan::render
