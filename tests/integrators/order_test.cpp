// The order of every method, measured by halving the step.
#include <lilyan/energy/damping/stiffness_damping.hpp>

#include <gtest/gtest.h>

#include <tests/integrators/methods.hpp>

#include <cmath>

namespace lilyan::test {
namespace {

Vector end_positions(const MovingBody& body, const Integrator& integrator, int steps) {
  constexpr double kDuration = 0.5;
  const RunOutcome outcome = run_body(body, integrator, kDuration / steps, steps);
  EXPECT_EQ(outcome.failure, "");
  return outcome.history.now().x;
}

// From the differences between successive halvings.
double measured_order(const MovingBody& body, const Integrator& integrator, int steps) {
  const Vector coarse = end_positions(body, integrator, steps), middle = end_positions(body, integrator, 2 * steps),
               fine = end_positions(body, integrator, 4 * steps);
  return std::log2((coarse - middle).norm() / (middle - fine).norm());
}

struct Expected {
  Method method;
  double order, margin;
  int steps = 256;  // of the coarsest run
};

class Order : public testing::TestWithParam<Expected> {};

TEST_P(Order, IsWhatTheMethodPromises) {
  const auto integrator = make_integrator(GetParam().method.name, GetParam().method.parameters);
  EXPECT_NEAR(measured_order(smooth_body_for(*integrator), *integrator, GetParam().steps), GetParam().order, GetParam().margin);
}

TEST_P(Order, IsTheSameWithAConsistentMass) {
  const auto integrator = make_integrator(GetParam().method.name, GetParam().method.parameters);
  const Law law = integrator->objections(*smooth_body().system).empty() ? Law(StVenantKirchhoff{10, 5}) : Law(corotated(10, 5));
  const MovingBody body = smooth_body(law, MassMatrix::consistent);
  if (!integrator->objections(*body.system).empty()) GTEST_SKIP() << "refuses it";
  EXPECT_NEAR(measured_order(body, *integrator, 2 * GetParam().steps), GetParam().order, GetParam().margin);
}

std::vector<Expected> expectations() {
  std::vector<Expected> all;
  for (const Method& m :
       {method("backward_euler"), method("forward_euler"), method("symplectic_euler"), variational_method("variational_03", 0.3)})
    all.push_back({m, 1, 0.15});
  for (const Method& m : {method("newmark"), method("implicit_midpoint"), method("avf"), closed_avf(), method("energy_momentum"),
                          method("discrete_gradient"), joint_gradient(), method("bdf2"), method("bathe"), method("velocity_verlet"),
                          variational_method("variational_05", 0.5), method("corotational_reversible")})
    all.push_back({m, 2, 0.1});
  for (const char* name : {"avf", "implicit_midpoint", "velocity_verlet"}) {
    all.push_back({composed_method(name, 4), 4, 0.3, 32});
    all.push_back({composed_method(name, 6), 6, 0.3, 32});
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(Methods, Order, testing::ValuesIn(expectations()),
                         [](const auto& test) { return test.param.method.label; });

// The same with damping that is linear in the velocities, as the registry lists it.
TEST_P(Order, WithDampingIsAsListed) {
  const Method& method = GetParam().method;
  const auto integrator = make_integrator(method.name, method.parameters);
  const int listed = listed_properties(method).order_with_damping;
  BodySpec spec;
  spec.law = StVenantKirchhoff{10, 5};
  if (!integrator->objections(*smooth_body().system).empty()) spec.law = corotated(10, 5);
  spec.cells = {2, 1, 1};
  spec.size = Vec3(2, 1, 1);
  spec.stretch = 1.05;
  spec.twist_degrees = 20;
  spec.dissipations = [](const BodySpec::MakeElasticity&, const Vector& mass) {
    BodySpec::Dissipations all;
    all.push_back(std::make_unique<RayleighDamping>(std::vector<std::unique_ptr<Potential>>(), mass, 0.8, 0.0,
                                                    RayleighDamping::Form::midpoint));
    return all;
  };
  const MovingBody body = make_body(spec);
  EXPECT_EQ(integrator->objections(*body.system).empty(), listed > 0);
  if (listed == 0) return;
  const int steps = GetParam().steps;
  const Vector coarse = end_positions(body, *integrator, steps), middle = end_positions(body, *integrator, 2 * steps),
               fine = end_positions(body, *integrator, 4 * steps);
  EXPECT_NEAR(std::log2((coarse - middle).norm() / (middle - fine).norm()), listed, 0.15);
}

TEST(Order, OfBackwardDifferencesSurvivesChangingSteps) {
  // Steps that alternate between 1/3 and 2/3 of a pair.
  const MovingBody body = smooth_body();
  const auto integrator = make_integrator("bdf2");
  const auto made_stepper = make_stepper(*body.system, *integrator, {});
  const Stepper& stepper = *made_stepper;
  auto end = [&](int pairs) {
    History history(body.start);
    Workspace workspace;
    const double pair = 0.5 / pairs;
    for (int k = 0; k < pairs; ++k)
      for (int part : {1, 2}) {
        const double h = pair * part / 3, t = k * pair + (part == 1 ? h : pair);
        auto step = stepper.attempt(history, {k, t, h}, workspace);
        EXPECT_TRUE(step);
        history.accept(std::move(*step));
      }
    return history.now().x;
  };
  const Vector coarse = end(256), middle = end(512), fine = end(1024);
  EXPECT_NEAR(std::log2((coarse - middle).norm() / (middle - fine).norm()), 2, 0.1);
}

TEST(Order, IsListedAsMeasured) {
  for (const IntegratorEntry& entry : integrator_registry()) {
    if (entry.name == "static" || !moves_vertices(entry)) continue;
    const Parameters parameters = default_parameters(entry);
    const auto integrator = entry.make(parameters);
    EXPECT_NEAR(measured_order(smooth_body_for(*integrator), *integrator, 128), entry.properties(parameters).order, 0.2)
        << entry.name;
  }
}

}  // namespace
}  // namespace lilyan::test
