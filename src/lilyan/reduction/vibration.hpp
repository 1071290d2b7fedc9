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

namespace lilyan {

class System;

enum class About { rest, equilibrium };

struct Vibration {
  SymmetricMatrix K;
  MassRoot mass;         // [kg]
  TangentSpace tangent;  // the motions with G u = 0
};

// Throws InputError where x does not fulfil a constraint whose direction depends on where it is (id "modes.constraint"), or the
// stiffness is not finite ("modes.unstable"), or constraints meet a consistent mass ("scene.mass-matrix").
Vibration vibration_about(const System& system, const Vector& x, About about);

// The stiffness of the bodies: Hessian of their elastic energy over the components that are free, at the positions X [N/m], as it
// is: not made positive.
SymmetricMatrix elastic_hessian(const System& system, const Vector& X);

// The fastest vibration of the bodies, which explicit methods must resolve; 0 if nothing can move or the stiffness is not finite.
//
//   K u = omega^2 M u        the largest omega [rad/s]; K as in elastic_hessian, M the masses
//
// velocity_verlet and symplectic_euler are stable for h < 2/omega. Found by power iteration, which comes from below: the estimate
// is some hundredths too low where many fast vibrations lie close together. It is for messages, not for choosing a step by machine.
double highest_frequency(const System& system, const Vector& X);

}  // namespace lilyan
