// Steps of changing length, from `time.adaption`.
#pragma once

#include <lilyan/minimise/newton.hpp>
#include <lilyan/run/run_plan.hpp>
#include <lilyan/scene/build/build_context.hpp>
#include <lilyan/scene/schema/json.hpp>

namespace lilyan {

// Names what a scene asks for that cannot be: the plan's method and system are known.
void check_adaption(const Json& scene, const RunPlan& plan, FaultList& faults);

// Puts the stepper that chooses the lengths in the place of, or around, the plan's own; leaves it where all steps are alike.
void adapt_steps(const Json& scene, const NewtonSettings& settings, RunPlan& plan);

}  // namespace lilyan
