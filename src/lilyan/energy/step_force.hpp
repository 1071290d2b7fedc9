// A force of one step that is no gradient [N]: a StepTerm without an energy behind it. Made for that step and gone with it.
//
//   A f(x) is added to the step's equation, B f(x) taken off its momentum, like the gradient of a StepTerm.
//
// f has the sign of a gradient: it is minus what acts on the body. Its Jacobian need not be symmetric, so a step with such a force
// is solved as a system of equations and is no minimisation.
#pragma once

#include <lilyan/algebra/general_solver.hpp>
#include <lilyan/energy/step_term.hpp>

namespace lilyan {

class StepForce {
 public:
  virtual ~StepForce() = default;

  // r += w f(x); entries not finite where f is not defined.
  virtual void add_force(const Vector& x, double w, Vector& r) const = 0;

  // J += w df/dx, by components of the vertices.
  virtual void add_jacobian(const Vector& x, double w, Entries& J) const = 0;

  virtual StepTerm::Toll toll(const Vector& x) const = 0;
};

}  // namespace lilyan
