// What the linear systems of a step cost when the step is a system of equations and not a minimisation.
//
// A bar of 24,000 tets bends and twists for 20 steps. In every step one system is solved, with the Jacobian of the strain form of
// the discrete gradient (unsymmetric) and, in turn, no constraints, a rigid patch, or 500 fixed distances. Beside it: the symmetric
// part alone, by conjugate gradients with a reused factor, as a minimised step solves it. CPU milliseconds, one thread.
#include "bars.hpp"

#include <lilyan/algebra/equations/bordered.hpp>
#include <lilyan/algebra/equations/equation_solver.hpp>
#include <lilyan/constraints/constraint_kinds.hpp>
#include <lilyan/dynamics/workspace/hessian_storage.hpp>
#include <lilyan/energy/discrete_gradient.hpp>
#include <lilyan/integrators/registry.hpp>

#include <fmt/format.h>
#include <Eigen/Geometry>

#include <cmath>

namespace lilyan::bench {
namespace {

constexpr int kSteps = 20;

struct Problem {
  GeneralMatrix A;
  Border border;
  Vector b;
};

// Positions of a bar that turns about its axis and bends, one of them per step.
std::vector<Frame> motion_of(const Bar& bar, double h) {
  const IntegratorEntry& entry = *find_integrator("avf");
  const auto integrator = entry.make(default_parameters(entry));
  const auto made = make_stepper(*bar.system, *integrator, {});
  const Stepper& stepper = *made;
  const Frame start = turning_and_bending(bar);
  History history(start);
  Workspace workspace;
  std::vector<Frame> frames{start};
  for (int k = 0; k < kSteps; ++k) {
    auto step = stepper.attempt(history, {k + 1, (k + 1) * h, h}, workspace);
    if (!step) break;
    frames.push_back(step->frame);
    history.accept(std::move(*step));
  }
  return frames;
}

// The Newton system of the strain form at the end of the step from x_n to x, scaled by the masses as dynamics/ does it.
Problem problem_at(const Bar& bar, const HessianStorage& storage, const ConstraintSet& constraints, const Frame& from,
                   const Frame& to) {
  const System& system = *bar.system;
  const double h = to.t - from.t, a = 0.5 * h * h;
  const std::vector<Index>& free = system.coordinates().free();
  const Index n = system.coordinates().size(), m = constraints.rows();
  std::vector<Index> unknown(static_cast<std::size_t>(to.x.size()), -1);
  for (Index i = 0; i < n; ++i) unknown[free[i]] = i;
  const Vector& mass = system.metric().diagonal();
  const Vector scale = mass.cwiseSqrt().cwiseInverse();

  Problem problem{GeneralMatrix(storage.restriction.pattern()), {}, Vector::Zero(n + m)};
  Slope slope(system.pattern());
  const Vector x_guess = from.x + h * system.velocity(from.p);
  Vector force = Vector::Zero(to.x.size());
  const Chord chord{h, from.x, from.x, nullptr, 0, system.pattern(), {from.t, to.t}};
  for (const auto& potential : system.potentials()) {
    const auto mean = potential->discrete_gradient(chord, DiscreteForm::strain);
    mean->add_slope(to.x, a, slope);
    mean->add_force(x_guess, -a, force);
  }
  storage.restriction.apply(slope.blocks, problem.A);
  problem.A.add_to_diagonal(1, mass);
  problem.A.scale(scale, scale);
  for (Index i = 0; i < n; ++i) problem.b[i] = scale[i] * force[free[i]];
  if (m == 0) return problem;

  const TimeSpan span{from.t, to.t};
  const Entries C = constraints.gradient(to.x, to.t), B = constraints.direction(ConstraintAt::mean, from.x, to.x, span);
  Vector mobility = Vector::Zero(m);
  for (const Entry& entry : C)
    if (const Index i = unknown[entry.column]; i >= 0) mobility[entry.row] += std::pow(entry.value * scale[i], 2);
  const Vector rows = mobility.cwiseSqrt().cwiseInverse();
  problem.border.rows = m;
  for (const Entry& entry : B)
    if (const Index i = unknown[entry.column]; i >= 0)
      problem.border.B.push_back({i, entry.row, entry.value * scale[i] * rows[entry.row]});
  for (const Entry& entry : C)
    if (const Index i = unknown[entry.column]; i >= 0)
      problem.border.C.push_back({entry.row, i, entry.value * scale[i] * rows[entry.row]});
  problem.b.tail(m) = -rows.cwiseProduct(constraints.value(x_guess, to.t));
  return problem;
}

ConstraintSet rigid_patch(const Bar& bar) {
  std::vector<Index> vertices;
  for (Index i = bar.mesh.vertices() - 1; i >= 0 && vertices.size() < 50; --i)
    if (vertex(bar.mesh.X, i)[2] > 2 - 1e-9) vertices.push_back(i);
  return ConstraintSet(make_rigid("patch", vertices, bar.start.x));
}

// Edges all over the bar, no two of which share a vertex.
ConstraintSet fixed_distances(const Bar& bar, Index count) {
  std::vector<std::unique_ptr<Constraint>> constraints;
  std::vector<bool> used(static_cast<std::size_t>(bar.mesh.vertices()), false);
  for (std::size_t e = 0; e < bar.mesh.tets.size() && static_cast<Index>(constraints.size()) < count; e += 7) {
    const Index a = bar.mesh.tets[e][0], b = bar.mesh.tets[e][3];
    if (used[a] || used[b] || std::min(vertex(bar.mesh.X, a)[2], vertex(bar.mesh.X, b)[2]) < -2 + 1e-9) continue;
    used[a] = used[b] = true;
    constraints.push_back(std::make_unique<FixedDistance>("rod", a, b, (vertex(bar.start.x, a) - vertex(bar.start.x, b)).norm()));
  }
  return ConstraintSet(std::move(constraints));
}

double relative_residual(const Problem& problem, const Vector& d) {
  Vector Jd;
  multiply(problem.A, problem.border, d, Jd);
  return (Jd - problem.b).norm() / problem.b.norm();
}

// Constraints with the systems of all steps.
struct Sequence {
  std::string name;
  std::vector<Problem> problems;
  const std::shared_ptr<const SymmetricPattern>& pattern() const { return problems[0].A.pattern(); }
  void print(const char* what, double ms, const std::string& more) const {
    fmt::print("{:<22} {:<30} {:>9.1f}   {}\n", name, what, ms, more);
  }
};

Sequence sequence(const char* name, const Bar& bar, const std::vector<Frame>& frames, const ConstraintSet& constraints) {
  const HessianStorage storage(*bar.system);
  Sequence result{fmt::format("{}, {} rows", name, constraints.rows()), {}};
  for (std::size_t k = 0; k + 1 < frames.size(); ++k)
    result.problems.push_back(problem_at(bar, storage, constraints, frames[k], frames[k + 1]));
  return result;
}

void measure_solvers(const Sequence& systems, double tolerance) {
  const double count = static_cast<double>(systems.problems.size());
  // The symmetric part without a border, as a minimisation meets it.
  SymmetricMatrix S(systems.pattern());
  Vector d, b;
  ReusedFactor reused(systems.pattern());
  const double minimised = once_ms([&] {
    for (const Problem& problem : systems.problems) {
      problem.A.symmetric_part(S);
      b = problem.b.head(S.size());
      if (reused.try_iterating(S, Definiteness::exact, b, tolerance, d) != SolveStatus::solved) reused.factorise_and_solve(S, b, d);
    }
  });
  systems.print("symmetric part, reused factor", minimised / count, fmt::format("{} factorisations", reused.counts().set_ups));

  EquationSolver solver(systems.pattern());
  double worst = 0;
  int failed = 0;
  const double equations = once_ms([&] {
    for (const Problem& problem : systems.problems) {
      if (!solver.solve(problem.A, problem.border, problem.b, tolerance, d)) ++failed;
      worst = std::max(worst, relative_residual(problem, d));
    }
  });
  systems.print("EquationSolver", equations / count,
                fmt::format("{:.2f} times; {} factorisations, {:.1f} iterations a system, residual {:.1e}, {} failed",
                            equations / minimised, solver.factorizations(), solver.iterations() / count, worst, failed));
}

void measure_factors(const Sequence& systems) {
  const std::vector<Problem>& problems = systems.problems;
  const auto& pattern = systems.pattern();
  SymmetricMatrix S(pattern);
  Vector d;
  BorderedCholesky cholesky(pattern);
  problems[0].A.symmetric_part(S);
  const double cholesky_first = once_ms([&] { cholesky.factorise(S, problems[0].border); });
  problems[1].A.symmetric_part(S);
  const double cholesky_second = once_ms([&] { cholesky.factorise(S, problems[1].border); });
  const double cholesky_solve = best_ms([&] { cholesky.solve(problems[1].b, d); });
  systems.print("one Cholesky factor", cholesky_second,
                fmt::format("{:.0f} ms the first time, a solve {:.1f} ms, residual {:.1e}", cholesky_first, cholesky_solve,
                            relative_residual(problems[1], d)));

  BorderedLu lu(pattern);
  const double first = once_ms([&] { lu.factorise(problems[0].A, problems[0].border); });
  const double second = once_ms([&] { lu.factorise(problems[1].A, problems[1].border); });
  const double lu_solve = best_ms([&] { lu.solve(problems[1].b, d); });
  systems.print("one LU factor", second,
                fmt::format("{:.0f} ms the first time, a solve {:.1f} ms, residual {:.1e}", first, lu_solve,
                            relative_residual(problems[1], d)));

  Entries J;
  const Problem& last = problems.back();
  for (Index j = 0; j < last.A.size(); ++j)
    for (std::int64_t k = pattern->column_begin[j]; k < pattern->column_begin[j + 1]; ++k) {
      J.push_back({pattern->row[k], j, last.A.lower()[k]});
      if (pattern->row[k] != j) J.push_back({j, pattern->row[k], last.A.upper()[k]});
    }
  for (const Entry& entry : last.border.B) J.push_back({entry.row, last.A.size() + entry.column, entry.value});
  for (const Entry& entry : last.border.C) J.push_back({last.A.size() + entry.row, entry.column, entry.value});
  const double fresh = once_ms([&] { solve_general(J, last.b, d); });
  systems.print("fresh LU of the entries", fresh, "and solve, as solve_general does it");
}

}  // namespace
}  // namespace lilyan::bench

int main() {
  using namespace lilyan::bench;
  const Bar bar = reference_bar("24k", reference_stvk());
  fmt::print("{:<22} {:<30} {:>9}\n", "StVK, 24k tets", "", "ms/system");
  for (const double h : {1.0 / 30, 0.01}) {
    const auto frames = motion_of(bar, h);
    const Sequence all[] = {sequence("free", bar, frames, lilyan::ConstraintSet()),
                            sequence("rigid patch", bar, frames, rigid_patch(bar)),
                            sequence("distances", bar, frames, fixed_distances(bar, 500))};
    for (const double tolerance : {1e-2, 1e-4, 1e-6}) {
      fmt::print("\nh = {:.3f} s, {} systems to a tolerance of {}\n", h, frames.size() - 1, tolerance);
      for (const Sequence& systems : all) measure_solvers(systems, tolerance);
    }
    fmt::print("\nh = {:.3f} s, one system\n", h);
    for (const Sequence& systems : all) measure_factors(systems);
  }
}
