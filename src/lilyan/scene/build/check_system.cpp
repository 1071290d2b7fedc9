#include <lilyan/scene/build/built_system.hpp>

#include <lilyan/dynamics/velocities.hpp>
#include <lilyan/materials/registry.hpp>
#include <lilyan/reduction/vibration.hpp>
#include <lilyan/run/overlaps.hpp>
#include <lilyan/scene/schema/validate.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lilyan {

void check_formulas(const std::vector<PlannedPotential>& formulas, const BuiltSystem& built, FaultList& faults) {
  for (std::size_t k = 0; k < formulas.size(); ++k) {
    if (!std::isfinite(built.inventory.formulas[k]->value(built.initial.x, 0)))
      faults.add("scene.potential", join_path(formulas[k].place, "expression"), "not a finite number where the scene starts",
                 "start where it is defined: no root or logarithm of a negative number, no division by 0");
  }
}

void check_initial_energy(const PlacedBodies& bodies, const BuiltSystem& built, FaultList& faults) {
  const System& system = *built.system;
  if (!std::isfinite(system.kinetic_energy(built.initial.p, velocities(system, built.initial))))
    faults.add("scene.overflow", "bodies", "the initial kinetic energy is not finite", "velocities are in m/s, masses in kg");
  if (std::isfinite(built.system->potential_energy(built.initial.x, 0))) return;
  std::vector<CellState> states(static_cast<std::size_t>(built.inventory.cells.count()));
  for (const Elasticity* elasticity : built.inventory.elasticity)
    elasticity->states(built.system->space().positions(built.initial.x), states);
  for (const PlacedBody& placed : bodies) {
    const std::string place = join_path("bodies", std::to_string(placed.entry));
    const BuiltMaterials& materials = placed.body.materials;
    for (std::size_t e = 0; e < materials.law_of_cell.size(); ++e) {
      const std::string& law = materials.law_names[static_cast<std::size_t>(materials.law_of_cell[e])];
      const double J = states[static_cast<std::size_t>(placed.first_cell) + e].J;
      if (J > 0 || find_material(law)->survives_inversion) continue;
      faults.add("scene.inverted", join_path(place, "deform"),
                 fmt::format("{} {} of \"{}\" is inverted at the start (J = {:.3g}), where \"{}\" has no energy",
                             singular(placed.body.mesh.kind()), placed.body.mesh.cell_numbers.before(static_cast<Index>(e)),
                             placed.body.name, J, law),
                 "deform less, or use a law that survives inversion: `lilyan list materials`");
      break;
    }
  }
  if (faults.empty()) faults.add("scene.overflow", "bodies", "the initial energy is not finite", "moduli are in Pa, lengths in m");
}

void fit_velocities(BuiltSystem& built, std::vector<std::string>& notes) {
  const System& system = *built.system;
  if (system.constraints().empty()) return;
  Vector v = velocities(system, built.initial);
  const Vector given = v;
  if (!project_velocities(system.constraints(), system.metric(), system.coordinates(), built.initial.x, 0, v)) return;
  constexpr double kChanged = 1e-9;
  if ((v - given).norm() <= kChanged * given.norm()) return;
  built.initial.p = system.momentum(v);
  notes.push_back(fmt::format("initial velocities were changed to fit the constraints, by {:.3g} m/s at most",
                              (v - given).cwiseAbs().maxCoeff()));
}

void note_parts_that_fall(const BuiltSystem& built, std::vector<std::string>& notes) {
  const System& system = *built.system;
  if (system.gravity().isZero(0)) return;
  for (const Body& body : built.inventory.bodies) {
    Index held = 0, loose = 0;
    for (const std::vector<Index>& part : system.parts().vertices()) {
      if (part.front() < body.first_vertex || part.front() >= body.first_vertex + body.vertices) continue;
      const bool is_held = std::any_of(part.begin(), part.end(), [&](Index i) {
        const Coordinates& coordinates = system.coordinates();
        return coordinates.is_held(3 * i) || coordinates.is_held(3 * i + 1) || coordinates.is_held(3 * i + 2);
      });
      ++(is_held ? held : loose);
    }
    if (held > 0 && loose > 0)
      notes.push_back(
          fmt::format("{} of the {} parts of \"{}\" are joined to nothing that is held, and fall: pin them too, or use a finer "
                      "mesh in which they hang together",
                      loose, held + loose, body.name));
  }
}

void note_overlaps(const BuiltSystem& built, std::vector<std::string>& notes) {
  const System& system = *built.system;
  const Vector x = system.space().positions(built.initial.x);
  for (std::string& note : overlap_notes(built.inventory, overlaps(system, built.inventory, x, 0), "at the start"))
    notes.push_back(std::move(note));
}

void note_long_step_of_frozen_rotations(const BuiltSystem& built, const BuiltMethod& method, double h,
                                        std::vector<std::string>& notes) {
  const double resolved = method.properties.longest_resolved;
  if (resolved == 0) return;
  const double omega = highest_frequency(*built.system, built.system->space().state(built.inventory.rest));
  if (h * omega > resolved)
    notes.push_back(
        fmt::format("the step of {:.3g} s is {:.3g} times 1/omega_max = {:.3g} s at rest: beyond it {} gains energy in "
                    "the long run; avf keeps it at any step",
                    h, h * omega, 1 / omega, method.name));
}

}  // namespace lilyan
