#include <lilyan/minimise/newton_direction.hpp>

#include <gtest/gtest.h>

#include <tests/minimise/analytic_objective.hpp>

namespace lilyan::test {
namespace {

Function quadratic(const Dense& K) {
  return {[K](const Vector& z) { return 0.5 * z.dot(K * z); }, [K](const Vector& z) { return Vector(K * z); },
          [K](const Vector&) { return K; }};
}

Dense some_definite_matrix() { return Dense{{4.0, 1.0, 0.0}, {1.0, 3.0, -1.0}, {0.0, -1.0, 2.0}}; }

TEST(NewtonDirection, SolvesWithTheHessian) {
  for (HessianTreatment treatment : {HessianTreatment::exact, HessianTreatment::projected, HessianTreatment::regularised}) {
    AnalyticObjective objective(quadratic(some_definite_matrix()), Vector::Ones(3));
    NewtonDirection direction(objective.pattern(), treatment);
    const Vector g{{1.0, -2.0, 3.0}};
    Vector d;
    ASSERT_TRUE(direction.solve(objective, Vector::Zero(3), g, 1e-8, d));
    EXPECT_LT((some_definite_matrix() * d + g).norm(), 1e-12);
    EXPECT_EQ(direction.counts().set_ups, 1);
    ASSERT_TRUE(direction.solve(objective, Vector::Zero(3), g, 1e-8, d));
    EXPECT_EQ(direction.counts().set_ups, 1) << "the factor at hand serves the same matrix again";
    EXPECT_EQ(direction.memory().shift, 0) << "a definite matrix is not shifted";
  }
}

TEST(NewtonDirection, IsAFailureForAnExactIndefiniteHessianOnly) {
  const Dense saddle = Vector{{5.0, -1.0, 2.0}}.asDiagonal();
  const Vector g{{1.0, 1.0, 1.0}};
  Vector d;
  AnalyticObjective objective(quadratic(saddle), Vector::Ones(3), 0.1);
  EXPECT_FALSE(NewtonDirection(objective.pattern(), HessianTreatment::exact).solve(objective, Vector::Zero(3), g, 1e-8, d));
  for (HessianTreatment treatment : {HessianTreatment::projected, HessianTreatment::regularised}) {
    ASSERT_TRUE(NewtonDirection(objective.pattern(), treatment).solve(objective, Vector::Zero(3), g, 1e-8, d));
    EXPECT_LT(g.dot(d), 0) << "downhill";
  }
}

TEST(NewtonDirection, ShiftsByTheMetricAndRemembersTheShift) {
  const Dense saddle = Vector{{5.0, -1.0, 2.0}}.asDiagonal();
  const Vector metric{{1.0, 2.0, 4.0}}, g{{1.0, -1.0, 2.0}};
  AnalyticObjective objective(quadratic(saddle), metric);
  NewtonDirection direction(objective.pattern(), HessianTreatment::regularised);
  Vector d;
  ASSERT_TRUE(direction.solve(objective, Vector::Zero(3), g, 1e-8, d));
  const double shift = direction.memory().shift;
  EXPECT_GT(shift, 0.5) << "less would leave the second unknown indefinite";
  EXPECT_LT((saddle * d + shift * metric.cwiseProduct(d) + g).norm(), 1e-12);

  const int tried = direction.counts().set_ups;
  ASSERT_TRUE(direction.solve(objective, Vector::Zero(3), g, 1e-8, d));
  EXPECT_GT(tried, 4) << "the first search climbs from a small shift";
  EXPECT_LE(direction.counts().set_ups - tried, 2) << "the next one starts just below the last shift";
}

// A valley may be flatter by far than the projection of its parts: then the shift has to become as small as the valley is flat.
TEST(NewtonDirection, ShiftsHardlyMoreThanNeededWhereManyProjectionsDidNotLeadOut) {
  const double inertia = 0.1, curvature = -1e-6;
  const Dense valley = Vector{{5.0, curvature - inertia, 2.0}}.asDiagonal();
  AnalyticObjective objective(quadratic(valley), Vector::Ones(3), inertia);
  NewtonDirection direction(objective.pattern(), HessianTreatment::projected);
  const Vector g{{1.0, 1.0, 1.0}};
  Vector d;
  ASSERT_TRUE(direction.solve(objective, Vector::Zero(3), g, 1e-8, d));
  EXPECT_NEAR(d[1], -1 / inertia, 1e-6) << "the first directions are those of the projection";
  EXPECT_EQ(direction.memory().shift, 0);
  for (int k = 0; k < 100; ++k) ASSERT_TRUE(direction.solve(objective, Vector::Zero(3), g, 1e-8, d));
  EXPECT_GT(direction.memory().shift, -curvature);
  EXPECT_LE(direction.memory().shift, -16 * curvature);
  EXPECT_LT(d[1], -1e4);

  direction.recall(direction.memory());
  ASSERT_TRUE(direction.solve(objective, Vector::Zero(3), g, 1e-8, d));
  EXPECT_NEAR(d[1], -1 / inertia, 1e-6) << "the next step begins with projections again";
}

TEST(NewtonDirection, LetsNoLinearMomentumLeakThroughAShift) {
  // Springs between masses, one of them pushing outwards: a translation costs nothing, and the sum of forces is zero.
  const Index n = 5;
  const Vector mass{{1.0, 7.0, 0.5, 3.0, 2.0}};
  Dense K = Dense::Zero(n, n);
  for (Index i = 0; i + 1 < n; ++i) {
    const double k = i == 1 ? -300 : 100;
    K(i, i) += k, K(i + 1, i + 1) += k, K(i, i + 1) -= k, K(i + 1, i) -= k;
  }
  AnalyticObjective objective(quadratic(K), mass, 1);
  NewtonDirection direction(objective.pattern(), HessianTreatment::regularised);
  const Vector g{{3.0, -5.0, 1.5, 2.5, -2.0}};
  ASSERT_EQ(g.sum(), 0);
  Vector d;
  ASSERT_TRUE(direction.solve(objective, Vector::Zero(n), g, 1e-8, d));
  ASSERT_GT(direction.memory().shift, 0);
  EXPECT_LT(std::abs(mass.dot(d)), 1e-12 * mass.dot(d.cwiseAbs()));
}

TEST(NewtonDirection, GoesOnToTheSameBitsFromItsMemory) {
  AnalyticObjective objective(rosenbrock(), Vector{{2.0, 5.0}});
  NewtonDirection kept(objective.pattern(), HessianTreatment::regularised);
  Vector g, d_kept, d_reminded;
  for (double x : {-1.2, 0.1, 0.11, 0.12}) {
    const Vector z{{x, 1.0}};
    objective.gradient(z, g);
    NewtonDirection reminded(objective.pattern(), HessianTreatment::regularised);
    reminded.recall(kept.memory());
    ASSERT_TRUE(kept.solve(objective, z, g, 1e-3, d_kept));
    ASSERT_TRUE(reminded.solve(objective, z, g, 1e-3, d_reminded));
    EXPECT_EQ(d_kept, d_reminded) << "at " << x;
    EXPECT_EQ(kept.memory().shift, reminded.memory().shift);
  }
}

// The scale of the shift must not be taken from the diagonal alone: it is zero here, and multiples of zero go on for ever.
TEST(NewtonDirection, ShiftsAHessianWhoseDiagonalIsZero) {
  AnalyticObjective objective(quadratic(Dense{{0.0, 1.0}, {1.0, 0.0}}), Vector::Ones(2));
  NewtonDirection direction(objective.pattern(), HessianTreatment::regularised);
  const Vector g{{1.0, 0.0}};
  Vector d;
  ASSERT_TRUE(direction.solve(objective, Vector::Zero(2), g, 1e-8, d));
  EXPECT_LT(g.dot(d), 0);
}

TEST(NewtonDirection, ShiftsAHessianWhoseDiagonalIsTiny) {
  AnalyticObjective objective(quadratic(Dense{{1e-14, 1.0}, {1.0, 1e-14}}), Vector::Ones(2));
  NewtonDirection direction(objective.pattern(), HessianTreatment::regularised);
  const Vector g{{1.0, 0.0}};
  Vector d;
  ASSERT_TRUE(direction.solve(objective, Vector::Zero(2), g, 1e-8, d));
  EXPECT_LT(g.dot(d), 0);
}

}  // namespace
}  // namespace lilyan::test
