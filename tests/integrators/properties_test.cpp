// What the registry lists of every method, against measurement. Order and reversal have files of their own.
#include <lilyan/energy/springs.hpp>

#include <gtest/gtest.h>

#include <tests/integrators/methods.hpp>

#include <cmath>

namespace lilyan::test {
namespace {

// Every entry of the registry that moves a body, with its default parameters, and the variants that tests look at.
std::vector<Method> every_method() {
  std::vector<Method> all;
  for (const IntegratorEntry& entry : integrator_registry())
    if (entry.name != "static" && moves_vertices(entry)) all.push_back(method(entry.name));
  for (const Method& m : explicit_methods()) all.push_back(m);
  for (const Method& m : implicit_methods()) all.push_back(m);
  return all;
}

// Three masses on springs, the smallest body with an angular momentum and something nonlinear.
MovingBody three_masses() {
  MovingBody body;
  Vector x(9), mass = Vec3(1, 2, 3), v(9);
  x << 0, 0, 0, 1.1, 0, 0, 0.4, 0.9, 0.1;
  v << 0, 0.5, 0.1, 0.2, -0.3, 0, -0.4, 0.2, 0.3;
  std::vector<std::unique_ptr<Potential>> potentials;
  potentials.push_back(
      std::make_unique<Springs>(std::vector<Spring>{{0, 1, 1, 20}, {1, 2, 1.2, 20}, {0, 2, 0.9, 20}}, SpringLaw::stvk));
  body.system = std::make_unique<System>(mass, Vec3::Zero(), Coordinates(x, {}), std::move(potentials));
  body.start = {0, 0, 0, x, body.system->mass().cwiseProduct(v)};
  return body;
}

// One tet of co-rotated stuff, for methods that move nothing else.
MovingBody one_tet() {
  MovingBody body;
  Vector X(12), x(12), v(12);
  X << 0, 0, 0, 1, 0, 0, 0, 1, 0, 0.2, 0.1, 1;
  x << 0.1, 0, 0, 1.1, 0.2, 0, 0.1, 1.2, 0.1, 0.1, 0.1, 0.9;
  v << 0, 0.5, 0.1, 0.2, -0.3, 0, -0.4, 0.2, 0.3, 0.1, 0.2, -0.5;
  std::vector<std::unique_ptr<Potential>> potentials;
  for (auto& part : make_elasticity(X, {{0, 1, 2, 3}}, {corotated(100, 50)}, {0})) potentials.push_back(std::move(part));
  body.system = std::make_unique<System>(Eigen::Vector4d(1, 2, 3, 1), Vec3::Zero(), Coordinates(x, {}), std::move(potentials));
  body.start = {0, 0, 0, x, body.system->mass().cwiseProduct(v)};
  return body;
}

class ListedProperty : public testing::TestWithParam<Method> {};

// A map (x, p) -> (x', p') is symplectic where its derivative D fulfils D^T J D = J, J = (0 1; -1 0).
TEST_P(ListedProperty, SymplecticIsAsMeasured) {
  const Method& method = GetParam();
  const auto integrator = make_integrator(method.name, method.parameters);
  const MovingBody body = integrator->objections(*three_masses().system).empty() ? three_masses() : one_tet();
  const auto stepper = make_stepper(*body.system, *integrator, {.tolerance = 1e-15});
  const Index n = static_cast<Index>(body.start.x.size());
  auto flow = [&](const Vector& state) {
    History history({0, 0, 0, state.head(n), state.tail(n)});
    Workspace workspace;
    for (int k = 1; k <= 3; ++k) {
      auto step = stepper->attempt(history, {k, 0.05 * k, 0.05}, workspace);
      EXPECT_TRUE(step) << method.label;
      if (step) history.accept(std::move(*step));
    }
    Vector end(2 * n);
    end << history.now().x, history.now().p;
    return end;
  };
  Vector state(2 * n);
  state << body.start.x, body.start.p;
  const double e = 1e-5;
  Eigen::MatrixXd D(2 * n, 2 * n), J = Eigen::MatrixXd::Zero(2 * n, 2 * n);
  for (Index c = 0; c < 2 * n; ++c) {
    const Vector step = e * Vector::Unit(2 * n, c);
    D.col(c) = (8 * (flow(state + step) - flow(state - step)) - (flow(state + 2 * step) - flow(state - 2 * step))) / (12 * e);
  }
  J.topRightCorner(n, n).setIdentity();
  J.bottomLeftCorner(n, n) = -Eigen::MatrixXd::Identity(n, n);
  const double defect = (D.transpose() * J * D - J).norm();
  if (listed_properties(method).symplectic)
    EXPECT_LT(defect, 1e-7);
  else
    EXPECT_GT(defect, 1e-5);
}

TEST_P(ListedProperty, MomentaAreAsMeasured) {
  const Method& method = GetParam();
  const auto integrator = make_integrator(method.name, method.parameters);
  const RunOutcome outcome = run_body(smooth_body_for(*integrator), *integrator, 0.02, 50, {.tolerance = 1e-15});
  ASSERT_EQ(outcome.failure, "");
  const Properties properties = listed_properties(method);
  if (properties.keeps_linear_momentum)
    EXPECT_LT(outcome.drift.linear(), 1e-12);
  else
    EXPECT_GT(outcome.drift.linear(), 1e-9);
  if (properties.keeps_angular_momentum)
    EXPECT_LT(outcome.drift.angular(), 1e-10);
  else
    EXPECT_GT(outcome.drift.angular(), 1e-8);
}

// Bounded while the step resolves the motion, and far from its start at steps that do not.
void expect_unbounded(const std::string& word, const RunOutcome& resolved, const Integrator& integrator) {
  EXPECT_EQ(word, "unbounded") << "a word that no measurement belongs to";
  EXPECT_LT(resolved.drift.energy(), 0.05);
  const RunOutcome large = run_body(make_body(extreme_bar()), integrator, 0.033, 300, {.tolerance = 1e-12});
  EXPECT_TRUE(large.failure != "" || large.drift.energy() > 0.5) << large.drift.energy();
}

TEST_P(ListedProperty, EnergyIsAsMeasured) {
  const Method& method = GetParam();
  const std::string word = listed_properties(method).energy.substr(0, listed_properties(method).energy.find(' '));
  const auto integrator = make_integrator(method.name, method.parameters);
  const std::int64_t steps = word == "grows" ? 50 : 500;  // before the body has burst
  const RunOutcome outcome = run_body(smooth_body_for(*integrator), *integrator, 0.02, steps, {.tolerance = 1e-13});
  ASSERT_EQ(outcome.failure, "");
  const double final = outcome.drift.final_energy();
  if (word == "exact")
    EXPECT_LT(outcome.drift.energy(), 1e-9);
  else if (word == "bounded")
    EXPECT_LT(outcome.drift.energy(), 0.2);
  else if (word == "decays")
    EXPECT_LT(final, -1e-4);
  else if (word == "grows")
    EXPECT_GT(final, 1e-3);
  else
    expect_unbounded(word, outcome, *integrator);
}

INSTANTIATE_TEST_SUITE_P(Methods, ListedProperty, testing::ValuesIn(every_method()),
                         [](const auto& test) { return test.param.label + "_" + std::to_string(test.index); });

}  // namespace
}  // namespace lilyan::test
