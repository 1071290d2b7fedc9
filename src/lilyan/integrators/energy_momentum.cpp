#include <lilyan/integrators/energy_momentum.hpp>

#include <lilyan/dynamics/closed_stepper.hpp>
#include <lilyan/dynamics/polished_stepper.hpp>

namespace lilyan {

std::unique_ptr<const Stepper> EnergyMomentum::stepper(const System& system, const NewtonSettings& settings) const {
  std::unique_ptr<const Stepper> safe = average_.stepper(system, settings);
  if (system.constraints().empty()) safe = std::make_unique<const ClosedStepper>(system, std::move(safe), nullptr);
  return std::make_unique<const PolishedStepper>(average_.stepper(system, roughly(settings)),
                                                 strain_.stepper(system, polishing(settings)), std::move(safe));
}

}  // namespace lilyan
