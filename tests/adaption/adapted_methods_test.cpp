// Steps of changing length on a bar: energy, the way back, and exact restarts.
#include <lilyan/adaption/adapt.hpp>
#include <lilyan/adaption/adaption_memory.hpp>
#include <lilyan/adaption/adaptive_stepper.hpp>
#include <lilyan/adaption/variational_adaptive_stepper.hpp>
#include <lilyan/algebra/threads.hpp>
#include <lilyan/dynamics/steppers/reversal.hpp>
#include <lilyan/energy/damping/strain_damping.hpp>

#include <gtest/gtest.h>

#include <tests/integrators/methods.hpp>

#include <numbers>

namespace lilyan::test::adapted_methods {
namespace {

// Stretched and twisted a little, in slow rotation.
BodySpec small_bar() {
  BodySpec spec;
  spec.stretch = 1.02;
  spec.twist_degrees = 0.2 * 180 / std::numbers::pi;
  return spec;
}

enum class Enforced { naive, reversible, variational };

struct Adapted {
  std::unique_ptr<Integrator> integrator;
  std::unique_ptr<const Stepper> stepper;
};

Adapted adapted(const MovingBody& body, Enforced enforced, const std::string& method, double c, NewtonSettings settings = {}) {
  if (enforced == Enforced::variational)
    return {nullptr, std::make_unique<VariationalAdaptiveStepper>(*body.system, adapt_to_energy(c),
                                                                  method == "variational_0"
                                                                      ? VariationalAdaptiveStepper::Quadrature::start
                                                                      : VariationalAdaptiveStepper::Quadrature::midpoint,
                                                                  settings)};
  Adapted made{make_integrator(method), nullptr};
  made.stepper =
      std::make_unique<AdaptiveStepper>(*body.system, make_stepper(*body.system, *made.integrator, settings), adapt_to_energy(c),
                                        enforced == Enforced::naive ? SigmaAt::start : SigmaAt::both_ends);
  return made;
}

struct Outcome {
  Drift drift;
  AdaptionMemory memory;
  StepStatistics statistics;
  double lowest = 1e300, highest = 0;  // energy over the first
  std::string failure;
};

Outcome run(const MovingBody& body, const Stepper& stepper, double h, int steps) {
  Outcome outcome;
  History history(body.start);
  Workspace workspace;
  outcome.drift.see(stepper.ledger(history));
  for (int k = 1; k <= steps; ++k) {
    auto step = stepper.attempt(history, {k, 0, h}, workspace);
    if (!step) {
      outcome.failure = step.failure().reason;
      break;
    }
    outcome.statistics.add(step->statistics);
    history.accept(std::move(*step));
    outcome.drift.see(stepper.ledger(history));
    const double energy = outcome.drift.last().total / outcome.drift.first().total;
    outcome.lowest = std::min(outcome.lowest, energy);
    outcome.highest = std::max(outcome.highest, energy);
  }
  outcome.memory = AdaptionMemory::recall(history, *body.system);
  return outcome;
}

TEST(AdaptedBar, HoldsItsEnergyWithTheMidpointRule) {
  const MovingBody body = make_body(small_bar());
  const Outcome reversible = run(body, *adapted(body, Enforced::reversible, "implicit_midpoint", 3).stepper, 0.004, 2000);
  EXPECT_EQ(reversible.failure, "");
  EXPECT_GT(reversible.lowest, 1 - 5e-3);
  EXPECT_LT(reversible.highest, 1 + 5e-3);
  EXPECT_LT(reversible.drift.angular(), 1e-9);
  EXPECT_LT(reversible.memory.shortest, 0.75 * reversible.memory.longest);

  const Outcome variational = run(body, *adapted(body, Enforced::variational, "implicit_midpoint", 3).stepper, 0.004, 2000);
  EXPECT_EQ(variational.failure, "");
  EXPECT_GT(variational.lowest, 1 - 2e-2);
  EXPECT_LT(variational.highest, 1 + 2e-2);
  EXPECT_LT(variational.drift.angular(), 1e-9);
}

TEST(AdaptedBar, KeepsItsEnergyWithAvfHoweverTheRuleIsEnforced) {
  const MovingBody body = make_body({});
  for (const Enforced enforced : {Enforced::naive, Enforced::reversible}) {
    const Outcome outcome = run(body, *adapted(body, enforced, "avf", 100).stepper, 0.06, 200);
    EXPECT_EQ(outcome.failure, "");
    EXPECT_LT(outcome.drift.energy(), 1e-9);
    EXPECT_LT(outcome.memory.shortest, 0.9 * outcome.memory.longest);
  }
}

TEST(AdaptedBar, ReturnsToItsStart) {
  const MovingBody body = make_body(small_bar());
  const auto missed = [&](Enforced enforced, const char* method) {
    const Adapted stepper = adapted(body, enforced, method, 3, {.tolerance = 1e-15});
    const auto reversal = run_there_and_back(*body.system, *stepper.stepper, body.start, 0.004, 200);
    EXPECT_TRUE(reversal) << method;
    return reversal ? reversal->missed : 1;
  };
  EXPECT_LT(missed(Enforced::reversible, "avf"), 1e-8);
  EXPECT_LT(missed(Enforced::reversible, "implicit_midpoint"), 1e-8);
  EXPECT_LT(missed(Enforced::reversible, "newmark"), 1e-8);
  EXPECT_LT(missed(Enforced::variational, "implicit_midpoint"), 1e-8);
  EXPECT_GT(missed(Enforced::naive, "avf"), 1e-4);
}

// Held, pulled at and damped: everything that a step has to remember.
BodySpec busy_bar() {
  BodySpec spec;
  spec.gravity = Vec3(0, -9.81, 0);
  spec.pins = [](const Vector& X) {
    Pin pin{end_of(X, -1), {true, true, true}, {}};
    pin.motion = {Ramp{.translation = Vec3(0.1, 0, 0), .radians = 0.3, .t0 = 0, .t1 = 0.2}};
    return std::vector<Pin>{pin};
  };
  spec.loads = [](const Vector& X) { return std::vector<Load>{pull(end_of(X, 1), Vec3(3, -20, 5), {ProfileSine{40, 0.3}, 0.01})}; };
  spec.dissipations = [](const BodySpec::MakeElasticity& elasticity, const Vector&) {
    BodySpec::Dissipations all;
    all.push_back(std::make_unique<StrainDamping>(elasticity(), 1e-4, StrainDamping::Form::implicit));
    all.push_back(std::make_unique<StrainDamping>(elasticity(), 1e-5, StrainDamping::Form::lagged));
    return all;
  };
  return spec;
}

struct Case {
  Enforced enforced;
  std::string method;
  double h;
};
const std::vector<Case> kCases = {{Enforced::naive, "avf", 0.01},
                                  {Enforced::reversible, "avf", 0.01},
                                  {Enforced::reversible, "implicit_midpoint", 0.004},
                                  {Enforced::reversible, "velocity_verlet", 0.001},
                                  {Enforced::variational, "implicit_midpoint", 0.004},
                                  {Enforced::variational, "variational_0", 0.001}};

TEST(AdaptedBar, GivesTheSameBitsWhenItsWorkspaceIsForgottenAndItsHistoryRereadAfterEveryStep) {
  for (const BodySpec& spec : {BodySpec{}, busy_bar()})
    for (const Case& c : kCases) {
      const MovingBody body = make_body(spec);
      const Adapted made = adapted(body, c.enforced, c.method, 100);
      const Stepper& stepper = *made.stepper;
      History remembered(body.start), forgetful(body.start);
      Workspace keeping;
      for (int k = 1; k <= 12; ++k) {
        Workspace fresh;
        auto step = stepper.attempt(remembered, {k, 0, c.h}, keeping), same = stepper.attempt(forgetful, {k, 0, c.h}, fresh);
        ASSERT_TRUE(step && same) << c.method << " " << (step ? "" : step.failure().reason);
        EXPECT_EQ(step->statistics.newton_iterations, same->statistics.newton_iterations);
        EXPECT_EQ(step->statistics.factorizations, same->statistics.factorizations);
        remembered.accept(std::move(*step));
        forgetful.accept(std::move(*same));
        forgetful = History::read(forgetful.write());
        EXPECT_EQ(remembered.now().t, forgetful.now().t);
        EXPECT_EQ(remembered.now().x, forgetful.now().x);
        EXPECT_EQ(remembered.now().p, forgetful.now().p);
        EXPECT_EQ(AdaptionMemory::recall(remembered, *body.system).lambda, AdaptionMemory::recall(forgetful, *body.system).lambda);
      }
    }
}

TEST(AdaptedBar, GivesTheSameBitsWithOneAndTwoThreads) {
  BodySpec spec;
  spec.cells = {16, 4, 4};
  const MovingBody body = make_body(spec);
  for (const Case& c : kCases) {
    const auto end = [&](int threads) {
      set_threads(threads);
      const Adapted stepper = adapted(body, c.enforced, c.method, 100);
      return run(body, *stepper.stepper, 0.2 * c.h, 4).drift.last();
    };
    const LedgerRow one = end(1), two = end(2);
    EXPECT_EQ(one.time, two.time) << c.method;
    EXPECT_EQ(one.total, two.total) << c.method;
    set_threads(1);
  }
}

TEST(AdaptedBar, LeavesTheHistoryAloneWhenAStepFails) {
  const MovingBody body = make_body({});
  for (const Enforced enforced : {Enforced::reversible, Enforced::variational}) {
    const Adapted strict = adapted(body, enforced, "implicit_midpoint", 100, {.tolerance = 1e-16, .max_iterations = 1});
    History history(body.start);
    Workspace workspace;
    const auto step = strict.stepper->attempt(history, {1, 0, 0.033}, workspace);
    ASSERT_FALSE(step);
    EXPECT_NE(step.failure().reason, "");
    EXPECT_EQ(history.now().x, body.start.x);
  }
}

// A program is told what a scene would be told.
TEST(Adaption, RefusesMethodsThatItCannotAdapt) {
  const MovingBody body = make_body(small_bar());
  const auto is_adapted = [&](const Method& method, bool variationally) {
    const auto integrator = make_integrator(method.name, method.parameters);
    try {
      if (variationally)
        adapt_variationally(*body.system, *integrator, {}, adapt_to_energy(1));
      else
        adapt(*body.system, *integrator, {}, adapt_to_energy(1), SigmaAt::both_ends);
    } catch (const InputError& error) {
      EXPECT_EQ(error.faults().front().id, "scene.adaption");
      return false;
    }
    return true;
  };
  EXPECT_FALSE(is_adapted(method("static"), false));
  EXPECT_TRUE(is_adapted(method("avf"), false));
  for (const Method& m :
       {method("implicit_midpoint"), method("symplectic_euler"), variational_method("", 0), method("variational")})
    EXPECT_TRUE(is_adapted(m, true)) << m.name;
  for (const Method& m :
       {method("avf"), method("forward_euler"), method("backward_euler"), method("velocity_verlet"), method("newmark"),
        method("static"), variational_method("", 0.3), composed_method("implicit_midpoint", 4)})
    EXPECT_FALSE(is_adapted(m, true)) << m.name;
}

}  // namespace
}  // namespace lilyan::test::adapted_methods
