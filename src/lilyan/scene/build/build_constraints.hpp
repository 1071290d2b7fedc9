// The constraints of a scene, over the vertices of the whole system.
#pragma once

#include <lilyan/dynamics/constraint_check.hpp>
#include <lilyan/scene/build/build_body.hpp>

namespace lilyan {

// Those that could be built; faults are added for the others. Each is named after its place, "constraints/2".
std::vector<std::unique_ptr<Constraint>> build_constraints(const Json& scene, const std::vector<BodyInSystem>& bodies,
                                                           BuildContext& context);

// Adds a fault for every entry that holds nothing, that others imply or contradict, or that the start does not fulfil.
void check_constraints(const System& system, const Vector& x, FaultList& faults);

}  // namespace lilyan
