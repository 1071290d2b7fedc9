// Forces that take energy: what damps a body. They know the past, which potentials do not.
#pragma once

#include <lilyan/energy/step_term.hpp>

#include <memory>

namespace lilyan {

class Dissipation {
 public:
  virtual ~Dissipation() = default;

  // The term of one step. In an explicit step f must be constant: the force at its start.
  virtual std::unique_ptr<StepTerm> pose(const Chord& chord, Evaluate evaluate) const = 0;

  // When it acts: as a force during the step, or as an impulse before it, from where the method goes on.
  virtual Acts acts(Evaluate) const { return Acts::during; }

  // Whether the forces come from outside, like the air's. Others are between parts of the body, and physics lets them change no
  // momentum.
  virtual bool acts_from_outside() const = 0;

  // Whether R is quadratic in x where the step is not explicit: methods that solve one linear system per step take no other.
  virtual bool is_quadratic() const { return false; }

  virtual void connect(BlockPatternBuilder&) {}
};

}  // namespace lilyan
