// Velocities that keep to constraints: also where these move, and where a vertex that they join is held and moves.
#include <lilyan/dynamics/velocities.hpp>

#include <tests/constraints/constrained.hpp>

#include <gtest/gtest.h>

namespace lilyan::test::honest_velocities {
namespace {

// dg/dt along the motion: dg/dx v + the constraint's own rate.
Vector rate_along(const System& system, const Vector& x, double t, const Vector& v) {
  const ConstraintSet& constraints = system.constraints();
  return times(constraints.gradient(x, t), v, constraints.rows()) + constraints.rate(x, t);
}

TEST(HonestVelocities, FollowConstraintsThatMove) {
  Vector x(6), v(6), mass(2);
  x << 1, 0, 0, 0, 2, 0.5;
  v << 0.3, -0.2, 0.4, 0.1, 0.2, -0.5;
  mass << 1, 2;
  const Motion motion = {Ramp{.translation = Vec3(0.3, -0.2, 0.1), .t0 = 0, .t1 = 1}};
  const MovingBody body = particles(x, v, mass,
                                    list_of(OnSphere("sphere", 0, Vec3::Zero(), 1, motion),
                                            LinearConstraint("plane", {{1, 1}}, Vec3(0, 2, 0), {Vec3::UnitY()}, motion)));
  const System& system = *body.system;
  Vector projected = v;
  ASSERT_TRUE(project_velocities(system.constraints(), system.metric(), system.coordinates(), x, 0.5, projected, nullptr));
  EXPECT_GT(system.constraints().rate(x, 0.5).cwiseAbs().minCoeff(), 0.01);
  EXPECT_LT(rate_along(system, x, 0.5, projected).norm(), 1e-13);
  EXPECT_NEAR(projected[4], -0.2, 1e-13) << "the plane's own velocity";
}

TEST(HonestVelocities, FollowAHeldVertexThatMoves) {
  Vector x(6), v(6), mass(2);
  x << 0, 0, 0, 1, 0, 0;
  v << 0.7, 0.1, 0, 0, 0.5, 0;
  mass << 1, 2;
  Pin pin;
  pin.vertices = {0};
  const MovingBody body = particles(x, v, mass, list_of(FixedDistance("rod", 0, 1, 1)), ConstraintVelocities::free, {pin});
  const System& system = *body.system;
  Vector projected = v;
  ASSERT_TRUE(project_velocities(system.constraints(), system.metric(), system.coordinates(), x, 0, projected, nullptr));
  EXPECT_EQ(Vec3(projected.head<3>()), Vec3(v.head<3>())) << "held as it is";
  EXPECT_NEAR(projected[3], 0.7, 1e-13) << "drawn along";
  EXPECT_NEAR(projected[4], 0.5, 1e-13);
  EXPECT_LT(rate_along(system, x, 0, projected).norm(), 1e-13);
}

// What the projection takes and a small factor cannot give back stays as a debt: nothing is lost.
TEST(HonestVelocities, OweTheEnergyThatTheProjectionTook) {
  Vector x(6), v(6), mass(2);
  x << 0, 0, 0, 1, 0, 0;
  v << 0.4, 0.2, 0, -0.5, -0.7, 0.3;  // against each other along the rod, and turning
  mass << 1, 2;
  const MovingBody body = particles(x, v, mass, list_of(FixedDistance("rod", 0, 1, 1)), ConstraintVelocities::consistent);
  const System& system = *body.system;
  const auto kinetic = [&](const Vector& p) { return system.kinetic_energy(p, system.velocity(p)); };
  Vector p = body.start.p;
  double debt = 0.01;
  ASSERT_TRUE(make_consistent(system, x, x, 0, 0.01, p, debt));
  EXPECT_GT(debt, 0.1);
  EXPECT_NEAR(kinetic(p) + debt, kinetic(body.start.p) + 0.01, 1e-12);
  EXPECT_LT(rate_along(system, x, 0, system.velocity(p)).norm(), 1e-12);
}

// A pin that moves draws a particle by a rod: the rod's force on what is held does the work.
TEST(HonestWork, OfAPinThatDrawsByAConstraintIsCounted) {
  Vector x(6), v = Vector::Zero(6), mass(2);
  x << 0, 0, 0, 1, 0, 0;
  mass << 1, 2;
  Pin pin;
  pin.vertices = {0};
  pin.motion = {Ramp{.translation = Vec3(-0.5, 0.3, 1), .t0 = 0, .t1 = 0.5}};
  const MovingBody body = particles(x, v, mass, list_of(FixedDistance("rod", 0, 1, 1)), ConstraintVelocities::free, {pin});
  for (const char* name : {"avf", "implicit_midpoint"}) {
    const RunOutcome outcome = run_body(body, *make_integrator(name), 0.005, 200, {.tolerance = 1e-13});
    EXPECT_EQ(outcome.failure, "") << name;
    EXPECT_GT(std::abs(outcome.drift.last().work), 1e-2 * outcome.drift.energy_scale()) << name;
    EXPECT_LT(outcome.drift.energy(), 1e-9) << name;
  }
}

}  // namespace
}  // namespace lilyan::test::honest_velocities
