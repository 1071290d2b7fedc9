// The fastest vibration of the bodies, which explicit methods must resolve.
//
//   K u = omega^2 M u        the largest omega [rad/s]; K as in elastic_hessian, M the masses
//
// velocity_verlet and symplectic_euler are stable for h < 2/omega. Found by power iteration, which comes from below: the estimate
// is some hundredths too low where many fast vibrations lie close together. It is for messages, not for choosing a step by machine.
#pragma once

#include <lilyan/dynamics/system.hpp>

namespace lilyan {

// 0 where nothing can move or the stiffness is not finite.
double highest_frequency(const System& system, const Vector& X);

}  // namespace lilyan
