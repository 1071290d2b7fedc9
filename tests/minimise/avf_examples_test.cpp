// The one-dimensional examples of [Rojas 2018]: a step of the average vector field method as a minimisation and as a root.
//
//   Phi(x) = 1/2 (x - y)^2 + (2 h^2/3) E((x_n + x)/2) + (h^2/12) E(x),   y = x_n + h v_n - (h^2/12) E'(x_n),   mass 1
#include <lilyan/minimise/newton.hpp>
#include <lilyan/minimise/root.hpp>

#include <gtest/gtest.h>

#include <tests/minimise/analytic_objective.hpp>

namespace lilyan::test {
namespace {

// Energy of a particle of mass 1 with its derivatives.
struct ParticleEnergy {
  std::function<double(double)> E, dE, ddE;
};

struct AvfStep {
  ParticleEnergy energy;
  double x_n, v_n, h;

  double middle(double x) const { return (x_n + x) / 2; }
  double y() const { return x_n + h * v_n - h * h / 12 * energy.dE(x_n); }
  double F(double x) const { return x - y() + h * h / 3 * energy.dE(middle(x)) + h * h / 12 * energy.dE(x); }
  double dF(double x) const { return 1 + h * h / 6 * energy.ddE(middle(x)) + h * h / 12 * energy.ddE(x); }
  double velocity(double x) const { return 2 * (x - x_n) / h - v_n; }
  double hamiltonian(double x, double v) const { return v * v / 2 + energy.E(x); }

  AnalyticObjective objective() const {
    const Function W = along_a_line([*this](double x) { return 2 * h * h / 3 * energy.E(middle(x)) + h * h / 12 * energy.E(x); },
                                    [*this](double x) { return h * h / 3 * energy.dE(middle(x)) + h * h / 12 * energy.dE(x); },
                                    [*this](double x) { return h * h / 6 * energy.ddE(middle(x)) + h * h / 12 * energy.ddE(x); });
    return AnalyticObjective(W, Vector::Ones(1), 1, Vector::Constant(1, y()));
  }
};

AvfStep quartic_step(double h) {
  return {{[](double x) { return 128 * std::pow(x, 4); }, [](double x) { return 512 * std::pow(x, 3); },
           [](double x) { return 1536 * x * x; }},
          -1.10,
          12.25,
          h};
}

// A stiff spring under gravity: two wells with a wall between them.
AvfStep spring_step() {
  return {{[](double x) { return 10 * x + 1500 * std::pow(x * x - 1, 2); }, [](double x) { return 10 + 6000 * x * (x * x - 1); },
           [](double x) { return 6000 * (3 * x * x - 1); }},
          0.6,
          -9,
          0.04};
}

constexpr double kSpringRoot = 1.1018471489276451;
constexpr double kTrap = -0.7557777334;  // the local minimum of F^2 where F is not zero
constexpr int kStarts = 401;
double spring_start(int i) { return -2 + 0.01 * i; }

TEST(AvfExamples, TheQuarticStepHasTheRootsOfThePaper) {
  struct Root {
    double h, x, v;
  };
  for (const Root& root : {Root{0.033, -0.5270395571174171, 22.474875326217145}, Root{0.0066, -1.0061021623, 16.2038902011},
                           Root{0.003, -1.0603452532, 14.1864978598}}) {
    const AvfStep step = quartic_step(root.h);
    AnalyticObjective objective = step.objective();
    NewtonSettings settings;
    settings.tolerance = 1e-20;
    const Vector start = Vector::Constant(1, step.x_n + step.h * step.v_n);
    const Minimisation run = run_newton(objective, start, settings);
    ASSERT_EQ(run.result.status, NewtonStatus::converged) << "h = " << root.h;
    EXPECT_NEAR(run.z[0], root.x, 1e-9);
    EXPECT_NEAR(step.velocity(run.z[0]), root.v, 1e-7);
    const double H0 = step.hamiltonian(step.x_n, step.v_n);
    EXPECT_NEAR(H0, 262.43605, 1e-5);
    EXPECT_NEAR(step.hamiltonian(run.z[0], step.velocity(run.z[0])), H0, 1e-10 * H0);

    GradientResidual residual(objective);
    Vector z = start;
    ASSERT_EQ(find_root(residual, 1e-13, 50, z).status, RootStatus::converged);
    EXPECT_NEAR(z[0], root.x, 1e-9) << "the root of the gradient is the minimum";
  }
}

TEST(AvfExamples, MinimisationReachesTheSpringsStepFromEverywhere) {
  const AvfStep step = spring_step();
  EXPECT_NEAR(step.y(), 0.5458666667, 1e-10);
  int most_iterations = 0;
  for (int i = 0; i < kStarts; ++i) {
    AnalyticObjective objective = step.objective();
    const Minimisation run = run_newton(objective, Vector::Constant(1, spring_start(i)));
    ASSERT_EQ(run.result.status, NewtonStatus::converged) << "from " << spring_start(i);
    EXPECT_NEAR(run.z[0], kSpringRoot, 1e-9) << "from " << spring_start(i);
    most_iterations = std::max(most_iterations, run.result.iterations);
  }
  EXPECT_LE(most_iterations, 20);
  EXPECT_NEAR(step.velocity(kSpringRoot), 34.09235744638225, 1e-9);
  EXPECT_NEAR(step.hamiltonian(kSpringRoot, step.velocity(kSpringRoot)), step.hamiltonian(step.x_n, step.v_n), 1e-9);
}

TEST(AvfExamples, RootFindingHasATrapBesideTheRoot) {
  const AvfStep step = spring_step();
  EXPECT_NEAR(step.dF(kTrap), 0, 1e-8);
  EXPECT_NEAR(step.F(kTrap), -0.78798344, 1e-8);
  EXPECT_NEAR(step.dF(0.3557777334), 0, 1e-8);
  EXPECT_NEAR(step.F(0.3557777334), -1.61201656, 1e-8);
}

// Backtracking from the full step jumps over the trap from most places, not from all: what ends in it is reported.
TEST(AvfExamples, RootFindingByBacktrackingReachesTheRootOrReportsTheTrap) {
  int trapped = 0;
  for (int i = 0; i < kStarts; ++i) {
    AnalyticObjective objective = spring_step().objective();
    GradientResidual residual(objective);
    Vector z = Vector::Constant(1, spring_start(i));
    const RootResult result = find_root(residual, 1e-12, 200, z);
    if (result.status == RootStatus::converged) {
      EXPECT_NEAR(z[0], kSpringRoot, 1e-9) << "from " << spring_start(i);
    } else {
      ++trapped;
      EXPECT_NEAR(z[0], kTrap, 1e-6) << "from " << spring_start(i);
      EXPECT_NEAR(result.residual, 0.78798344, 1e-6);
      EXPECT_LT(spring_start(i), 0.355) << "beyond the crest of F^2 nothing is in the way";
    }
  }
  EXPECT_GT(trapped, 0) << "minimisation has no such starts";
  EXPECT_LT(trapped, kStarts / 8);
}

TEST(AvfExamples, RootFindingByBacktrackingSucceedsFromFreeFlight) {
  const AvfStep step = spring_step();
  AnalyticObjective objective = step.objective();
  GradientResidual residual(objective);
  Vector z = Vector::Constant(1, step.x_n + step.h * step.v_n);
  EXPECT_EQ(find_root(residual, 1e-12, 200, z).status, RootStatus::converged);
  EXPECT_NEAR(z[0], kSpringRoot, 1e-9);
}

// Newton's direction with the nearest minimum of F^2 along it in place of backtracking: where F F' changes sign.
double root_by_exact_line_search(const AvfStep& step, double x) {
  for (int iteration = 0; iteration < 50 && std::abs(step.F(x)) > 1e-10 && std::abs(step.dF(x)) > 1e-10; ++iteration) {
    const double towards = step.F(x) * step.dF(x) > 0 ? -1 : 1;
    auto falling = [&](double t) { return step.F(x + towards * t) * step.dF(x + towards * t) * towards < 0; };
    double inside = 0, outside = 1e-3;
    while (falling(outside)) inside = outside, outside += 1e-3;
    for (int halving = 0; halving < 60; ++halving) {
      const double between = (inside + outside) / 2;
      (falling(between) ? inside : outside) = between;
    }
    x += towards * inside;
  }
  return x;
}

TEST(AvfExamples, AnExactLineSearchFallsIntoTheTrap) {
  const AvfStep step = spring_step();
  int trapped = 0;
  for (int i = 0; i < kStarts; ++i) {
    const double start = spring_start(i), end = root_by_exact_line_search(step, start);
    const bool in_trap = start < 0.355;
    EXPECT_NEAR(end, in_trap ? kTrap : kSpringRoot, 1e-6) << "from " << start;
    trapped += std::abs(end - kTrap) < 1e-6;
  }
  EXPECT_EQ(trapped, 236);
  const double free_flight = step.x_n + step.h * step.v_n;
  EXPECT_NEAR(root_by_exact_line_search(step, free_flight), kTrap, 1e-6) << "also from the usual guess, " << free_flight;
}

}  // namespace
}  // namespace lilyan::test
