#include <lilyan/report/verdict.hpp>
#include <tests/report/ledgers.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lilyan::test {

using testing::HasSubstr;
using testing::StartsWith;

TEST(Verdict, SaysWhatBecameOfTheEnergy) {
  EXPECT_EQ(energy_verdict(swinging_record(100)).words, "kept its energy to 0e+00");
  EXPECT_EQ(energy_verdict(swinging_record(100, 1e-9)).words, "kept its energy to 1e-09");
  EXPECT_EQ(energy_verdict(swinging_record(100, -0.5)).words, "lost 50 % of its energy");
  EXPECT_EQ(energy_verdict(swinging_record(98, -1)).words, "lost 98 % of its energy");
  EXPECT_EQ(energy_verdict(swinging_record(100, 0.3)).words, "gained 30 % of its energy");
  EXPECT_THAT(energy_verdict(swinging_record(2000, 1)).words, HasSubstr("exploded: more than 10 times its energy after 9"));
}

TEST(Verdict, SaysWhatDampingTookOrFed) {
  auto damped = [](double gain, int steps) {
    std::vector<LedgerRow> rows;
    for (int step = 0; step <= steps; ++step) {
      rows.push_back(swinging_row(step, gain));
      rows.back().dissipated = rows.front().total - rows.back().total;
    }
    return record_of(rows);
  };
  EXPECT_EQ(energy_verdict(damped(-0.5, 100)).words, "damping took 50 J, the balance is kept to 0e+00");
  EXPECT_EQ(energy_verdict(damped(-0.5, 100)).grade, Grade::good);
  EXPECT_THAT(energy_verdict(damped(1, 2000)).words, HasSubstr("damping fed it 2e+03 J: it is not stable"));
  EXPECT_EQ(energy_verdict(damped(1, 2000)).grade, Grade::bad);
}

TEST(HonestVerdict, IsAmberWhereShapesCannotBeTrusted) {
  RunRecord run = swinging_record(100);
  EXPECT_EQ(overall_verdict(run).grade, Grade::good);
  EXPECT_FALSE(shape_verdict(run));
  run.summary.warnings = {"hex 3 turned by 37 degrees"};
  EXPECT_EQ(overall_verdict(run).grade, Grade::fair);
  EXPECT_EQ(overall_verdict(run).words, "kept its energy to 0e+00; turned further than a law of small strain allows");
  EXPECT_THAT(warnings(run), testing::Contains("hex 3 turned by 37 degrees"));
  run.summary.inverted_cells = 228, run.summary.least_j = -1.37;
  EXPECT_EQ(overall_verdict(run).words, "kept its energy to 0e+00; turned 228 cells inside out (J = -1.37)");
  RunRecord exploded = swinging_record(2000, 1);
  exploded.summary.warnings = {"inside out"}, exploded.summary.inverted_cells = 1;
  EXPECT_EQ(overall_verdict(exploded).grade, Grade::bad);
  EXPECT_EQ(overall_verdict(exploded).words, energy_verdict(exploded).words);  // the rest follows from that
  EXPECT_EQ(shape_verdict(exploded)->words, "turned 1 cell inside out (J = 1)");
}

TEST(Verdict, SaysWhatWorkPutInOrTookOut) {
  auto driven = [](double work, double dissipated) {
    std::vector<LedgerRow> rows;
    for (int step = 0; step <= 100; ++step) {
      rows.push_back(swinging_row(step));
      rows.back().work = work * step;
      rows.back().dissipated = dissipated * step;
      rows.back().total += rows.back().work - rows.back().dissipated;
    }
    return record_of(rows);
  };
  EXPECT_THAT(energy_verdict(driven(0.3, 0)).words, StartsWith("work put in 30 J, the balance is kept to "));
  EXPECT_THAT(energy_verdict(driven(-0.3, 0)).words, StartsWith("work took out 30 J, the balance is kept to "));
  EXPECT_THAT(energy_verdict(driven(20, 19)).words, StartsWith("work put in 2000 J, damping took 1900 J, the balance is kept to "));
  EXPECT_THAT(energy_verdict(driven(1e-7, 0)).words, StartsWith("kept its energy to ")) << "work that counts for nothing";
  EXPECT_EQ(energy_verdict(driven(0.3, 0)).grade, Grade::good);
}

TEST(Verdict, NamesWorkAndDissipationAlsoIfTheBalanceIsNotClosed) {
  auto driven = [](double gain, double work, double dissipated) {
    std::vector<LedgerRow> rows;
    for (int step = 0; step <= 100; ++step) {
      rows.push_back(swinging_row(step, gain));
      rows.back().work = work * step;
      rows.back().dissipated = dissipated * step;
      rows.back().total += rows.back().work - rows.back().dissipated;
    }
    return record_of(rows);
  };
  const auto words_of = [&](double gain, double work, double dissipated) {
    return energy_verdict(driven(gain, work, dissipated)).words;
  };
  EXPECT_THAT(words_of(-0.2, 0.3, 0.1),
              testing::AllOf(StartsWith("lost "), HasSubstr("; besides, work put in 30 J, damping took 10 J")));
  EXPECT_THAT(words_of(0.2, 0, 0.1), testing::AllOf(StartsWith("gained "), HasSubstr("; besides, damping took 10 J")));
  EXPECT_THAT(words_of(-0.2, 0, 0), testing::Not(HasSubstr("besides")));
}

TEST(Verdict, NeverSaysThatAllIsLostWhereSomethingIsLeft) {
  RunRecord run = swinging_record(100, -0.9997);
  EXPECT_EQ(energy_verdict(run).words, "lost 99.97 % of its energy");
  run = swinging_record(100, -1);
  EXPECT_EQ(energy_verdict(run).words, "lost all of its energy");
}

TEST(Verdict, TellsWanderingFromLosing) {
  std::vector<LedgerRow> rows;
  for (int step = 0; step <= 100; ++step) {
    LedgerRow row = swinging_row(step);
    row.total += step < 100 ? 20 * std::sin(0.5 * step) : 0;
    row.kinetic = row.total - row.elastic;
    rows.push_back(row);
  }
  EXPECT_EQ(energy_verdict(record_of(rows)).words, "its energy wandered by up to 20 %");
}

TEST(Verdict, ARunFromRestIsJudgedByTheEnergyThatWasAtPlay) {
  std::vector<LedgerRow> rows;
  for (int step = 0; step <= 100; ++step) {
    LedgerRow row;
    row.time = 0.01 * step;
    row.gravity = 5000 - step;  // it falls and stands still: all that gravity gave is gone
    row.total = row.gravity;
    rows.push_back(row);
  }
  EXPECT_EQ(energy_verdict(record_of(rows)).words, "lost all of the 100 J in play");
}

TEST(Verdict, NoEnergyAndNoInertiaAreNotJudged) {
  EXPECT_EQ(energy_verdict(record_of({LedgerRow{}, LedgerRow{}})).words, "had no energy to keep");
  RunRecord run = swinging_record(100, -0.5);
  run.setting.properties.order = 0;
  EXPECT_EQ(energy_verdict(run).grade, Grade::none);
}

TEST(Verdict, WhatStandsStillHasOnlyRoundingErrorsForAnEnergy) {
  RunRecord run = swinging_record(100, -0.5);
  run.setting.bodies = {{"bar", 8, 6, "tets", 1, {0, 0, 0}, {4, 1, 1}}};
  run.summary.max_displacement = 1e-15;
  EXPECT_EQ(energy_verdict(run).words, "stood still");
  run.summary.max_displacement = 1e-3;
  EXPECT_EQ(energy_verdict(run).words, "lost 50 % of its energy");
}

TEST(Verdict, WithoutAStepThereIsNothingToJudge) {
  const RunRecord run = record_of({swinging_row(0)});
  EXPECT_EQ(energy_verdict(run).words, "no step was made");
  EXPECT_EQ(momentum_verdict(run).grade, Grade::none);
}

TEST(Verdict, MomentaAreJudgedWhereNothingActsFromOutside) {
  RunRecord run = swinging_record(10);
  run.summary.linear_drift = 1e-14, run.summary.angular_drift = 2e-13;
  EXPECT_EQ(momentum_verdict(run).words, "kept its momenta to 2e-13");
  run.summary.angular_drift = 0.02;
  EXPECT_EQ(momentum_verdict(run).words, "kept its linear momentum, angular momentum off by 2e-02");
  run.summary.linear_drift = 0.5;
  EXPECT_EQ(momentum_verdict(run).grade, Grade::bad);
  run.setting.is_free = false;
  EXPECT_EQ(momentum_verdict(run).grade, Grade::none);
}

TEST(Verdict, SaysWhatChangesMomentaFromOutside) {
  RunRecord run = swinging_record(10);
  run.setting.is_free = false;
  run.summary.linear_drift = 1;
  for (const auto& [influences, words] : std::vector<std::pair<std::vector<std::string>, std::string>>{
           {{"gravity"}, "momenta change: gravity acts"},
           {{"formulas"}, "momenta change: formulas act"},
           {{"pins", "constraints", "drag"}, "momenta change: pins, constraints and drag act"},
           {{}, "momenta change: something acts from outside"}}) {
    run.setting.outside_influences = influences;
    EXPECT_EQ(momentum_verdict(run).words, words);
    EXPECT_EQ(momentum_verdict(run).grade, Grade::none);
  }
  run.setting.properties.order = 0;
  EXPECT_EQ(momentum_verdict(run).words, "equilibria only: there are no momenta");
}

TEST(Verdict, NoMomentumIsKeptWhereOneIsNotFinite) {
  RunRecord run = swinging_record(10);
  run.summary.linear_drift = 1e-17, run.summary.angular_drift = std::nan("");
  EXPECT_EQ(momentum_verdict(run).words, "its momenta are no longer finite");
  std::swap(run.summary.linear_drift, run.summary.angular_drift);
  EXPECT_EQ(momentum_verdict(run).words, "its momenta are no longer finite");
}

TEST(Verdict, AfterAnExplosionErrorsAreRelativeToWhatWasThereBefore) {
  std::vector<LedgerRow> rows;
  for (int step = 0; step <= 20; ++step) {
    LedgerRow row = swinging_row(step);
    if (step > 10) row.kinetic = row.total = 1e30, row.elastic = 0, row.linear += Vec3(2, 0, 0), row.angular += Vec3(0, 0, 1e9);
    rows.push_back(row);
  }
  RunRecord run = record_of(rows);
  run.setting.bodies = {{"bar", 8, 6, "tets", 2, {-3, -1, -1}, {3, 4, 0}}};  // 2 kg: 20 kg m/s with 100 J, at most 5.1 m away
  run.summary.linear_drift = 1e-15, run.summary.angular_drift = 1e-6;        // of what the explosion made of them
  EXPECT_NEAR(run.summary.max_drift, 1, 1e-12);
  const RelativeErrors errors = relative_errors(run);
  EXPECT_NEAR(errors.energy, 1e28, 1e16);
  EXPECT_NEAR(errors.linear, 0.1, 1e-12);
  EXPECT_NEAR(errors.angular, 1e9 / (20 * std::sqrt(26)), 1);
  EXPECT_EQ(momentum_verdict(run).words, "linear momentum off by 1e-01, angular momentum not kept");
  for (LedgerRow& row : rows) row.linear = Vec3(3, 0, -1), row.angular = Vec3(0, 2, row.step > 10 ? 1e-3 : 0);
  run.trace = record_of(rows).trace;
  EXPECT_EQ(momentum_verdict(run).words, "kept its momenta to 1e-05") << "to what the solver leaves of so large an energy";
}

TEST(Verdict, AFailureSaysWhereAndWhy) {
  RunRecord run = swinging_record(3, 100);
  run.summary.status = RunStatus::failed;
  run.summary.failure = RunFailure{"no descent", 4, 0.03, 0.01, {}};
  run.setting.steps = 100;
  EXPECT_EQ(status_verdict(run).words, "stopped at step 4 of 100: no descent");
  EXPECT_EQ(overall_verdict(run).words, "stopped at step 4 of 100: no descent");
  run = swinging_record(30, 100);
  run.summary.status = RunStatus::failed;
  EXPECT_THAT(overall_verdict(run).words, HasSubstr("s; stopped at step 31"));
}

TEST(Verdict, StepsThatDidNotConvergeAreSpokenOf) {
  RunRecord run = swinging_record(10);
  EXPECT_TRUE(warnings(run).empty());
  run.summary.failed = 3, run.summary.short_of_tolerance = 2, run.summary.worst_residual = 1e-7;
  run.summary.fallbacks = 4;
  ASSERT_EQ(warnings(run).size(), 3u);
  EXPECT_THAT(warnings(run)[0], HasSubstr("3 attempts"));
  EXPECT_THAT(warnings(run)[1], HasSubstr("2 solves before the tolerance, the worst at a relative energy error of 1.0e-07"));
  EXPECT_THAT(warnings(run)[2], HasSubstr("equations of 4 steps could not be solved"));
  EXPECT_THAT(warnings(run)[2], HasSubstr("at the same energy"));
  run.summary.max_drift = 2.4e-5;
  EXPECT_THAT(warnings(run)[2], HasSubstr("lost the energy to 2.4e-05"));
  run.summary.unclosed = 7;
  EXPECT_THAT(warnings(run)[2], HasSubstr("7 times the momenta"));
}

// A solve that misses a hundredth of what a body at rest had when it was touched misses nothing of the blow that follows.
TEST(Verdict, AnErrorLeftIsRelativeToTheEnergyOfTheRun) {
  std::vector<LedgerRow> rows;
  for (std::int64_t step = 0; step <= 10; ++step) rows.push_back(swinging_row(step));
  rows[0].kinetic = rows[0].elastic = 0;
  rows[1].elastic = 0, rows[1].kinetic = 1e-9, rows[1].statistics.residual = 1.1e-2;
  RunRecord run = record_of(rows);
  run.summary.short_of_tolerance = 1, run.summary.worst_residual = 1.1e-2;
  ASSERT_EQ(warnings(run).size(), 1u);
  EXPECT_THAT(warnings(run)[0], HasSubstr("the worst at a relative energy error of 1.1e-13"));
}

}  // namespace lilyan::test
