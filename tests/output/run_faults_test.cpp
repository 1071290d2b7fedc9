// Runs that cannot go on, folders that cannot be used, and files that are not as they should be.
#include <lilyan/output/run.hpp>
#include <tests/support/largest_file.hpp>
#include <tests/run/expect_fault.hpp>
#include <tests/run/oscillator.hpp>
#include <tests/run/run_files.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lilyan::test {

using testing::Contains;
using testing::HasSubstr;

class RunFaults : public testing::Test {
 protected:
  RunResult run_once(const Scene& scene, bool resume = false) { return run(scene, {folder.path(), resume, {}, nullptr}); }
  std::map<std::string, std::string> uninterrupted(std::int64_t steps) {
    TemporaryFolder other;
    run(SwingingScene(steps).scene, {other.path(), false, {}, nullptr});
    return lasting_files(other.path());
  }
  TemporaryFolder folder;
};

TEST_F(RunFaults, AFailedStepEndsTheRunWithAllOutputUpToTheLastGoodStep) {
  SwingingScene swing(10);
  swing.stepper->fails = [](const StepInput& input) { return input.step == 8; };
  const RunResult result = run_once(swing.scene);
  EXPECT_EQ(result.status, RunStatus::failed);
  ASSERT_TRUE(result.failure);
  EXPECT_EQ(result.failure->reason, "the solver gave up");
  EXPECT_EQ(result.failure->step, 8);
  EXPECT_DOUBLE_EQ(result.failure->t, 0.07);
  EXPECT_THAT(result.failure->causes, Contains(HasSubstr("tet 0 of body \"drop\" is turned inside out where the solver stopped")));
  EXPECT_THAT(result.failure->causes, Contains(HasSubstr("times the shortest edge")));
  EXPECT_THAT(result.failure->causes, Contains(HasSubstr("the time step of 0.01 s")));
  EXPECT_EQ(result.state.failed, 1);
  EXPECT_EQ(lasting_files(folder.path()), uninterrupted(7));
  EXPECT_THAT(read_text(folder / "summary.json"), HasSubstr("\"failed\""));
}

TEST_F(RunFaults, AFailedRunCanBeTakenUpOnceTheCauseIsGone) {
  SwingingScene swing(10);
  swing.stepper->fails = [](const StepInput& input) { return input.step == 8; };
  run_once(swing.scene);
  EXPECT_EQ(run_once(SwingingScene(10).scene, true).status, RunStatus::done);
  EXPECT_EQ(lasting_files(folder.path()), uninterrupted(10));
}

TEST_F(RunFaults, AStepWithoutMemoryFailsAndTheRunIsKeptAndCanBeTakenUp) {
  const std::vector<std::function<void()>> lacks = {[] { throw std::bad_alloc(); },
                                                    [] {
                                                      throw InputError({"algebra.memory", "", "the factor is too large", ""});
                                                    }};
  const std::vector<std::string> reasons = {"there is not enough memory for it", "the factor is too large"};
  for (std::size_t k = 0; k < lacks.size(); ++k) {
    for (const auto& entry : std::filesystem::directory_iterator(folder.path())) std::filesystem::remove_all(entry);
    SwingingScene swing(10);
    swing.stepper->fails = [&](const StepInput& input) {
      if (input.step == 8) lacks[k]();
      return false;
    };
    const RunResult result = run_once(swing.scene);
    EXPECT_EQ(result.status, RunStatus::failed);
    ASSERT_TRUE(result.failure);
    EXPECT_EQ(result.failure->reason, reasons[k]);
    EXPECT_EQ(result.failure->step, 8);
    EXPECT_EQ(lasting_files(folder.path()), uninterrupted(7));
    EXPECT_EQ(run_once(SwingingScene(10).scene, true).status, RunStatus::done);
    EXPECT_EQ(lasting_files(folder.path()), uninterrupted(10));
  }
}

TEST_F(RunFaults, HalvedStepsLeaveTheSameRowsAndResumeToTheSameBytes) {
  const auto with_trouble = [](SwingingScene& swing) {
    swing.scene.simulation.settings().on_failure = OnFailure::halve;
    swing.stepper->fails = [](const StepInput& input) { return input.step % 3 == 2 && input.h > 0.003; };
  };
  SwingingScene swing(11);
  with_trouble(swing);
  const RunResult whole = run_once(swing.scene);
  EXPECT_EQ(whole.status, RunStatus::done);
  EXPECT_EQ(whole.state.drift.last().h, 0.01) << "a row's h is that of its step, not of the step's last part";
  EXPECT_EQ(whole.state.failed, 4 * 3);
  EXPECT_EQ(whole.t, 11 * 0.01);
  TemporaryFolder parts;
  std::atomic<bool> stop = false;
  run(swing.scene, {parts.path(), false, [&](const RunProgress& p) { stop = p.step == 5; }, &stop});
  run(swing.scene, {parts.path(), true, {}, nullptr});
  EXPECT_EQ(lasting_files(parts.path()), lasting_files(folder.path()));
}

TEST_F(RunFaults, EvenTheSmallestPartFailing) {
  SwingingScene swing(10);
  swing.scene.simulation.settings().on_failure = OnFailure::halve;
  swing.stepper->fails = [](const StepInput& input) { return input.t > 0.045; };
  const RunResult result = run_once(swing.scene);
  EXPECT_EQ(result.status, RunStatus::failed);
  EXPECT_EQ(result.state.step, 4);
  EXPECT_EQ(result.t, 4 * 0.01) << "the last whole step";
  EXPECT_THAT(result.failure->causes, Contains(HasSubstr("2^12 parts")));
  EXPECT_EQ(lasting_files(folder.path()), uninterrupted(4));
}

TEST_F(RunFaults, ADamagedCheckpointFallsBackToThePreviousOneAndSaysSo) {
  run_once(SwingingScene(10).scene);
  std::string bytes = read_text(folder / "checkpoint");
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
  write_text(folder / "checkpoint", bytes);
  const RunResult result = run_once(SwingingScene(10).scene, true);
  EXPECT_EQ(result.status, RunStatus::done);
  EXPECT_THAT(result.notes, Contains(HasSubstr("going on from checkpoint.previous")));
  EXPECT_EQ(lasting_files(folder.path()), uninterrupted(10));
}

TEST_F(RunFaults, AfterAFallBackTheGenerationBeforeTheNewestIsAgainAGoodOne) {
  run_once(SwingingScene(10).scene);
  write_text(folder / "checkpoint", "damaged");
  const SwingingScene longer(20);
  std::atomic<bool> stop = false;
  const auto watch = [&](const RunProgress& progress) { stop = progress.step == 11; };
  run(longer.scene, {folder.path(), true, watch, &stop});
  std::filesystem::remove(folder / "checkpoint");  // as a kill between the two renames leaves it
  EXPECT_EQ(run_once(longer.scene, true).status, RunStatus::done);
  EXPECT_EQ(lasting_files(folder.path()), uninterrupted(20));
}

TEST_F(RunFaults, ARecordShorterThanTheCheckpointSaysIsDamage) {
  run_once(SwingingScene(10).scene);
  write_text(folder / "probes.csv", "step,time\n");
  const auto before = all_files(folder.path());
  EXPECT_EQ(fault_of([&] { run_once(SwingingScene(20).scene, true); }), "checkpoint.damaged");
  EXPECT_THAT(error_text_of([&] { run_once(SwingingScene(20).scene, true); }), HasSubstr("probes.csv"));
  EXPECT_EQ(all_files(folder.path()), before);
}

TEST_F(RunFaults, AnotherSceneIsRefusedAndChangesNothing) {
  run_once(SwingingScene(5).scene);
  const auto before = all_files(folder.path());
  SwingingScene other(10);
  other.scene.record.hash = 43;
  EXPECT_EQ(fault_of([&] { run_once(other.scene, true); }), "checkpoint.scene");
  EXPECT_EQ(all_files(folder.path()), before);
}

TEST_F(RunFaults, AnotherRunReplacesItsOwnFilesAndNoOthers) {
  std::filesystem::create_directory(folder / "frames");
  write_text(folder / "notes.txt", "mine");
  write_text(folder / "ledger.csv.bak", "mine");
  write_text(folder / "frames/frame_x.vtu", "mine");
  write_text(folder / "frames/frame_000999.vtu", "an earlier run's");
  RunSettings settings = {folder.path(), false, {}, nullptr};
  EXPECT_EQ(fault_of([&] { run(SwingingScene(20).scene, settings); }), "output.foreign");
  settings.replace = true;
  run(SwingingScene(20).scene, settings);
  run_once(SwingingScene(5).scene);
  auto files = lasting_files(folder.path());
  for (const char* name : {"notes.txt", "ledger.csv.bak", "frames/frame_x.vtu"})
    EXPECT_EQ(files.extract(name).mapped(), "mine") << name;
  EXPECT_EQ(files, uninterrupted(5));
}

TEST_F(RunFaults, AFolderBelowAFileIsRefused) {
  write_text(folder / "file", "");
  const RunSettings settings = {folder / "file/out", false, {}, nullptr};
  EXPECT_EQ(fault_of([&] { run(SwingingScene(5).scene, settings); }), "output.write");
}

TEST_F(RunFaults, AFullDiskIsSaidAndTheRunCanBeTakenUp) {
  SwingingScene swing(40);
  swing.scene.output.ledger_every = 1;
  swing.scene.output.frames = false;
  {
    const LargestFile limit(4000);
    EXPECT_EQ(fault_of([&] { run_once(swing.scene); }), "output.write");
  }
  EXPECT_EQ(read_text(folder / "ledger.csv").back(), '\n');
  run_once(swing.scene, true);
  TemporaryFolder whole;
  run(swing.scene, {whole.path(), false, {}, nullptr});
  EXPECT_EQ(lasting_files(folder.path()), lasting_files(whole.path()));
}

TEST_F(RunFaults, ChangedProbesBeginANewFileAndKeepTheOldOne) {
  run_once(SwingingScene(6).scene);
  const std::string old = read_text(folder / "probes.csv");
  SwingingScene other(12);
  other.scene.output.probes = {{"corner", 1}, {"tip", 3}};
  const RunResult result = run_once(other.scene, true);
  EXPECT_THAT(result.notes, Contains(HasSubstr("probes.until_step_6.csv")));
  EXPECT_EQ(read_text(folder / "probes.until_step_6.csv"), old);
  EXPECT_THAT(read_text(folder / "probes.csv"), testing::StartsWith("step,time,corner.x,corner.y,corner.z,tip.x,tip.y,tip.z\n9,"));
  run_once(SwingingScene(6).scene);
  EXPECT_EQ(lasting_files(folder.path()), uninterrupted(6)) << "a new run removes what was set aside";
}

TEST_F(RunFaults, FramesCanBeTurnedOnAndOffInAResumedRun) {
  SwingingScene without(6), with(12);
  without.scene.output.frames = false;
  run_once(without.scene);
  run_once(with.scene, true);
  EXPECT_TRUE(std::filesystem::exists(folder / "frames/frame_000001.vtu"));
  without.scene.simulation.settings().steps = 20;
  run_once(without.scene, true);
  EXPECT_FALSE(std::filesystem::exists(folder / "frames/frame_000003.vtu"));
}

}  // namespace lilyan::test
