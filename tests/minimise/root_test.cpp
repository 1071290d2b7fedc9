#include <lilyan/algebra/magnitude.hpp>
#include <lilyan/minimise/root.hpp>

#include <gtest/gtest.h>

#include <tests/minimise/analytic_objective.hpp>

namespace lilyan::test {
namespace {

// r(z) of one unknown, with its derivative.
class ScalarResidual final : public Residual {
 public:
  ScalarResidual(std::function<double(double)> r, std::function<double(double)> J) : r_(std::move(r)), J_(std::move(J)) {}
  void value(const Vector& z, Vector& r) override { r = Vector::Constant(1, r_(z[0])); }
  bool newton_direction(const Vector& z, const Vector& r, Vector& d) override {
    const double J = J_(z[0]);
    d = -r / J;
    return J != 0;
  }

 private:
  std::function<double(double)> r_, J_;
};

RootResult root_from(Residual& residual, Vector& z, double tolerance = 1e-12, int most = 50) {
  return find_root(residual, tolerance, most, z);
}

// Each step goes on by 1/ln 2; the one after the first is the best, and rounding explains all of them.
TEST(FindRoot, TakesTheBestOfThePointsThatRoundingExplains) {
  ScalarResidual residual([](double z) { return std::exp2(-z); }, [](double z) { return -std::log(2) * std::exp2(-z); });
  const RootMeasure measure{[](const Vector& z, const Vector&) { return 1 + std::abs(z[0] - 1.5); },
                            [](const Vector&, const Vector&) { return 0.0; }};
  Vector z = Vector::Zero(1);
  EXPECT_EQ(find_root(residual, measure, 0.5, 50, z).status, RootStatus::converged);
  EXPECT_NEAR(z[0], 1 / std::log(2), 1e-12);
}

TEST(FindRoot, SolvesALinearSystemInOneStep) {
  const Dense K{{1.0, 2.0}, {2.0, -3.0}};  // indefinite: no minimum, but a root
  const Vector c{{3.0, 4.0}};
  AnalyticObjective objective({[=](const Vector& z) { return 0.5 * (z - c).dot(K * (z - c)); },
                               [=](const Vector& z) { return Vector(K * (z - c)); }, [=](const Vector&) { return K; }},
                              Vector::Ones(2));
  GradientResidual residual(objective);
  Vector z = Vector::Zero(2);
  const RootResult result = root_from(residual, z);
  EXPECT_EQ(result.status, RootStatus::converged);
  EXPECT_EQ(result.iterations, 1);
  EXPECT_LT((z - c).norm(), 1e-12);
  EXPECT_LE(result.residual, 1e-12);
}

TEST(FindRoot, FindsTheGradientsRootThatIsNoMinimum) {
  AnalyticObjective objective(double_well(1), Vector::Ones(2));
  GradientResidual residual(objective);
  Vector z{{0.2, 1.0}};
  EXPECT_EQ(root_from(residual, z).status, RootStatus::converged);
  EXPECT_LT(z.norm(), 1e-9) << "the ridge between the valleys is the nearest root";
}

TEST(FindRoot, ReturnsAtOnceFromARoot) {
  AnalyticObjective objective(double_well(1), Vector::Ones(2));
  GradientResidual residual(objective);
  Vector z{{1.0, 0.0}};
  const RootResult result = root_from(residual, z);
  EXPECT_EQ(result.status, RootStatus::converged);
  EXPECT_EQ(result.iterations, 0);
  EXPECT_EQ(z, (Vector{{1.0, 0.0}}));
}

TEST(FindRoot, BacktracksWhereTheFullStepGoesTooFar) {
  ScalarResidual residual([](double x) { return std::atan(x); }, [](double x) { return 1 / (1 + x * x); });
  Vector z = Vector::Constant(1, 20.0);  // full steps diverge from beyond 1.39
  const RootResult result = root_from(residual, z);
  EXPECT_EQ(result.status, RootStatus::converged);
  EXPECT_GT(result.backtracks, 0);
  EXPECT_NEAR(z[0], 0, 1e-12);
}

TEST(FindRoot, TakesNotAnyDecreaseForProgress) {
  // The full step from 1 ends at 0, where the residual is smaller by a millionth only.
  ScalarResidual residual([](double x) { return x > 0.25 ? x : 1 - 1e-6; }, [](double) { return 1.0; });
  Vector z = Vector::Constant(1, 1.0);
  EXPECT_EQ(root_from(residual, z, 1e-12, 1).backtracks, 1);
  EXPECT_EQ(z[0], 0.5);
}

TEST(FindRoot, WalksBackIntoTheRegionWhereTheGradientIsDefined) {
  AnalyticObjective objective(barrier(), Vector::Ones(1));
  GradientResidual residual(objective);
  Vector z = Vector::Constant(1, 3.0);  // the full step ends at -3
  EXPECT_EQ(root_from(residual, z).status, RootStatus::converged);
  EXPECT_NEAR(z[0], 1, 1e-11);
}

TEST(FindRoot, ReportsAStartWhereTheResidualIsNotDefined) {
  ScalarResidual residual([](double x) { return std::log(x); }, [](double x) { return 1 / x; });
  Vector z = Vector::Constant(1, -1.0);
  EXPECT_EQ(root_from(residual, z).status, RootStatus::start_not_defined);
  EXPECT_EQ(z[0], -1);
}

TEST(FindRoot, ReportsAStartWhereTheObjectiveIsNotDefined) {
  AnalyticObjective objective(barrier(), Vector::Ones(1));
  GradientResidual residual(objective);
  Vector z = Vector::Constant(1, -1.0);
  EXPECT_EQ(root_from(residual, z).status, RootStatus::start_not_defined);
}

// Where the value is infinite the gradient is unspecified: also its length, and an empty residual is no root.
TEST(FindRoot, TakesAGradientThatWasNotFilledForNoRoot) {
  AnalyticObjective objective(barrier(), Vector::Ones(1));
  objective.touches_undefined_gradients = false;
  GradientResidual residual(objective);
  Vector z = Vector::Constant(1, -1.0);
  EXPECT_EQ(root_from(residual, z).status, RootStatus::start_not_defined);
  z[0] = 3;  // the full step ends at -3, where the function is not defined
  EXPECT_EQ(root_from(residual, z).status, RootStatus::converged);
  EXPECT_NEAR(z[0], 1, 1e-11);
}

TEST(FindRoot, ReportsASingularJacobian) {
  AnalyticObjective objective(
      along_a_line([](double x) { return std::cosh(x) - x * x / 2 + x; }, [](double x) { return std::sinh(x) - x + 1; },
                   [](double x) { return std::cosh(x) - 1; }),
      Vector::Ones(1));
  GradientResidual residual(objective);
  Vector z = Vector::Zero(1);
  const RootResult result = root_from(residual, z);
  EXPECT_EQ(result.status, RootStatus::singular);
  EXPECT_EQ(result.residual, 1);
}

TEST(FindRoot, IsStuckWhereNoStepReducesTheResidual) {
  // The sign of the Jacobian is wrong, so that every step leads away.
  ScalarResidual residual([](double x) { return x; }, [](double) { return -1.0; });
  Vector z = Vector::Constant(1, 2.0);
  EXPECT_EQ(root_from(residual, z).status, RootStatus::stuck);
  EXPECT_EQ(z[0], 2);
}

TEST(FindRoot, ReportsTooManyIterations) {
  ScalarResidual residual([](double x) { return x * x; },
                          [](double x) { return 2 * x; });  // a double root: halves the distance only
  Vector z = Vector::Constant(1, 1.0);
  const RootResult result = root_from(residual, z, 1e-30, 10);
  EXPECT_EQ(result.status, RootStatus::too_many_iterations);
  EXPECT_EQ(result.iterations, 10);
  EXPECT_NEAR(z[0], std::ldexp(1, -10), 1e-15);
  EXPECT_EQ(result.residual, z[0] * z[0]) << "the residual is that of the point returned";
}

// |r| stays above 1e-9 everywhere: a thousand times the tolerance, and still no root.
TEST(FindRoot, DoesNotTakeASmallResidualForRounding) {
  ScalarResidual residual([](double z) { return z + (z < 0 ? -1e-9 : 1e-9); }, [](double) { return 1.0; });
  Vector z = Vector::Constant(1, 0.3);
  const RootResult result = root_from(residual, z);
  EXPECT_EQ(result.status, RootStatus::stuck);
  EXPECT_EQ(as_newton_result(result).status, NewtonStatus::stuck);
}

// The same where the residual says itself that it can be off by so much.
class RoundedResidual final : public Residual {
 public:
  void value(const Vector& z, Vector& r) override {
    r = (z.array() + (z.array() < 0).select(-kOff, Vector::Constant(2, kOff).array()));
  }
  bool newton_direction(const Vector&, const Vector& r, Vector& d) override {
    d = -r;
    return true;
  }
  Vector rounding(const Vector& z) const override { return Vector::Constant(z.size(), kOff); }

 private:
  static constexpr double kOff = 1e-9;
};

TEST(FindRoot, EndsWhereRoundingExplainsWhatIsLeft) {
  RoundedResidual residual;
  Vector z{{0.3, 1e-12}};
  const RootMeasure measure{[](const Vector&, const Vector& r) { return r.norm(); },
                            [&](const Vector& at, const Vector& r) { return beyond(r, residual.rounding(at)).norm(); }};
  const RootResult result = find_root(residual, measure, 1e-12, 50, z);
  EXPECT_EQ(result.status, RootStatus::converged);
  EXPECT_LT(z.norm(), 1e-8);
  EXPECT_GT(result.error, 1e-12) << "what is reported is all that is left";
}

}  // namespace
}  // namespace lilyan::test
