#include <lilyan/integrators/closed_momenta.hpp>

#include <lilyan/dynamics/closed_stepper.hpp>
#include <lilyan/dynamics/polished_stepper.hpp>

namespace lilyan {

std::vector<Fault> ClosedMomenta::objections(const System& system) const {
  std::vector<Fault> faults = method_->objections(system);
  if (!system.constraints().empty())
    faults.push_back({"scene.constraint", "momentum", "momenta cannot be conserved by closure where constraints act",
                      "use \"momentum\": \"free\"; constraints between bodies keep momenta with \"variational\""});
  for (const auto& potential : system.potentials())
    if (potential->kind() == EnergyKind::elastic && !potential->keeps_momenta()) {
      faults.push_back({"scene.potential", "momentum",
                        "a potential holds positions, which keeps no momenta, and the integrator would restore them",
                        "use \"momentum\": \"free\", or distances only"});
      break;
    }
  return faults;
}

std::unique_ptr<const Stepper> ClosedMomenta::stepper(const System& system, const NewtonSettings& settings) const {
  return std::make_unique<const ClosedStepper>(system, method_->stepper(system, settings),
                                               strain_.stepper(system, polishing(settings)));
}

}  // namespace lilyan
