// Where a verdict turns: just below and just above each threshold.
#include <lilyan/report/report.hpp>
#include <lilyan/report/verdict.hpp>
#include <tests/report/ledgers.hpp>

#include <gmock/gmock.h>

namespace lilyan::test::honest_verdict {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

// A run of one second whose energy is off by `drift` of its scale at the end.
RunRecord with_drift(double drift) { return swinging_record(100, drift); }

TEST(HonestVerdict, EnergyIsGoodUpToOneMillionthAndFairUpToFivePercent) {
  EXPECT_EQ(energy_verdict(with_drift(0.9 * kKept)).grade, Grade::good);
  EXPECT_EQ(energy_verdict(with_drift(1.1 * kKept)).grade, Grade::fair);
  EXPECT_EQ(energy_verdict(with_drift(0.045)).grade, Grade::fair);
  EXPECT_EQ(energy_verdict(with_drift(0.056)).grade, Grade::bad);
  EXPECT_EQ(energy_verdict(with_drift(-0.045)).grade, Grade::fair);
  EXPECT_EQ(energy_verdict(with_drift(-0.056)).grade, Grade::bad);
}

TEST(HonestVerdict, AThousandthOfTheEnergyIsTheMostThatCountsAsKept) {
  EXPECT_THAT(energy_verdict(with_drift(0.9e-3)).words, StartsWith("kept its energy to "));
  EXPECT_THAT(energy_verdict(with_drift(1.2e-3)).words, StartsWith("gained "));
  EXPECT_THAT(energy_verdict(with_drift(-1.2e-3)).words, StartsWith("lost "));
}

TEST(HonestVerdict, AnEnergyThatEndsAtHalfOfItsErrorWasLostAndNotWandering) {
  RunRecord run = with_drift(-0.2);
  run.summary.final_drift = 0.6 * run.summary.final_drift;
  EXPECT_THAT(energy_verdict(run).words, StartsWith("lost "));
  run.summary.final_drift = 0.4 * with_drift(-0.2).summary.final_drift;
  EXPECT_THAT(energy_verdict(run).words, HasSubstr("wandered"));
}

TEST(HonestVerdict, MomentaAreKeptToOneMillionthAndHaveANumberUpToTenTimesTheirScale) {
  RunRecord run = with_drift(0);
  run.summary.linear_drift = 1e-15;
  const auto angular = [&](double drift) {
    run.summary.angular_drift = drift;
    return momentum_verdict(run);
  };
  EXPECT_EQ(angular(0.9 * kKept).grade, Grade::good);
  EXPECT_EQ(angular(1.1 * kKept).grade, Grade::fair);
  EXPECT_EQ(angular(0.045).grade, Grade::fair);
  EXPECT_EQ(angular(0.056).grade, Grade::bad);
  EXPECT_THAT(angular(9).words, HasSubstr("angular momentum off by 9e+00"));
  EXPECT_THAT(angular(11).words, HasSubstr("angular momentum not kept"));
  run.summary.linear_drift = 1.1 * kKept;
  EXPECT_EQ(momentum_verdict(run).grade, Grade::bad) << "linear momentum is never lost a little";
}

TEST(HonestVerdict, ABodyStandsStillBelowOneBillionthOfItsSize) {
  RunRecord run = with_drift(-0.5);
  run.setting.bodies = {{"bar", 8, 6, "tets", 1, {0, 0, 0}, {4, 1, 1}}};
  run.summary.max_displacement = 3.9e-9;
  EXPECT_EQ(energy_verdict(run).words, "stood still");
  run.summary.max_displacement = 4.1e-9;
  EXPECT_THAT(energy_verdict(run).words, StartsWith("lost "));
}

TEST(HonestVerdict, DampingFeedsFromAThousandthOfTheEnergyOn) {
  const auto fed = [](double joules) {
    std::vector<LedgerRow> rows;
    for (int step = 0; step <= 100; ++step) {
      rows.push_back(swinging_row(step));
      rows.back().dissipated = -joules * step / 100;
      rows.back().total += joules * step / 100;
    }
    return energy_verdict(record_of(rows));
  };
  EXPECT_NE(fed(0.09).grade, Grade::bad);
  EXPECT_EQ(fed(0.11).grade, Grade::bad);
}

TEST(HonestVerdict, MomentaAreComparedOnlyOfBodiesThatNothingHolds) {
  RunRecord run = with_drift(0);
  run.summary.linear_drift = 1e-14, run.summary.angular_drift = 0.02;
  EXPECT_EQ(comparison_table({{"avf", "avf", run}})[1][3], "off by 2e-02");
  run.setting.is_free = false;
  EXPECT_EQ(comparison_table({{"avf", "avf", run}})[1][2], "-");
  EXPECT_EQ(comparison_table({{"avf", "avf", run}})[1][3], "-");
}

TEST(HonestVerdict, TheAttemptThatEndedTheRunWasNotMadeAgain) {
  RunRecord run = with_drift(0);
  run.summary.status = RunStatus::failed;
  run.summary.failed = 1;
  EXPECT_THAT(warnings(run), testing::IsEmpty());
  run.summary.failed = 3;
  EXPECT_THAT(warnings(run), testing::ElementsAre(StartsWith("2 attempts")));
}

}  // namespace
}  // namespace lilyan::test::honest_verdict
