#include <lilyan/output/frame_fields.hpp>

#include <algorithm>

namespace lilyan {

FrameFields frame_fields(const Inventory& inventory, const Snapshot& now) {
  const auto cells = static_cast<std::size_t>(inventory.cells.count());
  std::vector<CellState> states(cells);
  for (const Elasticity* elasticity : inventory.elasticity) elasticity->states(now.x, states);
  std::vector<double> J(cells), energy_density(cells), von_mises(cells);
  for (std::size_t e = 0; e < cells; ++e) {
    J[e] = states[e].J;
    energy_density[e] = states[e].energy_density;
    von_mises[e] = states[e].von_mises;
  }
  return {{{"velocity", 3, {now.v.begin(), now.v.end()}}},
          {{"J", 1, std::move(J)}, {"energy_density", 1, std::move(energy_density)}, {"von_mises", 1, std::move(von_mises)}}};
}

MeshField body_of_cells(const Inventory& inventory) {
  std::vector<double> body(static_cast<std::size_t>(inventory.cells.count()));
  for (std::size_t b = 0; b < inventory.bodies.size(); ++b) {
    const auto first = body.begin() + inventory.bodies[b].first_cell;
    std::fill(first, first + inventory.bodies[b].cells, static_cast<double>(b));
  }
  return {"body", 1, std::move(body)};
}

}  // namespace lilyan
