// Velocities of a state, where held components may share mass with free ones.
//
//   p_f = M_ff v_f + M_fh v_h
//
// v_h is the script's difference over the step or stage that led to the state, (x_h - x_h before)/h; at the start it is the initial
// velocity given for the held components. Where M joins no held component, v_h does not count and is given as 0.
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

}  // namespace lilyan
