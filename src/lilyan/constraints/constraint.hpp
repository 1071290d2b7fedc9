// Holonomic constraints: equations g(x, t) = 0 of the positions that a motion fulfils at the end of every step.
//
// A constraint is carried by forces -lambda^T dg/dx; which dg/dx, that of the start, of the end or the mean along the step,
// belongs to the integrator (see ConstraintRule). Derive from it to write one of your own. All methods are const, and may be called
// from many threads.
#pragma once

#include <lilyan/algebra/equations/general_solver.hpp>
#include <lilyan/core/vector.hpp>

#include <string>
#include <vector>

namespace lilyan {

class Constraint {
 public:
  virtual ~Constraint() = default;

  virtual std::string name() const = 0;  // for messages
  virtual Index rows() const = 0;        // equations

  // The degree of g as a polynomial along a straight line of positions, at least 1: the mean of dg/dx along a step is then exact.
  // A g that is no polynomial names the degree whose error it can bear.
  virtual int degree() const = 0;

  // g_k(x, t) into g[first + k].
  virtual void value(const Vector& x, double t, Index first, Vector& g) const = 0;

  // dg/dt at fixed x [per second], into rate[first + k]. Zero for constraints that do not move.
  virtual void add_rate(const Vector& /*x*/, double /*t*/, Index /*first*/, Vector& /*rate*/) const {}

  // w dg_k/dx, appended as entries of row first + k, a column for each component of the positions.
  virtual void add_gradient(const Vector& x, double t, double w, Index first, Entries& G) const = 0;

  // sum_k w lambda[first + k] d^2 g_k/dx^2, both triangles.
  virtual void add_hessian(const Vector& x, double t, double w, Index first, const Vector& lambda, Entries& H) const = 0;
};

// Where dg/dx is taken.
enum class ConstraintAt { start, mean, end };

// How a method carries the constraints g(x, t) = 0 over a step: by forces along C, which is dg/dx where the method wants it.
struct ConstraintRule {
  ConstraintAt at = ConstraintAt::mean;
  double a = 0, b = 0;        // weights of the forces in the equation [s^2] and in the momentum [s]
  bool ends_tangent = false;  // the momentum at the end is projected on dg/dt = 0
};

}  // namespace lilyan
