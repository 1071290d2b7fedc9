// What loads do: their work is the change of energy, their impulse the change of momentum, and pins carry the rest.
#include <lilyan/dynamics/stage.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <Eigen/Geometry>

#include <tests/support/bodies.hpp>

#include <numbers>

namespace lilyan::test {
namespace {

const Vec3 kForce(3, -2, 1);

// At rest, on its own in empty space, drawn at one end.
BodySpec drawn_bar(const TimeProfile& profile = {}) {
  BodySpec spec;
  spec.stretch = 1;
  spec.twist_degrees = 0;
  spec.spin.setZero();
  spec.drift.setZero();
  spec.loads = [profile](const Vector& X) { return std::vector<Load>{pull(end_of(X, 1), kForce, profile)}; };
  return spec;
}

Pin clamp(const Vector& X) { return {end_of(X, -1), {true, true, true}, {}}; }

BodySpec clamped_bar(const TimeProfile& profile = {}) {
  BodySpec spec = drawn_bar(profile);
  spec.pins = [](const Vector& X) { return std::vector<Pin>{clamp(X)}; };
  return spec;
}

struct WorkCase {
  std::string label;
  TimeProfile profile;
  Law law;
};

class WorkOfLoads : public testing::TestWithParam<WorkCase> {};

TEST_P(WorkOfLoads, ClosesTheEnergyBalanceOfAvf) {
  BodySpec spec = GetParam().label == "free" ? drawn_bar() : clamped_bar(GetParam().profile);
  spec.law = GetParam().law;
  const RunOutcome outcome = run_body(make_body(spec), *make_integrator("avf"), 0.02, 100);
  EXPECT_EQ(outcome.failure, "");
  EXPECT_GT(outcome.drift.energy_scale(), 1e-3);  // the load did something
  EXPECT_LT(outcome.drift.energy(), 1e-10);
  EXPECT_EQ(outcome.statistics.short_of_tolerance, 0);
}

INSTANTIATE_TEST_SUITE_P(Profiles, WorkOfLoads,
                         testing::Values(WorkCase{"constant", {}, StVenantKirchhoff{1000, 500}},
                                         WorkCase{"free", {}, StVenantKirchhoff{1000, 500}},
                                         WorkCase{"window", {ProfileConstant{}, 0.31, 1.1}, StVenantKirchhoff{1000, 500}},
                                         WorkCase{"ramp", {ProfileRamp{}, 0.1, 1}, StableNeoHookean{1000, 500}},
                                         WorkCase{"sine", {ProfileSine{3, 1}, 0.2}, StVenantKirchhoff{1000, 500}},
                                         WorkCase{"pulse", {ProfilePulse{}, 0.5, 0.7}, Linear{1000, 500}},
                                         WorkCase{"table", {ProfileTable{{0, 0.5, 1}, {0, 2, -1}}}, StVenantKirchhoff{1000, 500}},
                                         WorkCase{"adapting", {ProfileSine{3, 1}}, NeoHookean{500, 900}}),
                         [](const auto& test) { return test.param.label; });

TEST(WorkOfLoads, ClosesTheBalanceWhereLoadedVerticesAreMovedByTheirPin) {
  BodySpec spec;
  spec.gravity = Vec3(0.3, -9.81, 0);
  spec.pins = [](const Vector& X) {
    Pin moving = clamp(X);
    moving.motion = {Ramp{.translation = Vec3(-0.3, 0.2, 0), .axis = Vec3::UnitX(), .radians = 2, .t0 = 0.1, .t1 = 1.2}};
    return std::vector<Pin>{moving};
  };
  spec.loads = [](const Vector& X) {
    std::vector<Index> both = end_of(X, 1);
    for (Index i : end_of(X, -1)) both.push_back(i);
    return std::vector<Load>{pull(both, Vec3(5, 9, -7), {ProfileSine{2, 0.4}})};
  };
  const RunOutcome outcome = run_body(make_body(spec), *make_integrator("avf"), 0.02, 100);
  EXPECT_EQ(outcome.failure, "");
  EXPECT_LT(outcome.drift.energy(), 1e-10);
}

TEST(WorkOfLoads, IsNoEnergyOfTheBody) {
  const RunOutcome outcome = run_body(make_body(drawn_bar()), *make_integrator("avf"), 0.02, 10);
  const LedgerRow& end = outcome.drift.last();
  EXPECT_EQ(end.total, end.kinetic + end.elastic);
  EXPECT_GT(end.work, 0);
}

struct ImpulseCase {
  std::string name;
  double h;
};

class ImpulseOfLoads : public testing::TestWithParam<ImpulseCase> {};

TEST_P(ImpulseOfLoads, IsTheChangeOfMomentum) {
  constexpr int kSteps = 100;
  const double h = GetParam().h;
  const RunOutcome outcome = run_body(make_body(drawn_bar()), *make_integrator(GetParam().name), h, kSteps);
  EXPECT_EQ(outcome.failure, "");
  // A staggered method's momentum is reported half a kick further on.
  const auto integrator = make_integrator(GetParam().name);
  const auto* row = dynamic_cast<const StageMethod*>(integrator.get());
  const double duration = kSteps * h + (row ? row->sync() : 0) * h;
  EXPECT_LT((outcome.drift.last().linear - duration * kForce).norm(), 1e-11 * duration * kForce.norm());
}

INSTANTIATE_TEST_SUITE_P(Methods, ImpulseOfLoads,
                         testing::Values(ImpulseCase{"avf", 0.02}, ImpulseCase{"backward_euler", 0.02}, ImpulseCase{"bdf2", 0.02},
                                         ImpulseCase{"newmark", 0.02}, ImpulseCase{"implicit_midpoint", 0.01},
                                         ImpulseCase{"bathe", 0.02}, ImpulseCase{"velocity_verlet", 1e-3},
                                         ImpulseCase{"symplectic_euler", 1e-3}, ImpulseCase{"forward_euler", 1e-5}),
                         [](const auto& test) { return test.param.name; });

TEST(ImpulseOfLoads, FollowsAChangingForceByAtLeastSecondOrder) {
  const double frequency = 1.3, duration = 0.5, omega = 2 * std::numbers::pi * frequency;
  const Vec3 exact = kForce * (1 - std::cos(omega * duration)) / omega;
  for (const char* name : {"avf", "bathe", "newmark", "bdf2"}) {
    auto error = [&](int steps) {
      const MovingBody body = make_body(drawn_bar({ProfileSine{frequency, 0}}));
      return (run_body(body, *make_integrator(name), duration / steps, steps).drift.last().linear - exact).norm();
    };
    EXPECT_GT(std::log2(error(50) / error(100)), 1.8) << name;
  }
}

TEST(ImpulseOfLoads, TurnsTheBodyAsItsTorqueSays) {
  // Implicit midpoint: L changes by exactly h sum x_mid x f, the elastic torque being zero.
  BodySpec spec = drawn_bar();
  spec.loads = [](const Vector& X) {
    return std::vector<Load>{pull(end_of(X, 1), Vec3(0, 1, 0)), pull(end_of(X, -1), Vec3(0, -1, 0))};
  };
  const MovingBody body = make_body(spec);
  const auto midpoint = make_integrator("implicit_midpoint");
  const auto made_stepper = make_stepper(*body.system, *midpoint, {});
  const Stepper& stepper = *made_stepper;
  History history(body.start);
  Workspace workspace;
  const Vector f = body.system->load(0);
  const double h = 0.01;
  Vec3 impulse = Vec3::Zero();
  for (int k = 1; k <= 100; ++k) {
    const Vector before = history.now().x;
    auto step = stepper.attempt(history, {k, k * h, h}, workspace);
    ASSERT_TRUE(step);
    history.accept(std::move(*step));
    const Vector middle = 0.5 * (before + history.now().x);
    for (Index i = 0; i < body.mesh.vertices(); ++i) impulse += h * Vec3(vertex(middle, i)).cross(Vec3(vertex(f, i)));
  }
  EXPECT_GT(impulse[2], 1);
  EXPECT_LT((stepper.ledger(history).angular - impulse).norm(), 1e-10 * impulse.norm());
  EXPECT_LT(stepper.ledger(history).linear.norm(), 1e-12);
}

TEST(LoadedBody, AtRestWhoseLoadSetsInIsSolvedInAFewIterations) {
  // Nothing has moved before: the work of the load itself is the energy that errors are measured by.
  for (const char* name : {"avf", "newmark", "backward_euler"}) {
    const RunOutcome outcome = run_body(make_body(clamped_bar({ProfileConstant{}, 0.095})), *make_integrator(name), 0.01, 20);
    EXPECT_EQ(outcome.failure, "") << name;
    EXPECT_LT(outcome.statistics.newton_iterations, 20 * 8) << name;
    EXPECT_EQ(outcome.statistics.short_of_tolerance, 0) << name;
  }
}

// Five steps of 0.02 s of a stiff bar of 4000 kg, 3e7 N on the layer at its free end, which alone would fly five times the bar's
// length in a step.
RunOutcome stiff_bar_under(double force) {
  BodySpec spec = drawn_bar();
  spec.law = NeoHookean{2e8, 8e8};
  spec.loads = [force](const Vector& X) { return std::vector<Load>{pull(end_of(X, 1), Vec3(force, 0, 0))}; };
  spec.mass = 4000;
  return run_body(make_body(spec), *make_integrator("avf"), 0.02, 5);
}

TEST(LoadedBody, ThatIsStiffStartsFromItsMotionAsAWholeAndNotFromATornMesh) {
  const RunOutcome outcome = stiff_bar_under(3e7);
  EXPECT_EQ(outcome.failure, "");
  EXPECT_EQ(outcome.statistics.backtracks, 0);
  EXPECT_NEAR(outcome.drift.last().linear[0], 3e7 * 0.1, 1e-4);
}

// Rounding decides into which direction it buckles and when: the line search may be needed there, but every step is solved.
TEST(LoadedBody, ThatIsPressedUntilItBucklesIsSolved) {
  for (double force : {-3e7, -2.9e7, -3.1e7, -4e7}) {
    const RunOutcome outcome = stiff_bar_under(force);
    EXPECT_EQ(outcome.failure, "") << force;
    EXPECT_NEAR(outcome.drift.last().linear[0], force * 0.1, 1e-4) << force;
  }
}

// Force and moment about the origin of grad W over the held components: what the pins exert.
struct Wrench {
  Vec3 force = Vec3::Zero(), moment = Vec3::Zero();
};

Wrench wrench_of_pins(const System& system, const Frame& now) {
  Vector g = Vector::Zero(now.x.size());
  system.add_gradient(now.x, now.t, 1, g);
  for (Index c : system.coordinates().free()) g[c] = 0;
  Wrench wrench;
  for (Index i = 0; i < system.vertices(); ++i) {
    wrench.force += vertex(g, i);
    wrench.moment += Vec3(vertex(now.x, i)).cross(Vec3(vertex(g, i)));
  }
  return wrench;
}

TEST(Equilibrium, OfALoadedHeavyBodyIsCarriedByItsPinsForceAndMoment) {
  for (const Law& law : {Law{StVenantKirchhoff{1000, 500}}, Law{NeoHookean{500, 900}}}) {
    BodySpec spec = clamped_bar({ProfileRamp{}, 0, 1});
    spec.law = law;
    spec.gravity = Vec3(0, -9.81, 0.5);
    const MovingBody body = make_body(spec);
    const RunOutcome outcome = run_body(body, *make_integrator("static"), 0.5, 3);
    EXPECT_EQ(outcome.failure, "");
    const Frame& now = outcome.history.now();
    Wrench outside;
    const Vector f = body.system->load(now.t);
    for (Index i = 0; i < body.mesh.vertices(); ++i) {
      const Vec3 force = vertex(f, i) + body.system->vertex_mass()[i] * spec.gravity;
      outside.force += force;
      outside.moment += Vec3(vertex(now.x, i)).cross(force);
    }
    const Wrench carried = wrench_of_pins(*body.system, now);
    EXPECT_LT((carried.force + outside.force).norm(), 1e-10 * outside.force.norm());
    EXPECT_LT((carried.moment + outside.moment).norm(), 1e-10 * outside.moment.norm());
  }
}

TEST(Equilibrium, UnderARampStoresTheWorkOfItsLoad) {
  BodySpec spec = clamped_bar({ProfileRamp{}, 0, 1});
  spec.law = Linear{1000, 500};
  const RunOutcome outcome = run_body(make_body(spec), *make_integrator("static"), 0.1, 10);
  EXPECT_GT(outcome.drift.last().elastic, 1e-3);
  EXPECT_LT(outcome.drift.energy(), 1e-10);  // the trapezoidal work of a linear body is exact
}

TEST(Equilibrium, IsRefusedWhereNothingCarriesTheLoad) {
  const RunOutcome outcome = run_body(make_body(drawn_bar()), *make_integrator("static"), 1, 1);
  EXPECT_THAT(outcome.failure, testing::HasSubstr("load is left that nothing carries"));
}

}  // namespace
}  // namespace lilyan::test
