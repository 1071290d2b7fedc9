#include <lilyan/meshing/shapes.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <vector>

namespace lilyan {

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

}  // namespace lilyan
