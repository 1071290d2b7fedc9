#include <lilyan/output/frame_fields.hpp>

#include <lilyan/dynamics/velocities.hpp>

#include <algorithm>

namespace lilyan {

FrameFields frame_fields(const RunPlan& plan, const Frame& now) {
  const Vector velocity = velocities(*plan.system, now);
  const auto cells = static_cast<std::size_t>(plan.cells.count());
  std::vector<CellState> states(cells);
  for (const Elasticity* elasticity : plan.elasticity) elasticity->states(now.x, states);
  std::vector<double> J(cells), energy_density(cells), von_mises(cells);
  for (std::size_t e = 0; e < cells; ++e) {
    J[e] = states[e].J;
    energy_density[e] = states[e].energy_density;
    von_mises[e] = states[e].von_mises;
  }
  return {{{"velocity", 3, {velocity.begin(), velocity.end()}}},
          {{"J", 1, std::move(J)}, {"energy_density", 1, std::move(energy_density)}, {"von_mises", 1, std::move(von_mises)}}};
}

MeshField body_of_cells(const RunPlan& plan) {
  std::vector<double> body(static_cast<std::size_t>(plan.cells.count()));
  for (std::size_t b = 0; b < plan.bodies.size(); ++b) {
    const auto first = body.begin() + plan.bodies[b].first_cell;
    std::fill(first, first + plan.bodies[b].cells, static_cast<double>(b));
  }
  return {"body", 1, std::move(body)};
}

}  // namespace lilyan
