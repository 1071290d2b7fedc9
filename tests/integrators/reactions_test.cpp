// What pins and constraints exert adds up, with what comes from outside, to the change of momentum, under every method.
#include <lilyan/constraints/constraint_kinds.hpp>
#include <lilyan/energy/damping/stiffness_damping.hpp>
#include <lilyan/energy/damping/strain_damping.hpp>
#include <lilyan/energy/springs.hpp>
#include <lilyan/integrators/bdf2.hpp>

#include <gtest/gtest.h>

#include <tests/integrators/methods.hpp>

#include <algorithm>

namespace lilyan::test {
namespace {

const Vec3 kForce(1, -2, 0.5);

// Held at one end by a pin that moves and turns, loaded at the other, heavy and damped by what is inside.
BodySpec busy_bar(bool is_damped) {
  BodySpec spec;
  spec.cells = {4, 1, 1};
  spec.gravity = Vec3(0, -9.81, 0);
  spec.pins = [](const Vector& X) {
    return std::vector<Pin>{
        Pin{end_of(X, -1), {true, true, true}, {Ramp{.translation = Vec3(0.1, 0, 0), .radians = 0.3, .t0 = 0, .t1 = 0.2}}}};
  };
  spec.loads = [](const Vector& X) { return std::vector<Load>{pull(end_of(X, 1), kForce)}; };
  if (is_damped)
    spec.dissipations = [](const BodySpec::MakeElasticity& elasticity, const Vector& mass) {
      BodySpec::Dissipations all;
      std::vector<std::unique_ptr<Potential>> potentials;
      for (auto& part : elasticity()) potentials.push_back(std::move(part));
      all.push_back(std::make_unique<StrainDamping>(elasticity(), 1e-3, StrainDamping::Form::implicit));
      all.push_back(std::make_unique<StrainDamping>(elasticity(), 1e-3, StrainDamping::Form::implicit_exact));
      all.push_back(std::make_unique<RayleighDamping>(std::move(potentials), mass, 0.0, 1e-3, RayleighDamping::Form::midpoint));
      return all;
    };
  return spec;
}

Vec3 total(const Vector& p) {
  Vec3 sum = Vec3::Zero();
  for (Index i = 0; i < p.size() / 3; ++i) sum += vertex(p, i);
  return sum;
}

// Over every step: impulses of what holds + h (weight + load) = change of momentum.
void expect_balance(const System& system, const Frame& start, const Integrator& integrator, double h, const Vec3& load,
                    const std::string& what) {
  const auto stepper = integrator.stepper(system, {});
  History history(start);
  Workspace workspace;
  const Vec3 outside = system.vertex_mass().sum() * system.gravity() + load;
  double largest = outside.norm(), worst = 0;
  const bool is_multi_step = dynamic_cast<const Bdf2*>(&integrator) || dynamic_cast<const Bathe*>(&integrator);
  for (int k = 1; k <= 12; ++k) {
    auto step = stepper->attempt(history, {k, k * h, h}, workspace);
    ASSERT_TRUE(step) << what << ": " << step.failure().reason;
    const Memory::Section reactions = step->memory.find("reactions");
    ASSERT_TRUE(reactions);
    Vec3 sum = Vec3::Zero();
    for (std::size_t j = 0; j < reactions->size(); ++j) sum[static_cast<Eigen::Index>(j % 3)] += (*reactions)[j];
    const Vec3 change = total(step->frame.p) - total(history.now().p);
    largest = std::max(largest, sum.norm() / h);
    worst = std::max(worst, (sum + h * outside - change).norm() / h);
    // A method of several steps pushes with a share of each.
    if (!is_multi_step) {
      EXPECT_LT((total(step->outside) - h * outside).norm(), 1e-9 * h * largest) << what;
    }
    history.accept(std::move(*step));
  }
  EXPECT_LT(worst, 1e-9 * largest) << what;
  EXPECT_GT(largest, 1) << what;
}

std::vector<Method> held_methods() {
  std::vector<Method> all = implicit_methods();
  for (const Method& m : explicit_methods()) all.push_back(m);
  all.push_back(method("forward_euler"));
  return all;
}

class ReactionsOfAll : public testing::TestWithParam<Method> {};
INSTANTIATE_TEST_SUITE_P(Methods, ReactionsOfAll, testing::ValuesIn(held_methods()),
                         [](const auto& test) { return test.param.label; });

TEST_P(ReactionsOfAll, AreTheChangeOfMomentumThatNothingElseMakes) {
  if (!listed_properties(GetParam()).keeps_linear_momentum) GTEST_SKIP() << "its forces inside the body do not sum to zero";
  const auto integrator = make_integrator(GetParam().name, GetParam().parameters);
  const double h = listed_properties(GetParam()).is_explicit ? 2e-4 : 0.005;
  for (const bool is_damped : {false, true}) {
    const MovingBody body = make_body(busy_bar(is_damped));
    if (!integrator->objections(*body.system).empty()) continue;
    if (listed_properties(GetParam()).order_with_damping == 0 && is_damped) continue;
    expect_balance(*body.system, body.start, *integrator, h, kForce, is_damped ? "damped" : "undamped");
    const MovingBody consistent = make_body(with_consistent_mass(busy_bar(is_damped)));
    if (!integrator->objections(*consistent.system).empty()) continue;
    expect_balance(*consistent.system, consistent.start, *integrator, h, kForce, "consistent mass");
  }
}

// A row of masses on springs: the first is pinned, the second kept on a plane, two others at a distance from each other.
TEST_P(ReactionsOfAll, CountConstraints) {
  const auto integrator = make_integrator(GetParam().name, GetParam().parameters);
  constexpr Index n = 5;
  Vector x(3 * n), p(3 * n);
  std::vector<Spring> springs;
  for (Index i = 0; i < n; ++i) {
    vertex(x, i) = Vec3(0.5 * i, 0.1 * (i % 2), 0);
    vertex(p, i) = Vec3(0, 0, 0);
    if (i > 0) springs.push_back({i - 1, i, 0.5, 100});
  }
  std::vector<std::unique_ptr<Potential>> potentials;
  potentials.push_back(std::make_unique<Springs>(springs, SpringLaw::hookean));
  std::vector<std::unique_ptr<Constraint>> constraints;
  constraints.push_back(std::make_unique<LinearConstraint>("plane", std::vector<LinearConstraint::Share>{{1, 1}}, vertex(x, 1),
                                                           std::vector<Vec3>{Vec3(0, 1, 0)}));
  constraints.push_back(std::make_unique<FixedDistance>("rod", 2, 4, (vertex(x, 2) - vertex(x, 4)).norm()));
  const System system(Vector::Ones(n), Vec3(0, -9.81, 0), Coordinates(x, {Pin{{0}, {true, true, true}, {}}}), std::move(potentials),
                      {}, {}, ConstraintSet(std::move(constraints)));
  if (!integrator->objections(system).empty()) return;
  expect_balance(system, {0, 0, 0, x, p}, *integrator, 0.002, Vec3::Zero(), GetParam().label);
}

}  // namespace
}  // namespace lilyan::test
