#include <lilyan/output/frame_fields.hpp>

#include <algorithm>

namespace lilyan {

FrameFields frame_fields(const RunPlan& plan, const Frame& now) {
  const Vector velocity = plan.system->velocity(now.p);
  const std::size_t tets = plan.tets.size();
  std::vector<TetState> states(tets);
  for (const Elasticity* elasticity : plan.elasticity) elasticity->states(now.x, states);
  std::vector<double> J(tets), energy_density(tets), von_mises(tets);
  for (std::size_t e = 0; e < tets; ++e) {
    J[e] = states[e].J;
    energy_density[e] = states[e].energy_density;
    von_mises[e] = states[e].von_mises;
  }
  return {{{"velocity", 3, {velocity.begin(), velocity.end()}}},
          {{"J", 1, std::move(J)}, {"energy_density", 1, std::move(energy_density)}, {"von_mises", 1, std::move(von_mises)}}};
}

MeshField body_of_tets(const RunPlan& plan) {
  std::vector<double> body(plan.tets.size());
  for (std::size_t b = 0; b < plan.bodies.size(); ++b) {
    const auto first = body.begin() + plan.bodies[b].first_tet;
    std::fill(first, first + plan.bodies[b].tets, static_cast<double>(b));
  }
  return {"body", 1, std::move(body)};
}

}  // namespace lilyan
