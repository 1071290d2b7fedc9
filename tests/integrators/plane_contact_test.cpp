// Bodies that fall on a plane: none passes it, and methods that keep the energy keep it through every bounce.
#include <lilyan/energy/contact/planes/plane_responses.hpp>

#include <gtest/gtest.h>

#include <tests/integrators/falling_bodies.hpp>

#include <limits>

namespace lilyan::test {
namespace {

TEST(PlaneContact, GivesAParticleItsEnergyBackThroughEveryBounce) {
  for (const double h : {0.01, 0.033}) {
    const Fall seen = fall(falling_particle<PlaneBarrier>(), *make_integrator("avf"), h, 20);
    EXPECT_EQ(seen.failure, "");
    EXPECT_GE(seen.bounces, 38) << h;
    EXPECT_LT(seen.drift.energy(), 1e-11) << h;
    EXPECT_GT(seen.least_gap, 0) << h;
    EXPECT_EQ(seen.short_of_tolerance, 0) << h;
  }
}

TEST(PlaneContact, GivesAnImpulseOnceIfTheMethodGoesOnWithTheLastStep) {
  for (const char* method : {"bdf2", "bathe"})
    for (const double h : {0.01, 0.033}) {
      const Fall seen = fall(falling_particle<PlaneBarrier>(), *make_integrator(method), h, 5);
      EXPECT_EQ(seen.failure, "");
      EXPECT_GE(seen.bounces, 9) << method << ' ' << h;
      EXPECT_LT(seen.drift.energy(), 1e-8) << method << ' ' << h;
      EXPECT_LT(seen.momentum_off, 1e-9) << method << ' ' << h;
    }
}

TEST(PlaneContact, KeepsAParticlesEnergyWhateverItsParameters) {
  for (const double distance : {1e-2, 1e-3, 1e-4, 1e-5})
    for (const double stiffness : {2e2, 2e4, 2e6}) {
      const Fall seen = fall(falling_particle<PlaneBarrier>(stiffness, distance), *make_integrator("avf"), 0.01, 5);
      EXPECT_EQ(seen.failure, "") << distance << ' ' << stiffness;
      // A gap is known to the rounding of the positions that it is left of.
      const double known = std::numeric_limits<double>::epsilon() * 0.3 / seen.least_gap;
      EXPECT_LT(seen.drift.energy(), 1e-11 + 10 * known) << distance << ' ' << stiffness;
      EXPECT_GT(seen.least_gap, 0) << distance << ' ' << stiffness;
    }
}

TEST(PlaneContact, KeepsTheEnergyOfAnElasticBody) {
  for (const double h : {0.01, 0.033}) {
    const Fall seen = fall(falling_cube<PlaneBarrier>(), *make_integrator("avf"), h, 6);
    EXPECT_EQ(seen.failure, "");
    EXPECT_LT(seen.drift.energy(), 3e-11) << h;
    EXPECT_GT(seen.least_gap, 0) << h;
    EXPECT_GE(seen.bounces, 5) << h;
  }
}

TEST(PlaneContact, KeepsTheEnergyOfLawsThatAreNoPolynomials) {
  for (const Law& law : {Law(NeoHookean{1000, 500}), Law(StableNeoHookean{1000, 500})}) {
    const Fall seen = fall(falling_cube<PlaneBarrier>(law), *make_integrator("avf"), 0.01, 3);
    EXPECT_EQ(seen.failure, "");
    EXPECT_LT(seen.drift.energy(), 1e-9);
    EXPECT_GT(seen.least_gap, 0);
  }
}

class EveryImplicitMethod : public testing::TestWithParam<Method> {};

TEST_P(EveryImplicitMethod, CarriesABodyThatBouncesOnAPlane) {
  const Falling falling = falling_cube<PlaneBarrier>();
  const auto integrator = make_integrator(GetParam().name, GetParam().parameters);
  ASSERT_TRUE(integrator->objections(*falling.body.system).empty());
  const Fall seen = fall(falling, *integrator, 0.01, 2);
  EXPECT_EQ(seen.failure, "") << "after " << seen.steps << " steps, " << seen.newton_iterations << " iterations, energy off by "
                              << seen.drift.energy() << ", least gap " << seen.least_gap;
  EXPECT_GT(seen.least_gap, 0);
  RecordProperty("energy", std::to_string(seen.drift.energy()));
}

INSTANTIATE_TEST_SUITE_P(PlaneContact, EveryImplicitMethod, testing::ValuesIn(methods_of_parts()), label_of);

TEST(PlaneContact, PushesBackAtRestByTheWeight) {
  // Without friction the plane lets it slide and turn: two vertices are held along it.
  const Falling falling =
      falling_cube<PlaneBarrier>(StVenantKirchhoff{1000, 500}, {{{0}, {true, false, true}, {}}, {{3}, {false, false, true}, {}}});
  const auto integrator = make_integrator("static");
  const auto stepper = integrator->stepper(*falling.body.system, {});
  History history(falling.body.start);
  Vector x = history.now().x;
  for (Index c = 1; c < x.size(); c += 3) x[c] -= 0.3 + 0.2 - 0.004;  // a millimetre inside the barrier
  history = History({0, 0, 0, x, Vector::Zero(x.size())});
  Workspace workspace;
  auto step = stepper->attempt(history, {1, 1, 1}, workspace);
  ASSERT_TRUE(step) << step.failure().reason;
  EXPECT_GT(falling.contact->least_gap(step->frame.x), 0);
  Vector g = Vector::Zero(x.size());
  falling.contact->add_gradient(step->frame.x, 0, 1, g);
  double push = 0;
  for (Index c = 1; c < g.size(); c += 3) push -= g[c];
  const double weight = 9.81 * falling.body.system->vertex_mass().sum();
  EXPECT_NEAR(push, weight, 1e-6 * weight);
  const Vector first = step->frame.x;
  history.accept(std::move(*step));
  step = stepper->attempt(history, {2, 2, 1}, workspace);
  ASSERT_TRUE(step) << step.failure().reason;
  EXPECT_LT((step->frame.x - first).lpNorm<Eigen::Infinity>(), 1e-12);
}

}  // namespace
}  // namespace lilyan::test
