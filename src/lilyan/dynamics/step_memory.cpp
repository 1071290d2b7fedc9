#include <lilyan/dynamics/step_memory.hpp>

#include <lilyan/energy/mean_rule.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lilyan {

namespace {

// Of each connected part.
Vector energies(const System& system, const Vector& x, double t, EnergyKind kind) {
  if (system.parts().size() == 1) return Vector::Constant(1, system.potential_energy(x, t, kind));
  return system.part_energies(x, t, kind);
}

constexpr double kLargestCount = std::numeric_limits<int>::max();

SolverMemory recall_solver(const Memory& sections) {
  SolverMemory solver;
  solver.linear.matrix = sections.find("solver.matrix");
  solver.linear.positions = sections.find("solver.positions");
  if (const Memory::Section state = sections.find("solver.state")) {
    if (state->size() != 4 || !is_whole((*state)[0], 0, 1) || !is_whole((*state)[1], 0, 1) || !is_whole((*state)[2], 0, 1) ||
        !is_whole((*state)[3], 0, kLargestCount))
      refuse_memory("solver.state", "is that of no linear solver");
    solver.kind = static_cast<LinearKind>((*state)[0]);
    solver.gave_up = (*state)[1] != 0;
    solver.linear.definiteness = static_cast<Definiteness>((*state)[2]);
    solver.linear.iterations = static_cast<int>((*state)[3]);
  }
  solver.shift = sections.number("solver.shift", 0);
  if (!(solver.shift >= 0)) refuse_memory("solver.shift", "is negative");
  return solver;
}

EquationMemory recall_equations(const Memory& sections) {
  EquationMemory equations;
  equations.made_from = sections.find("solver.equations");
  if (const Memory::Section counts = sections.find("solver.counts")) {
    if (counts->size() != 3 || std::any_of(counts->begin(), counts->end(), [](double count) { return !(count >= 0); }))
      refuse_memory("solver.counts", "holds no counts");
    equations.iterations = (*counts)[0];
    equations.digits = (*counts)[1];
    equations.last_price = (*counts)[2];
  }
  return equations;
}

// Memories that do not say were of the system's own pattern.
std::uint64_t recall_pattern(const Memory& sections, const System& system) {
  constexpr double kLargestFingerprint = 0x1p53;
  const double pattern = sections.number("solver.pattern", static_cast<double>(system.pattern()->fingerprint()));
  if (!is_whole(pattern, 0, kLargestFingerprint)) refuse_memory("solver.pattern", "is no fingerprint");
  return static_cast<std::uint64_t>(pattern);
}

void store_solver(const SolverMemory& solver, Memory& sections) {
  if (solver.linear.matrix) sections.set("solver.matrix", solver.linear.matrix);
  if (solver.linear.positions) sections.set("solver.positions", solver.linear.positions);
  sections.set("solver.state",
               std::vector{static_cast<double>(solver.kind), solver.gave_up ? 1.0 : 0.0,
                           static_cast<double>(solver.linear.definiteness), static_cast<double>(solver.linear.iterations)});
  sections.set("solver.shift", std::vector{solver.shift});
}

}  // namespace

StepMemory StepMemory::recall(const History& history, const System& system) {
  const Memory& sections = history.memory();
  const Frame& now = history.now();
  StepMemory memory;
  memory.solver = recall_solver(sections);
  memory.equations = recall_equations(sections);
  memory.pattern = recall_pattern(sections, system);
  const double order = sections.number("quadrature.order", 0);
  if (!is_whole(order, 0, Average::kMostPoints)) refuse_memory("quadrature.order", "is that of no rule");
  memory.order = static_cast<int>(order);
  memory.work = sections.number("work", 0);
  memory.dissipated = sections.number("dissipated", 0);
  if (const Memory::Section section = sections.find("reactions")) memory.reactions = *section;
  memory.debt = sections.number("constraints.debt", 0);
  const Index parts = system.parts().size();
  const Memory::Section energy = sections.find("energy");
  if (energy) {
    if (energy->size() != 2 * static_cast<std::size_t>(parts)) refuse_memory("energy", "is of another number of parts");
    memory.energy_scales = Eigen::Map<const Vector>(energy->data(), parts);
    if (!(memory.energy_scales.minCoeff() >= 0)) refuse_memory("energy", "holds a negative scale");
    memory.gravity_0 = Eigen::Map<const Vector>(energy->data() + parts, parts);
  } else {
    memory.energy_scales = Vector::Zero(parts);
    memory.gravity_0 = energies(system, now.x, now.t, EnergyKind::gravity);
    memory.see(system, now.x, now.p, now.t);
  }
  return memory;
}

Memory StepMemory::store() const {
  Memory sections;
  store_solver(solver, sections);
  if (equations.made_from) {
    sections.set("solver.equations", equations.made_from);
    sections.set("solver.counts", std::vector{equations.iterations, equations.digits, equations.last_price});
  }
  sections.set("solver.pattern", std::vector{static_cast<double>(pattern)});
  sections.set("quadrature.order", std::vector{static_cast<double>(order)});
  sections.set("work", std::vector{work});
  sections.set("dissipated", std::vector{dissipated});
  if (!reactions.empty()) sections.set("reactions", reactions);
  if (debt != 0) sections.set("constraints.debt", std::vector{debt});
  std::vector<double> energy(energy_scales.begin(), energy_scales.end());
  energy.insert(energy.end(), gravity_0.begin(), gravity_0.end());
  sections.set("energy", std::move(energy));
  return sections;
}

void StepMemory::keep_factors_of(const BlockPattern& blocks) {
  if (pattern == blocks.fingerprint()) return;
  solver = {};
  equations = {};
  pattern = blocks.fingerprint();
}

void StepMemory::see_solved(const Workspace::Content& content, const System& system, const Vector& x, const Vector& p, double t) {
  if (content.direction) solver = content.direction->memory();
  if (content.hessian) pattern = content.hessian->blocks.pattern().fingerprint();
  if (content.hessian && content.hessian->made_equations()) equations = content.hessian->made_equations()->solver.memory();
  see(system, x, p, t);
}

void StepMemory::see(const System& system, const Vector& x, const Vector& p, double t) {
  const Vector kinetic =
      system.parts().size() == 1 ? Vector::Constant(1, 0.5 * p.dot(system.velocity(p))) : system.part_kinetic_energies(p);
  const Vector elastic = energies(system, x, t, EnergyKind::elastic), gravity = energies(system, x, t, EnergyKind::gravity);
  const Vector contact = energies(system, x, t, EnergyKind::contact);
  energy_scales = energy_scales.cwiseMax(kinetic + elastic.cwiseAbs() + contact + (gravity - gravity_0).cwiseAbs());
}

void take_over_solver(const Memory& from, History& to) {
  const Memory before = to.memory();
  for (const auto& [name, section] : before.sections())
    if (name.starts_with("solver.")) to.forget(name);
  for (const auto& [name, section] : from.sections())
    if (name.starts_with("solver.")) to.remember(name, section);
}

}  // namespace lilyan
