#include <lilyan/output/run.hpp>
#include <lilyan/run/checkpoint.hpp>
#include <tests/run/oscillator.hpp>
#include <tests/run/run_files.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

namespace lilyan::test {

using testing::ElementsAre;
using testing::HasSubstr;

// The numbers of the first column of a record file: which steps have rows.
std::vector<int> rows_of(const std::filesystem::path& file) {
  std::istringstream in(read_text(file));
  std::string line;
  std::getline(in, line);
  std::vector<int> steps;
  while (std::getline(in, line)) steps.push_back(std::stoi(line));
  return steps;
}

RunResult run_to(const TemporaryFolder& folder, const Scene& scene) { return run(scene, {folder.path(), false, {}, nullptr}); }
RunResult resume_to(const TemporaryFolder& folder, const Scene& scene) { return run(scene, {folder.path(), true, {}, nullptr}); }

// What an uninterrupted run of the default scene leaves.
std::map<std::string, std::string> uninterrupted(std::int64_t steps) {
  TemporaryFolder folder;
  run_to(folder, SwingingScene(steps).scene);
  return lasting_files(folder.path());
}

// As a killed process: the run ends where it is, nothing is written any more.
struct Killed {};
void kill_after(const TemporaryFolder& folder, const Scene& scene, std::int64_t step, bool resume) {
  const auto kill = [step](const RunProgress& progress) {
    if (progress.step == step) throw Killed{};
  };
  EXPECT_THROW(run(scene, {folder.path(), resume, kill, nullptr}), Killed);
}

TEST(Run, WritesARowForTheStartEveryKStepsAndTheEnd) {
  TemporaryFolder folder;
  const RunResult result = run_to(folder, SwingingScene(10).scene);
  EXPECT_EQ(result.status, RunStatus::done);
  EXPECT_EQ(result.state.step, 10);
  EXPECT_EQ(result.t, 10 * 0.01);
  for (const char* file : {"ledger.csv", "probes.csv", "reactions.csv"})
    EXPECT_THAT(rows_of(folder / file), ElementsAre(0, 3, 6, 9, 10));
  EXPECT_TRUE(std::filesystem::exists(folder / "frames/frame_000004.vtu"));
  EXPECT_FALSE(std::filesystem::exists(folder / "frames/frame_000005.vtu"));
}

TEST(Run, SumsTheSolversWorkBetweenRows) {
  TemporaryFolder folder;
  SwingingScene swing(4);
  run_to(folder, swing.scene);
  std::istringstream in(read_text(folder / "ledger.csv"));
  std::string header, start, third, last;
  for (std::string* line : {&header, &start, &third, &last}) std::getline(in, *line);
  EXPECT_THAT(start, HasSubstr(",0,0,0,0,"));
  EXPECT_THAT(third, HasSubstr(",6,3,3,"));
  EXPECT_THAT(last, HasSubstr(",2,1,1,"));
}

TEST(Run, LeavesOutFilesThatThePlanDoesNotAskFor) {
  TemporaryFolder folder;
  SwingingScene swing(2);
  swing.scene.output.probes.clear();
  swing.scene.output.frames = false;
  run_to(folder, swing.scene);
  EXPECT_FALSE(std::filesystem::exists(folder / "probes.csv"));
  EXPECT_FALSE(std::filesystem::exists(folder / "frames"));
  EXPECT_FALSE(std::filesystem::exists(folder / "frames.pvd"));
}

TEST(Run, TellsItsProgressAfterEveryStep) {
  TemporaryFolder folder;
  std::vector<std::int64_t> steps;
  const auto progress = [&](const RunProgress& p) {
    steps.push_back(p.step);
    EXPECT_EQ(p.steps, 3);
  };
  run(SwingingScene(3).scene, {folder.path(), false, progress, nullptr});
  EXPECT_THAT(steps, ElementsAre(1, 2, 3));
}

TEST(Run, ResumedAfterAKillAtAnyStepLeavesTheSameBytes) {
  const auto expected = uninterrupted(13);
  for (int kill = 1; kill <= 13; ++kill) {
    TemporaryFolder folder;
    const SwingingScene swing(13);
    kill_after(folder, swing.scene, kill, false);
    EXPECT_EQ(resume_to(folder, swing.scene).status, RunStatus::done);
    EXPECT_EQ(lasting_files(folder.path()), expected) << "killed after step " << kill;
  }
}

TEST(Run, ResumedAfterManyKillsLeavesTheSameBytes) {
  TemporaryFolder folder;
  SwingingScene swing(13);
  swing.scene.output.checkpoint_every = 1;
  for (int kill = 1; kill <= 13; ++kill) kill_after(folder, swing.scene, kill, kill > 1);
  resume_to(folder, swing.scene);
  EXPECT_EQ(lasting_files(folder.path()), uninterrupted(13));
}

TEST(Run, StoppedAtAnyStepIsCompleteAndResumesToTheSameBytes) {
  const auto expected = uninterrupted(13);
  for (int stop_at = 0; stop_at < 13; ++stop_at) {
    TemporaryFolder folder;
    const SwingingScene swing(13);
    std::atomic<bool> stop = stop_at == 0;
    const auto watch = [&](const RunProgress& progress) { stop = progress.step == stop_at; };
    const RunResult stopped = run(swing.scene, {folder.path(), false, watch, &stop});
    EXPECT_EQ(stopped.status, RunStatus::stopped);
    EXPECT_EQ(stopped.state.step, stop_at);
    EXPECT_EQ(rows_of(folder / "ledger.csv").back(), stop_at) << "the last step has its row";
    EXPECT_EQ(resume_to(folder, swing.scene).status, RunStatus::done);
    EXPECT_EQ(lasting_files(folder.path()), expected) << "stopped after step " << stop_at;
  }
}

TEST(Run, IsDoneWhereTheStopComesWithTheLastStep) {
  TemporaryFolder folder;
  std::atomic<bool> stop = false;
  const auto watch = [&](const RunProgress& progress) { stop = progress.step == 5; };
  EXPECT_EQ(run(SwingingScene(5).scene, {folder.path(), false, watch, &stop}).status, RunStatus::done);
}

TEST(Run, ResumedWithoutACheckpointStartsFromTheBeginning) {
  TemporaryFolder folder;
  const RunResult result = resume_to(folder, SwingingScene(13).scene);
  EXPECT_THAT(result.notes, ElementsAre(HasSubstr("from the beginning")));
  EXPECT_EQ(lasting_files(folder.path()), uninterrupted(13));
}

TEST(Run, StartedAnewForgetsTheCheckpointsOfTheRunBefore) {
  TemporaryFolder folder;
  const SwingingScene swing(10);
  run_to(folder, swing.scene);
  kill_after(folder, swing.scene, 2, false);  // before its first checkpoint
  const RunResult result = resume_to(folder, swing.scene);
  EXPECT_FALSE(result.unchanged);
  EXPECT_THAT(result.notes, ElementsAre(HasSubstr("from the beginning")));
  EXPECT_EQ(lasting_files(folder.path()), uninterrupted(10));
}

TEST(Run, ThatIsFinishedIsLeftAloneByResume) {
  TemporaryFolder folder;
  run_to(folder, SwingingScene(10).scene);
  const auto before = all_files(folder.path());
  const RunResult result = resume_to(folder, SwingingScene(10).scene);
  EXPECT_TRUE(result.unchanged);
  EXPECT_EQ(result.status, RunStatus::done);
  EXPECT_THAT(result.notes, ElementsAre(HasSubstr("finished")));
  EXPECT_EQ(all_files(folder.path()), before);
}

TEST(Run, ExtendedEqualsTheLongerRun) {
  for (int first = 0; first <= 13; ++first) {
    TemporaryFolder folder;
    run_to(folder, SwingingScene(first).scene);
    EXPECT_EQ(resume_to(folder, SwingingScene(14).scene).status, RunStatus::done);
    EXPECT_EQ(lasting_files(folder.path()), uninterrupted(14)) << "extended after step " << first;
  }
}

TEST(Run, ExtendedAndKilledBeforeItsFirstCheckpointCanStillBeFinishedAtTheOldLength) {
  TemporaryFolder folder;
  run_to(folder, SwingingScene(10).scene);
  kill_after(folder, SwingingScene(20).scene, 11, true);
  const RunResult result = resume_to(folder, SwingingScene(10).scene);
  EXPECT_EQ(result.status, RunStatus::done);
  EXPECT_EQ(lasting_files(folder.path()), uninterrupted(10));
}

TEST(Run, AskedForLessThanIsDoneSaysSoAndChangesNothing) {
  TemporaryFolder folder;
  run_to(folder, SwingingScene(10).scene);
  const auto before = all_files(folder.path());
  const RunResult result = resume_to(folder, SwingingScene(6).scene);
  EXPECT_TRUE(result.unchanged);
  EXPECT_THAT(result.notes, ElementsAre(HasSubstr("10 steps are done already")));
  EXPECT_EQ(all_files(folder.path()), before);
}

TEST(Run, KeepsTheSummaryOfAnInterruptedRunLikeThatOfAWholeOne) {
  TemporaryFolder whole, parts;
  const SwingingScene swing(13);
  const RunResult expected = run_to(whole, swing.scene);
  kill_after(parts, swing.scene, 7, false);
  const RunResult result = resume_to(parts, swing.scene);
  EXPECT_EQ(result.state.drift.energy(), expected.state.drift.energy());
  EXPECT_EQ(result.state.drift.angular(), expected.state.drift.angular());
  EXPECT_EQ(result.state.total.newton_iterations, expected.state.total.newton_iterations);
  EXPECT_EQ(result.state.total.residual, expected.state.total.residual);
  EXPECT_EQ(result.state.max_displacement, expected.state.max_displacement);
}

// The swinging tet is turned inside out by its stepper as it falls through its pin.
TEST(HonestRun, TellsOfCellsTurnedInsideOutInLedgerAndSummary) {
  TemporaryFolder folder;
  SwingingScene swing(12);
  swing.scene.output.ledger_every = 1;
  const RunResult result = run_to(folder, swing.scene);
  std::istringstream in(read_text(folder / "ledger.csv"));
  std::string line;
  std::getline(in, line);
  EXPECT_THAT(line, testing::EndsWith(",inverted_cells,least_j"));
  double least = 1;
  while (std::getline(in, line)) {
    const double J = std::stod(line.substr(line.rfind(',') + 1));
    const std::string before = line.substr(0, line.rfind(','));
    EXPECT_EQ(before.substr(before.rfind(',') + 1), J <= 0 ? "1" : "0") << line;
    least = std::min(least, J);
  }
  EXPECT_LT(least, 0.9999);
  ASSERT_TRUE(result.state.shapes);
  EXPECT_EQ(result.state.shapes->least_j, least);
  EXPECT_EQ(result.state.shapes->least_cell, 0);
  const auto summary = nlohmann::json::parse(read_text(folder / "summary.json"));
  EXPECT_EQ(summary.at("inverted").at("least_j").get<double>(), least);
  EXPECT_EQ(summary.at("inverted").at("cells"), least <= 0 ? 1 : 0);
  EXPECT_THAT(summary.at("inverted").at("cell").get<std::string>(), HasSubstr("body \"drop\""));
}

TEST(HonestRun, BegunWithoutTheColumnsOfShapesGoesOnWithoutThem) {
  const auto expected = uninterrupted(13);
  TemporaryFolder folder;
  const SwingingScene swing(13);
  kill_after(folder, swing.scene, 7, false);
  // As an earlier version left it: neither columns nor shapes.
  const std::string older = without_column(without_column(read_text(folder / "ledger.csv"), "least_j"), "inverted_cells");
  std::string payload;
  read_checkpoint(folder.path(), swing.scene.record.hash, [&](std::span<const char> bytes) {
    SavedRun saved = saved_run(bytes);
    saved.state.shapes.reset();
    std::istringstream rows(older);
    std::string line;
    saved.state.output.ledger = 0;
    for (std::int64_t row = 0; row <= 1 + saved.state.step / 3 && std::getline(rows, line); ++row)
      *saved.state.output.ledger += line.size() + 1;
    payload = to_bytes(saved.state, saved.history);
  });
  remove_checkpoints(folder.path());
  write_checkpoint(folder.path(), swing.scene.record.hash, payload);
  write_text(folder / "ledger.csv", older);
  const RunResult result = resume_to(folder, swing.scene);
  EXPECT_EQ(result.status, RunStatus::done);
  const std::string ledger = expected.at("ledger.csv");
  EXPECT_EQ(lasting_files(folder.path()).at("ledger.csv"), without_column(without_column(ledger, "least_j"), "inverted_cells"));
  EXPECT_FALSE(nlohmann::json::parse(read_text(folder / "summary.json")).contains("inverted"));
}

}  // namespace lilyan::test
