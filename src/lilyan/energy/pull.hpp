// A pull by hand: a spring from a point of the body to a target, given with the step and gone with it.
//
//   c(x) = sum_i w_i x_i,    f(x) = k (c_mean - target) w_i,    c_mean = (c(x_n) + c(x))/2
//
// Over the step the force is that of the middle, which is exact for a spring, so its work -f.dx closes the balance. The spring's
// own energy is not the body's: what it does is work from outside.
#pragma once

#include <lilyan/energy/step_term.hpp>
#include <lilyan/mesh/weighted_vertex.hpp>

#include <memory>
#include <vector>

namespace lilyan {

struct Pull {
  std::vector<WeightedVertex> shares;  // a vertex, or the corners of a cell with weights that sum to 1
  Vec3 target;                         // [m]
  double stiffness = 0;                // [N/m], at least 0
};

// The force at the start for an explicit step.
std::unique_ptr<const StepTerm> pose_pull(const Pull& pull, const Chord& chord, Evaluate evaluate);

}  // namespace lilyan
