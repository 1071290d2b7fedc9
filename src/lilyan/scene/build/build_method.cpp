#include <lilyan/scene/build/method.hpp>

#include <lilyan/adaption/adapt.hpp>
#include <lilyan/integrators/registry.hpp>
#include <lilyan/scene/schema/solver_names.hpp>
#include <lilyan/scene/schema/values.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace lilyan {
namespace {

NewtonSettings newton_settings(const Json& solver) {
  NewtonSettings settings;
  settings.tolerance = solver.at("tolerance").get<double>();
  settings.max_iterations = solver.at("max_iterations").get<int>();
  settings.hessian = hessian_treatment(solver.at("hessian").get<std::string>());
  settings.linear = linear_choice(solver.at("linear").get<std::string>());
  settings.find = solver.at("find") == "root" ? Find::root : Find::minimum;
  return settings;
}

std::string type_of(const Json& adaption) { return adaption.at("type").get<std::string>(); }
std::string enforced(const Json& adaption) { return adaption.at("enforced").get<std::string>(); }

// The rules that see a potential energy and nothing else.
std::unique_ptr<EnergyRule> energy_rule(const Json& adaption) {
  const double shortest = adaption.at("shortest").get<double>();
  if (type_of(adaption) == "energy") return adapt_to_energy(adaption.at("energy").get<double>(), shortest);
  if (type_of(adaption) == "poses") return equispaced_poses(adaption.at("speed").get<double>(), shortest);
  return nullptr;
}

std::unique_ptr<const AdaptionRule> any_rule(const Json& adaption) {
  if (auto rule = energy_rule(adaption)) return rule;
  const double shortest = adaption.at("shortest").get<double>(), a = adaption.at("acceleration").get<double>();
  if (type_of(adaption) == "phase") return equispaced_phase(adaption.at("speed").get<double>(), a, shortest);
  return adapt_to_acceleration(a, shortest);
}

SigmaAt sigma_at(const std::string& enforced) {
  if (enforced == "naive") return SigmaAt::start;
  return enforced == "naive_implicit" ? SigmaAt::end : SigmaAt::both_ends;
}

std::string words(const Json& adaption) {
  const std::string type = type_of(adaption);
  const auto number = [&](const char* name, const char* unit) {
    return fmt::format("{:.6g} {}", adaption.at(name).get<double>(), unit);
  };
  std::string rule;
  if (type == "energy") rule = "shorter the larger the elastic energy, half at " + number("energy", "J");
  if (type == "acceleration") rule = "shorter the larger the acceleration, half at " + number("acceleration", "m/s^2");
  if (type == "poses") rule = "shorter the faster the body moves, from about " + number("speed", "m/s");
  if (type == "phase")
    rule = "shorter the faster body and velocities change, from about " + number("speed", "m/s") + " and " +
           number("acceleration", "m/s^2");
  return fmt::format("{} ({}, enforced {})", rule, type, enforced(adaption));
}

}  // namespace

BuiltMethod build_method(const Json& scene, BuildContext& context) {
  const Json& entry = scene.at("integrator");
  BuiltMethod built;
  built.name = entry.at("type").get<std::string>();
  const IntegratorEntry& method = *find_integrator(built.name);
  const Parameters parameters = parameters_of(entry, method.parameters);
  built.properties = method.properties(parameters);
  built.newton = newton_settings(scene.at("solver"));
  context.attempt_make("integrator", [&] { built.integrator = method.make(parameters); });
  return built;
}

SimulationSettings build_settings(const Json& scene, BuildContext& context) {
  const Json& time = scene.at("time");
  SimulationSettings settings;
  settings.on_failure = scene.at("solver").at("on_failure") == "halve" ? OnFailure::halve : OnFailure::stop;
  constexpr double kMostSteps = 9007199254740992.0;  // 2^53: every step's number is exact in double
  settings.h = time.at("step").get<double>();
  if (time.contains("steps")) {
    settings.steps = time.at("steps").get<std::int64_t>();
    return settings;
  }
  if (time.contains("adaption")) {
    settings.until = time.at("duration").get<double>();
    settings.steps = static_cast<std::int64_t>(kMostSteps);
    return settings;
  }
  const double duration = time.at("duration").get<double>(), steps = std::max(1.0, std::round(duration / settings.h));
  if (!(steps <= kMostSteps)) {
    context.faults.add("scene.range", "time/step",
                       fmt::format("{} s in steps of {} s are {:.3g} steps", duration, settings.h, steps), "use a longer step");
    return settings;
  }
  settings.steps = static_cast<std::int64_t>(steps);
  if (std::abs(steps * settings.h - duration) > 1e-9 * duration)
    context.notes.push_back(fmt::format("time.duration {} s is not a whole number of steps of {} s: {} steps, {} s", duration,
                                        settings.h, settings.steps, steps * settings.h));
  return settings;
}

void check_adaption(const Json& scene, const BuiltMethod& method, const System& system, FaultList& faults) {
  if (!scene.at("time").contains("adaption")) return;
  const Json& adaption = scene.at("time").at("adaption");
  const std::string how = enforced(adaption);
  auto refuse = [&](const char* place, const std::string& why, const std::string& hint) {
    faults.add("scene.adaption", place, why, hint);
  };
  auto add = [&](const std::vector<Fault>& objections) {
    for (const Fault& fault : objections) faults.add(fault.id, fault.place, fault.message, fault.hint);
    return !objections.empty();
  };
  if (add(objections_to_adaption(*method.integrator))) return;
  if (scene.at("solver").at("on_failure") == "halve")
    refuse("solver/on_failure", "halves of a step are not of the length that time.adaption asks for",
           "use \"stop\" with a shorter time.step, or no adaption");
  if (how == "reversible" && !method.properties.time_reversible)
    refuse("time/adaption/enforced", fmt::format("{} is not reversible in time, and no choice of steps makes it so", method.name),
           "use a method that is (`lilyan list integrators`), for example avf, or enforce it as \"naive\"");
  if (how != "variational") return;
  if (!energy_rule(adaption))
    refuse("time/adaption/enforced",
           fmt::format("variational adaption needs a rule that depends on an energy alone; the gradient of \"{}\" would need "
                       "derivatives of the "
                       "stiffness",
                       type_of(adaption)),
           "use \"energy\" or \"poses\", or enforce it as \"reversible\"");
  add(objections_to_variational_adaption(*method.integrator, system, method.name));
}

std::unique_ptr<const Stepper> adapt_steps(const Json& scene, const BuiltMethod& method, const System& system,
                                           std::unique_ptr<const Stepper> own) {
  if (!scene.at("time").contains("adaption")) return own;
  const Json& entry = scene.at("time").at("adaption");
  if (enforced(entry) == "variational") return adapt_variationally(system, *method.integrator, method.newton, energy_rule(entry));
  return adapt(system, *method.integrator, method.newton, any_rule(entry), sigma_at(enforced(entry)));
}

std::string adaption_words(const Json& scene) {
  return scene.at("time").contains("adaption") ? words(scene.at("time").at("adaption")) : std::string();
}

}  // namespace lilyan
