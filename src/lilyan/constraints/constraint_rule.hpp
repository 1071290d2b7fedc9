// How a method carries the constraints g(x, t) = 0 over a step: by forces along C, which is dg/dx where the method wants it.
#pragma once

namespace lilyan {

// Where dg/dx is taken.
enum class ConstraintAt { start, mean, end };

struct ConstraintRule {
  ConstraintAt at = ConstraintAt::mean;
  double a = 0, b = 0;        // weights of the forces in the equation [s^2] and in the momentum [s]
  bool ends_tangent = false;  // the momentum at the end is projected on dg/dt = 0
};

}  // namespace lilyan
