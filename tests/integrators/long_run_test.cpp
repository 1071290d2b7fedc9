// Two million explicit steps: docs/long_runs.md tells what they show.
#include <gtest/gtest.h>

#include <tests/integrators/methods.hpp>

#include <cstdio>
#include <numeric>

namespace lilyan::test {
namespace {

struct LongRun {
  RunOutcome outcome;
  double lowest, highest;          // energy over its start
  double first_tenth, last_tenth;  // means, over the start
};

// The neo-Hookean bar under the explicit variational integrator, a ledger row every 1000 steps.
LongRun run_long(double h) {
  const Method m = variational_method("variational_0", 0);
  std::vector<double> energies;
  LongRun run{run_body(make_body(neo_hookean_bar()), *make_integrator(m.name, m.parameters), h, 2'000'000, {}, 1000,
                       [&](const LedgerRow& row) { energies.push_back(row.total); }),
              0, 0, 0, 0};
  const double start = energies.front();
  const auto tenth = static_cast<std::ptrdiff_t>(energies.size() / 10);
  run.lowest = run.outcome.lowest_energy / start;
  run.highest = run.outcome.highest_energy / start;
  run.first_tenth = std::accumulate(energies.begin(), energies.begin() + tenth, 0.0) / static_cast<double>(tenth) / start;
  run.last_tenth = std::accumulate(energies.end() - tenth, energies.end(), 0.0) / static_cast<double>(tenth) / start;
  std::printf(
      "h = %g: energy/start in [%.5f, %.5f], mean of the first tenth %.5f, of the last %.5f; drift of linear momentum %.2e, "
      "angular %.2e\n",
      h, run.lowest, run.highest, run.first_tenth, run.last_tenth, run.outcome.drift.linear(), run.outcome.drift.angular());
  return run;
}

class AtStep : public testing::TestWithParam<double> {};

TEST_P(AtStep, TheExplicitVariationalIntegratorKeepsEnergyAndMomenta) {
  const LongRun run = run_long(GetParam());
  EXPECT_EQ(run.outcome.failure, "");
  EXPECT_GT(run.lowest, 0.97);
  EXPECT_LT(run.highest, 1.05);
  EXPECT_NEAR(run.last_tenth / run.first_tenth, 1, 0.01);
  EXPECT_LT(run.outcome.drift.linear(), 1e-9);
  EXPECT_LT(run.outcome.drift.angular(), 1e-9);
}

INSTANTIATE_TEST_SUITE_P(LongRun, AtStep, testing::Values(0.002, 0.004));  // the method is stable below 8.5 ms

}  // namespace
}  // namespace lilyan::test
