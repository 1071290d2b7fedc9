#include <lilyan/integrators/energy_momentum.hpp>

#include <lilyan/dynamics/closed_stepper.hpp>
#include <lilyan/dynamics/polished_stepper.hpp>

#include <algorithm>

namespace lilyan {

namespace {

// How often the equations are solved from the minimum before the minimiser's own step is taken: a start that is good at all needs
// five or six iterations.
constexpr int kMostPolishing = 30;

NewtonSettings polishing(NewtonSettings settings) {
  settings.max_iterations = std::min(kMostPolishing, settings.max_iterations);
  return settings;
}

}  // namespace

std::unique_ptr<const Stepper> EnergyMomentum::stepper(const System& system, const NewtonSettings& settings) const {
  std::unique_ptr<const Stepper> safe = average_.stepper(system, settings);
  if (system.constraints().empty()) safe = std::make_unique<const ClosedStepper>(system, std::move(safe));
  return std::make_unique<const PolishedStepper>(average_.stepper(system, roughly(settings)),
                                                 strain_.stepper(system, polishing(settings)), std::move(safe));
}

}  // namespace lilyan
