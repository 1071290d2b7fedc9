// Methods of discrete gradients: what they keep, and where they need help.
#include <lilyan/energy/springs.hpp>
#include <lilyan/integrators/discrete_gradient.hpp>

#include <gtest/gtest.h>

#include <tests/integrators/methods.hpp>

namespace lilyan::test {
namespace {

BodySpec with_law(Law law) {
  BodySpec spec = neo_hookean_bar();
  spec.law = std::move(law);
  return spec;
}

struct KeptCase {
  std::string label;
  BodySpec body;
  double h;
  int steps;
};

class EnergyMomentum : public testing::TestWithParam<KeptCase> {};

TEST_P(EnergyMomentum, KeepsEnergyAndBothMomenta) {
  const KeptCase& c = GetParam();
  const RunOutcome outcome = run_body(make_body(c.body), *make_integrator("energy_momentum"), c.h, c.steps);
  EXPECT_EQ(outcome.failure, "");
  EXPECT_EQ(outcome.steps_done, c.steps);
  EXPECT_LT(outcome.drift.energy(), 1e-8);
  EXPECT_LT(outcome.drift.linear(), 1e-8);
  EXPECT_LT(outcome.drift.angular(), 1e-8);
}

INSTANTIATE_TEST_SUITE_P(Bars, EnergyMomentum,
                         testing::Values(KeptCase{"mild", {}, 0.033, 400}, KeptCase{"mild_at_small_steps", {}, 0.0066, 150},
                                         KeptCase{"extreme", extreme_bar(), 0.033, 100},
                                         KeptCase{"neo_hookean", neo_hookean_bar(), 0.033, 100},
                                         KeptCase{"mooney_rivlin", with_law(MooneyRivlin{40, 10, 200}), 0.033, 100},
                                         KeptCase{"stable_neo_hookean", with_law(StableNeoHookean{100, 200}), 0.033, 100}),
                         [](const auto& test) { return test.param.label; });

TEST(EnergyMomentumMethod, TakesTheStepOfAvfWhereItsEquationsCannotBeSolvedAndCountsThem) {
  const RunOutcome outcome = run_body(make_body(extreme_bar()), *make_integrator("energy_momentum"), 0.033, 100);
  EXPECT_GT(outcome.statistics.fallbacks, 0);
  EXPECT_LT(outcome.statistics.fallbacks, 20);
  EXPECT_GT(outcome.statistics.closure, 0) << "of the steps of avf";
  EXPECT_EQ(run_body(make_body({}), *make_integrator("energy_momentum"), 0.0066, 20).statistics.fallbacks, 0);
}

// The equations of the method, solved from a given place.
TEST(EnergyMomentumMethod, NeedsThreeIterationsFromTheMinimumOfAvf) {
  constexpr double h = 0.033;
  const MovingBody body = make_body(neo_hookean_bar());
  const System& system = *body.system;
  Parameters gauss3;
  gauss3.set("quadrature", std::string("gauss3"));
  const auto avf = make_integrator("avf", gauss3);
  const DiscreteGradient equations(DiscreteForm::strain);
  const auto method = make_stepper(system, equations, {});
  const auto made_stepper = make_stepper(system, *avf, {});
  const Stepper& stepper = *made_stepper;
  History history(body.start);
  Workspace workspace;
  double energy = 0;
  for (int k = 1; k <= 12; ++k) {
    auto near = stepper.attempt(history, {k, k * h, h}, workspace);
    ASSERT_TRUE(near);
    const double before = ledger_row(system, history, 0).total;
    auto step = method->attempt(history, {k, k * h, h, &near->frame.x}, workspace);
    ASSERT_TRUE(step);
    EXPECT_LE(step->statistics.newton_iterations, 3) << "in step " << k;
    history.accept({step->frame, near->memory, {}});
    const double after = ledger_row(system, history, 0).total;
    EXPECT_NEAR(after, before, 1e-11 * before);
    energy = after;
  }
  EXPECT_GT(energy, 0);
}

// Vertices in a row, joined by springs, turning and shaking.
MovingBody chain(SpringLaw law) {
  MovingBody body;
  constexpr Index n = 6;
  Vector x(3 * n), p(3 * n);
  std::vector<Spring> springs;
  for (Index i = 0; i < n; ++i) {
    vertex(x, i) = Vec3(0.9 * i, 0.1 * (i % 2), 0);
    vertex(p, i) = Vec3(0.3, 0.5 * i - 1, 0.2 * (i % 3));
    if (i > 0) springs.push_back({i - 1, i, 1, 100});
  }
  std::vector<std::unique_ptr<Potential>> potentials;
  potentials.push_back(std::make_unique<Springs>(springs, law));
  body.system = std::make_unique<System>(Vector::Ones(n), Vec3::Zero(), Coordinates(x, {}), std::move(potentials));
  body.start = {0, 0, 0, x, p};
  return body;
}

TEST(EnergyMomentumMethod, KeepsWhatSpringsHaveToo) {
  for (const SpringLaw law : {SpringLaw::hookean, SpringLaw::stvk}) {
    const RunOutcome outcome = run_body(chain(law), *make_integrator("energy_momentum"), 0.05, 400);
    EXPECT_EQ(outcome.failure, "");
    EXPECT_LT(outcome.drift.energy(), 1e-10);
    EXPECT_LT(outcome.drift.linear(), 1e-11);
    EXPECT_LT(outcome.drift.angular(), 1e-10);
    EXPECT_GT(run_body(chain(law), *make_integrator("avf"), 0.05, 400).drift.angular(), 1e-4) << "which avf does not";
  }
}

// Held at one end by a pin that moves, under gravity and a load that changes in time.
BodySpec driven_bar() {
  BodySpec spec;
  spec.gravity = Vec3(0, -9.81, 0);
  spec.pins = [](const Vector& X) {
    Pin pin{end_of(X, -1), {true, true, true}, {}};
    pin.motion = {Ramp{.translation = Vec3(0.1, 0, 0), .radians = 0.3, .t0 = 0, .t1 = 0.2}};
    return std::vector<Pin>{pin};
  };
  spec.loads = [](const Vector& X) { return std::vector<Load>{pull(end_of(X, 1), Vec3(3, -20, 5), {ProfileSine{4, 0.3}, 0.01})}; };
  return spec;
}

TEST(DiscreteGradients, CloseTheBalanceUnderLoadsGravityAndMovingPins) {
  for (const Method& m : {method("energy_momentum"), method("discrete_gradient"), joint_gradient()}) {
    const RunOutcome outcome = run_body(make_body(driven_bar()), *make_integrator(m.name, m.parameters), 0.005, 60);
    EXPECT_EQ(outcome.failure, "") << m.label;
    EXPECT_LT(outcome.drift.energy(), 1e-9) << m.label;
    EXPECT_GT(std::abs(outcome.drift.last().work), 1e-4 * outcome.drift.energy_scale()) << m.label;
  }
}

TEST(PerElementGradient, KeepsTheEnergyWhereItsEquationsCanBeSolved) {
  for (const BodySpec& spec : {BodySpec{}, neo_hookean_bar()}) {
    const RunOutcome outcome = run_body(make_body(spec), *make_integrator("discrete_gradient"), 0.0066, 150);
    EXPECT_EQ(outcome.failure, "");
    EXPECT_LT(outcome.drift.energy(), 1e-9);
    EXPECT_LT(outcome.drift.linear(), 1e-10);
  }
}

TEST(JointGradient, KeepsTheEnergyAndNoMomentum) {
  const auto integrator = make_integrator("discrete_gradient", joint_gradient().parameters);
  const RunOutcome outcome = run_body(make_body({}), *integrator, 0.003, 150);
  EXPECT_EQ(outcome.failure, "");
  EXPECT_LT(outcome.drift.energy(), 1e-9);
  EXPECT_GT(outcome.drift.linear(), 1e-9);
  EXPECT_GT(outcome.drift.angular(), 1e-6);
}

}  // namespace
}  // namespace lilyan::test
