// A function to be minimised, and a system of equations to be solved; neither knows what it stands for.
#pragma once

#include <lilyan/algebra/symmetric_matrix.hpp>
#include <lilyan/core/value.hpp>
#include <lilyan/core/vector.hpp>

#include <optional>
#include <span>

namespace lilyan {

class Objective {
 public:
  virtual ~Objective() = default;

  virtual Value gradient(const Vector& z, Vector& g) = 0;  // where the value is infinite g is unspecified
  virtual void hessian(const Vector& z, Definiteness definiteness, SymmetricMatrix& H) = 0;
  // Of the Hessian. It may grow by `make_room`, which is called before every Hessian at z.
  virtual const std::shared_ptr<const SymmetricPattern>& pattern() const = 0;
  virtual void make_room(const Vector& /*z*/) {}

  // Of the vertices that the unknowns belong to, at z; empty where they belong to none.
  virtual Vector positions(const Vector& /*z*/) const { return {}; }

  // A positive diagonal that says how long a step in each unknown is; a shift of the Hessian is a multiple of it.
  virtual const Vector& metric() const = 0;

  // Unknowns of different parts hardly influence each other, and each part has a scale of its own.
  virtual Index parts() const { return 1; }
  virtual std::span<const Index> part_of_unknown() const { return {}; }  // empty if there is one part

  // Parts that the Hessian joins, after `make_room`: of every part the first of those it belongs with. Empty if none are joined.
  virtual std::span<const Index> joined_parts() const { return {}; }

  // The error that a part's `decrement` = g.H^-1 g leaves, in the objective's own measure, relative to the part's scale (which may
  // grow by it).
  virtual double error_of_decrement(double decrement, Index part) = 0;

  // The decrement of each part that leaves `error`; empty where any will do.
  virtual Vector decrements_of_error(double) const { return {}; }

  // The largest error of a part if z with gradient g is taken, where an exact expression for it exists (AVF's energy identity).
  virtual std::optional<double> error_of_residual(const Vector& z, const Vector& g) const = 0;

  // The largest share of the way from z to z + d that a line search should try first, in [0, 1]; 0: d is far too long.
  virtual double longest_step(const Vector& /*z*/, const Vector& /*d*/) const { return 1; }

  // How far rounding may have moved each component of the gradient at z, by a bound from the sizes of what it was summed from and
  // the Hessian that was asked for last.
  virtual Vector gradient_rounding(const Vector& z) const { return Vector::Zero(z.size()); }
};

// r(z) = 0 where r is no gradient, or is not treated as one.
class Residual {
 public:
  virtual ~Residual() = default;
  virtual void value(const Vector& z, Vector& r) = 0;                              // entries not finite where r is not defined
  virtual bool newton_direction(const Vector& z, const Vector& r, Vector& d) = 0;  // J d = -r; false where J is singular

  // As that of an Objective.
  virtual double longest_step(const Vector& /*z*/, const Vector& /*d*/) const { return 1; }

  // How far rounding may have moved each entry of r at z, where the direction was asked for last.
  virtual Vector rounding(const Vector& z) const { return Vector::Zero(z.size()); }
};

}  // namespace lilyan
