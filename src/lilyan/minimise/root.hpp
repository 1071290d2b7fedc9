// Solves r(z) = 0 by Newton's method with a line search on |r|^2/2.
//
// It shares Newton's parts with the minimiser but not its certainty: |r|^2 has local minima where r is not zero, which
// a minimisation of the energy-like function behind r would walk through [Rojas 2018, fig. 3].
#pragma once

#include <lilyan/minimise/newton.hpp>

#include <functional>

namespace lilyan {

enum class RootStatus { converged, start_not_defined, singular, stuck, too_many_iterations };

struct RootResult {
  RootStatus status = RootStatus::converged;
  int iterations = 0;
  int backtracks = 0;
  double residual = 0;  // |r| at the end
  double error = 0;     // at the end
};

// How far from a root a point is.
struct RootMeasure {
  using Measure = std::function<double(const Vector& z, const Vector& r)>;
  Measure error;            // the search goes on until it is at most the tolerance
  Measure beyond_rounding;  // what is left of it where all that rounding can explain is taken for rounding
};

// A search that no longer gets nearer has converged where rounding explains what is left. Up to `most_uphill` steps in a row may be
// taken whole though they lead uphill: quick where the way bends, and less certain to end at the nearest root.
RootResult find_root(Residual& residual, const RootMeasure& measure, double tolerance, int max_iterations, Vector& z,
                     int most_uphill = 0);

// `tolerance` is on |r|, in r's own unit.
RootResult find_root(Residual& residual, double tolerance, int max_iterations, Vector& z);

// The same in the minimiser's words.
NewtonResult as_newton_result(const RootResult& root);

// grad Phi = 0 to the accuracy that `minimise` would have, for comparing the two ways.
NewtonResult find_critical_point(Objective& objective, const NewtonSettings& settings, Vector& z);

// grad Phi = 0 as a system of equations, with the Hessian as its Jacobian (definite or not).
class GradientResidual final : public Residual {
 public:
  explicit GradientResidual(Objective& objective) : objective_(objective), H_(objective.pattern()) {}
  void value(const Vector& z, Vector& r) override;
  bool newton_direction(const Vector& z, const Vector& r, Vector& d) override;
  double longest_step(const Vector& z, const Vector& d) const override { return objective_.longest_step(z, d); }
  Vector rounding(const Vector& z) const override { return objective_.gradient_rounding(z); }

 private:
  Objective& objective_;
  SymmetricMatrix H_;
};

}  // namespace lilyan
