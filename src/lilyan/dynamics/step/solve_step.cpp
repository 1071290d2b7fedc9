#include <lilyan/dynamics/step/solve_step.hpp>

#include <lilyan/core/stopwatch.hpp>
#include <lilyan/minimise/root.hpp>

#include <cmath>

namespace lilyan {

namespace {

// M (z - y) + sum_k a_k f_k = 0, the forces being the same everywhere.
Vector solve_linearly(const StepProblem& problem) {
  const Vector push = -problem.force(problem.frame().x_n, &PosedTerm::a);
  Vector moved = Vector::Zero(push.size()), change;
  problem.system().metric().solve(push, moved);
  problem.system().coordinates().restrict(moved, change);
  return *problem.frame().y + change;
}

NewtonResult solve_by_minimising(StepProblem& problem, const NewtonSettings& settings, Workspace::Content& work,
                                 const Vector& start, Vector& u) {
  u = problem.displacements(start);
  if (settings.find == Find::root) return find_critical_point(problem, settings, u);
  Vector g;
  return minimise(problem, settings, *work.direction, u, g);
}

// A first step of Newton's: what sets a body moving that is at rest may be below all errors, and a motion so small is linear.
bool begin_at_rest(StepProblem& problem, Vector& u) {
  Vector r, d;
  problem.value(u, r);
  if (!r.allFinite() || !problem.newton_direction(u, r, d)) return false;
  u += d;
  return true;
}

NewtonResult solve_equations(StepProblem& problem, const NewtonSettings& settings, const Vector& start, Vector& u) {
  u = problem.unknowns(start);
  const bool is_begun = problem.frame().at_rest && begin_at_rest(problem, u);
  const auto error = [&](const Vector& at, const Vector& r) { return problem.error(at, r, settings.tolerance).all; };
  const auto beyond_rounding = [&](const Vector& at, const Vector& r) {
    return problem.error(at, r, settings.tolerance).beyond_rounding;
  };
  const auto search = [&](int most_uphill) {
    return as_newton_result(
        find_root(problem, {error, beyond_rounding}, settings.tolerance, settings.max_iterations, u, most_uphill));
  };
  if (problem.frame().y) {
    NewtonResult result = search(0);
    result.iterations += is_begun;
    return result;
  }
  // Without inertia a body may bend far, and steps uphill help; but above its start it may stand where it would fall.
  constexpr int kMostUphill = 8;
  Vector g;
  const auto energy = [&] { return problem.gradient(problem.displacements(problem.positions(u)), g).value; };
  const Vector first = u;
  const double energy_before = energy();
  NewtonResult result = search(kMostUphill);
  if (result.status != NewtonStatus::converged || energy() <= energy_before) return result;
  u = first;
  const int spent = result.iterations;
  result = search(0);
  result.iterations += spent;
  return result;
}

// The share of the way to x that is free.
double free_share(const StepProblem& problem, const Vector& x) {
  const Vector moved = problem.displacements(x);
  return problem.longest_step(Vector::Zero(moved.size()), moved);
}

// Where a pin or an obstacle moves into what it meets, no start is at hand for the whole step: they are followed in shares of their
// way, each from the solution of the one before. What is pressed against them leaves them little way to go; so after some shares
// the start is where the last two lead.
template <class Solve>
NewtonResult solve_in_shares(StepProblem& problem, const Solve& solve_from) {
  constexpr int kMostShares = 200, kPatience = 10;
  constexpr double kLeastShare = 1e-6;  // of the way
  constexpr double kMostGrowth = 4;     // of a share over the one before
  Vector x = problem.frame().x_n, before = x, start, g;
  NewtonResult sum;
  double share = 0, last = 0;
  for (int k = 0; k < kMostShares && share < 1; ++k) {
    const bool leads = k >= kPatience;
    double by = leads ? std::min(1 - share, kMostGrowth * last) : 1 - share;
    const auto is_defined = [&] {
      start = leads ? Vector(x + by / last * (x - before)) : x;
      problem.follow(share + by);
      return std::isfinite(problem.gradient(problem.displacements(start), g).value);
    };
    while (!is_defined() && by > kLeastShare) by *= 0.5;
    if (by <= kLeastShare) break;
    last = by;
    share = by == 1 - share ? 1 : share + by;
    problem.follow(share);
    before = x;
    NewtonResult result = solve_from(start, x);
    result.iterations += sum.iterations;
    result.backtracks += sum.backtracks;
    sum = result;
    // What is left of one that is but a start for the next need not be rounding.
    if (sum.status == NewtonStatus::no_decrease && share < 1) sum.status = NewtonStatus::converged;
    if (sum.status != NewtonStatus::converged) break;
  }
  problem.follow(1);
  if (share < 1 && sum.status == NewtonStatus::converged) sum.status = NewtonStatus::start_not_defined;
  return sum;
}

void read_solution(const StepProblem& problem, const Vector& u, StepSolution& solution) {
  solution.x = problem.positions(u);
  solution.moved = problem.moved(u);
  if (problem.system().constraints().empty()) return;
  solution.constraint_force = problem.constraint_force(u);
  solution.lambda = u.tail(problem.system().constraints().rows());
  solution.work_of_constraints = problem.work_of_constraints(u);
}

}  // namespace

StepSolution solve_step(StepProblem& problem, const NewtonSettings& settings, const Vector& start, Workspace::Content& work) {
  StepSolution solution;
  Vector u;
  if (problem.is_linear() && problem.is_minimisation()) {
    u = solve_linearly(problem);
  } else {
    const Stopwatch watch(work.minimisation_seconds);
    const bool minimises = problem.is_minimisation();
    auto counts = [&] {
      return minimises ? work.direction->counts() : SolverCounts{.set_ups = work.hessian->spent().factorizations};
    };
    const SolverCounts before = counts();
    auto solve_from = [&](const Vector& x) {
      return minimises ? solve_by_minimising(problem, settings, work, x, u) : solve_equations(problem, settings, x, u);
    };
    NewtonResult result = solve_from(start);
    // A flight that passes through something is followed up to there.
    if (result.status == NewtonStatus::start_not_defined)
      if (const double share = free_share(problem, start); share > 0 && share < 1)
        result = solve_from(problem.frame().x_n + share * (start - problem.frame().x_n));
    if (result.status == NewtonStatus::start_not_defined) result = solve_from(problem.frame().x_n);
    if (result.status == NewtonStatus::start_not_defined)
      result = solve_in_shares(problem, [&](const Vector& from, Vector& to) {
        const NewtonResult part = solve_from(from);
        to = problem.positions(u);
        return part;
      });
    const bool short_of_tolerance = result.status == NewtonStatus::converged && result.error > settings.tolerance;
    solution.status = result.status;
    const SolverCounts after = counts();
    solution.statistics = {.newton_iterations = result.iterations,
                           .factorizations = after.set_ups - before.set_ups,
                           .backtracks = result.backtracks,
                           .residual = result.error,
                           .short_of_tolerance = short_of_tolerance,
                           .linear_iterations = after.iterations - before.iterations};
  }
  read_solution(problem, u, solution);
  return solution;
}

StepSolution solve_quadratic(StepProblem& problem, const NewtonSettings& settings, const Vector& start, Workspace::Content& work) {
  if (!problem.is_minimisation()) return solve_step(problem, settings, start, work);
  const Stopwatch watch(work.minimisation_seconds);
  StepSolution solution;
  solution.statistics = {.newton_iterations = 1, .factorizations = 1};
  Vector u = problem.displacements(start), g, d = Vector::Zero(u.size());
  if (u.size() > 0) {
    SymmetricMatrix H(problem.pattern());
    problem.gradient(u, g);
    problem.hessian(u, Definiteness::exact, H);
    const bool solved = H.all_finite() && work.linear->factorise_and_solve(H, -g, d) == SolveStatus::solved;
    if (!solved) solution.status = NewtonStatus::not_definite;
    if (solved) u += d;
    problem.gradient(u, g);
    solution.statistics.residual = 2 / (problem.frame().h * problem.frame().h) * std::abs(u.dot(g)) / problem.frame().scales.sum();
  }
  read_solution(problem, u, solution);
  return solution;
}

}  // namespace lilyan
