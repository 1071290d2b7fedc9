// What vibrates: stiffness, masses and constraints of a system about positions x, over its unknowns.
//
//   K = Hess W + sum_k lambda_k Hess g_k        [N/m]
//   grad W + G^T lambda = 0,   G = dg/dx        lambda: the forces that constraints carry, by least squares
//
// all at time 0. About rest W is the elastic energy alone; about an equilibrium it is the sum of all potentials: elasticity,
// springs, formulas, gravity, and loads, which are dead (their forces do not turn with the body).
#pragma once

#include <lilyan/algebra/constrained_solver.hpp>
#include <lilyan/algebra/mass_root.hpp>
#include <lilyan/dynamics/system.hpp>

namespace lilyan {

enum class About { rest, equilibrium };

struct Vibration {
  SymmetricMatrix K;
  MassRoot mass;         // [kg]
  TangentSpace tangent;  // the motions with G u = 0
};

// Throws InputError where x does not fulfil a constraint whose direction depends on where it is (id "modes.constraint"), or the
// stiffness is not finite ("modes.unstable"), or constraints meet a consistent mass ("scene.mass-matrix").
Vibration vibration_about(const System& system, const Vector& x, About about);

}  // namespace lilyan
