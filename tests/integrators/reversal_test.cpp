// Which methods can be turned round, measured against what the registry says of them.
#include <lilyan/dynamics/reversal.hpp>

#include <gtest/gtest.h>

#include <tests/integrators/methods.hpp>

namespace lilyan::test {
namespace {

Reversal there_and_back(const Method& method) {
  const MovingBody body = smooth_body();
  const auto integrator = make_integrator(method.name, method.parameters);
  const auto made_stepper = make_stepper(*body.system, *integrator, {.tolerance = 1e-15});
  const Stepper& stepper = *made_stepper;
  const auto reversal = run_there_and_back(*body.system, stepper, body.start, 0.005, 100);
  EXPECT_TRUE(reversal) << method.label;
  return reversal ? *reversal : Reversal();
}

TEST(Reversal, IsListedAsMeasured) {
  std::vector<Method> methods = explicit_methods();
  for (const Method& m : implicit_methods()) methods.push_back(m);
  methods.push_back(method("forward_euler"));
  for (const Method& m : methods) {
    const Reversal reversal = there_and_back(m);
    EXPECT_GT(reversal.moved, 0.1) << m.label;
    if (listed_properties(m).time_reversible)
      EXPECT_LT(reversal.missed, 1e-9 * reversal.moved) << m.label;
    else
      EXPECT_GT(reversal.missed, 1e-7 * reversal.moved) << m.label;
  }
}

TEST(Reversal, TellsTheStepThatCannotBeMade) {
  const MovingBody body = make_body({});
  const auto integrator = make_integrator("avf");
  const auto made_stepper = make_stepper(*body.system, *integrator, {.max_iterations = 1});
  const Stepper& stepper = *made_stepper;
  const auto reversal = run_there_and_back(*body.system, stepper, body.start, 0.1, 5);
  ASSERT_FALSE(reversal);
  EXPECT_NE(reversal.failure().reason, "");
}

}  // namespace
}  // namespace lilyan::test
