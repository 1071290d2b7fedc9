// What the errors of a step are relative to.
#pragma once

#include <lilyan/dynamics/stage.hpp>
#include <lilyan/dynamics/system.hpp>

namespace lilyan {

// The energy that the rounding of positions stands for: what has no more of it is at rest.
//
//   sum_i k_i (epsilon x_i)^2,    k_i: what the stiffness has at a component, sum_j |K_ij| [N/m]
class PositionNoise {
 public:
  Vector energies(const System& system, const Vector& x);  // [J], one per connected part
  // What rounding may leave of forces that cancel, sum_j |K_ij| epsilon max |x| with some to spare [N].
  Vector forces(const System& system, const Vector& x);

 private:
  const Vector& stiffness(const System& system);

  Vector stiffness_;  // where the pins were given; made when first asked for
};

// A part whose motion in a step has so many times the energy of all that it was measured by was struck: its errors are measured by
// that motion.
inline constexpr double kBlow = 100;

struct StepScales {
  Vector parts;          // [J], of each connected part
  bool at_rest = false;  // all parts are
};

// A part's largest energy so far, or that of this step's flight if there was none yet. A part that moves by no more than its
// positions are rounded is at rest, and its energy is rounding: its scale is so far above that all its errors are small.
StepScales step_scales(const System& system, const Stage& stage, const Vector& energies_so_far, const Chord& chord,
                       const Vector& flight, PositionNoise& noise);

}  // namespace lilyan
