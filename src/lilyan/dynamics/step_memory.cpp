#include <lilyan/dynamics/step_memory.hpp>

#include <algorithm>
#include <cmath>

namespace lilyan {

StepMemory StepMemory::recall(const History& history, const System& system) {
  const Memory& sections = history.memory();
  const Frame& now = history.now();
  StepMemory memory;
  memory.solver.factored = sections.find("solver.factored");
  memory.solver.shift = sections.number("solver.shift", 0);
  memory.equations.made_from = sections.find("solver.equations");
  if (const Memory::Section counts = sections.find("solver.counts"); counts && counts->size() == 3) {
    memory.equations.iterations = (*counts)[0];
    memory.equations.digits = (*counts)[1];
    memory.equations.last_price = (*counts)[2];
  }
  memory.order = static_cast<int>(sections.number("quadrature.order", 0));
  memory.work = sections.number("work", 0);
  memory.dissipated = sections.number("dissipated", 0);
  if (const Memory::Section section = sections.find("reactions")) memory.reactions = *section;
  memory.debt = sections.number("constraints.debt", 0);
  if (const Memory::Section energy = sections.find("energy"); energy && energy->size() == 2) {
    memory.energy_scale = (*energy)[0];
    memory.gravity_0 = (*energy)[1];
  } else {
    memory.gravity_0 = system.potential_energy(now.x, now.t, EnergyKind::gravity);
    memory.see(system, now.x, now.p, now.t);
  }
  return memory;
}

Memory StepMemory::store() const {
  Memory sections;
  if (solver.factored) sections.set("solver.factored", solver.factored);
  if (equations.made_from) {
    sections.set("solver.equations", equations.made_from);
    sections.set("solver.counts", std::vector{equations.iterations, equations.digits, equations.last_price});
  }
  sections.set("solver.shift", std::vector{solver.shift});
  sections.set("quadrature.order", std::vector{static_cast<double>(order)});
  sections.set("work", std::vector{work});
  sections.set("dissipated", std::vector{dissipated});
  if (!reactions.empty()) sections.set("reactions", reactions);
  if (debt != 0) sections.set("constraints.debt", std::vector{debt});
  sections.set("energy", std::vector{energy_scale, gravity_0});
  return sections;
}

void StepMemory::see_solved(const Workspace::Content& work, const System& system, const Vector& x, const Vector& p, double t) {
  if (work.direction) solver = work.direction->memory();
  if (work.hessian && work.hessian->made_equations()) equations = work.hessian->made_equations()->solver.memory();
  see(system, x, p, t);
}

void StepMemory::see(const System& system, const Vector& x, const Vector& p, double t) {
  const double kinetic = 0.5 * p.dot(system.velocity(p));
  const double elastic = system.potential_energy(x, t, EnergyKind::elastic);
  const double gravity = system.potential_energy(x, t, EnergyKind::gravity);
  energy_scale = std::max(energy_scale, kinetic + std::abs(elastic) + std::abs(gravity - gravity_0));
}

}  // namespace lilyan
