// By how much a constraint may be missed: in the scene's start, and in every step.
#include <lilyan/dynamics/constraint_check.hpp>

#include <tests/constraints/constrained.hpp>

#include <gtest/gtest.h>

namespace lilyan::test::honest_tolerance {
namespace {

// A pendulum of two rods, the first hung at the origin; coordinates up to 2 m.
MovingBody pendulum(double too_long = 0) {
  Vector x(6), v = Vector::Zero(6), mass(2);
  x << 1, 0, 0, 2 + too_long, 0, 0;
  mass << 1, 2;
  return particles(x, v, mass, list_of(OnSphere("first", 0, Vec3::Zero(), 1), FixedDistance("second", 0, 1, 1)));
}

TEST(HonestTolerance, AStartMayMissAConstraintByAHundredMillionthOfItsSize) {
  const auto faults = [](double too_long) {
    const MovingBody body = pendulum(too_long);
    return find_faults(*body.system, body.start.x, 0).size();
  };
  EXPECT_EQ(faults(0), 0u);
  EXPECT_EQ(faults(1.5e-8), 0u);
  EXPECT_EQ(faults(3e-8), 1u);
  EXPECT_EQ(faults(-3e-8), 1u);
}

TEST(HonestTolerance, EveryStepMeetsItsConstraintsToRounding) {
  for (const char* name : {"implicit_midpoint", "avf", "backward_euler", "velocity_verlet"}) {
    const MovingBody body = pendulum();
    const auto integrator = make_integrator(name);
    const auto stepper = make_stepper(*body.system, *integrator, {.tolerance = 1e-6});
    History history(body.start);
    Workspace workspace;
    for (int k = 1; k <= 50; ++k) {
      auto step = stepper->attempt(history, {k, 0.01 * k, 0.01}, workspace);
      ASSERT_TRUE(step) << name;
      history.accept(std::move(*step));
      ASSERT_LT(body.system->constraints().value(history.now().x, 0.01 * k).cwiseAbs().maxCoeff(), 1e-11) << name << ", step " << k;
    }
  }
}

}  // namespace
}  // namespace lilyan::test::honest_tolerance
