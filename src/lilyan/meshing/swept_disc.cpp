// Cylinder and Torus of shapes.hpp.
#include <lilyan/meshing/shapes.hpp>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <utility>
#include <vector>

namespace lilyan {

namespace {

constexpr double kTurn = 2 * std::numbers::pi;

double rings(double radius, double size) { return std::max(1.0, std::round(radius / size)); }
// Where the tube is thinner than `size` its layers are, too, so that a long rod is not cut into needles.
double layers(const Cylinder& cylinder) {
  return std::max(1.0, std::round(cylinder.length / std::min(cylinder.size, cylinder.radius)));
}
double layers(const Torus& torus) {
  return std::max(5.0, std::round(kTurn * torus.radius / std::min(torus.size, torus.tube_radius)));
}

double disc_vertices(double n) { return 1 + 3 * n * (n + 1); }
double disc_triangles(double n) { return 6 * n * n; }

// The unit disc: ring k has 6 k vertices at equal angles, vertex 0 is the middle.
struct Disc {
  std::vector<Eigen::Vector2d> points;
  std::vector<Triangle> triangles;  // counter-clockwise

  explicit Disc(Index n) {
    points.emplace_back(0, 0);
    for (Index k = 1; k <= n; ++k)
      for (Index j = 0; j < 6 * k; ++j) {
        const double angle = kTurn * j / (6 * k), radius = double(k) / n;
        points.emplace_back(radius * std::cos(angle), radius * std::sin(angle));
      }
    const auto index = [](Index sector, Index k, Index j) { return k == 0 ? 0 : 1 + 3 * k * (k - 1) + (sector * k + j) % (6 * k); };
    for (Index s = 0; s < 6; ++s)
      for (Index k = 0; k < n; ++k)
        for (Index j = 0; j <= k; ++j) {
          triangles.push_back({index(s, k, j), index(s, k + 1, j), index(s, k + 1, j + 1)});
          if (j < k) triangles.push_back({index(s, k, j), index(s, k + 1, j + 1), index(s, k, j + 1)});
        }
  }
};

// Copies of the disc, `copies` of them at place(layer, point), with prisms between each and the next. On the side of a prism the
// diagonal runs from the lower vertex of the disc to the higher one of the next copy, the same as its neighbour says.
TetMesh sweep(const Disc& disc, Index copies, bool closed, const std::function<Vec3(Index, const Eigen::Vector2d&)>& place) {
  const auto n = static_cast<Index>(disc.points.size());
  TetMesh mesh;
  mesh.X.resize(3 * Eigen::Index{copies} * n);
  for (Index layer = 0; layer < copies; ++layer)
    for (Index i = 0; i < n; ++i) vertex(mesh.X, layer * n + i) = place(layer, disc.points[static_cast<std::size_t>(i)]);
  for (Index layer = 0; layer < (closed ? copies : copies - 1); ++layer)
    for (Triangle t : disc.triangles) {
      std::sort(t.begin(), t.end());
      const Index here = layer * n, next = (layer + 1) % copies * n;
      const auto [p, q, r] = t;
      for (Tet tet : {Tet{here + p, here + q, here + r, next + r}, Tet{here + p, here + q, next + q, next + r},
                      Tet{here + p, next + p, next + q, next + r}}) {
        if (volume(mesh.X, tet) < 0) std::swap(tet[2], tet[3]);
        mesh.tets.push_back(tet);
      }
    }
  return mesh;
}

// Columns u, v, axis: right-handed, and coordinate axes where `axis` is one.
Mat3 frame(const Vec3& axis) {
  int longest = 0;
  axis.cwiseAbs().maxCoeff(&longest);
  Mat3 result;
  const Vec3 other = Vec3::Unit((longest + 1) % 3);
  result.col(0) = (other - other.dot(axis) * axis).normalized();
  result.col(1) = axis.cross(result.col(0));
  result.col(2) = axis;
  return result;
}

}  // namespace

ShapeCount Cylinder::count() const {
  const double n = rings(radius, size), m = layers(*this);
  return {disc_vertices(n) * (m + 1), 3 * disc_triangles(n) * m};
}

TetMesh Cylinder::mesh() const {
  const Disc disc(static_cast<Index>(rings(radius, size)));
  const auto m = static_cast<Index>(layers(*this));
  const Mat3 axes = frame(axis);
  return sweep(disc, m + 1, false, [&](Index layer, const Eigen::Vector2d& p) -> Vec3 {
    return center + axes * Vec3(radius * p[0], radius * p[1], length * (double(layer) / m - 0.5));
  });
}

ShapeCount Torus::count() const {
  const double n = rings(tube_radius, size), m = layers(*this);
  return {disc_vertices(n) * m, 3 * disc_triangles(n) * m};
}

TetMesh Torus::mesh() const {
  const Disc disc(static_cast<Index>(rings(tube_radius, size)));
  const auto m = static_cast<Index>(layers(*this));
  const Mat3 axes = frame(axis);
  return sweep(disc, m, true, [&](Index layer, const Eigen::Vector2d& p) -> Vec3 {
    const double angle = kTurn * layer / m, reach = radius + tube_radius * p[0];
    return center + axes * Vec3(reach * std::cos(angle), reach * std::sin(angle), tube_radius * p[1]);
  });
}

}  // namespace lilyan
