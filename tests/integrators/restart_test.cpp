// Exact restart: the history is all that a step depends on.
#include <lilyan/algebra/threads.hpp>
#include <lilyan/energy/damping/drag.hpp>
#include <lilyan/energy/damping/stiffness_damping.hpp>
#include <lilyan/energy/damping/strain_damping.hpp>

#include <gtest/gtest.h>

#include <tests/integrators/methods.hpp>

namespace lilyan::test {
namespace {

BodySpec held_bar() {
  BodySpec spec;
  spec.gravity = Vec3(0, -9.81, 0);
  spec.pins = [](const Vector& X) {
    Pin pin;
    for (Index i = 0; i < X.size() / 3; ++i)
      if (vertex(X, i)[0] < -1.9) pin.vertices.push_back(i);
    pin.motion = {Ramp{.translation = Vec3(0.1, 0, 0), .radians = 0.3, .t0 = 0, .t1 = 0.2}};
    return std::vector<Pin>{pin};
  };
  return spec;
}

BodySpec loaded_bar() {
  BodySpec spec = held_bar();
  spec.loads = [](const Vector& X) {
    return std::vector<Load>{pull(end_of(X, 1), Vec3(3, -20, 5), {ProfileSine{40, 0.3}, 0.01}),
                             pull({5, 40}, Vec3(0, 4, 0), {ProfilePulse{}, 0.005, 0.03})};
  };
  return spec;
}

// All that damps at once: by the strain of this step, by that of the step before, by Rayleigh and by the air.
BodySpec damped_bar() {
  BodySpec spec = held_bar();
  spec.dissipations = [](const BodySpec::MakeElasticity& elasticity, const Vector& mass) {
    BodySpec::Dissipations all;
    std::vector<std::unique_ptr<Potential>> potentials;
    for (auto& part : elasticity()) potentials.push_back(std::move(part));
    all.push_back(std::make_unique<StrainDamping>(elasticity(), 1e-4, StrainDamping::Form::implicit));
    all.push_back(std::make_unique<StrainDamping>(elasticity(), 1e-5, StrainDamping::Form::lagged));
    all.push_back(std::make_unique<RayleighDamping>(std::move(potentials), mass, 0.1, 1e-4, RayleighDamping::Form::midpoint));
    all.push_back(std::make_unique<Drag>(Vector::Constant(mass.size() / 3, 0.01), 1, 2, Vec3(1, 0, 0)));
    return all;
  };
  return spec;
}

// By a force that is no gradient.
BodySpec kicked_bar() {
  BodySpec spec = held_bar();
  spec.dissipations = [](const BodySpec::MakeElasticity& elasticity, const Vector&) {
    BodySpec::Dissipations all;
    all.push_back(std::make_unique<StrainDamping>(elasticity(), 1e-4, StrainDamping::Form::implicit_exact));
    return all;
  };
  return spec;
}

void expect_same(const Frame& a, const Frame& b) {
  EXPECT_EQ(a.x, b.x);
  EXPECT_EQ(a.p, b.p);
  EXPECT_EQ(a.held_velocity, b.held_velocity);
}

class EveryIntegrator : public testing::TestWithParam<Method> {};

TEST_P(EveryIntegrator, GivesTheSameBitsWhenItsWorkspaceIsForgottenAndItsHistoryRereadAfterEveryStep) {
  const auto integrator = make_integrator(GetParam().name, GetParam().parameters);
  for (const BodySpec& spec :
       {BodySpec{}, neo_hookean_bar(), held_bar(), loaded_bar(), damped_bar(), kicked_bar(), with_consistent_mass(loaded_bar()),
        with_consistent_mass(damped_bar()), with_consistent_mass(kicked_bar())}) {
    const MovingBody body = make_body(spec);
    if (spec.mass_matrix == MassMatrix::consistent && !integrator->objections(*body.system).empty()) continue;
    const auto made_stepper = integrator->stepper(*body.system, {});
    const Stepper& stepper = *made_stepper;
    constexpr double h = 0.004;
    Workspace keeping;
    History remembered(body.start), forgetful(body.start);
    for (int k = 1; k <= 12; ++k) {
      auto step = stepper.attempt(remembered, {k, k * h, h}, keeping);
      Workspace fresh;
      auto same_step = stepper.attempt(forgetful, {k, k * h, h}, fresh);
      ASSERT_EQ(static_cast<bool>(step), static_cast<bool>(same_step));
      if (!step) break;
      EXPECT_EQ(step->statistics.newton_iterations, same_step->statistics.newton_iterations);
      EXPECT_EQ(step->statistics.factorizations, same_step->statistics.factorizations);
      remembered.accept(std::move(*step));
      forgetful.accept(std::move(*same_step));
      forgetful = History::read(forgetful.write());
      expect_same(remembered.now(), forgetful.now());
      EXPECT_EQ(remembered.memory().number("dissipated", 0), forgetful.memory().number("dissipated", 0));
    }
  }
}

TEST_P(EveryIntegrator, GivesTheSameBitsWithOneAndTwoThreads) {
  const auto integrator = make_integrator(GetParam().name, GetParam().parameters);
  BodySpec spec;
  spec.cells = {16, 4, 4};  // enough tets for several chunks of a colour
  spec.dissipations = damped_bar().dissipations;
  for (const BodySpec& each : {spec, with_consistent_mass(spec)}) {
    const MovingBody body = make_body(each);
    if (each.mass_matrix == MassMatrix::consistent && !integrator->objections(*body.system).empty()) continue;
    set_threads(1);
    const RunOutcome one = run_body(body, *integrator, 5e-4, 5);
    set_threads(2);
    const RunOutcome two = run_body(body, *integrator, 5e-4, 5);
    set_threads(1);
    expect_same(one.history.now(), two.history.now());
    EXPECT_EQ(one.drift.last().total, two.drift.last().total);
  }
}

class MethodThatIterates : public testing::TestWithParam<Method> {};

TEST_P(MethodThatIterates, LeavesTheHistoryAloneWhenAStepFails) {
  const auto integrator = make_integrator(GetParam().name, GetParam().parameters);
  const MovingBody body = make_body({});
  NewtonSettings hopeless;
  hopeless.max_iterations = 1;
  hopeless.tolerance = 1e-16;
  const auto made_strict = integrator->stepper(*body.system, hopeless), made_usual = integrator->stepper(*body.system, {});
  const Stepper &strict = *made_strict, &usual = *made_usual;
  History history(body.start);
  Workspace disturbed, fresh;
  ASSERT_FALSE(strict.attempt(history, {1, 0.033, 0.033}, disturbed));
  expect_same(history.now(), body.start);
  auto after_failure = usual.attempt(history, {1, 0.001, 0.001}, disturbed);
  auto from_scratch = usual.attempt(history, {1, 0.001, 0.001}, fresh);
  ASSERT_TRUE(after_failure && from_scratch);
  expect_same(after_failure->frame, from_scratch->frame);
}

std::vector<Method> all_methods_and_static() {
  std::vector<Method> all = {method("forward_euler"), method("static")};
  for (const Method& m : explicit_methods()) all.push_back(m);
  for (const Method& m : implicit_methods()) all.push_back(m);
  return all;
}

INSTANTIATE_TEST_SUITE_P(Methods, EveryIntegrator, testing::ValuesIn(all_methods_and_static()), label_of);
INSTANTIATE_TEST_SUITE_P(Methods, MethodThatIterates, testing::ValuesIn(implicit_methods()), label_of);

}  // namespace
}  // namespace lilyan::test
