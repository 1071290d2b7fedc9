// A few particles under energies given as formulas: the papers' small examples, and what every method keeps of them.
#include <lilyan/algebra/threads.hpp>
#include <lilyan/energy/expression_potential.hpp>
#include <lilyan/energy/springs.hpp>

#include <gtest/gtest.h>

#include <tests/integrators/methods.hpp>

#include <array>
#include <cmath>

namespace lilyan::test {
namespace {

using Potentials = std::vector<std::unique_ptr<Potential>>;

std::unique_ptr<Potential> formula(const std::string& text, const std::vector<std::string>& names,
                                   const std::vector<Index>& vertices, const Vector& mass,
                                   std::map<std::string, double> parameters = {}) {
  return std::make_unique<ExpressionPotential>(parse_expression(text, potential_names(names, std::move(parameters))), vertices,
                                               static_cast<Index>(names.size()), mass);
}

MovingBody particles(const Vector& mass, const Vector& x, const Vector& v, Potentials potentials,
                     const std::array<bool, 3>& held = {}) {
  MovingBody body;
  std::vector<Pin> pins;
  if (held != std::array<bool, 3>{}) {
    std::vector<Index> all;
    for (Index i = 0; i < mass.size(); ++i) all.push_back(i);
    pins.push_back({all, held, {}});
  }
  body.system = std::make_unique<System>(mass, Vec3::Zero(), Coordinates(x, pins), std::move(potentials));
  body.start = {0, 0, 0, x, body.system->mass().cwiseProduct(v)};
  return body;
}

MovingBody along_x(const std::string& text, double x0, double v0) {
  Potentials potentials;
  potentials.push_back(formula(text, {""}, {0}, Vector::Ones(1)));
  return particles(Vector::Ones(1), Vec3(x0, 0, 0), Vec3(v0, 0, 0), std::move(potentials), {false, true, true});
}

// TRI of the reference problems: three masses, a spring between any two.
MovingBody three_masses(bool as_formula) {
  Vector x(9), v(9), mass(3);
  x << 0, 0, 0, 1.1, 0, 0, 0.4, 0.9, 0.1;
  v << 0, 0.5, 0.1, 0.2, -0.3, 0, -0.4, 0.2, 0.3;
  mass << 1, 2, 3;
  Potentials potentials;
  if (as_formula)
    potentials.push_back(formula("k/2*((distance(a, b) - 1)^2 + (distance(b, c) - 1.2)^2 + (distance(c, a) - 0.9)^2)",
                                 {"a", "b", "c"}, {0, 1, 2}, mass, {{"k", 100}}));
  else
    potentials.push_back(
        std::make_unique<Springs>(std::vector<Spring>{{0, 1, 1, 100}, {1, 2, 1.2, 100}, {0, 2, 0.9, 100}}, SpringLaw::hookean));
  return particles(mass, x, v, std::move(potentials));
}

// A light body about a heavy one, on an ellipse of half axis 1 and eccentricity e; the period is 2 pi.
MovingBody kepler(double e) {
  Vector x(6), v(6), mass(2);
  mass << 1, 1e-3;
  const double total = mass.sum(), distance = 1 - e, speed = std::sqrt((1 + e) / (1 - e));
  x << -distance * mass[1] / total, 0, 0, distance * mass[0] / total, 0, 0;
  v << 0, -speed * mass[1] / total, 0, 0, speed * mass[0] / total, 0;
  Potentials potentials;
  potentials.push_back(formula("-G*sun.m*planet.m/distance(sun, planet)", {"planet", "sun"}, {1, 0}, mass, {{"G", 1 / total}}));
  return particles(mass, x, v, std::move(potentials));
}

double end_of_one_step(const MovingBody& body, const std::string& method, double h) {
  const RunOutcome outcome = run_body(body, *make_integrator(method), h, 1);
  EXPECT_EQ(outcome.failure, "");
  EXPECT_LT(outcome.drift.energy(), 1e-11);
  return outcome.history.now().x[0];
}

TEST(SmallSystems, AvfFindsTheRootsOfThePublishedPotentialsInOneStep) {
  EXPECT_NEAR(end_of_one_step(along_x("128*x^4", -1.10, 12.25), "avf", 0.033), -0.5270395571174171, 1e-9);
  EXPECT_NEAR(end_of_one_step(along_x("128*x^4", -1.10, 12.25), "avf", 0.0066), -1.0061021623, 1e-9);
  EXPECT_NEAR(end_of_one_step(along_x("128*x^4", -1.10, 12.25), "avf", 0.003), -1.0603452532, 1e-9);
  EXPECT_NEAR(end_of_one_step(along_x("10*x + 1500*(x^2 - 1)^2", 0.6, -9), "avf", 0.04), 1.1018471489276451, 1e-9);
}

TEST(SmallSystems, ThreeMassesMoveAsTheyDoOnSprings) {
  // Before small differences have grown: two ways to compute the same force differ in its last bits.
  const auto compare = [](const Method& m) {
    const auto integrator = make_integrator(m.name, m.parameters);
    const RunOutcome formula = run_body(three_masses(true), *integrator, 0.02, 20);
    const RunOutcome springs = run_body(three_masses(false), *integrator, 0.02, 20);
    EXPECT_EQ(formula.failure, "");
    EXPECT_LT((formula.history.now().x - springs.history.now().x).norm(), 1e-12) << m.label;
    EXPECT_LT((formula.history.now().p - springs.history.now().p).norm(), 1e-11) << m.label;
    EXPECT_NEAR(formula.drift.last().total, springs.drift.last().total, 1e-12 * springs.drift.energy_scale()) << m.label;
  };
  for (const Method& m : explicit_methods()) compare(m);
  for (const Method& m : {method("backward_euler"), method("implicit_midpoint"), method("avf"), method("bathe")}) compare(m);
}

TEST(SmallSystems, KeplersOrbitStaysUnderSymplecticMethods) {
  constexpr double kPeriod = 2 * 3.14159265358979323846, e = 0.5;
  constexpr int kSteps = 1000;  // a turn
  for (const char* name : {"symplectic_euler", "velocity_verlet"}) {
    double nearest = 10, furthest = 0;
    const MovingBody body = kepler(e);
    const auto integrator = make_integrator(name);
    const auto made_stepper = integrator->stepper(*body.system, {});
    const Stepper& stepper = *made_stepper;
    History history(body.start);
    Workspace workspace;
    const Vec3 L0 = stepper.ledger(history).angular;
    for (int k = 1; k <= 20 * kSteps; ++k) {
      auto step = stepper.attempt(history, {k, k * kPeriod / kSteps, kPeriod / kSteps}, workspace);
      ASSERT_TRUE(step);
      history.accept(std::move(*step));
      const double r = (vertex(history.now().x, 1) - vertex(history.now().x, 0)).norm();
      nearest = std::min(nearest, r), furthest = std::max(furthest, r);
      ASSERT_LT((stepper.ledger(history).angular - L0).norm(), 1e-12 * L0.norm()) << name << k;
    }
    EXPECT_NEAR(nearest, 1 - e, 0.02) << name;
    EXPECT_NEAR(furthest, 1 + e, 0.02) << name;
  }
}

TEST(SmallSystems, KeplersOrbitKeepsItsEnergyUnderAvfAtLargeSteps) {
  const RunOutcome outcome = run_body(kepler(0.5), *make_integrator("avf"), 0.1, 300);
  EXPECT_EQ(outcome.failure, "");
  EXPECT_LT(outcome.drift.energy(), 1e-9);
}

TEST(SmallSystems, APendulumOfAnAngleSwingsWithThePeriodOfTheTextbook) {
  // 1 - cos x from 2 rad at rest: 4 K(sin 1) = 8.349753, where x is at 2 again and at rest.
  constexpr double kPeriod = 8.349752926918;
  const RunOutcome outcome = run_body(along_x("1 - cos(x)", 2, 0), *make_integrator("velocity_verlet"), kPeriod / 20000, 20000);
  EXPECT_NEAR(outcome.history.now().x[0], 2, 1e-6);
  EXPECT_NEAR(outcome.history.now().p[0], 0, 1e-5);
}

TEST(SmallSystems, TheLedgerCountsWhatAnEnergyThatChangesInTimeFeeds) {
  // A swing whose stiffness changes twice a swing: it is pumped up, and all that it gains is work.
  const RunOutcome outcome = run_body(along_x("0.5*(1 + 0.3*cos(2*t))*x^2", 1, 0), *make_integrator("avf"), 0.05, 600);
  EXPECT_EQ(outcome.failure, "");
  EXPECT_GT(outcome.drift.last().total, 5 * outcome.drift.first().total);
  EXPECT_NEAR(outcome.drift.last().work, outcome.drift.last().total - outcome.drift.first().total,
              1e-9 * outcome.drift.energy_scale());
  EXPECT_LT(outcome.drift.energy(), 1e-9);
  // Of other methods it is the integral of dW/dt up to their order.
  const RunOutcome verlet =
      run_body(along_x("0.5*(1 + 0.3*cos(2*t))*x^2", 1, 0), *make_integrator("velocity_verlet"), 0.002, 15000);
  EXPECT_LT(verlet.drift.energy(), 1e-4);
}

TEST(SmallSystems, AStartAtRestWithoutEnergyIsSolvedToToleranceAllTheSame) {
  for (const char* name : {"avf", "variational", "backward_euler"}) {
    const RunOutcome outcome = run_body(along_x("3*sin(x)", 0, 0), *make_integrator(name), 0.1, 1);
    EXPECT_EQ(outcome.failure, "") << name;
    EXPECT_EQ(outcome.statistics.short_of_tolerance, 0) << name;
    EXPECT_LT(outcome.history.now().x[0], -0.005) << name;
  }
}

// Everything that formulas can be: a field for many vertices, springs, a pull that changes with the time.
MovingBody all_kinds() {
  constexpr Index n = 140;
  Vector x(3 * n), mass = Vector::LinSpaced(n, 1, 2);
  for (Index i = 0; i < n; ++i) vertex(x, i) = Vec3(std::cos(0.3 * i), std::sin(0.3 * i), 0.05 * i);
  Potentials potentials;
  std::vector<Index> all, pairs;
  for (Index i = 0; i < n; ++i) all.push_back(i);
  for (Index i = 0; i + 1 < n; ++i) pairs.insert(pairs.end(), {i + 1, i});
  potentials.push_back(formula("m*(x^2 + y^2)*(1 + 0.1*sin(20*t))", {""}, all, mass));
  potentials.push_back(formula("25*(distance(a, b) - 0.25)^2", {"a", "b"}, pairs, mass));
  potentials.push_back(formula("-0.01/distance(a, b)", {"a", "b"}, {0, n - 1}, mass));
  return particles(mass, x, Vector::Zero(3 * n), std::move(potentials));
}

class EveryIntegratorOnFormulas : public testing::TestWithParam<Method> {};

TEST_P(EveryIntegratorOnFormulas, GivesTheSameBitsAfterEveryRestartAndForAnyNumberOfThreads) {
  const auto integrator = make_integrator(GetParam().name, GetParam().parameters);
  const MovingBody body = all_kinds();
  const auto made_stepper = integrator->stepper(*body.system, {});
  const Stepper& stepper = *made_stepper;
  constexpr double h = 0.01;
  Workspace keeping;
  History remembered(body.start), forgetful(body.start);
  for (int k = 1; k <= 6; ++k) {
    set_threads(1);
    auto step = stepper.attempt(remembered, {k, k * h, h}, keeping);
    Workspace fresh;
    set_threads(2);
    auto same_step = stepper.attempt(forgetful, {k, k * h, h}, fresh);
    set_threads(1);
    ASSERT_TRUE(step && same_step);
    remembered.accept(std::move(*step));
    forgetful.accept(std::move(*same_step));
    forgetful = History::read(forgetful.write());
    ASSERT_EQ(remembered.now().x, forgetful.now().x);
    ASSERT_EQ(remembered.now().p, forgetful.now().p);
  }
}

std::vector<Method> methods_on_formulas() {
  std::vector<Method> all = {method("forward_euler")};
  for (const Method& m : explicit_methods()) all.push_back(m);
  for (const Method& m : implicit_methods()) all.push_back(m);
  return all;
}

INSTANTIATE_TEST_SUITE_P(Methods, EveryIntegratorOnFormulas, testing::ValuesIn(methods_on_formulas()), label_of);

}  // namespace
}  // namespace lilyan::test
