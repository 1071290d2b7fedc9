// Bodies that a plane pushes back by a penalty: methods that keep the energy keep it through every bounce, and every method carries
// it, explicit ones too.
#include <lilyan/energy/contact/planes/plane_responses.hpp>

#include <gtest/gtest.h>

#include <tests/integrators/falling_bodies.hpp>

#include <cmath>

namespace lilyan::test {
namespace {

TEST(PlanePenalty, GivesAParticleItsEnergyBackThroughEveryBounce) {
  for (const double h : {0.01, 0.033}) {
    const Fall seen = fall(falling_particle<PlanePenalty>(), *make_integrator("avf"), h, 20);
    EXPECT_EQ(seen.failure, "");
    EXPECT_GE(seen.bounces, 36) << h;
    EXPECT_LT(seen.drift.energy(), 1e-11) << h;
    EXPECT_LT(seen.momentum_off, 1e-9) << h;
    EXPECT_EQ(seen.short_of_tolerance, 0) << h;
    // All the energy of the fall is stored at most: k d^2/2 = m g (0.3 + d).
    EXPECT_GT(seen.least_gap, -0.0177) << h;
    EXPECT_LT(seen.least_gap, -0.001) << h;
  }
}

TEST(PlanePenalty, KeepsTheEnergyOfAnElasticBody) {
  for (const double h : {0.01, 0.033}) {
    const Fall seen = fall(falling_cube<PlanePenalty>(), *make_integrator("avf"), h, 6);
    EXPECT_EQ(seen.failure, "");
    EXPECT_LT(seen.drift.energy(), 1e-11) << h;
    EXPECT_LT(seen.momentum_off, 1e-9) << h;
    EXPECT_LT(seen.least_gap, 0) << h;
    EXPECT_GE(seen.bounces, 4) << h;
  }
}

// Methods whose velocity is the mean of both ends: the contact takes nothing and gives nothing, whatever they do with the rest.
TEST(PlanePenalty, KeepsTheEnergyWithEveryMethodThatIsReadOffTheChord) {
  for (const Method& chosen : {method("avf"), method("discrete_gradient"), method("energy_momentum"), method("implicit_midpoint"),
                               method("newmark"), variational_method("variational_05", 0.5), closed_avf(), joint_gradient()}) {
    SCOPED_TRACE(chosen.label);
    const Fall seen = fall(falling_particle<PlanePenalty>(), *make_integrator(chosen.name, chosen.parameters), 0.01, 5);
    EXPECT_EQ(seen.failure, "");
    EXPECT_LT(seen.drift.energy(), 1e-11);
    EXPECT_LT(seen.momentum_off, 1e-9);
  }
}

// At its own points a variational method has the force of the plain potential there.
TEST(PlanePenalty, IsTakenAtTheirOwnPointsByOthers) {
  const Falling falling = falling_particle<PlanePenalty>();
  const double h = 0.01, k = 2e4, y = -0.002, v = -1;
  Vector x = Vector::Zero(3), p = Vector::Zero(3);
  x[1] = y;
  p[1] = v;
  const History history({0, 0, 0, x, p});
  const auto end_of = [&](const Method& chosen) {
    const auto integrator = make_integrator(chosen.name, chosen.parameters);
    const auto stepper = integrator->stepper(*falling.body.system, {});
    Workspace workspace;
    const auto step = stepper->attempt(history, {1, h, h}, workspace);
    EXPECT_TRUE(step);
    return step ? step->frame.p[1] : 0;
  };
  const double g = 9.81;
  const double euler = (v - h * (g + k * y)) / (1 + h * h * k);  // v1 = v - h (g + k (y + h v1))
  EXPECT_NEAR(end_of(method("backward_euler")), euler, 1e-12 * std::abs(euler));
  const double symplectic = v - h * (g + k * y);
  EXPECT_NEAR(end_of(method("symplectic_euler")), symplectic, 1e-12 * std::abs(symplectic));
}

class EveryMethodWithPenalty : public testing::TestWithParam<Method> {};

TEST_P(EveryMethodWithPenalty, CarriesABodyThatBouncesOnAPlane) {
  const Falling falling = falling_cube<PlanePenalty>();
  const auto integrator = make_integrator(GetParam().name, GetParam().parameters);
  ASSERT_TRUE(integrator->objections(*falling.body.system).empty());
  const double h = listed_properties(GetParam()).is_explicit ? 0.001 : 0.01;
  const Fall seen = fall(falling, *integrator, h, 2);
  EXPECT_EQ(seen.failure, "") << "after " << seen.steps << " steps, " << seen.newton_iterations << " iterations, energy off by "
                              << seen.drift.energy() << ", least gap " << seen.least_gap;
  EXPECT_LT(seen.least_gap, 0);
  EXPECT_GT(seen.least_gap, -0.4);
  EXPECT_GE(seen.bounces, 1);
  EXPECT_LT(seen.momentum_off, 1e-9);
  RecordProperty("energy", std::to_string(seen.drift.energy()));
}

std::vector<Method> methods_for_penalty() {
  std::vector<Method> methods = methods_of_parts();
  for (const Method& method : explicit_methods()) methods.push_back(method);
  return methods;
}

INSTANTIATE_TEST_SUITE_P(PlanePenalty, EveryMethodWithPenalty, testing::ValuesIn(methods_for_penalty()), label_of);

TEST(PlanePenalty, IsMetByExplicitMethodsThatKeepTheEnergyBounded) {
  const Fall seen = fall(falling_particle<PlanePenalty>(), *make_integrator("velocity_verlet"), 1e-4, 10);
  EXPECT_EQ(seen.failure, "");
  EXPECT_GE(seen.bounces, 18);
  EXPECT_LT(seen.drift.energy(), 1e-4);
  EXPECT_LT(seen.momentum_off, 1e-9);
}

// A plane that comes up under a particle and pushes it on its way.
Falling lifted_particle() {
  PlaneLaw law;
  law.motion = {{.translation = Vec3(0, 0.5, 0), .t0 = 0, .t1 = 0.5}};
  return falling_particle<PlanePenalty>(2e3, 1e-3, 0.01, std::move(law));
}

TEST(PlanePenalty, OfAPlaneThatMovesDoesItsWork) {
  for (const char* const name : {"avf", "newmark", "energy_momentum"}) {
    SCOPED_TRACE(name);
    const Fall seen = fall(lifted_particle(), *make_integrator(name), 0.003, 1.2);
    EXPECT_EQ(seen.failure, "");
    EXPECT_GT(seen.drift.last().work, 1);
    EXPECT_LT(seen.drift.energy(), 1e-11);
    EXPECT_LT(seen.momentum_off, 1e-9);
  }
}

TEST(PlanePenalty, OfAPlaneThatMovesDoesItsWorkAtTheEndsOfAnExplicitStep) {
  const Fall seen = fall(lifted_particle(), *make_integrator("velocity_verlet"), 1e-4, 1.2);
  EXPECT_EQ(seen.failure, "");
  EXPECT_GT(seen.drift.last().work, 1);
  EXPECT_LT(seen.drift.energy(), 1e-4);
}

TEST(PlanePenalty, PushesBackAtRestByTheWeight) { expect_that_rest_is_carried<PlanePenalty>(); }

}  // namespace
}  // namespace lilyan::test
