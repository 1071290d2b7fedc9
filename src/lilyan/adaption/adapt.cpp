#include <lilyan/adaption/adapt.hpp>

#include <lilyan/core/error.hpp>
#include <lilyan/integrators/one_step.hpp>
#include <lilyan/integrators/static_equilibrium.hpp>

#include <algorithm>
#include <optional>

namespace lilyan {

namespace {

constexpr const char* kEnforced = "time/adaption/enforced";

Fault fault(const char* place, std::string why, std::string hint) {
  return {"scene.adaption", place, std::move(why), std::move(hint)};
}

// The variational methods whose action has been given a rule: those with one point, at the start or in the middle.
std::optional<VariationalAdaptiveStepper::Quadrature> quadrature_of(const Integrator& method) {
  const auto* row = dynamic_cast<const OneStep*>(&method);
  if (!row || row->nodes().size() != 1) return std::nullopt;
  const Node& node = row->nodes().front();
  if (node.a != 1 - node.s || node.b != 1) return std::nullopt;
  if (node.s == 0) return VariationalAdaptiveStepper::Quadrature::start;
  if (node.s == 0.5) return VariationalAdaptiveStepper::Quadrature::midpoint;
  return std::nullopt;
}

// Whether some potential knows its own mean over a step, and would not be taken at the method's point.
bool has_own_means(const System& system) {
  return std::any_of(system.potentials().begin(), system.potentials().end(),
                     [](const auto& potential) { return potential->has_own_mean(Evaluate::over_step); });
}

void throw_any(std::vector<Fault> objections) {
  if (!objections.empty()) throw InputError(std::move(objections));
}

}  // namespace

std::vector<Fault> objections_to_adaption(const Integrator& method) {
  if (!dynamic_cast<const StaticEquilibrium*>(&method)) return {};
  return {
      fault("time/adaption", "\"static\" has no motion that steps could be adapted to", "remove it, or use another integrator")};
}

std::vector<Fault> objections_to_variational_adaption(const Integrator& method, const System& system, const std::string& name) {
  std::vector<Fault> faults = objections_to_adaption(method);
  if (!faults.empty()) return faults;
  if (!quadrature_of(method))
    faults.push_back(fault(kEnforced, "there is no variational adaption of " + name + " with these parameters",
                           "use implicit_midpoint, symplectic_euler, or variational with alpha 0 or 0.5; or enforce it as "
                           "\"reversible\""));
  const auto& dissipations = system.dissipations();
  if (std::any_of(dissipations.begin(), dissipations.end(),
                  [](const auto& dissipation) { return dissipation->acts(Evaluate::over_step) == Acts::before; }))
    faults.push_back(fault(kEnforced, "variational adaption does not know damping of the form \"implicit_exact\"",
                           "use the form \"implicit\", or enforce it as \"reversible\""));
  if (has_own_means(system))
    faults.push_back(fault(kEnforced, "variational adaption does not know energies that bring a mean force of their own",
                           "enforce it as \"reversible\""));
  if (!system.constraints().empty())
    faults.push_back(fault(kEnforced, "variational adaption does not know constraints", "enforce it as \"reversible\""));
  if (system.metric().joins_held())
    faults.push_back(fault(kEnforced, "variational adaption does not know pinned vertices that share mass with free ones",
                           "use \"mass_matrix\": \"lumped\", or enforce it as \"reversible\""));
  return faults;
}

std::unique_ptr<const Stepper> adapt(const System& system, const Integrator& method, const NewtonSettings& settings,
                                     std::unique_ptr<const AdaptionRule> rule, SigmaAt at) {
  throw_any(objections_to_adaption(method));
  return std::make_unique<const AdaptiveStepper>(system, make_stepper(system, method, settings), std::move(rule), at);
}

std::unique_ptr<const Stepper> adapt_variationally(const System& system, const Integrator& method, const NewtonSettings& settings,
                                                   std::unique_ptr<const EnergyRule> rule) {
  throw_any(objections_to_variational_adaption(method, system));
  return std::make_unique<const VariationalAdaptiveStepper>(system, std::move(rule), *quadrature_of(method), settings);
}

}  // namespace lilyan
