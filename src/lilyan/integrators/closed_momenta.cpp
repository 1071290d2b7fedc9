#include <lilyan/integrators/closed_momenta.hpp>

#include <lilyan/dynamics/closed_stepper.hpp>

namespace lilyan {

std::vector<Fault> ClosedMomenta::objections(const System& system) const {
  std::vector<Fault> faults = method_->objections(system);
  if (!system.constraints().empty())
    faults.push_back({"scene.constraint", "momentum", "momenta cannot be conserved by closure where constraints act",
                      "use \"momentum\": \"free\"; constraints between bodies keep momenta with \"variational\""});
  return faults;
}

std::unique_ptr<const Stepper> ClosedMomenta::stepper(const System& system, const NewtonSettings& settings) const {
  return std::make_unique<const ClosedStepper>(system, method_->stepper(system, settings));
}

}  // namespace lilyan
