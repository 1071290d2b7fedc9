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

// Until error(z, r) is at most `tolerance`.
using RootError = std::function<double(const Vector& z, const Vector& r)>;
RootResult find_root(Residual& residual, const RootError& error, double tolerance, int max_iterations, Vector& z);

// `tolerance` is on |r|, in r's own unit.
RootResult find_root(Residual& residual, double tolerance, int max_iterations, Vector& z);

// The same in the minimiser's words. A root finder that rounding stops near its tolerance has converged.
NewtonResult as_newton_result(const RootResult& root, double tolerance);

// grad Phi = 0 to the accuracy that `minimise` would have, for comparing the two ways.
NewtonResult find_critical_point(Objective& objective, const NewtonSettings& settings, Vector& z);

// grad Phi = 0 as a system of equations, with the Hessian as its Jacobian (definite or not).
class GradientResidual final : public Residual {
 public:
  explicit GradientResidual(Objective& objective) : objective_(objective), H_(objective.pattern()) {}
  void value(const Vector& z, Vector& r) override;
  bool newton_direction(const Vector& z, const Vector& r, Vector& d) override;

 private:
  Objective& objective_;
  SymmetricMatrix H_;
};

}  // namespace lilyan
