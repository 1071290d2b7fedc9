// The figures that a run leaves, each told from those that are like it.
#include <lilyan/output/record_rows.hpp>
#include <lilyan/output/run.hpp>
#include <lilyan/run/diagnosis.hpp>
#include <tests/run/oscillator.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace lilyan::test::honest_records {
namespace {

TEST(HonestRecords, TheSummaryTellsTheLargestDriftFromTheLastAndMomentaFromEachOther) {
  RunState state;
  for (int k = 0; k <= 2; ++k) {
    LedgerRow row;
    row.step = k;
    row.kinetic = row.total = 10 + (k == 1 ? 2 : k == 2 ? -1 : 0);
    row.linear = Vec3(1 + 0.1 * k, 0, 0), row.angular = Vec3(0, 2 + k, 0);
    row.linear_scale = 2, row.angular_scale = 5;
    state.drift.see(row);
  }
  const auto summary = nlohmann::json::parse(summary_text(SwingingScene(0).scene, state, RunStatus::done));
  EXPECT_NEAR(summary.at("energy").at("max_drift").get<double>(), 2.0 / 12, 1e-12);
  EXPECT_NEAR(summary.at("energy").at("final_drift").get<double>(), -1.0 / 12, 1e-12);
  EXPECT_NEAR(summary.at("momentum").at("linear_drift").get<double>(), 0.2 / 2, 1e-12);
  EXPECT_NEAR(summary.at("momentum").at("angular_drift").get<double>(), 2.0 / 5, 1e-12);
}

TEST(HonestRecords, ReactionsAreImpulsesDividedByTheirTime) {
  const SwingingScene swing(0);
  const std::vector<Vec3> means = mean_reactions(swing.scene.simulation.system(), swing.scene.inventory, {1, -2, 3}, 0.05);
  ASSERT_EQ(means.size(), 1u);
  EXPECT_LT((means[0] - Vec3(20, -40, 60)).norm(), 1e-12);
}

TEST(HonestRecords, TheFastestVertexIsNotTheLast) {
  const SwingingScene swing(0);
  Vector v = Vector::Zero(12);
  vertex(v, 1) = Vec3(0, 3, 4);
  vertex(v, 3) = Vec3(1, 0, 0);
  const auto fastest = fastest_vertex(swing.scene.inventory, v);
  ASSERT_TRUE(fastest);
  EXPECT_EQ(fastest->vertex, 1);
  EXPECT_EQ(fastest->speed, 5);
}

}  // namespace
}  // namespace lilyan::test::honest_records
