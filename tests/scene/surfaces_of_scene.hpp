// All surfaces of a scene at once, those of obstacles included, for counting what goes through what.
#pragma once

#include <lilyan/mesh/cells.hpp>
#include <lilyan/run/scene.hpp>

#include <tests/support/crossings.hpp>

#include <algorithm>
#include <vector>

namespace lilyan::test {

// Planes have no triangles, and a ball is shown by a polyhedron only: neither is among the surfaces.
class SurfacesOfScene {
 public:
  explicit SurfacesOfScene(const Scene& scene) : triangles_(surface(scene.inventory.cells)) {
    constexpr std::size_t kTrianglesOfBall = 1280;
    of_bodies_ = triangles_;
    auto first = static_cast<Index>(scene.simulation.positions().size() / 3);
    for (const Obstacle& obstacle : scene.inventory.obstacles) {
      if (obstacle.plane || obstacle.surface.triangles.size() == kTrianglesOfBall) continue;
      obstacles_.push_back(&obstacle);
      for (Triangle triangle : obstacle.surface.triangles) {
        for (Index& v : triangle) v += first;
        triangles_.push_back(triangle);
        of_obstacles_.push_back(triangle);
      }
      first += obstacle.surface.vertices();
    }
    edges_ = edges_of(triangles_);
  }

  // How many edges go through triangles, by exact arithmetic.
  int crossings(const Simulation& moving) const { return count_crossings(points(moving), edges_, triangles_); }

  // Those of bodies with obstacles: bodies may fold onto themselves.
  int crossings_with_obstacles(const Simulation& moving) const {
    const Vector x = points(moving);
    return count_crossings(x, edges_of(of_bodies_), of_obstacles_) + count_crossings(x, edges_of(of_obstacles_), of_bodies_);
  }

 private:
  Vector points(const Simulation& moving) const {
    std::vector<Vector> parts = {moving.positions()};
    for (const Obstacle* obstacle : obstacles_) parts.push_back(obstacle->at(moving.time()));
    Eigen::Index size = 0, at = 0;
    for (const Vector& part : parts) size += part.size();
    Vector x(size);
    for (const Vector& part : parts) {
      x.segment(at, part.size()) = part;
      at += part.size();
    }
    return x;
  }

  std::vector<Triangle> triangles_, of_bodies_, of_obstacles_;
  std::vector<std::array<Index, 2>> edges_;
  std::vector<const Obstacle*> obstacles_;
};

}  // namespace lilyan::test
