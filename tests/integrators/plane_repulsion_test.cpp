// Bodies that a plane pushes back by temporary springs, which are remembered from step to step.
#include <lilyan/energy/contact/planes/plane_responses.hpp>

#include <gtest/gtest.h>

#include <tests/integrators/falling_bodies.hpp>
#include <tests/support/fault_of.hpp>

namespace lilyan::test {
namespace {

TEST(PlaneRepulsion, KeepsABodyFromSinking) {
  for (const double h : {0.003, 0.01}) {
    const Fall seen = fall(falling_cube<PlaneRepulsion>(), *make_integrator("avf"), h, 3);
    EXPECT_EQ(seen.failure, "") << h;
    EXPECT_LT(seen.least_gap, 0) << h;
    EXPECT_GT(seen.least_gap, -0.3) << h;
    EXPECT_GE(seen.bounces, 2) << h;
    EXPECT_LT(seen.momentum_off, 1e-9 * seen.drift.linear_scale()) << h;
  }
}

// A spring is set at the start of the step after the one in which the vertex came inside: nothing is stored before.
TEST(PlaneRepulsion, ChangesTheEnergyInEveryBounce) {
  const Fall seen = fall(falling_particle<PlaneRepulsion>(), *make_integrator("avf"), 0.01, 5);
  EXPECT_EQ(seen.failure, "");
  EXPECT_GT(seen.drift.energy(), 1e-3);
}

// One step of avf from a height and a velocity, with or without a spring of the step before; whether a spring acted.
bool has_spring(double y, double v, bool had) {
  const Falling falling = falling_particle<PlaneRepulsion>();
  Vector x = Vector::Zero(3), p = Vector::Zero(3);
  x[1] = y;
  p[1] = v;
  Memory memory;
  if (had) memory.set("contact.springs.0", std::vector<double>{0});
  const History history({0, 0, 0, x, p}, memory);
  const auto integrator = make_integrator("avf");
  const auto stepper = integrator->stepper(*falling.body.system, {});
  Workspace workspace;
  const auto step = stepper->attempt(history, {1, 1e-3, 1e-3}, workspace);
  EXPECT_TRUE(step);
  return step && step->memory.find("contact.springs.0") != nullptr;
}

TEST(PlaneRepulsion, HoldsAVertexUntilItIsOutsideAndMovesAway) {
  EXPECT_TRUE(has_spring(-0.001, -1, false));
  EXPECT_TRUE(has_spring(-0.001, 1, true));
  EXPECT_TRUE(has_spring(0.001, -1, true));
  EXPECT_FALSE(has_spring(0.001, 1, true));
  EXPECT_FALSE(has_spring(0.001, -1, false));
}

TEST(PlaneRepulsion, RefusesToRememberSpringsOfPointsThatItDoesNotHave) {
  const Falling falling = falling_particle<PlaneRepulsion>();
  const auto integrator = make_integrator("avf");
  const auto stepper = integrator->stepper(*falling.body.system, {});
  for (const double point : {1.0, -1.0, 0.5, 1e300}) {
    Memory memory;
    memory.set("contact.springs.0", std::vector<double>{point});
    const History history({0, 0, 0, Vector::Zero(3), Vector::Zero(3)}, memory);
    Workspace workspace;
    EXPECT_EQ(test::fault_of([&] { stepper->prepare(history, workspace); }).id, "checkpoint.content") << point;
  }
}

class EveryMethodWithRepulsion : public testing::TestWithParam<Method> {};

TEST_P(EveryMethodWithRepulsion, CarriesABodyThatBouncesOnAPlane) {
  const Falling falling = falling_cube<PlaneRepulsion>();
  const auto integrator = make_integrator(GetParam().name, GetParam().parameters);
  ASSERT_TRUE(integrator->objections(*falling.body.system).empty());
  const Fall seen = fall(falling, *integrator, 0.01, 2);
  EXPECT_EQ(seen.failure, "") << "after " << seen.steps << " steps, " << seen.newton_iterations << " iterations, energy off by "
                              << seen.drift.energy() << ", least gap " << seen.least_gap;
  EXPECT_LT(seen.least_gap, 0);
  EXPECT_GT(seen.least_gap, -0.4);
  EXPECT_LT(seen.momentum_off, 1e-9 * seen.drift.linear_scale());
}

TEST_P(EveryMethodWithRepulsion, IsRestartedExactly) {
  const Falling falling = falling_cube<PlaneRepulsion>();
  const auto integrator = make_integrator(GetParam().name, GetParam().parameters);
  const auto stepper = integrator->stepper(*falling.body.system, {});
  bool had_springs = false;
  auto run = [&](bool with_new_workspaces) {
    History history(falling.body.start);
    auto workspace = std::make_unique<Workspace>();
    constexpr double h = 0.01;
    for (int n = 1; n <= 45; ++n) {
      if (with_new_workspaces && n % 3 == 0) {
        workspace = std::make_unique<Workspace>();
        history = History::read(history.write());
      }
      const auto step = stepper->attempt(history, {n, h * n, h}, *workspace);
      EXPECT_TRUE(step);
      if (!step) break;
      history.accept(*step);
      had_springs = had_springs || history.memory().find("contact.springs.0");
    }
    return history.write();
  };
  EXPECT_EQ(run(false), run(true));
  EXPECT_TRUE(had_springs);
}

INSTANTIATE_TEST_SUITE_P(PlaneRepulsion, EveryMethodWithRepulsion, testing::ValuesIn(methods_of_parts()), label_of);

TEST(PlaneRepulsion, IsRefusedByExplicitMethods) {
  const Falling falling = falling_particle<PlaneRepulsion>();
  for (const Method& chosen : explicit_methods())
    EXPECT_FALSE(make_integrator(chosen.name, chosen.parameters)->objections(*falling.body.system).empty()) << chosen.label;
}

TEST(PlaneRepulsion, PushesBackAtRestByTheWeight) { expect_that_rest_is_carried<PlaneRepulsion>(); }

}  // namespace
}  // namespace lilyan::test
