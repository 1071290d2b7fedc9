#include <lilyan/scene/build/method.hpp>

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

}  // namespace lilyan
