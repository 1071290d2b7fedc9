// Damping over seconds, by steps that are systems of equations: minutes of work.
#include <lilyan/energy/damping/strain_damping.hpp>

#include <gtest/gtest.h>

#include <tests/support/bodies.hpp>

#include <cmath>

namespace lilyan::test {
namespace {

TEST(ExactStrainDamping, DoesNotDependOnTheStep) {
  BodySpec spec = neo_hookean_bar();
  spec.dissipations = [](const BodySpec::MakeElasticity& elasticity, const Vector&) {
    BodySpec::Dissipations all;
    all.push_back(std::make_unique<StrainDamping>(elasticity(), 0.002, StrainDamping::Form::implicit_exact));
    return all;
  };
  std::vector<double> energies;
  for (const double h : {0.004, 0.002, 0.001}) {
    const RunOutcome outcome = run_body(make_body(spec), *make_integrator("implicit_midpoint"), h, std::lround(4 / h), {}, 10);
    EXPECT_EQ(outcome.failure, "");
    EXPECT_LT(outcome.drift.linear(), 1e-10);
    EXPECT_LT(outcome.drift.angular(), 1e-10);
    energies.push_back(outcome.drift.last().total);
  }
  EXPECT_NEAR(energies[0], energies[2], 0.005 * energies[2]);
  EXPECT_NEAR(energies[1], energies[2], 0.005 * energies[2]);
  EXPECT_NEAR(energies[2], 4.9355, 0.02) << "as the form that takes the strain of the step before";
}

}  // namespace
}  // namespace lilyan::test
