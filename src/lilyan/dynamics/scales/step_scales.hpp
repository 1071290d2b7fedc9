// What the errors of a step are relative to.
#pragma once

#include <lilyan/dynamics/scales/position_noise.hpp>
#include <lilyan/dynamics/stage.hpp>

namespace lilyan {

struct StepScales {
  Vector parts;          // [J], of each connected part
  bool at_rest = false;  // all parts are
};

// A part's largest energy so far, or that of this step's flight if there was none yet. A part that moves by no more than its
// positions are rounded is at rest, and its energy is rounding: its scale is so far above that all its errors are small.
StepScales step_scales(const System& system, const Stage& stage, const Vector& energies_so_far, const Chord& chord,
                       const Vector& flight, PositionNoise& noise);

}  // namespace lilyan
