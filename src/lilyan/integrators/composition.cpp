#include <lilyan/integrators/composition.hpp>

#include <lilyan/dynamics/steppers/closed_stepper.hpp>
#include <lilyan/dynamics/steppers/composed_stepper.hpp>

#include <cmath>

namespace lilyan {

namespace {

std::vector<double> suzuki_4() {
  const double g = 1 / (4 - std::cbrt(4.0));
  return {g, g, 1 - 4 * g, g, g};
}

std::vector<double> kahan_li_6() {
  const double g1 = 0.39216144400731413928, g2 = 0.33259913678935943860, g3 = -0.70624617255763935981, g4 = 0.08221359629355080023;
  return {g1, g2, g3, g4, 1 - 2 * (g1 + g2 + g3 + g4), g4, g3, g2, g1};
}

}  // namespace

Composition::Composition(std::unique_ptr<const Integrator> part, int order)
    : part_(std::move(part)), fractions_(order == 6 ? kahan_li_6() : suzuki_4()) {}

std::vector<Fault> Composition::objections(const System& system) const {
  std::vector<Fault> faults = part_->objections(system);
  if (!system.dissipations().empty())
    faults.push_back({"scene.damping", "order", "steps of this order go backwards in part, where damping would feed energy",
                      "use order 2, or no damping"});
  if (system.dissipates_in_contact())
    faults.push_back({"scene.contact", "order",
                      "steps of this order go backwards in part, where friction and damping of contact would feed energy",
                      "use order 2, or contact without friction and damping"});
  return faults;
}

std::unique_ptr<const Stepper> Composition::stepper(const System& system, const NewtonSettings& settings) const {
  const std::shared_ptr<const Stepper> part = part_->stepper(system, settings);
  std::vector<ComposedStepper::Part> parts;
  for (double fraction : fractions_) parts.push_back({fraction, part});
  return std::make_unique<const ComposedStepper>(std::move(parts));
}

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
