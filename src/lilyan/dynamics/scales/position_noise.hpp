// The energy that the rounding of positions stands for: what has no more of it is at rest.
//
//   sum_i k_i (epsilon x_i)^2,    k_i: what the stiffness has at a component, sum_j |K_ij| [N/m]
#pragma once

#include <lilyan/dynamics/system.hpp>

namespace lilyan {

class PositionNoise {
 public:
  Vector energies(const System& system, const Vector& x);  // [J], one per connected part
  // What rounding may leave of forces that cancel, sum_j |K_ij| epsilon max |x| with some to spare [N].
  Vector forces(const System& system, const Vector& x);

 private:
  const Vector& stiffness(const System& system);

  Vector stiffness_;  // where the pins were given; made when first asked for
};

}  // namespace lilyan
