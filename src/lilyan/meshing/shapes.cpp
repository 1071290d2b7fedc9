#include <lilyan/meshing/shapes.hpp>

#include <Eigen/Geometry>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <numbers>
#include <utility>
#include <vector>

namespace lilyan {

// Balls

namespace {

// How many tets stand between the middle and the surface.
double shells(const Ball& ball) { return std::max(1.0, std::round(ball.radius / ball.size)); }

struct Icosahedron {
  std::vector<Vec3> corners;    // on the unit sphere
  std::vector<Triangle> faces;  // by their corners, ascending
};

Icosahedron icosahedron() {
  constexpr double g = std::numbers::phi;
  Icosahedron result;
  for (int axis = 0; axis < 3; ++axis)
    for (const double one : {-1.0, 1.0})
      for (const double golden : {-g, g}) {
        Vec3& corner = result.corners.emplace_back(Vec3::Zero());
        corner[axis] = one;
        corner[(axis + 1) % 3] = golden;
      }
  // Neighbours are 2 apart, all others farther; three mutual neighbours are a face.
  const auto near = [&](Index a, Index b) {
    return (result.corners[static_cast<std::size_t>(a)] - result.corners[static_cast<std::size_t>(b)]).norm() < 2.1;
  };
  for (Index a = 0; a < 12; ++a)
    for (Index b = a + 1; b < 12; ++b)
      for (Index c = b + 1; c < 12; ++c)
        if (near(a, b) && near(b, c) && near(a, c)) result.faces.push_back({a, b, c});
  for (Vec3& corner : result.corners) corner.normalize();
  return result;
}

// A point of a cut tet (middle, a, b, c), n >= y[0] >= y[1] >= y[2] >= 0: the corners have the weights
// n - y[0], y[0] - y[1], y[1] - y[2], y[2], and y[0] counts the shells from the middle.
using Coordinates = std::array<Index, 3>;

class Builder {
 public:
  Builder(const Ball& ball, Index n) : ball_(ball), n_(n) {}

  // Freudenthal's cut: the paths along the edges of unit cubes that stay within the tet. Faces of neighbours match since their
  // corners are taken in the same, ascending order.
  void cut(const Triangle& face) {
    constexpr std::array<std::array<std::size_t, 3>, 6> kOrders = {
        {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};
    for (Index i = 0; i < n_; ++i)
      for (Index j = 0; j <= i; ++j)
        for (Index k = 0; k <= j; ++k)
          for (const auto& order : kOrders) {
            std::array<Coordinates, 4> path;
            path[0] = {i, j, k};
            for (std::size_t s = 0; s < 3; ++s) path[s + 1] = path[s], ++path[s + 1][order[s]];
            const auto is_within = [&](const Coordinates& y) { return n_ >= y[0] && y[0] >= y[1] && y[1] >= y[2]; };
            if (!std::all_of(path.begin(), path.end(), is_within)) continue;
            Tet tet;
            for (std::size_t s = 0; s < 4; ++s) tet[s] = index(face, path[s]);
            tets_.push_back(tet);
          }
  }

  TetMesh finish() {
    TetMesh mesh;
    mesh.X.resize(3 * static_cast<Eigen::Index>(points_.size()));
    for (std::size_t i = 0; i < points_.size(); ++i) vertex(mesh.X, static_cast<Index>(i)) = points_[i];
    for (Tet& tet : tets_)
      if (volume(mesh.X, tet) < 0) std::swap(tet[2], tet[3]);
    mesh.tets = std::move(tets_);
    return mesh;
  }

 private:
  Index index(const Triangle& face, const Coordinates& y) {
    // Points on shared edges and faces are the same for all tets there: those corners that count, with their weights.
    const std::array<Index, 3> weights = {y[0] - y[1], y[1] - y[2], y[2]};
    std::array<Index, 6> key = {-1, 0, -1, 0, -1, 0};
    Vec3 direction = Vec3::Zero();
    std::size_t used = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      if (weights[k] == 0) continue;
      key[2 * used] = face[k], key[2 * used + 1] = weights[k], ++used;
      direction += weights[k] * icosahedron_.corners[static_cast<std::size_t>(face[k])];
    }
    const auto [entry, is_new] = index_.try_emplace(key, static_cast<Index>(points_.size()));
    if (is_new)
      points_.push_back(used == 0 ? ball_.center : Vec3(ball_.center + ball_.radius * y[0] / n_ * direction.normalized()));
    return entry->second;
  }

  const Ball& ball_;
  Index n_;
  Icosahedron icosahedron_ = icosahedron();
  std::map<std::array<Index, 6>, Index> index_;
  std::vector<Vec3> points_;
  std::vector<Tet> tets_;
};

}  // namespace

ShapeCount Ball::count() const {
  const double n = shells(*this);
  return {1 + n * (10 * n * n + 15 * n + 11) / 3, 20 * n * n * n};  // 10 k^2 + 2 vertices on shell k
}

TetMesh Ball::mesh() const {
  Builder builder(*this, static_cast<Index>(shells(*this)));
  for (const Triangle& face : icosahedron().faces) builder.cut(face);
  return builder.finish();
}

// Cylinders and tori: a disc, swept

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

// Rectangles, sheets and rods

namespace {

// Triangles over (i, j), counter-clockwise where the first side is x and the second y.
BodyMesh lattice(const std::array<double, 2>& size, const std::array<Index, 2>& cells, double thickness) {
  const auto [m, n] = cells;
  BodyMesh mesh;
  mesh.X = Vector::Zero(3 * (Eigen::Index{m} + 1) * (n + 1));
  for (Index i = 0; i <= m; ++i)
    for (Index j = 0; j <= n; ++j)
      vertex(mesh.X, i * (n + 1) + j) = Vec3(size[0] * (double(i) / m - 0.5), size[1] * (double(j) / n - 0.5), 0);
  for (Index i = 0; i < m; ++i)
    for (Index j = 0; j < n; ++j) {
      const Index a = i * (n + 1) + j, b = a + n + 1, c = b + 1, d = a + 1;  // counter-clockwise
      if ((i + j) % 2 == 0)
        mesh.cells.triangles.insert(mesh.cells.triangles.end(), {{a, b, c}, {a, c, d}});
      else
        mesh.cells.triangles.insert(mesh.cells.triangles.end(), {{a, b, d}, {b, c, d}});
    }
  mesh.cells.thickness.assign(mesh.cells.triangles.size(), thickness);
  return mesh;
}

}  // namespace

BodyMesh rectangle(const std::array<double, 2>& size, const std::array<Index, 2>& cells, const Vec3& center, double thickness) {
  BodyMesh mesh = lattice(size, cells, thickness);
  mesh.X.reshaped(3, mesh.vertices()).colwise() += center;
  return mesh;
}

BodyMesh sheet(const std::array<double, 2>& size, const std::array<Index, 2>& cells, const Vec3& center, double thickness) {
  BodyMesh mesh = lattice(size, cells, thickness);
  for (Index i = 0; i < mesh.vertices(); ++i) {
    const Vec3 flat = vertex(mesh.X, i);
    vertex(mesh.X, i) = center + Vec3(flat[0], 0, flat[1]);
  }
  for (Triangle& triangle : mesh.cells.triangles) std::swap(triangle[1], triangle[2]);  // z comes before x where y is up
  mesh.rows = {cells[0] + 1, cells[1] + 1};
  return mesh;
}

BodyMesh rod(const Vec3& from, const Vec3& to, Index cells, double cross_section) {
  BodyMesh mesh;
  mesh.X.resize(3 * (Eigen::Index{cells} + 1));
  for (Index i = 0; i <= cells; ++i) vertex(mesh.X, i) = from + double(i) / cells * (to - from);
  for (Index i = 0; i < cells; ++i) mesh.cells.edges.push_back({i, i + 1});
  mesh.cells.cross_section.assign(mesh.cells.edges.size(), cross_section);
  return mesh;
}

}  // namespace lilyan
