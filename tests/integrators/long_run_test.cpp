// Two million explicit steps: a variational integrator neither gains nor loses energy.
#include <gtest/gtest.h>

#include <tests/integrators/methods.hpp>

#include <numeric>

namespace lilyan::test {
namespace {

TEST(LongRun, OfTheExplicitVariationalIntegratorKeepsEnergyAndMomenta) {
  const Method m = variational_method("variational_0", 0);
  std::vector<double> energies;
  const RunOutcome outcome = run_body(make_body(neo_hookean_bar()), *make_integrator(m.name, m.parameters), 0.004, 2'000'000, {}, 1000,
                                      [&](const LedgerRow& row) { energies.push_back(row.total); });
  EXPECT_EQ(outcome.failure, "");
  const double start = energies.front();
  EXPECT_GT(outcome.lowest_energy, 0.97 * start);
  EXPECT_LT(outcome.highest_energy, 1.05 * start);
  const std::size_t tenth = energies.size() / 10;
  const double first = std::accumulate(energies.begin(), energies.begin() + tenth, 0.0) / tenth;
  const double last = std::accumulate(energies.end() - tenth, energies.end(), 0.0) / tenth;
  EXPECT_NEAR(last / first, 1, 0.01);
  EXPECT_LT(outcome.drift.linear(), 1e-9);
  EXPECT_LT(outcome.drift.angular(), 1e-9);
  RecordProperty("lowest", std::to_string(outcome.lowest_energy / start));
  RecordProperty("highest", std::to_string(outcome.highest_energy / start));
  std::printf("energy/start in [%.5f, %.5f], mean of the first tenth %.5f, of the last %.5f; drift of linear momentum %.2e, angular %.2e\n",
              outcome.lowest_energy / start, outcome.highest_energy / start, first / start, last / start, outcome.drift.linear(),
              outcome.drift.angular());
}

}  // namespace
}  // namespace lilyan::test
