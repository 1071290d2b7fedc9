// The fields of a state that frames and pictures show.
#pragma once

#include <lilyan/mesh/skin.hpp>
#include <lilyan/run/inventory.hpp>
#include <lilyan/run/simulation.hpp>

#include <vector>

namespace lilyan {

struct FrameFields {
  std::vector<MeshField> of_vertices;  // velocity [m/s]
  std::vector<MeshField> of_cells;     // J, energy_density [J/m^3], von_mises [Pa]
};

FrameFields frame_fields(const Inventory& inventory, const Snapshot& now);

// "body": the index of the body that each cell belongs to.
MeshField body_of_cells(const Inventory& inventory);

}  // namespace lilyan
