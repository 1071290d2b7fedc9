// Runs whose steps differ in length.
#include <lilyan/adaption/adaptive_stepper.hpp>
#include <lilyan/output/run.hpp>
#include <lilyan/run/run_time.hpp>
#include <tests/run/oscillator.hpp>
#include <tests/run/run_files.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace lilyan::test::adaptive_run {
namespace {

// A tenth of the usual step where the body is deformed as much as it gets, here.
struct AdaptedSwing : SwingingScene {
  explicit AdaptedSwing(double until, SigmaAt at = SigmaAt::both_ends)
      : SwingingScene(1'000'000, [at](const System& system, std::unique_ptr<const Stepper> inner) {
          return std::make_unique<AdaptiveStepper>(system, std::move(inner), adapt_to_energy(0.02), at);
        }) {
    scene.simulation.settings().until = until;
    scene.record.adaption = "by energy";
  }
};

RunResult run_to(const TemporaryFolder& folder, const Scene& scene, bool resume = false) {
  return run(scene, {folder.path(), resume, {}, nullptr});
}

struct Row {
  std::int64_t step;
  double time, h;
};

std::vector<Row> rows_of(const TemporaryFolder& folder) {
  std::istringstream in(read_text(folder / "ledger.csv"));
  std::string line;
  std::getline(in, line);
  std::vector<Row> rows;
  while (std::getline(in, line)) {
    Row row{};
    char comma;
    std::istringstream(line) >> row.step >> comma >> row.time >> comma >> row.h;
    rows.push_back(row);
  }
  return rows;
}

TEST(AdaptiveRun, EndsWithTheFirstStepThatReachesTheTimeAskedFor) {
  TemporaryFolder folder;
  AdaptedSwing swing(0.2);
  swing.scene.output.ledger_every = 1;
  const RunResult result = run_to(folder, swing.scene);
  EXPECT_EQ(result.status, RunStatus::done);
  const std::vector<Row> rows = rows_of(folder);
  EXPECT_GE(rows.back().time, 0.2);
  EXPECT_LT(rows[rows.size() - 2].time, 0.2);
  double shortest = 1, longest = 0;
  for (std::size_t k = 1; k < rows.size(); ++k) {
    EXPECT_EQ(rows[k].step, static_cast<std::int64_t>(k));
    EXPECT_NEAR(rows[k].time - rows[k - 1].time, rows[k].h, 1e-15);
    shortest = std::min(shortest, rows[k].h), longest = std::max(longest, rows[k].h);
  }
  EXPECT_LT(shortest, 0.8 * longest);
  EXPECT_LE(longest, swing.scene.simulation.settings().h);
  const auto summary = nlohmann::json::parse(read_text(folder / "summary.json"));
  EXPECT_EQ(summary.at("adaption").at("shortest"), shortest);
  EXPECT_EQ(summary.at("adaption").at("longest"), longest);
}

TEST(AdaptiveRun, MakesTheStepsAskedForWhereTheyAreCounted) {
  TemporaryFolder folder;
  AdaptedSwing swing(0);
  swing.scene.simulation.settings().until.reset();
  swing.scene.simulation.settings().steps = 7;
  EXPECT_EQ(run_to(folder, swing.scene).state.step, 7);
  EXPECT_EQ(time_words(swing.scene), "7 steps of up to 0.01 s");
}

TEST(AdaptiveRun, TellsHowFarItIsByTheTime) {
  TemporaryFolder folder;
  std::vector<double> shares;
  const auto see = [&](const RunProgress& progress) { shares.push_back(progress.share()); };
  run(AdaptedSwing(0.1).scene, {folder.path(), false, see, nullptr});
  EXPECT_TRUE(std::is_sorted(shares.begin(), shares.end()));
  EXPECT_EQ(shares.back(), 1);
  EXPECT_LT(shares.front(), 0.2);
}

TEST(AdaptiveRun, HasItsFramesAtTheTimesAskedFor) {
  TemporaryFolder folder;
  AdaptedSwing swing(0.2);
  run_to(folder, swing.scene);
  const std::string index = read_text(folder / "frames.pvd");
  for (const char* time : {"\"0\"", "\"0.025", "\"0.05", "\"0.075", "\"0.1", "\"0.125", "\"0.15", "\"0.175", "\"0.2"})
    EXPECT_THAT(index, testing::HasSubstr(std::string("timestep=") + time));
  EXPECT_TRUE(std::filesystem::exists(folder / "frames/frame_000008.vtu"));
  EXPECT_FALSE(std::filesystem::exists(folder / "frames/frame_000009.vtu"));
}

TEST(AdaptiveRun, PutsFramesOnTheCubicBetweenTwoStates) {
  AdaptedSwing swing(1);
  swing.scene.output.interval = 0.002;
  // Positions that are a cubic of time: the polynomial between two of them is that cubic.
  const Vector a = Vector::LinSpaced(12, 1, 2), b = Vector::LinSpaced(12, -1, 3);
  const auto at = [&](double t) {
    Frame frame{1, t, 0.007, swing.scene.simulation.initial().x + t * a + t * t * t * b,
                (a + 3 * t * t * b).cwiseProduct(swing.scene.simulation.system().mass())};
    for (Index c = 0; c < 3; ++c) frame.x[c] = swing.scene.simulation.initial().x[c];  // held
    return frame;
  };
  History history(at(0.001));
  history.accept({at(0.008), {}, {}});
  std::vector<double> times;
  Simulation& simulation = swing.scene.simulation;
  simulation.restore(history);
  each_frame_due(swing.scene.output, simulation, [&](const Snapshot& frame) {
    times.push_back(frame.t);
    EXPECT_LT((frame.x - at(frame.t).x).norm(), 1e-14);
    EXPECT_LT((simulation.system().mass().cwiseProduct(frame.v) - at(frame.t).p).norm(), 1e-12);
  });
  EXPECT_THAT(times, testing::ElementsAre(0.002, 0.004, 0.006, 0.008));
}

// As a killed process: the run ends where it is, nothing is written any more.
struct Killed {};

TEST(AdaptiveRun, ResumedAfterAKillAtAnyStepLeavesTheSameBytes) {
  for (const SigmaAt at : {SigmaAt::start, SigmaAt::both_ends}) {
    TemporaryFolder whole;
    const std::int64_t steps = run_to(whole, AdaptedSwing(0.15, at).scene).state.step;
    for (int kill = 1; kill <= steps; kill += 5) {
      TemporaryFolder folder;
      const AdaptedSwing swing(0.15, at);
      const auto watch = [&](const RunProgress& progress) {
        if (progress.step == kill) throw Killed{};
      };
      EXPECT_THROW(run(swing.scene, {folder.path(), false, watch, nullptr}), Killed);
      EXPECT_EQ(run_to(folder, swing.scene, true).status, RunStatus::done);
      EXPECT_EQ(lasting_files(folder.path()), lasting_files(whole.path())) << "killed after step " << kill;
    }
  }
}

TEST(AdaptiveRun, GoesOnToALongerTimeAndNotToAShorterOne) {
  TemporaryFolder whole, folder;
  run_to(whole, AdaptedSwing(0.2).scene);
  run_to(folder, AdaptedSwing(0.1).scene);
  EXPECT_THAT(run_to(folder, AdaptedSwing(0.1).scene, true).notes, testing::ElementsAre(testing::HasSubstr("is finished")));
  EXPECT_TRUE(run_to(folder, AdaptedSwing(0.05).scene, true).unchanged);
  EXPECT_EQ(run_to(folder, AdaptedSwing(0.2).scene, true).status, RunStatus::done);
  EXPECT_EQ(lasting_files(folder.path()), lasting_files(whole.path()));
}

TEST(AdaptiveRun, EndsWithAValidFolderWhereAStepCannotBeMade) {
  TemporaryFolder folder;
  AdaptedSwing swing(0.2);
  swing.stepper->fails = [](const StepInput& input) { return input.step >= 6; };
  const RunResult result = run_to(folder, swing.scene);
  EXPECT_EQ(result.status, RunStatus::failed);
  EXPECT_EQ(result.state.step, 5);
  EXPECT_EQ(rows_of(folder).back().step, 5);
  EXPECT_THAT(result.failure->causes, testing::Contains(testing::HasSubstr("shorter time.step")));
}

}  // namespace
}  // namespace lilyan::test::adaptive_run
