#include <lilyan/minimise/root.hpp>

#include <lilyan/algebra/general_solver.hpp>
#include <lilyan/minimise/line_search.hpp>

#include <cmath>
#include <limits>

namespace lilyan {

RootResult find_root(Residual& residual, double tolerance, int max_iterations, Vector& z) {
  RootResult result;
  Vector r, d, trial, r_trial;
  residual.value(z, r);
  auto stop = [&](RootStatus status) {
    result.status = status;
    result.residual = r.norm();
    return result;
  };
  if (!r.allFinite()) return stop(RootStatus::start_not_defined);

  while (r.norm() > tolerance) {
    if (result.iterations == max_iterations) return stop(RootStatus::too_many_iterations);
    if (!residual.newton_direction(z, r, d)) return stop(RootStatus::singular);
    const double merit_0 = 0.5 * r.squaredNorm();
    auto merit = [&](double step) {
      trial = z + step * d;
      residual.value(trial, r_trial);
      return r_trial.allFinite() ? 0.5 * r_trial.squaredNorm() : std::numeric_limits<double>::infinity();
    };
    // Along a Newton direction the merit's derivative is -|r|^2, whatever the Jacobian.
    const LineSearchResult search = backtrack(merit, merit_0, -2 * merit_0, 0);
    ++result.iterations;
    result.backtracks += search.backtracks;
    if (!search.accepted) return stop(RootStatus::stuck);
    z.swap(trial);
    r.swap(r_trial);
  }
  return stop(RootStatus::converged);
}

void GradientResidual::value(const Vector& z, Vector& r) {
  if (!std::isfinite(objective_.gradient(z, r).value)) r.setConstant(z.size(), std::numeric_limits<double>::quiet_NaN());
}

bool GradientResidual::newton_direction(const Vector& z, const Vector& r, Vector& d) {
  objective_.hessian(z, Definiteness::exact, H_);
  return solve_indefinite(H_, -r, d);
}

}  // namespace lilyan
