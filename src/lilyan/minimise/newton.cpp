#include <lilyan/minimise/newton.hpp>

#include <lilyan/algebra/magnitude.hpp>
#include <lilyan/minimise/line_search.hpp>
#include <lilyan/minimise/parts.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lilyan {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

// Steps that gain less than the value's rounding are still worth taking, but not for ever.
constexpr int kMostBelowRounding = 10;

// How many times larger than estimated the value's rounding may be.
constexpr double kDoubt = 1e4;

// A step has been easy that gains so much of what its slope promises: half of it is what a quadratic function gives.
constexpr double kEasily = 0.75;

constexpr double kLongestStep = 64;  // of a direction

// The energy error that an inexact direction may leave: it would show as motion that is not there.
constexpr double kErrorLeft = 1e-4;

// How well to solve for the direction: loosely far from the minimum, so well near it that convergence stays quadratic, and better
// where the next step may be the last: what an inexact direction leaves is then all that is left.
double forcing_term(double error, double tolerance) {
  constexpr double kMargin = 100;  // convergence is quadratic, but for a factor
  const bool may_be_last = error * error <= kMargin * tolerance;
  return std::clamp((may_be_last ? 0.1 : 1) * std::sqrt(error), 1e-8, 3e-2);
}

// A point with what is known there.
struct Point {
  Vector z, g;
  Value phi;
};

// Rounding of the value.
double slack_of(const Point& point) { return 8 * kEpsilon * point.phi.magnitude; }

enum class Progress { made, made_below_rounding, only_rounding_left, none };

// Where a minimisation stands, and its next step.
class Descent {
 public:
  Descent(Objective& objective, const NewtonSettings& settings, NewtonDirection& direction, Vector z)
      : objective_(objective), settings_(settings), direction_(direction), at_{std::move(z), {}, {}} {
    at_.g.resize(at_.z.size());
    at_.phi = objective.gradient(at_.z, at_.g);
  }

  Point& at() { return at_; }

  // Goes along d where that makes progress.
  Progress take_step(const Vector& d, double slope, int& backtracks) {
    const double slack = slack_of(at_), longest = objective_.longest_step(at_.z, d);
    if (longest == 0) return Progress::none;
    auto go = [&](double step) {
      trial_.z = at_.z + step * d;
      trial_.phi = objective_.gradient(trial_.z, trial_.g);
      return trial_.phi.value;
    };
    // Shorter steps where more than rounding is left; unless each part is to be finished for itself, see `finish_parts`.
    auto go_by_slope = [&] {
      constexpr int kMostHalvings = 10;
      double step = longest;
      for (int halvings = 0;; ++halvings, step *= 0.5) {
        if (std::isfinite(go(step)))
          if (const Progress progress = judge_by_slope(d, slope, step); progress != Progress::only_rounding_left) return progress;
        const bool has_parts_of_their_own = objective_.parts() > 1 && objective_.joined_parts().empty();
        if (halvings == kMostHalvings || has_parts_of_their_own || is_only_rounding()) return Progress::only_rounding_left;
        ++backtracks;
      }
    };
    if (-slope <= slack) return go_by_slope();
    const LineSearchResult search = backtrack(go, at_.phi.value, slope, slack, longest);
    backtracks += search.backtracks;
    // The magnitude is an estimate: forces that cancel at the vertices round off unseen.
    if (!search.accepted) return -slope <= kDoubt * slack ? go_by_slope() : Progress::none;
    const bool was_easy = search.step == 1 && at_.phi.value - trial_.phi.value > kEasily * -slope;
    const Vector start = at_.z;
    std::swap(at_, trial_);
    if (was_easy && direction_.was_treated()) go_farther(start, d);
    return Progress::made;
  }

  // The error that is left if all that rounding can explain of the gradient is taken for rounding.
  double error_beyond_rounding() {
    constexpr double kLoosely = 1e-2;
    const Vector left = beyond(at_.g, objective_.gradient_rounding(at_.z));
    if (left.isZero(0)) return 0;
    if (const std::optional<double> exact = objective_.error_of_residual(at_.z, left)) return *exact;
    Vector d;
    return direction_.solve(objective_, at_.z, left, kLoosely, d) ? worst_error(objective_, left, d) : HUGE_VAL;
  }
  bool is_only_rounding() { return error_beyond_rounding() <= settings_.tolerance; }

 private:
  // A Hessian that was made definite is far stiffer than the true one where that is not: its steps are too short. The step is
  // doubled while the value falls.
  void go_farther(const Vector& start, const Vector& d) {
    for (double step = 2; step <= kLongestStep && objective_.longest_step(start, step * d) == 1; step *= 2) {
      trial_.z = start + step * d;
      trial_.phi = objective_.gradient(trial_.z, trial_.g);
      if (!(trial_.phi.value < at_.phi.value)) break;
      std::swap(at_, trial_);
    }
  }

  // Where differences of the value are rounding, the slope at the end of the step still tells. It is flatter near a minimum; near a
  // saddle it may still lead down.
  Progress judge_by_slope(const Vector& d, double slope, double step) {
    const double slope_there = trial_.g.dot(d);
    const bool is_flatter = std::abs(slope_there) < (1 - 0.1 * step) * std::abs(slope);
    // And not from beyond a hill.
    const bool leads_down = slope_there < 0 && trial_.phi.value <= at_.phi.value + kDoubt * slack_of(at_);
    if (!is_flatter && (!leads_down || is_only_rounding())) return Progress::only_rounding_left;
    std::swap(at_, trial_);
    return Progress::made_below_rounding;
  }

  Objective& objective_;
  const NewtonSettings& settings_;
  NewtonDirection& direction_;
  Point at_, trial_;
};

}  // namespace

std::string describe(NewtonStatus status) {
  switch (status) {
    case NewtonStatus::converged: return "converged";
    case NewtonStatus::start_not_defined: return "the energy is not defined where the step starts";
    case NewtonStatus::not_definite: return "the stiffness is not positive definite";
    case NewtonStatus::no_decrease: return "the line search found no decrease";
    case NewtonStatus::singular: return "the equations of the step are singular where the root finder stands";
    case NewtonStatus::stuck: return "the root finder is stuck where the residual is smallest nearby, and not zero";
    case NewtonStatus::rounded:
      return "rounding hides the energy of the motion: the step is far too long for it, or the positions are far too large";
    case NewtonStatus::too_many_iterations: return "Newton's method did not converge in the iterations allowed";
  }
  return {};
}

NewtonResult minimise(Objective& objective, const NewtonSettings& settings, NewtonDirection& direction, Vector& z, Vector& g) {
  NewtonResult result;
  result.error = 1;
  Descent descent(objective, settings, direction, z);
  Point& at = descent.at();
  auto stop = [&](NewtonStatus status) {
    result.status = status;
    if (const auto error = objective.error_of_residual(at.z, at.g)) result.error = *error;
    z = std::move(at.z);
    g = std::move(at.g);
    return result;
  };
  // The value of the whole can no longer judge; a part that is small beside it may still be far from its minimum.
  auto stop_at_rounding = [&] {
    if (result.error <= settings.tolerance) return stop(NewtonStatus::converged);
    if (objective.parts() > 1) finish_parts(objective, settings, direction, at.z, at.g, result);
    return stop(descent.is_only_rounding() ? NewtonStatus::converged : NewtonStatus::no_decrease);
  };
  if (!std::isfinite(at.phi.value)) return stop(NewtonStatus::start_not_defined);

  Vector d;
  double last_decrement = 1;  // as an error
  int below_rounding = 0;     // steps in a row that the value could not judge
  while (true) {
    const std::optional<double> exact_error = objective.error_of_residual(at.z, at.g);
    if (exact_error) {
      result.error = *exact_error;
      // The identity may hold by chance far from the minimum; only a short last step makes it a proof.
      if (result.error <= settings.tolerance && last_decrement <= std::sqrt(settings.tolerance))
        return stop(NewtonStatus::converged);
    }
    if (result.iterations == settings.max_iterations) return stop(NewtonStatus::too_many_iterations);
    const CgTolerance tolerance{forcing_term(std::min(result.error, last_decrement), settings.tolerance),
                                objective.decrements_of_error(kErrorLeft), objective.part_of_unknown()};
    if (!direction.solve(objective, at.z, at.g, tolerance, d)) return stop(NewtonStatus::not_definite);
    const double slope = at.g.dot(d);
    last_decrement = worst_error(objective, at.g, d);
    if (!exact_error) result.error = last_decrement;

    ++result.iterations;
    switch (descent.take_step(d, slope, result.backtracks)) {
      case Progress::made: below_rounding = 0; break;
      case Progress::made_below_rounding:
        if (++below_rounding < kMostBelowRounding) break;
        if (descent.is_only_rounding()) return stop_at_rounding();
        below_rounding = 0;
        break;
      case Progress::only_rounding_left: return stop_at_rounding();
      case Progress::none: return stop(NewtonStatus::no_decrease);
    }
    if (!exact_error && last_decrement <= settings.tolerance) return stop(NewtonStatus::converged);
  }
}

}  // namespace lilyan
