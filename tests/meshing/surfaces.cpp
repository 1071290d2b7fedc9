#include <tests/meshing/surfaces.hpp>

#include <Eigen/Geometry>
#include <cmath>
#include <map>
#include <numbers>
#include <utility>

namespace lilyan::test {
namespace {

TriangleMesh from_points(const std::vector<Vec3>& points, std::vector<Triangle> triangles) {
  TriangleMesh mesh;
  mesh.X.resize(3 * static_cast<Eigen::Index>(points.size()));
  for (std::size_t i = 0; i < points.size(); ++i) vertex(mesh.X, static_cast<Index>(i)) = points[i];
  mesh.triangles = std::move(triangles);
  return mesh;
}

}  // namespace

TriangleMesh star_surface(int levels, const std::function<double(const Vec3&)>& radius) {
  std::vector<Vec3> points = {Vec3::UnitX(), -Vec3::UnitX(), Vec3::UnitY(), -Vec3::UnitY(), Vec3::UnitZ(), -Vec3::UnitZ()};
  std::vector<Triangle> triangles = {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}};
  for (int level = 0; level < levels; ++level) {
    std::map<std::pair<Index, Index>, Index> middles;
    const auto middle = [&](Index a, Index b) {
      const auto [entry, is_new] = middles.try_emplace(std::minmax(a, b), static_cast<Index>(points.size()));
      if (is_new) points.push_back((points[static_cast<std::size_t>(a)] + points[static_cast<std::size_t>(b)]).normalized());
      return entry->second;
    };
    std::vector<Triangle> finer;
    for (const auto& [a, b, c] : triangles) {
      const Index ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
      finer.insert(finer.end(), {{a, ab, ca}, {ab, b, bc}, {ca, bc, c}, {ab, bc, ca}});
    }
    triangles = std::move(finer);
  }
  for (Vec3& point : points) point *= radius(point);
  return from_points(points, std::move(triangles));
}

TriangleMesh sphere_surface(int levels, double radius, const Vec3& center) {
  TriangleMesh mesh = star_surface(levels, [&](const Vec3&) { return radius; });
  for (Index i = 0; i < mesh.vertices(); ++i) vertex(mesh.X, i) += center;
  return mesh;
}

TriangleMesh bumpy_sphere(int levels) {
  return star_surface(levels,
                      [](const Vec3& d) { return 1 + 0.15 * std::sin(5 * d[0]) * std::sin(6 * d[1] + 1) * std::cos(4 * d[2]); });
}

TriangleMesh torus_surface(double radius, double tube_radius, Index around, Index across) {
  std::vector<Vec3> points;
  std::vector<Triangle> triangles;
  for (Index i = 0; i < around; ++i)
    for (Index j = 0; j < across; ++j) {
      const double phi = 2 * std::numbers::pi * i / around, theta = 2 * std::numbers::pi * j / across;
      const double r = radius + tube_radius * std::cos(theta);
      points.emplace_back(r * std::cos(phi), r * std::sin(phi), tube_radius * std::sin(theta));
      const Index i1 = (i + 1) % around, j1 = (j + 1) % across;
      const Index a = i * across + j, b = i1 * across + j, c = i1 * across + j1, d = i * across + j1;
      triangles.insert(triangles.end(), {{a, b, c}, {a, c, d}});
    }
  return from_points(points, std::move(triangles));
}

TriangleMesh sheet_surface(Index n) {
  std::vector<Vec3> points;
  std::vector<Triangle> triangles;
  for (Index i = 0; i <= n; ++i)
    for (Index j = 0; j <= n; ++j) points.emplace_back(double(i) / n, double(j) / n, 0);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j) {
      const Index a = i * (n + 1) + j, b = a + n + 1;
      triangles.insert(triangles.end(), {{a, b, b + 1}, {a, b + 1, a + 1}});
    }
  return from_points(points, std::move(triangles));
}

TriangleMesh box_surface(const Vec3& size, Index n) {
  TriangleMesh result;
  const TriangleMesh sheet = sheet_surface(n);
  for (int axis = 0; axis < 3; ++axis)
    for (const bool high : {false, true}) {
      TriangleMesh face = sheet;
      for (Index i = 0; i < face.vertices(); ++i) {
        const Vec3 p = vertex(sheet.X, i);
        Vec3 q;
        q[axis] = high ? 0.5 : -0.5;
        q[(axis + 1) % 3] = p[0] - 0.5;
        q[(axis + 2) % 3] = p[1] - 0.5;
        vertex(face.X, i) = size.cwiseProduct(q);
      }
      result = joined(result, high ? face : turned_inside_out(face));
    }
  return result;
}

TriangleMesh joined(const TriangleMesh& a, const TriangleMesh& b) {
  TriangleMesh both = a;
  both.X.conservativeResize(a.X.size() + b.X.size());
  both.X.tail(b.X.size()) = b.X;
  for (const Triangle& t : b.triangles) both.triangles.push_back({t[0] + a.vertices(), t[1] + a.vertices(), t[2] + a.vertices()});
  return both;
}

TriangleMesh turned_inside_out(TriangleMesh surface) {
  for (Triangle& triangle : surface.triangles) std::swap(triangle[1], triangle[2]);
  return surface;
}

double enclosed_volume(const TriangleMesh& surface) {
  double six_volumes = 0;
  for (const Triangle& t : surface.triangles) {
    const Vec3 a = vertex(surface.X, t[0]), b = vertex(surface.X, t[1]), c = vertex(surface.X, t[2]);
    six_volumes += a.dot(b.cross(c));
  }
  return six_volumes / 6;
}

Vec3 random_point(std::mt19937& random, double reach) {
  std::uniform_real_distribution<double> number(-reach, reach);
  const double x = number(random), y = number(random), z = number(random);
  return {x, y, z};
}

}  // namespace lilyan::test
