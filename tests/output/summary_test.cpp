#include <lilyan/output/run.hpp>
#include <tests/run/oscillator.hpp>
#include <tests/run/run_files.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace lilyan::test {

TEST(Summary, HasAllKeysThatScriptsRelyOn) {
  TemporaryFolder folder;
  const RunResult result = run(SwingingScene(10).scene, {folder.path(), false, {}, nullptr});
  const nlohmann::json summary = nlohmann::json::parse(read_text(folder / "summary.json"));
  EXPECT_TRUE(summary.at("version").is_string());
  EXPECT_EQ(summary.at("scene"), "swing");
  EXPECT_EQ(summary.at("integrator"), "symplectic_euler");
  EXPECT_EQ(summary.at("status"), "done");
  EXPECT_EQ(summary.at("steps"), 10);
  EXPECT_EQ(summary.at("dof"), 9);
  for (const char* key : {"initial", "final", "max_drift", "final_drift", "scale"})
    EXPECT_TRUE(summary.at("energy").at(key).is_number()) << key;
  for (const char* key : {"linear_drift", "angular_drift"}) EXPECT_TRUE(summary.at("momentum").at(key).is_number()) << key;
  for (const char* key : {"wall", "assembly", "factorisation", "solve", "line_search", "output"}) {
    EXPECT_TRUE(summary.at("seconds").at(key).is_number()) << key;
  }
  EXPECT_EQ(summary.at("newton").at("iterations"), 20);
  EXPECT_EQ(summary.at("newton").at("failed"), 0);
  EXPECT_TRUE(summary.at("newton").contains("factorizations"));
  EXPECT_EQ(summary.at("newton").at("backtracks"), 10);
  EXPECT_EQ(summary.at("energy").at("final").get<double>(), result.state.drift.last().total) << "numbers read back exactly";
  EXPECT_GT(summary.at("max_displacement").get<double>(), 0);
}

TEST(Summary, OfARunWithANameThatIsNoTextIsStillJson) {
  SwingingScene swing(0);
  swing.scene.record.name = "\xff\"";
  const nlohmann::json summary = nlohmann::json::parse(summary_text(swing.scene, {}, RunStatus::stopped));
  EXPECT_EQ(summary.at("status"), "stopped");
}

}  // namespace lilyan::test
