// Which constraints cannot be: those that hold nothing that can move, those that others imply, and those that contradict others.
#pragma once

#include <lilyan/dynamics/system.hpp>

#include <string>
#include <vector>

namespace lilyan {

struct ConstraintFault {
  enum class Kind { idle, redundant, contradictory, missed };
  Kind kind;
  Index row;                  // the equation
  std::vector<Index> others;  // equations that imply or contradict it
  double distance = 0;        // by which the positions miss it [m]
};

// Looks at the constraints of the system at the positions x. Empty where the equations are independent and fulfilled.
std::vector<ConstraintFault> find_faults(const System& system, const Vector& x, double t);

}  // namespace lilyan
