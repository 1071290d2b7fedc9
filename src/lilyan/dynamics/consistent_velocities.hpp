// Velocities that fit the constraints, at the energy that the step ended with.
//
// A method that carries constraints by the mean of dg/dx keeps g = 0 and the energy, but its velocities leave the constraints by
// the order of the method, and on violent motion the multipliers then swing from step to step. After the step the velocities are
// therefore projected on dg/dx v + dg/dt = 0, by impulses along the constraints, which change no momentum that the constraints do
// not; and the kinetic energy that this takes is given back by a factor on what remains of the velocities when the rigid motions
// are taken out whose momenta nothing changes. The factor is within kMostScaling of 1: what it cannot give back at once stays as a
// debt for the steps to come. [tests/constraints/constrained_particles_test.cpp]
#pragma once

#include <lilyan/dynamics/system.hpp>

namespace lilyan {

// Changes p, which belongs to the positions x at time t; x_n are those one step of length h before. `debt` [J] is carried from step
// to step. False where the constraints depend on each other there.
// `impulses`: the multipliers of the projection, see project_velocities; may be nullptr.
bool make_consistent(const System& system, const Vector& x_n, const Vector& x, double t, double h, Vector& p, double& debt,
                     Vector* impulses = nullptr);

// The projection alone.
bool make_tangent(const System& system, const Vector& x_n, const Vector& x, double t, double h, Vector& p,
                  Vector* impulses = nullptr);

}  // namespace lilyan
