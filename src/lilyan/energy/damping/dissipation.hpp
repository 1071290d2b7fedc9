// Forces that take energy: what damps a body. They know the past, which potentials do not, and enter a step as its StepTerm, or as
// a kick where they are no gradient.
#pragma once

#include <lilyan/energy/step_force.hpp>
#include <lilyan/energy/step_term.hpp>

#include <memory>

namespace lilyan {

// What a step starts from, and over which length.
struct StepStart {
  double h;  // of the step or stage that begins [s]
  const Vector& x;
  const Vector& v;
  const Vector* x_before;  // the positions before the last step; nullptr at the start
  double h_before;         // length of the last step [s]
  std::shared_ptr<const BlockPattern> pattern;
};

class Dissipation {
 public:
  virtual ~Dissipation() = default;

  // The term of one step. Where the step is explicit R must be linear in x: the force is the one at its start.
  virtual std::unique_ptr<StepTerm> pose(const StepStart& start, bool is_explicit) const = 0;

  // f(x) of a force that is no gradient and acts as an impulse -B f(x) at the beginning of a step, B being the sum of the method's
  // weights; the method goes on from there. Where there is one, `pose` is asked in explicit steps only.
  virtual std::unique_ptr<StepForce> pose_kick(const StepStart&) const { return nullptr; }

  // Whether the forces come from outside, like the air's. Others are between parts of the body, and physics lets them change no
  // momentum.
  virtual bool acts_from_outside() const = 0;

  // Whether R is quadratic in x where the step is not explicit: methods that solve one linear system a step take no other.
  virtual bool is_quadratic() const { return false; }

  virtual void connect(BlockPatternBuilder&) {}
};

}  // namespace lilyan
