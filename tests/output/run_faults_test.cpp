// Runs that cannot go on, folders that cannot be used, and files that are not as they should be.
#include <lilyan/output/run.hpp>
#include <tests/output/largest_file.hpp>
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
  RunResult run_once(const RunPlan& plan, bool resume = false) { return run(plan, {folder.path(), resume, {}, nullptr}); }
  std::map<std::string, std::string> uninterrupted(std::int64_t steps) {
    TemporaryFolder other;
    run(SwingingPlan(steps).plan, {other.path(), false, {}, nullptr});
    return lasting_files(other.path());
  }
  TemporaryFolder folder;
};

TEST_F(RunFaults, AFailedStepEndsTheRunWithAllOutputUpToTheLastGoodStep) {
  SwingingPlan swing(10);
  swing.stepper->fails = [](const StepInput& input) { return input.step == 8; };
  const RunResult result = run_once(swing.plan);
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
  SwingingPlan swing(10);
  swing.stepper->fails = [](const StepInput& input) { return input.step == 8; };
  run_once(swing.plan);
  EXPECT_EQ(run_once(SwingingPlan(10).plan, true).status, RunStatus::done);
  EXPECT_EQ(lasting_files(folder.path()), uninterrupted(10));
}

TEST_F(RunFaults, HalvedStepsLeaveTheSameRowsAndResumeToTheSameBytes) {
  const auto with_trouble = [](SwingingPlan& swing) {
    swing.plan.on_failure = OnFailure::halve;
    swing.stepper->fails = [](const StepInput& input) { return input.step % 3 == 2 && input.h > 0.003; };
  };
  SwingingPlan swing(11);
  with_trouble(swing);
  const RunResult whole = run_once(swing.plan);
  EXPECT_EQ(whole.status, RunStatus::done);
  EXPECT_EQ(whole.state.drift.last().h, 0.01) << "a row's h is that of its step, not of the step's last part";
  EXPECT_EQ(whole.state.failed, 4 * 3);
  EXPECT_EQ(whole.t, 11 * 0.01);
  TemporaryFolder parts;
  std::atomic<bool> stop = false;
  run(swing.plan, {parts.path(), false, [&](const RunProgress& p) { stop = p.step == 5; }, &stop});
  run(swing.plan, {parts.path(), true, {}, nullptr});
  EXPECT_EQ(lasting_files(parts.path()), lasting_files(folder.path()));
}

TEST_F(RunFaults, EvenTheSmallestPartFailing) {
  SwingingPlan swing(10);
  swing.plan.on_failure = OnFailure::halve;
  swing.stepper->fails = [](const StepInput& input) { return input.t > 0.045; };
  const RunResult result = run_once(swing.plan);
  EXPECT_EQ(result.status, RunStatus::failed);
  EXPECT_EQ(result.state.step, 4);
  EXPECT_EQ(result.t, 4 * 0.01) << "the last whole step";
  EXPECT_THAT(result.failure->causes, Contains(HasSubstr("2^12 parts")));
  EXPECT_EQ(lasting_files(folder.path()), uninterrupted(4));
}

TEST_F(RunFaults, ADamagedCheckpointFallsBackToThePreviousOneAndSaysSo) {
  run_once(SwingingPlan(10).plan);
  std::string bytes = read_text(folder / "checkpoint");
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
  write_text(folder / "checkpoint", bytes);
  const RunResult result = run_once(SwingingPlan(10).plan, true);
  EXPECT_EQ(result.status, RunStatus::done);
  EXPECT_THAT(result.notes, Contains(HasSubstr("going on from checkpoint.previous")));
  EXPECT_EQ(lasting_files(folder.path()), uninterrupted(10));
}

TEST_F(RunFaults, AfterAFallBackTheGenerationBeforeTheNewestIsAgainAGoodOne) {
  run_once(SwingingPlan(10).plan);
  write_text(folder / "checkpoint", "damaged");
  const SwingingPlan longer(20);
  std::atomic<bool> stop = false;
  const auto watch = [&](const RunProgress& progress) { stop = progress.step == 11; };
  run(longer.plan, {folder.path(), true, watch, &stop});
  std::filesystem::remove(folder / "checkpoint");  // as a kill between the two renames leaves it
  EXPECT_EQ(run_once(longer.plan, true).status, RunStatus::done);
  EXPECT_EQ(lasting_files(folder.path()), uninterrupted(20));
}

TEST_F(RunFaults, ARecordShorterThanTheCheckpointSaysIsDamage) {
  run_once(SwingingPlan(10).plan);
  write_text(folder / "probes.csv", "step,time\n");
  const auto before = all_files(folder.path());
  EXPECT_EQ(fault_of([&] { run_once(SwingingPlan(20).plan, true); }), "checkpoint.damaged");
  EXPECT_THAT(error_text_of([&] { run_once(SwingingPlan(20).plan, true); }), HasSubstr("probes.csv"));
  EXPECT_EQ(all_files(folder.path()), before);
}

TEST_F(RunFaults, AnotherSceneIsRefusedAndChangesNothing) {
  run_once(SwingingPlan(5).plan);
  const auto before = all_files(folder.path());
  SwingingPlan other(10);
  other.plan.scene_hash = 43;
  EXPECT_EQ(fault_of([&] { run_once(other.plan, true); }), "checkpoint.scene");
  EXPECT_EQ(all_files(folder.path()), before);
}

TEST_F(RunFaults, AnotherRunReplacesItsOwnFilesAndNoOthers) {
  std::filesystem::create_directory(folder / "frames");
  write_text(folder / "notes.txt", "mine");
  write_text(folder / "ledger.csv.bak", "mine");
  write_text(folder / "frames/frame_x.vtu", "mine");
  write_text(folder / "frames/frame_000999.vtu", "an earlier run's");
  run_once(SwingingPlan(20).plan);
  run_once(SwingingPlan(5).plan);
  auto files = lasting_files(folder.path());
  for (const char* name : {"notes.txt", "ledger.csv.bak", "frames/frame_x.vtu"})
    EXPECT_EQ(files.extract(name).mapped(), "mine") << name;
  EXPECT_EQ(files, uninterrupted(5));
}

TEST_F(RunFaults, AFolderBelowAFileIsRefused) {
  write_text(folder / "file", "");
  const RunSettings settings = {folder / "file/out", false, {}, nullptr};
  EXPECT_EQ(fault_of([&] { run(SwingingPlan(5).plan, settings); }), "output.write");
}

TEST_F(RunFaults, AFullDiskIsSaidAndTheRunCanBeTakenUp) {
  SwingingPlan swing(40);
  swing.plan.output.ledger_every = 1;
  swing.plan.output.frames = false;
  {
    const LargestFile limit(4000);
    EXPECT_EQ(fault_of([&] { run_once(swing.plan); }), "output.write");
  }
  EXPECT_EQ(read_text(folder / "ledger.csv").back(), '\n');
  run_once(swing.plan, true);
  TemporaryFolder whole;
  run(swing.plan, {whole.path(), false, {}, nullptr});
  EXPECT_EQ(lasting_files(folder.path()), lasting_files(whole.path()));
}

TEST_F(RunFaults, ChangedProbesBeginANewFileAndKeepTheOldOne) {
  run_once(SwingingPlan(6).plan);
  const std::string old = read_text(folder / "probes.csv");
  SwingingPlan other(12);
  other.plan.output.probes = {{"corner", 1}, {"tip", 3}};
  const RunResult result = run_once(other.plan, true);
  EXPECT_THAT(result.notes, Contains(HasSubstr("probes.until_step_6.csv")));
  EXPECT_EQ(read_text(folder / "probes.until_step_6.csv"), old);
  EXPECT_THAT(read_text(folder / "probes.csv"), testing::StartsWith("step,time,corner.x,corner.y,corner.z,tip.x,tip.y,tip.z\n9,"));
  run_once(SwingingPlan(6).plan);
  EXPECT_EQ(lasting_files(folder.path()), uninterrupted(6)) << "a new run removes what was set aside";
}

TEST_F(RunFaults, FramesCanBeTurnedOnAndOffInAResumedRun) {
  SwingingPlan without(6), with(12);
  without.plan.output.frames = false;
  run_once(without.plan);
  run_once(with.plan, true);
  EXPECT_TRUE(std::filesystem::exists(folder / "frames/frame_000001.vtu"));
  without.plan.steps = 20;
  run_once(without.plan, true);
  EXPECT_FALSE(std::filesystem::exists(folder / "frames/frame_000003.vtu"));
}

}  // namespace lilyan::test
