// How a scene moves: its integrator, its solver's settings and the lengths of its steps, from `integrator`, `solver` and `time`.
#pragma once

#include <lilyan/dynamics/integrator.hpp>
#include <lilyan/dynamics/stepper.hpp>
#include <lilyan/dynamics/system.hpp>
#include <lilyan/minimise/newton.hpp>
#include <lilyan/run/simulation.hpp>
#include <lilyan/scene/build/build_context.hpp>

#include <memory>
#include <string>

namespace lilyan {

struct BuiltMethod {
  std::string name;
  Properties properties;
  std::unique_ptr<const Integrator> integrator;  // none where a fault was added
  NewtonSettings newton;
};

BuiltMethod build_method(const Json& scene, BuildContext& context);

SimulationSettings build_settings(const Json& scene, BuildContext& context);

// Names what a scene asks for that the method cannot do.
void check_adaption(const Json& scene, const BuiltMethod& method, const System& system, FaultList& faults);

// The stepper that chooses the lengths of steps, in the place of the method's own or around it; its own where all are alike.
std::unique_ptr<const Stepper> adapt_steps(const Json& scene, const BuiltMethod& method, const System& system,
                                           std::unique_ptr<const Stepper> own);

// In words how steps are chosen; empty where all have the same length.
std::string adaption_words(const Json& scene);

}  // namespace lilyan
