// R(x): an energy-like function of the positions at the end of one step [J], made for that step and gone with it.
//
// A step adds A R(x) to its objective and takes B grad R(x) off its momentum, A and B being the sums of the method's weights: the
// force -grad R acts during the whole step, whatever the method.
#pragma once

#include <lilyan/algebra/block_matrix.hpp>
#include <lilyan/algebra/symmetric_matrix.hpp>
#include <lilyan/core/vector.hpp>

namespace lilyan {

class StepTerm {
 public:
  virtual ~StepTerm() = default;

  // R(x), or +infinity where it is not defined; g += w grad R(x).
  virtual double add_gradient(const Vector& x, double w, Vector& g) const = 0;

  // H += w Hess R(x).
  virtual void add_hessian(const Vector& x, double w, Definiteness definiteness, BlockMatrix& H) const = 0;

  // What the force -grad R(x) did [J]: `dissipated` is gone for good, `work` came from outside.
  struct Toll {
    double dissipated = 0, work = 0;
  };
  virtual Toll toll(const Vector& x) const = 0;
};

}  // namespace lilyan
