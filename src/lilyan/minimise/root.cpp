#include <lilyan/minimise/root.hpp>

#include <lilyan/algebra/equations/general_solver.hpp>
#include <lilyan/algebra/magnitude.hpp>
#include <lilyan/minimise/line_search.hpp>
#include <lilyan/minimise/parts.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lilyan {

namespace {

// Whole steps that lead uphill on credit, as bending needs them: the first of them stretches what the next puts right. If none of
// so many is better than where they began, the search goes back there and takes careful steps, before it borrows again.
class Credit {
 public:
  explicit Credit(int most_steps) : most_(most_steps), careful_(most_steps) {}

  bool is_given() const { return most_ > 0 && wait_ == 0; }
  void take_careful_step() { wait_ = std::max(0, wait_ - 1); }

  // After a whole step from (z, r) to a point of the merit `there`: whether the search may go on from that.
  bool allows(const Vector& z, const Vector& r, double merit, double there) {
    constexpr double kBetter = 0.9998;
    if (steps_ == 0) {
      z_ = z;
      r_ = r;
      merit_ = merit;
    }
    const bool is_repaid = there <= kBetter * merit_;
    steps_ = is_repaid ? 0 : steps_ + 1;
    return is_repaid || (std::isfinite(there) && steps_ < most_);
  }
  void go_back(Vector& z, Vector& r) {
    z.swap(z_);
    r.swap(r_);
    steps_ = 0;
    wait_ = careful_;
    careful_ *= 2;
  }

 private:
  int most_, careful_;
  int steps_ = 0, wait_ = 0;
  double merit_ = 0;
  Vector z_, r_;
};

}  // namespace

RootResult find_root(Residual& residual, const RootMeasure& measure, double tolerance, int max_iterations, Vector& z,
                     int most_uphill) {
  // Steps in a row that hardly help are those of a search that creeps along a valley.
  constexpr double kHardly = 0.9998;
  constexpr int kMostHardly = 20;
  // Where rounding explains all that is left, some more steps may still make it less; which of them does best is chance.
  constexpr int kMostNear = 5;
  RootResult result;
  Credit credit(most_uphill);
  int hardly = 0, near = 0;
  double error = 0, best = 0;
  Vector r, d, trial, r_trial, z_best, r_best;
  residual.value(z, r);
  auto stop = [&](RootStatus status) {
    result.status = status;
    result.residual = r.norm();
    result.error = measure.error(z, r);
    return result;
  };
  auto stop_near = [&] {
    z.swap(z_best);
    r.swap(r_best);
    return stop(RootStatus::converged);
  };
  if (!r.allFinite()) return stop(RootStatus::start_not_defined);

  while ((error = measure.error(z, r)) > tolerance) {
    const bool is_near = measure.beyond_rounding(z, r) <= tolerance;
    if (is_near && (near == 0 || error < best)) {
      best = error;
      z_best = z;
      r_best = r;
    }
    near = is_near ? near + 1 : 0;
    if (near > kMostNear) return stop_near();
    if (result.iterations == max_iterations) return near > 0 ? stop_near() : stop(RootStatus::too_many_iterations);
    if (!residual.newton_direction(z, r, d)) return stop(RootStatus::singular);
    // Entries that are rounding already must not keep the others from getting there.
    const Vector rounding = residual.rounding(z);
    const double merit_0 = 0.5 * beyond(r, rounding).squaredNorm();
    auto merit = [&](double step) {
      trial = z + step * d;
      residual.value(trial, r_trial);
      return r_trial.allFinite() ? 0.5 * beyond(r_trial, rounding).squaredNorm() : std::numeric_limits<double>::infinity();
    };
    const double longest = residual.longest_step(z, d);
    if (credit.is_given()) {
      ++result.iterations;
      if (credit.allows(z, r, merit_0, merit(longest))) {
        z.swap(trial);
        r.swap(r_trial);
      } else {
        ++result.backtracks;
        credit.go_back(z, r);
      }
      continue;
    }
    credit.take_careful_step();
    // Along a Newton direction the merit's derivative is at most -2 merit_0, whatever the Jacobian.
    const LineSearchResult search = backtrack(merit, merit_0, -2 * merit_0, 0, longest);
    ++result.iterations;
    result.backtracks += search.backtracks;
    const bool is_stuck = !search.accepted || (hardly = r_trial.norm() > kHardly * r.norm() ? hardly + 1 : 0) == kMostHardly;
    if (is_stuck) {
      // The matrix at hand may explain what that of the step before did not.
      if (near == 0 && measure.beyond_rounding(z, r) <= tolerance) return stop(RootStatus::converged);
      return near > 0 ? stop_near() : stop(RootStatus::stuck);
    }
    z.swap(trial);
    r.swap(r_trial);
  }
  return stop(RootStatus::converged);
}

RootResult find_root(Residual& residual, double tolerance, int max_iterations, Vector& z) {
  const auto norm = [](const Vector&, const Vector& r) { return r.norm(); };
  return find_root(residual, {norm, norm}, tolerance, max_iterations, z);
}

NewtonResult as_newton_result(const RootResult& root) {
  NewtonResult result;
  result.iterations = root.iterations;
  result.backtracks = root.backtracks;
  result.error = root.error;
  switch (root.status) {
    case RootStatus::converged: result.status = NewtonStatus::converged; break;
    case RootStatus::start_not_defined: result.status = NewtonStatus::start_not_defined; break;
    case RootStatus::singular: result.status = NewtonStatus::singular; break;
    case RootStatus::stuck: result.status = NewtonStatus::stuck; break;
    case RootStatus::too_many_iterations: result.status = NewtonStatus::too_many_iterations; break;
  }
  return result;
}

NewtonResult find_critical_point(Objective& objective, const NewtonSettings& settings, Vector& z) {
  GradientResidual residual(objective);
  // With the metric, which the Hessian of a convex Phi is not below, the decrement is an upper bound.
  auto error = [&](const Vector& at, const Vector& r) {
    if (const std::optional<double> exact = objective.error_of_residual(at, r)) return *exact;
    return worst_error(objective, r, -r.cwiseQuotient(objective.metric()));
  };
  auto beyond_rounding = [&](const Vector& at, const Vector& r) { return error(at, beyond(r, objective.gradient_rounding(at))); };
  return as_newton_result(find_root(residual, {error, beyond_rounding}, settings.tolerance, settings.max_iterations, z));
}

void GradientResidual::value(const Vector& z, Vector& r) {
  if (!std::isfinite(objective_.gradient(z, r).value)) r.setConstant(z.size(), std::numeric_limits<double>::quiet_NaN());
}

bool GradientResidual::newton_direction(const Vector& z, const Vector& r, Vector& d) {
  objective_.hessian(z, Definiteness::exact, H_);
  return solve_indefinite(H_, -r, d);
}

}  // namespace lilyan
