// What is seen of all bodies together, and of obstacles: the render mesh of a body that carries one, what the cells of the others
// show.
#pragma once

#include <lilyan/mesh/skin.hpp>
#include <lilyan/run/inventory.hpp>

#include <optional>
#include <vector>

namespace lilyan {

class SeenBodies {
 public:
  explicit SeenBodies(const Inventory& inventory);  // which must outlive it

  // At the positions x of the system; fields of its vertices and cells come to the vertices of the surface. The field `body`, which
  // says whose vertex it is by the body's index, is added.
  Skin at(const Vector& x, const std::vector<MeshField>& vertex_fields = {}, const std::vector<MeshField>& cell_fields = {}) const;

 private:
  const std::vector<Body>* bodies_;
  std::vector<std::optional<CellSkin>> skins_;  // of every body without a render mesh, in its own vertex numbers
};

// All obstacles that have a surface, as one.
struct SeenObstacles {
  Vector x;                         // positions at time t [m], 3 per vertex
  std::vector<Triangle> triangles;  // an obstacle after the other
  MeshField body;                   // of every triangle: the number of its obstacle, counted on after the bodies
};
SeenObstacles seen_obstacles(const Inventory& inventory, double t);

bool has_surface(const std::vector<Obstacle>& obstacles);  // one of them; the others are planes
bool moves(const std::vector<Obstacle>& obstacles);        // one of those that have a surface

// Whether any body is shown by a surface that is not its own boundary.
bool has_render_mesh(const std::vector<Body>& bodies);

}  // namespace lilyan
