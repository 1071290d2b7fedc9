// What a loosely solved step leaves is carried into the next one by the momentum that is read out. [Kharevych 2010, sec. 3.2.11]
//
//   r = M v + (h/2) grad W(z) - p_n,   v = (x - x_n)/h,  z in the middle: zero at the solution
//   carried on   p = p_n - h grad W(z) = M v - (h/2) grad W(z) - r     (ReadOut::impulse)
//   dropped      p = M v - (h/2) grad W(z)                             (half way between ReadOut::impulse and ReadOut::chord)
//
// The engine's solvers stop far below what is seen here; a loose one is written in this test.
#include <lilyan/algebra/equations/general_solver.hpp>
#include <lilyan/dynamics/books.hpp>
#include <lilyan/dynamics/ledger.hpp>
#include <lilyan/dynamics/step/pose.hpp>
#include <lilyan/energy/springs.hpp>
#include <lilyan/integrators/one_step.hpp>

#include <gtest/gtest.h>

#include <tests/support/bodies.hpp>

#include <Eigen/Geometry>

#include <algorithm>

namespace lilyan::test {
namespace {

// Three masses and three springs, turning and vibrating.
MovingBody triangle() {
  MovingBody body;
  const std::vector<Spring> springs = {{0, 1, 1, 100}, {1, 2, 1.2, 100}, {0, 2, 0.9, 100}};
  std::vector<std::unique_ptr<Potential>> potentials;
  potentials.push_back(std::make_unique<Springs>(springs, SpringLaw::hookean));
  const Vector x{{0, 0, 0, 1.1, 0, 0, 0.4, 0.9, 0.1}}, v{{0, 0.5, 0.1, 0.2, -0.3, 0, -0.4, 0.2, 0.3}}, mass{{1, 2, 3}};
  body.system = std::make_unique<System>(mass, Vec3::Zero(), Coordinates(x, {}), std::move(potentials));
  body.start = {0, 0, 0, x, body.system->mass().cwiseProduct(v)};
  return body;
}

enum class Residue { carried_on, dropped };
enum class LinearSolve { exact, two_steps_of_conjugate_gradients };

// H d = -g, or as far as two steps of conjugate gradients come.
Vector direction(const SymmetricMatrix& H, const Vector& g, LinearSolve linear) {
  Vector d = Vector::Zero(g.size()), Hs;
  if (linear == LinearSolve::exact) {
    solve_indefinite(H, -g, d);
    return d;
  }
  Vector r = -g, s = r;
  for (int k = 0; k < 2; ++k) {
    H.multiply(s, Hs);
    const double length = r.squaredNorm() / s.dot(Hs), before = r.squaredNorm();
    d += length * s;
    r -= length * Hs;
    s = r + r.squaredNorm() / before * s;
  }
  return d;
}

struct Outcome {
  double last = 0, lowest = 1, highest = 1;  // energy over that of the start: mean of the last tenth, and the range
  double turned = 0;                         // largest relative change of angular momentum
  double moved = 0;                          // largest change of linear momentum
};

Outcome run_loosely(LinearSolve linear, double tolerance, Residue residue) {
  constexpr double h = 0.05;
  constexpr int kSteps = 8000;
  const MovingBody body = triangle();
  const System& system = *body.system;
  const OneStep midpoint = variational(0.5);
  Workspace workspace;
  Workspace::Content& work = workspace.content();
  auto storage = std::make_unique<HessianStorage>(system);
  SymmetricMatrix H(storage->restriction.pattern());
  History history(body.start);
  const LedgerRow first = ledger_row(system, history, 0);
  Outcome outcome;
  for (int k = 1; k <= kSteps; ++k) {
    const Frame from = history.now();
    const Vector v = system.velocity(from.p);
    const Stage stage = midpoint.stage(history, h, 0);
    const Chord chord = chord_from(system, history, v, {k, k * h, h});
    auto problem_of = [&](ReadOut read_out) {
      StepFrame frame = step_frame(system, stage, chord, {Vector::Ones(1)});
      frame.read_out = read_out;
      return StepProblem(system, std::move(frame), pose_terms(system, stage, chord, {}, work.forces), storage);
    };
    StepProblem problem = problem_of(ReadOut::impulse);
    // The guess is half a kick: v = M^-1 (p - (h/2) grad W(x_n)).
    Vector z = *problem.frame().y, g;
    z -= 0.5 * h * h * work.forces.entry(system.potentials(), from.x, chord.time.begin).force.cwiseQuotient(system.mass());
    for (int iteration = 0; iteration < 50; ++iteration) {
      problem.gradient(z, g);
      if (g.norm() / h <= tolerance) break;  // g = h r
      problem.hessian(z, Definiteness::exact, H);
      z += direction(H, g, linear);
    }
    StepSolution solution;
    solution.x = problem.positions(z);
    solution.moved = problem.moved(z);
    Vector p = momentum_at_end(problem, solution, from.p, stage.p_hat);
    if (residue == Residue::dropped) p = 0.5 * (p + momentum_at_end(problem_of(ReadOut::chord), solution, from.p, stage.p_hat));
    history.accept({{k, k * h, h, solution.x, p}, {}, {}});

    const LedgerRow row = ledger_row(system, history, 0);
    const double energy = row.total / first.total;
    if (!(energy < 1e6)) return {energy, 0, energy, HUGE_VAL, HUGE_VAL};
    outcome.lowest = std::min(outcome.lowest, energy);
    outcome.highest = std::max(outcome.highest, energy);
    if (k > kSteps - kSteps / 10) outcome.last += energy / (kSteps / 10);
    outcome.turned = std::max(outcome.turned, (row.angular - first.angular).norm() / first.angular.norm());
    outcome.moved = std::max(outcome.moved, (row.linear - first.linear).norm());
  }
  return outcome;
}

TEST(Reinjection, KeepsAVeryLooseSolverFromHeatingTheBody) {
  const Outcome dropped = run_loosely(LinearSolve::two_steps_of_conjugate_gradients, 0.03, Residue::dropped);
  const Outcome carried = run_loosely(LinearSolve::two_steps_of_conjugate_gradients, 0.03, Residue::carried_on);
  EXPECT_GT(dropped.last, 10);
  EXPECT_NEAR(carried.last, 1, 0.3);
  EXPECT_LT(carried.turned, 0.05);
  EXPECT_LT(carried.moved, 1e-11) << "the momentum that is carried on keeps linear momentum at any tolerance";
}

TEST(Reinjection, HelpsALooseNewtonSolverToo) {
  const Outcome dropped = run_loosely(LinearSolve::exact, 0.03, Residue::dropped);
  const Outcome carried = run_loosely(LinearSolve::exact, 0.03, Residue::carried_on);
  EXPECT_NEAR(carried.last, 1, 0.06);
  EXPECT_GT(std::abs(dropped.last - 1), 2 * std::abs(carried.last - 1));
  EXPECT_GT(dropped.turned, 2 * carried.turned);
}

TEST(Reinjection, MakesNoDifferenceToAnAccurateSolver) {
  const Outcome dropped = run_loosely(LinearSolve::exact, 1e-12, Residue::dropped);
  const Outcome carried = run_loosely(LinearSolve::exact, 1e-12, Residue::carried_on);
  EXPECT_NEAR(dropped.lowest, carried.lowest, 1e-4);
  EXPECT_NEAR(dropped.highest, carried.highest, 1e-4);
}

}  // namespace
}  // namespace lilyan::test
