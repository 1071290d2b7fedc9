// Where a system is in equilibrium at time 0: gravity, loads, pins and constraints as they are then.
//
//   grad W(x) + G^T lambda = 0,   g(x) = 0
//
// found by the integrator `static`, which starts from the positions given.
#pragma once

#include <lilyan/dynamics/stepper.hpp>
#include <lilyan/dynamics/system.hpp>

namespace lilyan {

// The positions of all vertices [m]. A failure says why there is none, or why none was found.
Result<Vector, StepFailure> find_equilibrium(const System& system, const Vector& start);

}  // namespace lilyan
