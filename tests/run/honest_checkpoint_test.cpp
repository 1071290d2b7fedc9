// A checkpoint whose parts contradict each other is refused, also where its checksum is right.
#include <lilyan/run/run_state.hpp>

#include <tests/run/expect_fault.hpp>
#include <tests/run/oscillator.hpp>

#include <gtest/gtest.h>

namespace lilyan::test::honest_checkpoint {
namespace {

SavedRun after_two_steps() {
  SwingingScene swing(2);
  SavedRun saved{{}, swing.scene.simulation.history()};
  Workspace workspace;
  for (int n = 1; n <= 2; ++n)
    saved.history.accept(*swing.scene.simulation.stepper().attempt(saved.history, {n, n * 0.01, 0.01}, workspace));
  saved.state.step = 2;
  return saved;
}

std::string fault_of_saved(const SavedRun& saved) {
  const std::string bytes = to_bytes(saved.state, saved.history);
  return fault_of([&] { saved_run(bytes); });
}

TEST(HonestCheckpoint, OfAnotherStepThanItsHistoryIsRefused) {
  SavedRun saved = after_two_steps();
  EXPECT_EQ(fault_of_saved(saved), "");
  for (const std::int64_t step : {0, 1, 3}) {
    saved.state.step = step;
    EXPECT_EQ(fault_of_saved(saved), "checkpoint.content") << step;
  }
}

TEST(HonestCheckpoint, OfNegativeCountsIsRefused) {
  SavedRun saved = after_two_steps();
  saved.state.output.frames = -1;
  EXPECT_EQ(fault_of_saved(saved), "checkpoint.content");
}

TEST(HonestCheckpoint, WithMorePositionsThanMomentaIsRefused) {
  const SavedRun saved = after_two_steps();
  Frame now = saved.history.now();
  now.p.conservativeResize(9);
  EXPECT_EQ(fault_of([&] { History::read(History(now).write()); }), "checkpoint.content");
  now = saved.history.now();
  now.held_velocity = Vector::Zero(3);
  EXPECT_EQ(fault_of([&] { History::read(History(now).write()); }), "checkpoint.content");
}

}  // namespace
}  // namespace lilyan::test::honest_checkpoint
