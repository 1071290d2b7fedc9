// What frames and pictures show of a state: the surfaces that are seen, and the fields on them.
#pragma once

#include <lilyan/mesh/skin.hpp>

#include <optional>
#include <vector>

namespace lilyan {

class Potential;
struct Body;
struct Inventory;
struct Obstacle;
struct Scene;
struct Snapshot;

struct FrameFields {
  std::vector<MeshField> of_vertices;  // velocity [m/s]; contact_pressure [Pa] in scenes with contact
  std::vector<MeshField> of_cells;     // J, energy_density [J/m^3]; von_mises [Pa] unless all bodies are coarse
};

// The contact pressure at a vertex is the size of the normal force of all contacts on it at that instant, divided by the vertex's
// share of the body's surface at rest: that of one side of a sheet, of the rim of a slice, and of a rod its length times the
// diameter of a round one. It is 0 where nothing touches the vertex, and not a number where a particle or a coarse body is touched,
// whose vertices have no surface, or where the state is no state of the run and surfaces cross in it.
class StateFields {
 public:
  explicit StateFields(const Scene& scene);  // which must outlive it

  FrameFields at(const Snapshot& now) const;

 private:
  MeshField contact_pressure(const Snapshot& now) const;

  const Inventory* inventory_;
  std::vector<const Potential*> contacts_;
  bool has_stress_ = true;
  Vector area_;  // [m^2] of every vertex, 0 of coarse bodies; empty without contact
};

// "body": the index of the body that each cell belongs to.
MeshField body_of_cells(const Inventory& inventory);

// All bodies together: the render mesh of a body that carries one, what the cells of the others show.
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
