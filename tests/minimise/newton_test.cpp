#include <lilyan/minimise/newton.hpp>

#include <gtest/gtest.h>

#include <tests/minimise/analytic_objective.hpp>

#include <set>

namespace lilyan::test {
namespace {

// 1/2 (z - c).K (z - c) with c = (1, -2, 3)
Function bowl() {
  const Dense K{{4.0, 1.0, 0.0}, {1.0, 3.0, -1.0}, {0.0, -1.0, 2.0}};
  const Vector c{{1.0, -2.0, 3.0}};
  return {[=](const Vector& z) { return 0.5 * (z - c).dot(K * (z - c)); }, [=](const Vector& z) { return Vector(K * (z - c)); },
          [=](const Vector&) { return K; }};
}

TEST(Newton, MinimisesAQuadraticInOneStep) {
  AnalyticObjective objective(bowl(), Vector::Ones(3));
  NewtonSettings one_step;
  one_step.max_iterations = 1;
  const Minimisation run = run_newton(objective, Vector{{50.0, 60.0, -70.0}}, one_step);
  EXPECT_LT((run.z - Vector{{1.0, -2.0, 3.0}}).norm(), 1e-12);
  EXPECT_EQ(run.result.backtracks, 0);
}

TEST(Newton, NeedsOneMoreStepToProveItAndNoNewFactor) {
  AnalyticObjective objective(bowl(), Vector::Ones(3));
  NewtonDirection direction(objective.pattern(), HessianTreatment::exact);
  Vector z{{50.0, 60.0, -70.0}}, g;
  const NewtonResult result = minimise(objective, {}, direction, z, g);
  EXPECT_EQ(result.status, NewtonStatus::converged);
  EXPECT_EQ(result.iterations, 2);
  EXPECT_EQ(direction.counts().set_ups, 1);
  EXPECT_LE(result.error, 1e-12);
}

TEST(Newton, StaysWhereTheGradientIsZero) {
  AnalyticObjective objective(bowl(), Vector::Ones(3));
  const Vector minimum{{1.0, -2.0, 3.0}};
  const Minimisation run = run_newton(objective, minimum);
  EXPECT_EQ(run.result.status, NewtonStatus::converged);
  EXPECT_EQ(run.z, minimum);
  EXPECT_EQ(run.result.error, 0);
}

TEST(Newton, FindsTheEndOfACurvedValley) {
  for (HessianTreatment treatment : {HessianTreatment::projected, HessianTreatment::regularised})
    for (const Vector& start : {Vector{{-1.2, 1.0}}, Vector{{0.0, 2.0}}, Vector{{-3.0, -4.0}}, Vector{{2.0, 2.0}}}) {
      AnalyticObjective objective(rosenbrock(), Vector{{2.0, 5.0}}, 1e-9, Vector::Ones(2));
      NewtonSettings settings;
      settings.hessian = treatment;
      settings.max_iterations = 100;
      const Minimisation run = run_newton(objective, start, settings);
      EXPECT_EQ(run.result.status, NewtonStatus::converged) << start.transpose();
      EXPECT_LT(rosenbrock().value(run.z), 1e-12) << start.transpose() << ": the tolerance is on the value";
      EXPECT_LT((run.z - Vector::Ones(2)).norm(), 1e-5) << start.transpose();
    }
}

TEST(Newton, ReturnsTheGradientWhereItEnds) {
  AnalyticObjective objective(rosenbrock(), Vector{{2.0, 5.0}});
  for (int most : {1, 3, 200}) {
    NewtonSettings settings;
    settings.max_iterations = most;
    const Minimisation run = run_newton(objective, Vector{{-1.2, 1.0}}, settings);
    EXPECT_EQ(run.g, rosenbrock().gradient(run.z)) << most << " iterations";
  }
}

TEST(Newton, WalksBackIntoTheRegionWhereTheFunctionIsDefined) {
  for (double start : {1e-3, 0.5, 1.9, 10.0, 50.0}) {
    AnalyticObjective objective(barrier(), Vector::Ones(1));
    const Minimisation run = run_newton(objective, Vector::Constant(1, start));
    EXPECT_EQ(run.result.status, NewtonStatus::converged) << "from " << start;
    EXPECT_NEAR(run.z[0], 1, 1e-9) << "from " << start;
    if (start > 2) {
      EXPECT_GT(run.result.backtracks, 0) << "the full step from " << start << " leaves the region";
    }
  }
}

TEST(Newton, ReportsAStartWhereTheFunctionIsNotDefined) {
  AnalyticObjective objective(barrier(), Vector::Ones(1));
  for (double start : {-1.0, 0.0}) {
    const Minimisation run = run_newton(objective, Vector::Constant(1, start));
    EXPECT_EQ(run.result.status, NewtonStatus::start_not_defined);
    EXPECT_EQ(run.result.iterations, 0);
    EXPECT_EQ(run.z[0], start);
  }
}

class IndefiniteStart : public testing::Test {
 protected:
  Minimisation run(HessianTreatment treatment) {
    NewtonSettings settings;
    settings.hessian = treatment;
    return run_newton(objective, start, settings);
  }
  void expect_in_the_right_valley(const Minimisation& run) const {
    EXPECT_EQ(run.result.status, NewtonStatus::converged);
    EXPECT_LT(run.g.norm(), 1e-6);
    EXPECT_NEAR(run.z[0], 1, 0.02);
  }
  const Vector start{{0.1, 1.0}};
  AnalyticObjective objective{double_well(100), Vector{{1.0, 3.0}}, 1, Vector{{0.2, 0.0}}};
};

TEST_F(IndefiniteStart, FailsWithTheExactHessianAndSaysSo) {
  const Minimisation exact = run(HessianTreatment::exact);
  EXPECT_EQ(exact.result.status, NewtonStatus::not_definite);
  EXPECT_EQ(exact.z, start) << "nothing was tried";
  EXPECT_NE(describe(exact.result.status).find("not positive definite"), std::string::npos);
}

TEST_F(IndefiniteStart, SucceedsWithTheProjectedHessian) { expect_in_the_right_valley(run(HessianTreatment::projected)); }

TEST_F(IndefiniteStart, SucceedsWithTheRegularisedHessian) { expect_in_the_right_valley(run(HessianTreatment::regularised)); }

TEST_F(IndefiniteStart, IsNoFailureOnceTheHessianIsDefinite) {
  NewtonSettings settings;
  settings.hessian = HessianTreatment::exact;
  expect_in_the_right_valley(run_newton(objective, Vector{{1.5, 1.0}}, settings));
}

// A tolerance of zero cannot be met; what can be had is a gradient of the size of its own rounding.
void expect_end_at_rounding(AnalyticObjective objective, const Vector& start) {
  NewtonSettings settings;
  settings.tolerance = 0;
  for (bool exact_error : {false, true}) {
    if (exact_error) objective.residual_error = [](const Vector&, const Vector& g) { return g.norm(); };
    const Minimisation run = run_newton(objective, start, settings);
    EXPECT_EQ(run.result.status, NewtonStatus::converged);
    EXPECT_LT(run.g.norm(), 1e-12);
    EXPECT_LE(run.result.iterations, 20);
  }
}

TEST(Newton, EndsWhereOnlyRoundingIsLeft) {
  const Function W = along_a_line([](double x) { return 100 * std::pow(x * x - 1, 2) / 4; },
                                  [](double x) { return 100 * x * (x * x - 1); }, [](double x) { return 100 * (3 * x * x - 1); });
  for (double y : {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7})
    expect_end_at_rounding({W, Vector::Ones(1), 1, Vector::Constant(1, y)}, Vector::Constant(1, 1.4));
}

// Two unknowns may take turns in being off by one rounding; that is no progress either.
TEST(Newton, EndsWhereRoundingGoesRoundInACircle) {
  expect_end_at_rounding({double_well(100), Vector{{1.0, 3.0}}, 1, Vector{{0.2, 0.3}}}, Vector{{1.4, 2.0}});
}

// A gradient that jumps: no step helps, and what is left of it is no rounding, however little energy it stands for.
TEST(Newton, DoesNotTakeAKinkForRounding) {
  const double jump = 1e-7;
  const Function W = along_a_line([=](double x) { return 0.5 * x * x + jump * std::abs(x); },
                                  [=](double x) { return x + (x < 0 ? -jump : jump); }, [](double) { return 1.0; });
  for (double scale : {1.0, 1e10}) {
    AnalyticObjective objective(W, Vector::Ones(1));
    objective.scale = scale;
    NewtonSettings settings;
    settings.tolerance = 1e-20 / scale;
    EXPECT_EQ(run_newton(objective, Vector::Constant(1, 0.3), settings).result.status, NewtonStatus::no_decrease) << scale;
  }
}

TEST(Newton, IsNotStoppedEarlyByALargeConstant) {
  // Differences of the value drown in 1e8, the slopes do not.
  const Function W = along_a_line([](double x) { return 1e8 + std::cosh(x - 2); }, [](double x) { return std::sinh(x - 2); },
                                  [](double x) { return std::cosh(x - 2); });
  for (double start : {0.0, 1.9, 2.0 + 1e-5}) {
    AnalyticObjective objective(W, Vector::Ones(1));
    NewtonSettings settings;
    settings.tolerance = 1e-22;
    const Minimisation run = run_newton(objective, Vector::Constant(1, start), settings);
    EXPECT_EQ(run.result.status, NewtonStatus::converged);
    EXPECT_NEAR(run.z[0], 2, 1e-10) << "from " << start;
  }
}

TEST(Newton, ReportsTooManyIterationsWithThePointReached) {
  AnalyticObjective objective(rosenbrock(), Vector{{2.0, 5.0}});
  const Vector start{{-1.2, 1.0}};
  double before = rosenbrock().value(start);
  for (int most : {1, 2, 5}) {
    NewtonSettings settings;
    settings.max_iterations = most;
    const Minimisation run = run_newton(objective, start, settings);
    EXPECT_EQ(run.result.status, NewtonStatus::too_many_iterations);
    EXPECT_EQ(run.result.iterations, most);
    EXPECT_LT(rosenbrock().value(run.z), before) << "every iteration goes down";
    before = rosenbrock().value(run.z);
  }
}

TEST(Newton, TakesNoStepWhereNoneIsAllowed) {
  AnalyticObjective objective(bowl(), Vector::Ones(3));
  NewtonSettings settings;
  settings.max_iterations = 0;
  const Minimisation run = run_newton(objective, Vector::Zero(3), settings);
  EXPECT_EQ(run.result.status, NewtonStatus::too_many_iterations);
  EXPECT_EQ(run.z, Vector::Zero(3));
}

// A step so short that it changes nothing is no decrease, though rounding lets it pass the test of sufficient decrease.
TEST(Newton, ReportsAGradientThatLeadsUphill) {
  const Function wrong = along_a_line([](double x) { return x * x; }, [](double x) { return -2 * x; }, [](double) { return 2.0; });
  AnalyticObjective objective(wrong, Vector::Ones(1));
  const Minimisation run = run_newton(objective, Vector::Constant(1, 3.0));
  EXPECT_EQ(run.result.status, NewtonStatus::no_decrease);
  EXPECT_EQ(run.z[0], 3);
  EXPECT_LT(objective.evaluations, 100) << "one line search is enough to know";
}

TEST(Newton, MeasuresTheErrorOnTheObjectivesOwnScale) {
  auto iterations = [](double scale) {
    AnalyticObjective objective(rosenbrock(), Vector{{2.0, 5.0}});
    objective.scale = scale;
    NewtonSettings settings;
    settings.tolerance = 1e-6;
    return run_newton(objective, Vector{{-1.2, 1.0}}, settings).result.iterations;
  };
  EXPECT_LT(iterations(1e6), iterations(1));
}

TEST(Newton, IsNotFooledByAnErrorThatVanishesByChance) {
  // The exact expression is zero at the start, as AVF's identity is wherever the residual is orthogonal to the step.
  AnalyticObjective objective(double_well(100), Vector{{1.0, 3.0}}, 1);
  const Vector start{{1.5, 2.0}};
  objective.residual_error = [&](const Vector& z, const Vector& g) { return std::abs((z - start).dot(g)); };
  const Minimisation run = run_newton(objective, start);
  EXPECT_EQ(run.result.status, NewtonStatus::converged);
  EXPECT_LT(run.g.norm(), 1e-6);
  EXPECT_LE(run.result.error, 1e-12);
}

TEST(Newton, MinimisesOverNoUnknowns) {
  const Function nothing = {[](const Vector&) { return 1.0; }, [](const Vector& z) { return Vector(z); },
                            [](const Vector&) { return Dense(0, 0); }};
  AnalyticObjective objective(nothing, Vector(0));
  EXPECT_EQ(run_newton(objective, Vector(0)).result.status, NewtonStatus::converged);
}

TEST(Newton, DescribesEveryStatusInWordsOfItsOwn) {
  std::set<std::string> words;
  for (NewtonStatus status : {NewtonStatus::converged, NewtonStatus::start_not_defined, NewtonStatus::not_definite,
                              NewtonStatus::no_decrease, NewtonStatus::too_many_iterations}) {
    EXPECT_FALSE(describe(status).empty());
    words.insert(describe(status));
  }
  EXPECT_EQ(words.size(), 5u);
}

}  // namespace
}  // namespace lilyan::test
