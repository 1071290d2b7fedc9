// What must not depend on where heights are counted from, nor on how long the step before was.
#include <lilyan/dynamics/ledger.hpp>
#include <lilyan/energy/damping/strain_damping.hpp>
#include <lilyan/energy/pull.hpp>

#include <gtest/gtest.h>

#include <tests/support/bodies.hpp>

namespace lilyan::test::honest_steps {
namespace {

TEST(HonestDrift, DoesNotDependOnTheHeightOfTheBody) {
  BodySpec spec = resting_bar();
  spec.gravity = Vec3(0, -9.81, 0);
  const auto scale_at = [&](double height) {
    MovingBody body = make_body(spec);
    for (Index i = 0; i < body.system->vertices(); ++i) vertex(body.start.x, i)[1] += height;
    Drift drift;
    const auto integrator = make_integrator("avf");
    const auto stepper = make_stepper(*body.system, *integrator, {});
    History history(body.start);
    Workspace workspace;
    drift.see(stepper->ledger(history));
    for (int k = 1; k <= 20; ++k) {
      auto step = stepper->attempt(history, {k, 0.01 * k, 0.01}, workspace);
      EXPECT_TRUE(step);
      if (!step) break;
      history.accept(std::move(*step));
      drift.see(stepper->ledger(history));
    }
    return drift.energy_scale();
  };
  // m g h of a fall of 0.2 s, once as height and once as motion.
  const double low = scale_at(0), fall = 0.5 * 9.81 * 0.04;
  EXPECT_NEAR(low, 2 * 9.81 * fall, 1e-6 * low);
  EXPECT_NEAR(scale_at(1000), low, 1e-6 * low);
  EXPECT_NEAR(scale_at(-50), low, 1e-6 * low);
}

TEST(HonestDrift, OfAFictitiousErrorIsThatErrorWhereverHeightsAreCountedFrom) {
  const auto drift_of = [](double zero) {
    Drift drift;
    for (int k = 0; k <= 10; ++k) {
      LedgerRow row;
      row.step = k;
      row.kinetic = 10.0 * k + (k == 10 ? 1 : 0);
      row.gravity = zero - 10.0 * k;
      row.total = row.kinetic + row.gravity;
      drift.see(row);
    }
    return drift.energy();
  };
  EXPECT_NEAR(drift_of(0), 1.0 / 201, 1e-12);
  EXPECT_NEAR(drift_of(1e6), 1.0 / 201, 1e-9);
}

TEST(HonestLedger, CountsMomentaAboutTheOriginAndTheirScales) {
  Vector x(6), p(6);
  x << 3, 0, 0, 0, 4, 0;
  p << 0, 2, 0, 5, 0, 0;
  const System system(Vector(Vector::Ones(2)), Vec3::Zero(), Coordinates(x, {}), {});
  const LedgerRow row = ledger_row(system, History(Frame{0, 0, 0, x, p}), 0);
  EXPECT_EQ(row.linear, Vec3(5, 2, 0));
  EXPECT_EQ(row.angular, Vec3(0, 0, 3 * 2 - 4 * 5)) << "r x p";
  EXPECT_EQ(row.linear_scale, 7);
  EXPECT_EQ(row.angular_scale, 3 * 2 + 4 * 5);
  EXPECT_EQ(row.kinetic, 0.5 * (4 + 25));
}

// A pull follows half of the step's way, as a spring does on the mean; in an explicit step it is that of the start.
TEST(HonestPull, IsThatOfTheMiddleOfTheStep) {
  const MovingBody body = make_body(resting_bar());
  Pull pull;
  pull.shares = {{2, 0.25}, {5, 0.75}};
  pull.target = Vec3(1, 2, 3);
  pull.stiffness = 40;
  const Vector& x_n = body.start.x;
  const Vector v = Vector::Zero(x_n.size());
  Vector x = x_n;
  vertex(x, 2) += Vec3(0.1, 0, 0.2);
  vertex(x, 5) += Vec3(0, -0.3, 0.1);
  const auto held = [](const Vector& at) { return Vec3(0.25 * vertex(at, 2) + 0.75 * vertex(at, 5)); };
  for (const Evaluate evaluate : {Evaluate::over_step, Evaluate::at_start}) {
    Vector f = Vector::Zero(x.size());
    pose_pull(pull, {0.01, x_n, v, nullptr, 0, body.system->pattern()}, evaluate)->add_force(x, 1, f);
    const Vec3 point = evaluate == Evaluate::over_step ? Vec3(0.5 * (held(x_n) + held(x))) : held(x_n);
    EXPECT_LT((vertex(f, 2) - 0.25 * 40 * (point - pull.target)).norm(), 1e-12);
    EXPECT_LT((vertex(f, 5) - 0.75 * 40 * (point - pull.target)).norm(), 1e-12);
  }
}

TEST(HonestHistory, RemembersTheTwoStatesBefore) {
  const auto frame = [](int k) { return Frame{k, 0.1 * k, 0.1, Vec3::Constant(k), Vec3::Zero()}; };
  History history(frame(0));
  for (int k = 1; k <= 5; ++k) {
    history.accept({frame(k), {}, {}});
    for (int ago = 0; ago <= std::min(k, 2); ++ago) {
      ASSERT_NE(history.ago(static_cast<std::size_t>(ago)), nullptr) << k << ", " << ago << " ago";
      EXPECT_EQ(history.ago(static_cast<std::size_t>(ago))->step, k - ago);
    }
  }
  EXPECT_EQ(history.ago(3), nullptr);
}

// What two pins hold is carried by the first: the second has nothing left to carry.
TEST(HonestReactions, OfAVertexThatTwoPinsHoldCountOnce) {
  BodySpec spec = resting_bar();
  spec.gravity = Vec3(0, -9.81, 0);
  spec.pins = [](const Vector& X) {
    const Pin pin{end_of(X, -1), {true, true, true}, {}};
    return std::vector<Pin>{pin, pin};
  };
  const MovingBody body = make_body(spec);
  const auto integrator = make_integrator("avf");
  const auto stepper = make_stepper(*body.system, *integrator, {});
  Workspace workspace;
  auto step = stepper->attempt(History(body.start), {1, 0.01, 0.01}, workspace);
  ASSERT_TRUE(step);
  const Memory::Section impulses = step->memory.find("reactions");
  ASSERT_TRUE(impulses);
  ASSERT_EQ(impulses->size(), 6u);
  EXPECT_GT(std::abs((*impulses)[1]), 1e-6);
  for (std::size_t k = 3; k < 6; ++k) EXPECT_EQ((*impulses)[k], 0) << k;
}

TEST(HonestLedger, TellsTheWorstResidualOfSeveralSolvesAndTheSumOfTheirWork) {
  StepStatistics sum{.newton_iterations = 3, .factorizations = 1, .backtracks = 2, .residual = 1e-9, .closure = 0.1};
  sum.add({.newton_iterations = 4, .factorizations = 1, .backtracks = 0, .residual = 1e-12, .closure = 0.01});
  EXPECT_EQ(sum.newton_iterations, 7);
  EXPECT_EQ(sum.factorizations, 2);
  EXPECT_EQ(sum.backtracks, 2);
  EXPECT_EQ(sum.residual, 1e-9);
  EXPECT_EQ(sum.closure, 0.1);
}

// The force of the strain since the step before is that of a rate: a step before of half the length with half the strain has the
// same.
TEST(HonestStrainDamping, DoesNotDependOnTheLengthOfTheStepBefore) {
  BodySpec spec;
  spec.dissipations = [](const BodySpec::MakeElasticity& elasticity, const Vector&) {
    BodySpec::Dissipations all;
    all.push_back(std::make_unique<StrainDamping>(elasticity(), 0.01, StrainDamping::Form::lagged));
    return all;
  };
  const MovingBody body = make_body(spec);
  const Vector& x = body.start.x;
  Vector v(x.size());
  for (Index i = 0; 3 * i < x.size(); ++i) vertex(v, i) = Vec3(0.2, -0.1, 0.05).cwiseProduct(Vec3(vertex(x, i)));
  const auto force = [&](double h, std::optional<double> h_before) {
    const Vector before = x - h_before.value_or(0) * v;
    const auto term = body.system->dissipations()[0]->pose(
        {h, x, v, h_before ? &before : nullptr, h_before.value_or(0), body.system->pattern()}, Evaluate::over_step);
    Vector f = Vector::Zero(x.size());
    term->add_force(x, 1, f);
    return f;
  };
  const Vector f = force(0.001, 0.001);
  ASSERT_GT(f.norm(), 0);
  for (const double h : {0.001, 0.004})
    for (const double h_before : {0.0005, 0.002})
      EXPECT_LT((force(h, h_before) - f).norm(), 1e-2 * f.norm()) << h << " after " << h_before;
  EXPECT_LT((force(0.002, std::nullopt) - f).norm(), 1e-2 * f.norm()) << "in the first step";
}

}  // namespace
}  // namespace lilyan::test::honest_steps
