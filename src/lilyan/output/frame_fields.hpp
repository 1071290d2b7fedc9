// The fields of a state that frames and pictures show.
#pragma once

#include <lilyan/mesh/skin.hpp>
#include <lilyan/run/scene.hpp>

#include <vector>

namespace lilyan {

struct FrameFields {
  std::vector<MeshField> of_vertices;  // velocity [m/s]; contact_pressure [Pa] in scenes with contact
  std::vector<MeshField> of_cells;     // J, energy_density [J/m^3]; von_mises [Pa] unless all bodies are coarse
};

// The contact pressure at a vertex is the size of the normal force of all contacts on it at that instant, divided by the vertex's
// share of the body's surface at rest: that of one side of a sheet, of the rim of a slice, and of a rod its length times the
// diameter of a round one. It is 0 where nothing touches the vertex, and not a number where a particle or a coarse body is touched, whose
// vertices have no surface, or where the state is no state of the run and surfaces cross in it.
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

}  // namespace lilyan
