#include <lilyan/integrators/corotational_reversible.hpp>

#include <lilyan/energy/elements/held_rotations.hpp>
#include <lilyan/integrators/corotational_stepper.hpp>

namespace lilyan {

std::vector<Fault> CorotationalReversible::objections(const System& system) const {
  std::vector<Fault> faults;
  auto object = [&](const std::string& message, const std::string& hint) {
    faults.push_back({"integrator.frozen", "type", "corotational_reversible " + message, hint});
  };
  for (const auto& potential : system.potentials())
    if (potential->kind() == EnergyKind::contact) {
      object("solves one linear system per step, which contact is no part of", "use another implicit integrator, such as avf");
      return faults;
    }
  const Vector anywhere = Vector::Zero(system.coordinates().components());
  for (const auto& potential : system.potentials())
    if (!HeldRotations(*potential, anywhere).potential()) {
      object("takes elastic laws that are linear but for the rotation of each tet",
             "use the law corotated, linear, orthotropic or anisotropic, or another integrator");
      break;
    }
  for (const auto& dissipation : system.dissipations())
    if (!dissipation->is_quadratic()) {
      object("solves one linear system a step, which strain damping and the drag of fast motion are no part of",
             "use viscous or rayleigh damping, or another integrator");
      break;
    }
  return faults;
}

std::unique_ptr<const Stepper> CorotationalReversible::stepper(const System& system, const NewtonSettings& settings) const {
  return std::make_unique<const CorotationalStepper>(system, settings);
}

}  // namespace lilyan
