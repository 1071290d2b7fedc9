// Where a system is in equilibrium at time 0: gravity, loads, pins and constraints as they are then.
//
//   grad W(x) + G^T lambda = 0,   g(x) = 0
//
// The integrator `static` searches from the positions given. Where it fails, because they are far off or because some motion costs
// no energy, the system creeps (Creep, integrators/static_equilibrium.hpp) until all forces balance or `static` gets there.
#pragma once

#include <lilyan/core/result.hpp>
#include <lilyan/core/vector.hpp>

namespace lilyan {

class System;
struct StepFailure;

// The positions of all vertices [m]. A failure says why `static` found none.
Result<Vector, StepFailure> find_equilibrium(const System& system, const Vector& start);

}  // namespace lilyan
