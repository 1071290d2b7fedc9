// What each method keeps of energy and momenta, on the reference bars.
#include <gtest/gtest.h>

#include <tests/integrators/methods.hpp>

namespace lilyan::test {
namespace {

BodySpec stable_neo_hookean_bar() {
  BodySpec spec;
  spec.law = StableNeoHookean{1000, 500};
  return spec;
}

TEST(ReferenceBars, HaveTheInitialEnergiesOfTheReference) {
  const auto avf = make_integrator("avf");
  EXPECT_NEAR(run_body(make_body({}), *avf, 0.033, 0).drift.first().total, 106.77298, 5e-6);
  EXPECT_NEAR(run_body(make_body(extreme_bar()), *avf, 0.033, 0).drift.first().total, 747.05314, 5e-6);
}

struct EnergyCase {
  std::string label;
  BodySpec body;
  double h;
  int steps;
  double drift;
};

class AvfEnergy : public testing::TestWithParam<EnergyCase> {};

TEST_P(AvfEnergy, IsKeptWithDefaultSettings) {
  const EnergyCase& c = GetParam();
  const RunOutcome outcome = run_body(make_body(c.body), *make_integrator("avf"), c.h, c.steps);
  EXPECT_EQ(outcome.failure, "");
  EXPECT_EQ(outcome.steps_done, c.steps);
  EXPECT_LT(outcome.drift.energy(), c.drift);
  EXPECT_LT(outcome.drift.linear(), 1e-11);
}

std::vector<EnergyCase> energy_cases() {
  return {{"bar", {}, 0.033, 1000, 1e-10},
          {"bar_at_large_steps", {}, 0.3, 30, 1e-10},
          {"bar_at_huge_steps", {}, 1.0, 30, 1e-10},
          {"extreme", extreme_bar(), 0.033, 1000, 1e-10},
          {"extreme_at_large_steps", extreme_bar(), 0.3, 30, 1e-10},
          {"extreme_at_huge_steps", extreme_bar(), 1.0, 30, 1e-10},
          {"stable_neo_hookean", stable_neo_hookean_bar(), 0.033, 1000, 1e-10},
          {"stable_neo_hookean_at_large_steps", stable_neo_hookean_bar(), 0.3, 30, 1e-10},
          {"stable_neo_hookean_at_huge_steps", stable_neo_hookean_bar(), 1.0, 30, 1e-10},
          {"neo_hookean", neo_hookean_bar(), 0.033, 300, 1e-8},
          {"consistent_mass", with_consistent_mass({}), 0.033, 300, 1e-10},
          {"consistent_mass_at_huge_steps", with_consistent_mass(extreme_bar()), 1.0, 30, 1e-10}};
}

INSTANTIATE_TEST_SUITE_P(Bars, AvfEnergy, testing::ValuesIn(energy_cases()), [](const auto& test) { return test.param.label; });

TEST(SmallVibrations, LoseNoMoreDigitsAboutLargePositionsThanTheMidpointRuleDoes) {
  // A cell of size 1 that is stretched by 1e-6: a position's rounding is 1e-10 of the motion, and a thousand times more of a
  // step's.
  BodySpec spec;
  spec.law = StVenantKirchhoff{57692, 38462};
  spec.cells = {1, 1, 1};
  spec.size = Vec3::Ones();
  spec.stretch = 1.000001;
  spec.twist_degrees = 0;
  spec.spin = spec.drift = Vec3::Zero();
  spec.mass = 1000;
  MovingBody body = make_body(spec);
  body.start.x.array() += 0.5;
  for (const double h : {1e-3, 2e-5}) {
    const auto error = [&](const char* method) { return run_body(body, *make_integrator(method), h, 2000).drift.energy(); };
    const double allowed = 10 * error("implicit_midpoint");
    for (const char* method : {"avf", "energy_momentum", "discrete_gradient"})
      EXPECT_LT(error(method), allowed) << method << " " << h;
  }
}

TEST(ComposedAvf, KeepsTheEnergyAtHighOrderToo) {
  for (int order : {4, 6}) {
    const Method m = composed_method("avf", order);
    const RunOutcome outcome = run_body(make_body({}), *make_integrator(m.name, m.parameters), 0.033, 100);
    EXPECT_EQ(outcome.failure, "") << order;
    EXPECT_LT(outcome.drift.energy(), 1e-10) << order;
    EXPECT_LT(outcome.drift.linear(), 1e-11) << order;
  }
}

TEST(OtherMethods, GainOrLoseEnergyAtALargeStepAndTheLedgerShowsIt) {
  const MovingBody bar = make_body({});
  const double start = run_body(bar, *make_integrator("avf"), 0.033, 0).drift.first().total;
  for (const char* name : {"implicit_midpoint", "newmark"}) {
    const RunOutcome outcome = run_body(bar, *make_integrator(name), 0.033, 100);
    EXPECT_GT(outcome.highest_energy, 5 * start) << name;
  }
  const RunOutcome damped = run_body(bar, *make_integrator("backward_euler"), 0.033, 100);
  EXPECT_EQ(damped.failure, "");
  EXPECT_LT(damped.drift.last().total, 0.1 * start);
}

// The bar's fastest vibration is 711/s, so explicit methods are stable below 2.8 ms.
constexpr double kHalfTheStabilityLimit = 1.4e-3;

class LinearMomentum : public testing::TestWithParam<Method> {};

TEST_P(LinearMomentum, IsKept) {
  const auto integrator = make_integrator(GetParam().name, GetParam().parameters);
  const IntegratorEntry& entry = *find_integrator(GetParam().name);
  Parameters parameters = default_parameters(entry);
  if (GetParam().parameters.has("alpha")) parameters.set("alpha", GetParam().parameters.number("alpha"));
  if (GetParam().parameters.has("form")) parameters.set("form", GetParam().parameters.text("form"));
  const Properties properties = entry.properties(parameters);
  if (!properties.keeps_linear_momentum) GTEST_SKIP() << "does not promise it";
  const double solvable = GetParam().name == "discrete_gradient" ? 0.0066 : 0.033;
  const bool is_explicit = properties.is_explicit;
  const RunOutcome outcome =
      run_body(make_body({}), *integrator, is_explicit ? kHalfTheStabilityLimit : solvable, is_explicit ? 1000 : 100);
  EXPECT_GT(outcome.steps_done, 20);
  EXPECT_LT(outcome.drift.linear(), 1e-11);
}

// With a consistent mass the fastest vibration is up to sqrt(5) times faster.
constexpr double kFaster = 3;

TEST_P(LinearMomentum, IsKeptWithAConsistentMassToo) {
  const auto integrator = make_integrator(GetParam().name, GetParam().parameters);
  const MovingBody body = make_body(with_consistent_mass({}));
  if (!integrator->objections(*body.system).empty()) GTEST_SKIP() << "refuses it";
  const double solvable = GetParam().name == "discrete_gradient" ? 0.0066 : 0.033;
  const bool is_explicit = listed_properties(GetParam()).is_explicit;
  const RunOutcome outcome = run_body(body, *integrator, is_explicit ? kHalfTheStabilityLimit / kFaster : solvable, 100);
  EXPECT_GT(outcome.steps_done, 20);
  EXPECT_LT(outcome.drift.linear(), 1e-11);
}

std::vector<Method> all_methods() {
  std::vector<Method> all = explicit_methods();
  for (const Method& m : implicit_methods()) all.push_back(m);
  return all;
}

INSTANTIATE_TEST_SUITE_P(Methods, LinearMomentum, testing::ValuesIn(all_methods()), label_of);

TEST(LinearMomentum, IsKeptByForwardEulerWhileItLasts) {
  EXPECT_LT(run_body(make_body({}), *make_integrator("forward_euler"), 1e-4, 500).drift.linear(), 1e-11);
}

struct AngularCase {
  Method method;
  double h;
};

class AngularMomentum : public testing::TestWithParam<AngularCase> {};

TEST_P(AngularMomentum, IsKeptBySymplecticMethodsWhereTheyAreStableAndByEnergyMomentum) {
  const auto integrator = make_integrator(GetParam().method.name, GetParam().method.parameters);
  const std::int64_t steps = GetParam().method.name == "energy_momentum" ? 200 : 1000;  // it is slow
  const RunOutcome outcome = run_body(make_body({}), *integrator, GetParam().h, steps);
  EXPECT_EQ(outcome.failure, "");
  EXPECT_LT(outcome.drift.angular(), 1e-9);
  EXPECT_NEAR(outcome.drift.last().total / outcome.drift.first().total, 1, 0.2);
}

TEST_P(AngularMomentum, IsKeptWithAConsistentMassToo) {
  const auto integrator = make_integrator(GetParam().method.name, GetParam().method.parameters);
  const RunOutcome outcome = run_body(make_body(with_consistent_mass({})), *integrator, GetParam().h / kFaster, 200);
  EXPECT_EQ(outcome.failure, "");
  EXPECT_LT(outcome.drift.angular(), 1e-9);
}

INSTANTIATE_TEST_SUITE_P(Methods, AngularMomentum,
                         testing::Values(AngularCase{variational_method("variational_0", 0), kHalfTheStabilityLimit},
                                         AngularCase{variational_method("variational_05", 0.5), 0.003},
                                         AngularCase{variational_method("variational_07", 0.7), 0.003},
                                         AngularCase{method("energy_momentum"), 0.003},
                                         AngularCase{method("symplectic_euler"), kHalfTheStabilityLimit},
                                         AngularCase{method("velocity_verlet"), kHalfTheStabilityLimit},
                                         AngularCase{composed_method("velocity_verlet", 4), kHalfTheStabilityLimit}),
                         [](const auto& test) { return test.param.method.label; });

TEST(AvfStep, ChangesTheEnergyByExactlyWhatItsResidualSays) {
  // dH = (2/h^2) (x - x_n).r, so the ledger's residual must be the energy error of a loosely solved step.
  NewtonSettings loose;
  loose.tolerance = 1e-4;
  const RunOutcome outcome = run_body(make_body({}), *make_integrator("avf"), 0.033, 1, loose);
  ASSERT_GT(outcome.statistics.residual, 1e-12);
  const double scale = outcome.history.memory().find("energy")->front();
  const double step_scale = std::max(scale, outcome.drift.first().kinetic + outcome.drift.first().elastic);
  const double error = std::abs(outcome.drift.last().total - outcome.drift.first().total) / step_scale;
  EXPECT_NEAR(error / outcome.statistics.residual, 1, 1e-3);
}

}  // namespace
}  // namespace lilyan::test
