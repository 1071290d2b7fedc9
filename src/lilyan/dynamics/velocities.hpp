// Velocities of a state, where held components may share mass with free ones.
//
//   p_f = M_ff v_f + M_fh v_h
//
// v_h is the script's difference over the step or stage that led to the state, (x_h - x_h before)/h; at the start it is the initial
// velocity given for the held components. Where M joins no held component, v_h does not count and is given as 0.
//
// `make_consistent` and `make_tangent` are for the end of a step of a system with constraints.
#pragma once

#include <lilyan/dynamics/history.hpp>
#include <lilyan/dynamics/system.hpp>

namespace lilyan {

Vector velocities(const System& system, const Frame& frame);
Vector velocities(const System& system, const Vector& p, const Vector& held_velocity);  // empty: 0

// v with 0 in place of the free components.
Vector held_part(const System& system, const Vector& v);

// A frame with the positions x and the velocities v of all components; the time is 0, that of a start.
Frame frame_with_velocities(const System& system, Vector x, const Vector& v);

// Velocities that fit the constraints, at the energy that the step ended with.
//
// A method that carries constraints by the mean of dg/dx keeps g = 0 and the energy, but its velocities leave the constraints by
// the order of the method, and on violent motion the multipliers then swing from step to step. After the step the velocities are
// therefore projected on dg/dx v + dg/dt = 0, by impulses along the constraints, which change no momentum that the constraints do
// not; and the kinetic energy that this takes is given back by a factor on what remains of the velocities when the rigid motions
// are taken out whose momenta nothing changes. The factor is within kMostScaling of 1: what it cannot give back at once stays as a
// debt for the steps to come. [tests/constraints/constrained_particles_test.cpp]
//
// Changes p, which belongs to the positions x at time t; x_n are those one step of length h before. `debt` [J] is carried from step
// to step. False where the constraints depend on each other there.
// `impulses`: the multipliers of the projection, see project_velocities; may be nullptr.
bool make_consistent(const System& system, const Vector& x_n, const Vector& x, double t, double h, Vector& p, double& debt,
                     Vector* impulses = nullptr);

// The projection alone.
bool make_tangent(const System& system, const Vector& x_n, const Vector& x, double t, double h, Vector& p,
                  Vector* impulses = nullptr);

}  // namespace lilyan
