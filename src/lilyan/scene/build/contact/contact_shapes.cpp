#include <lilyan/scene/build/contact/contact.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

namespace lilyan {
namespace {

std::vector<Index> all_points(const std::vector<Triangle>& triangles, const std::vector<VertexPair>& edges) {
  std::vector<Index> points;
  for (const Triangle& triangle : triangles) points.insert(points.end(), triangle.begin(), triangle.end());
  for (const VertexPair& edge : edges) points.insert(points.end(), edge.begin(), edge.end());
  std::sort(points.begin(), points.end());
  points.erase(std::unique(points.begin(), points.end()), points.end());
  return points;
}

// The lower vertex of an edge first.
std::vector<VertexPair> lower_first(std::vector<VertexPair> edges) {
  for (VertexPair& edge : edges) std::sort(edge.begin(), edge.end());
  return edges;
}

double largest_of(const std::vector<double>& values) {
  return values.empty() ? 0 : *std::max_element(values.begin(), values.end());
}

// An icosahedron whose triangles are divided into four, three times, on the sphere: 1280 triangles.
TriangleMesh ball_surface(const BallShape& ball) {
  const double g = std::numbers::phi;
  std::vector<Vec3> X = {{-1, g, 0},  {1, g, 0},  {-1, -g, 0}, {1, -g, 0}, {0, -1, g},  {0, 1, g},
                         {0, -1, -g}, {0, 1, -g}, {g, 0, -1},  {g, 0, 1},  {-g, 0, -1}, {-g, 0, 1}};
  std::vector<Triangle> triangles = {{0, 11, 5},  {0, 5, 1},  {0, 1, 7},  {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4},
                                     {11, 10, 2}, {10, 7, 6}, {7, 1, 8},  {3, 9, 4},  {3, 4, 2},   {3, 2, 6}, {3, 6, 8},
                                     {3, 8, 9},   {4, 9, 5},  {2, 4, 11}, {6, 2, 10}, {8, 6, 7},   {9, 8, 1}};
  constexpr int kTimes = 3;
  for (int k = 0; k < kTimes; ++k) {
    std::map<VertexPair, Index> middles;
    auto middle = [&](Index a, Index b) {
      const auto [found, is_new] = middles.emplace(VertexPair{std::min(a, b), std::max(a, b)}, static_cast<Index>(X.size()));
      if (is_new) X.push_back(X[static_cast<std::size_t>(a)] + X[static_cast<std::size_t>(b)]);
      return found->second;
    };
    std::vector<Triangle> finer;
    for (const auto& [a, b, c] : triangles) {
      const Index ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
      finer.insert(finer.end(), {{a, ab, ca}, {b, bc, ab}, {c, ca, bc}, {ab, bc, ca}});
    }
    triangles = std::move(finer);
    for (Vec3& point : X) point.normalize();
  }
  TriangleMesh mesh;
  mesh.X.resize(3 * static_cast<Eigen::Index>(X.size()));
  for (std::size_t i = 0; i < X.size(); ++i) vertex(mesh.X, static_cast<Index>(i)) = ball.center + ball.radius * X[i];
  mesh.triangles = std::move(triangles);
  return mesh;
}

}  // namespace

ContactSurface contact_surface(const BuiltBody& body, Index first) {
  const BodyMesh& mesh = body.mesh;
  Cells cells;
  cells.append(mesh.cells, first);
  ContactSurface surface;
  switch (mesh.kind()) {
    case CellKind::tet:
    case CellKind::hex:
    case CellKind::triangle:
    case CellKind::quad:
      if (body.is_slice()) {
        surface.edges = lower_first(rim(cells));
        surface.is_planar = true;
      } else {
        surface.triangles = lilyan::surface(cells);
        surface.edges = edges_of(surface.triangles);
        surface.thickness = largest_of(mesh.cells.thickness);
      }
      break;
    case CellKind::edge:
      surface.edges = lower_first(cells.edges);
      surface.thickness = std::sqrt(4 * largest_of(mesh.cells.cross_section) / std::numbers::pi);
      break;
    case CellKind::point:
      for (Index i = 0; i < mesh.vertices(); ++i) surface.points.push_back(first + i);
      return surface;
  }
  surface.points = all_points(surface.triangles, surface.edges);
  return surface;
}

Vector CarriedContactSurface::at(const Vector& x) const {
  Vector places = Vector::Zero(3 * stiffness.size());
  for (Index i : surface.points)
    for (const WeightedVertex& share : shares(i)) vertex(places, i) += share.weight * vertex(x, share.vertex);
  return places;
}

ContactSurface contact_surface(const TriangleMesh& mesh, Index first) {
  ContactSurface surface;
  for (const Triangle& t : mesh.triangles) surface.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
  surface.edges = edges_of(surface.triangles);
  surface.points = all_points(surface.triangles, {});
  return surface;
}

ContactSurface planar_surface(const BoxShape&, Index first) {
  ContactSurface surface;
  surface.edges = {{first, first + 1}, {first + 1, first + 2}, {first + 2, first + 3}, {first, first + 3}};
  surface.points = {first, first + 1, first + 2, first + 3};
  surface.is_planar = true;
  return surface;
}

Vector planar_points(const BoxShape& box, double z) {
  Vector X(12);
  X << box.low[0], box.low[1], z, box.high[0], box.low[1], z, box.high[0], box.high[1], z, box.low[0], box.high[1], z;
  return X;
}

TriangleMesh box_surface(const BoxShape& box) {
  TriangleMesh mesh;
  mesh.X.resize(24);
  // The corners of a hex, as in kHexFaces.
  constexpr std::array<std::array<int, 3>, 8> kCorners = {
      {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}}};
  for (std::size_t corner = 0; corner < 8; ++corner)
    for (int axis = 0; axis < 3; ++axis)
      vertex(mesh.X, static_cast<Index>(corner))[axis] =
          kCorners[corner][static_cast<std::size_t>(axis)] == 0 ? box.low[axis] : box.high[axis];
  for (const auto& face : kHexFaces) {
    mesh.triangles.push_back({face[0], face[1], face[2]});
    mesh.triangles.push_back({face[0], face[2], face[3]});
  }
  return mesh;
}

TriangleMesh shown_surface(const ObstacleShape& shape) {
  if (const auto* ball = std::get_if<BallShape>(&shape)) return ball_surface(*ball);
  if (const auto* box = std::get_if<BoxShape>(&shape)) return box_surface(*box);
  if (const auto* mesh = std::get_if<TriangleMesh>(&shape)) return *mesh;
  return {};
}

}  // namespace lilyan
