// What scenes with co-rotated bodies, viscous damping or frozen rotations are told and asked.
#pragma once

#include <lilyan/core/error.hpp>
#include <lilyan/run/run_plan.hpp>
#include <lilyan/scene/build/build_body.hpp>
#include <lilyan/scene/schema/json.hpp>

#include <string>
#include <vector>

namespace lilyan {

// Whether all three components of a vertex are held, one a vertex.
std::vector<bool> held_whole(const Coordinates& coordinates);

// Viscous damping needs a stiffness that is known before the step: a fault for each entry that damps a body without one.
void check_viscous_damping(const Json& scene, const BuiltBody& body, FaultList& faults);

// A note where the rotations that corotational_reversible knows at both ends of a step may turn too far in between.
void note_long_step_of_frozen_rotations(const RunPlan& plan, std::vector<std::string>& notes);

}  // namespace lilyan
