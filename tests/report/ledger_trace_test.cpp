#include <lilyan/report/ledger_trace.hpp>
#include <tests/report/ledgers.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace lilyan::test {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(LedgerTrace, KeepsEveryRowOfAShortLedger) {
  const LedgerTrace trace = swinging_record(300).trace;
  ASSERT_EQ(trace.bins().size(), 301u);
  const std::vector<Band> kinetic = trace.bands(Quantity::kinetic);
  for (std::int64_t step = 0; step <= 300; ++step) {
    const LedgerRow row = swinging_row(step);
    const Band& band = kinetic[static_cast<std::size_t>(step)];
    EXPECT_EQ(band.low, row.kinetic);
    EXPECT_EQ(band.high, row.kinetic);
    EXPECT_EQ(band.t_low, row.time);
  }
}

TEST(LedgerTrace, KeepsTheExtremesOfAnyNumberOfRows) {
  for (const std::int64_t rows : {511, 512, 513, 5000, 100001}) {
    LedgerTrace trace;
    const std::int64_t spike = rows / 3, dip = rows - 1;
    for (std::int64_t step = 0; step < rows; ++step) {
      LedgerRow row = swinging_row(step);
      if (step == spike) row.linear[0] = 77;
      if (step == dip) row.linear[0] = -5;
      trace.see(row);
    }
    EXPECT_EQ(trace.rows(), rows);
    EXPECT_LE(trace.bins().size(), LedgerTrace::kMostBins);
    EXPECT_GE(2 * trace.bins().size(), std::min<std::size_t>(LedgerTrace::kMostBins, static_cast<std::size_t>(rows)));
    double low = kInfinity, high = -kInfinity, t_low = 0, t_high = 0;
    std::int64_t counted = 0;
    for (const Bin& bin : trace.bins()) counted += bin.rows;
    for (const Band& band : trace.bands(Quantity::px)) {
      if (band.low < low) low = band.low, t_low = band.t_low;
      if (band.high > high) high = band.high, t_high = band.t_high;
    }
    EXPECT_EQ(counted, rows);
    EXPECT_EQ(low, -5);
    EXPECT_EQ(high, 77);
    EXPECT_EQ(t_low, 0.01 * static_cast<double>(dip));
    EXPECT_EQ(t_high, 0.01 * static_cast<double>(spike));
  }
}

TEST(LedgerTrace, BalancesTotalWorkAndDissipation) {
  LedgerTrace trace;
  LedgerRow row = swinging_row(0);
  trace.see(row);
  row.total += 7, row.work = 5, row.dissipated = 1, row.time = 1;
  trace.see(row);
  EXPECT_DOUBLE_EQ(trace.bands(Quantity::balance)[1].low, 3);
  row.total -= 20, row.time = 2;
  trace.see(row);
  EXPECT_DOUBLE_EQ(trace.bands(Quantity::balance)[2].low, -17);
  EXPECT_DOUBLE_EQ(trace.highest(Quantity::error), 17);
}

TEST(LedgerTrace, LeavesOutWhatIsNotFinite) {
  LedgerTrace trace;
  for (std::int64_t step = 0; step < 2000; ++step) {
    LedgerRow row = swinging_row(step);
    if (step > 1500) row.kinetic = row.total = step % 2 == 0 ? kInfinity : std::nan("");
    trace.see(row);
  }
  EXPECT_TRUE(trace.bands(Quantity::kinetic).back().empty());
  EXPECT_FALSE(trace.bands(Quantity::elastic).back().empty());
  EXPECT_LE(trace.highest(Quantity::kinetic), 100);
  ASSERT_TRUE(trace.exploded());
  EXPECT_DOUBLE_EQ(*trace.exploded(), 15.01);
}

TEST(LedgerTrace, AnExplosionIsTenTimesTheEnergyThatWasThere) {
  EXPECT_FALSE(swinging_record(800, 1).trace.exploded());
  const auto exploded = swinging_record(1000, 1).trace.exploded();
  ASSERT_TRUE(exploded);
  EXPECT_NEAR(*exploded, 9, 0.011);
}

TEST(LedgerTrace, RoundingErrorsOfAStartFromRestAreNoExplosion) {
  LedgerTrace trace;
  LedgerRow row;
  row.elastic = row.total = 1e-30;
  trace.see(row);
  row.kinetic = 5, row.gravity = -5, row.total = 1e-13;
  trace.see(row);
  EXPECT_FALSE(trace.exploded());
}

// An obstacle strikes a body at rest: its error of rounding comes first, and then an energy that leaves nothing of it.
TEST(LedgerTrace, RoundingErrorsOfABodyThatIsStruckAreNoExplosion) {
  const auto trace_until = [](int rows, double error) {
    const double energies[] = {1e-28, 1e-28, 1e-22, 1e-3, 20, 20};
    LedgerTrace trace;
    for (int k = 0; k < rows; ++k) {
      LedgerRow row;
      row.time = k, row.kinetic = row.total = energies[k];
      row.work = k < 2 ? 0 : energies[k] - std::min(error, 0.9 * energies[k]);
      trace.see(row);
    }
    return trace;
  };
  EXPECT_TRUE(trace_until(3, 1e-13).exploded()) << "as far as can be told";
  EXPECT_FALSE(trace_until(6, 1e-13).exploded());
  EXPECT_NEAR(trace_until(6, 1e-13).in_play(), 20, 1e-12);
  EXPECT_TRUE(trace_until(6, 0.1).exploded()) << "a two-hundredth of the energy can be seen";
}

TEST(LedgerTrace, AnErrorIsAsLargeAsTheEnergyWasThatItIsRelativeTo) {
  LedgerTrace trace;
  LedgerRow row;
  row.kinetic = row.total = 1e-6, row.statistics.residual = 1e-2;
  trace.see(row);
  row.kinetic = row.total = row.work = 4, row.statistics.residual = 1e-13;
  trace.see(row);
  EXPECT_DOUBLE_EQ(trace.most_left(), 1e-8);
}

TEST(LedgerTrace, KnowsTheStateThatIsDeformedMost) {
  EXPECT_FALSE(swinging_record(1).trace.most_deformed()) << "there is nothing between two states";
  const LedgerTrace swing = swinging_record(100).trace;
  std::int64_t most = 1;
  for (std::int64_t step = 1; step < 100; ++step)
    if (swinging_row(step).elastic > swinging_row(most).elastic) most = step;
  EXPECT_EQ(swing.most_deformed(), most);
  LedgerTrace fall;
  for (std::int64_t step = 0; step < 10; ++step) {
    LedgerRow row;
    row.step = step, row.kinetic = static_cast<double>(step), row.elastic = step == 4 ? 1e-14 : 1e-15;
    row.gravity = -row.kinetic;
    fall.see(row);
  }
  EXPECT_FALSE(fall.most_deformed()) << "rounding is no deformation";
}

TEST(LedgerTrace, AFallFromRestIsNoExplosion) {
  LedgerTrace trace;
  for (std::int64_t step = 0; step < 100; ++step) {
    LedgerRow row;
    row.time = 0.01 * static_cast<double>(step);
    row.kinetic = 50 * row.time * row.time;
    row.gravity = 1000 - row.kinetic;
    row.total = 1000;
    trace.see(row);
  }
  EXPECT_FALSE(trace.exploded());
  EXPECT_NEAR(trace.in_play(), 50 * 0.99 * 0.99, 1e-12);
}

}  // namespace lilyan::test
