// Minimisation and root finding on equal terms: the same steps, the same tolerance.
#include <gtest/gtest.h>

#include <tests/integrators/methods.hpp>

namespace lilyan::test {
namespace {

constexpr NewtonSettings kRoot{.find = Find::root};

TEST(RootFinding, MakesTheSameStepsWhereTheyAreSmall) {
  for (const Method& m : implicit_methods()) {
    const auto integrator = make_integrator(m.name, m.parameters);
    const MovingBody body = make_body({});
    const NewtonSettings fine{.tolerance = 1e-15}, fine_root{.tolerance = 1e-15, .find = Find::root};
    const RunOutcome minimised = run_body(body, *integrator, 0.001, 20, fine),
                     found = run_body(body, *integrator, 0.001, 20, fine_root);
    EXPECT_EQ(found.failure, "") << m.label;
    EXPECT_LT((minimised.history.now().x - found.history.now().x).norm(), 1e-7) << m.label;
  }
}

TEST(RootFinding, KeepsTheEnergyOfAvfAsWell) {
  const RunOutcome outcome = run_body(make_body({}), *make_integrator("avf"), 0.003, 100, kRoot);
  EXPECT_EQ(outcome.failure, "");
  EXPECT_LT(outcome.drift.energy(), 1e-9);
}

TEST(RootFinding, FailsAtLargeStepsThatMinimisationMakes) {
  const MovingBody body = make_body(extreme_bar());
  const auto avf = make_integrator("avf");
  const RunOutcome minimised = run_body(body, *avf, 0.1, 30), found = run_body(body, *avf, 0.1, 30, kRoot);
  EXPECT_EQ(minimised.failure, "");
  EXPECT_NE(found.failure, "") << "it went " << found.steps_done << " steps";
}

}  // namespace
}  // namespace lilyan::test
