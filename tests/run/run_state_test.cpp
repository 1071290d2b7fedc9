#include <lilyan/run/run_state.hpp>
#include <tests/run/expect_fault.hpp>
#include <tests/run/oscillator.hpp>

#include <gtest/gtest.h>

namespace lilyan::test {

SavedRun some_saved_run() {
  SwingingScene swing(3);
  History history = swing.scene.simulation.history();
  Workspace workspace;
  SavedRun saved{{}, history};
  for (int n = 1; n <= 3; ++n) {
    saved.history.accept(*swing.scene.simulation.stepper().attempt(saved.history, {n, n * 0.01, 0.01}, workspace));
    saved.state.drift.see(swing.scene.simulation.stepper().ledger(saved.history));
  }
  saved.state.step = 3;
  saved.state.finished = true;
  saved.state.output = {100, std::nullopt, 300, 4, 500};
  saved.state.total = {1, 2, 3, 0.5};
  saved.state.pending = {4, 5, 6, 0.25};
  saved.state.failed = 9;
  saved.state.max_displacement = 0.125;
  saved.state.seconds = {1, 2, 3, 4, 5, 6};
  return saved;
}

TEST(RunStateBytes, ReadBackAsTheSameBytes) {
  const SavedRun saved = some_saved_run();
  const std::string bytes = to_bytes(saved.state, saved.history);
  const SavedRun again = saved_run(bytes);
  EXPECT_EQ(to_bytes(again.state, again.history), bytes);
  EXPECT_EQ(again.state.step, 3);
  EXPECT_TRUE(again.state.finished);
  EXPECT_EQ(again.state.output.ledger, 100u);
  EXPECT_FALSE(again.state.output.probes);
  EXPECT_EQ(again.state.drift.energy(), saved.state.drift.energy());
  EXPECT_EQ(again.state.drift.last().total, saved.state.drift.last().total);
  EXPECT_EQ(again.state.seconds.output, 6);
}

TEST(RunStateBytes, AreRefusedWhereTheyAreCutAtAnyLengthOrHaveMore) {
  const SavedRun saved = some_saved_run();
  const std::string bytes = to_bytes(saved.state, saved.history);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_EQ(fault_of([&] { saved_run(std::span(bytes).first(size)); }), "checkpoint.content") << size << " bytes";
  }
  EXPECT_EQ(fault_of([&] { saved_run(bytes + "x"); }), "checkpoint.content");
}

TEST(RunStateBytes, MayHaveNoShapes) {
  SavedRun saved = some_saved_run();
  saved.state.shapes->least_j = -2;
  saved.state.shapes->bending = {{0.5, 2, 0.25}, {}};
  const SavedRun again = saved_run(to_bytes(saved.state, saved.history));
  EXPECT_EQ(again.state.shapes->least_j, -2);
  ASSERT_EQ(again.state.shapes->bending.size(), 2u);
  EXPECT_EQ(again.state.shapes->bending[0].excess, 0.25);
  saved.state.shapes.reset();
  EXPECT_FALSE(saved_run(to_bytes(saved.state, saved.history)).state.shapes);
  EXPECT_EQ(saved_run(to_bytes(saved.state, saved.history)).state.step, saved.state.step);
}

TEST(RunStateBytes, NeverCrashWhereAByteIsFlipped) {
  const SavedRun saved = some_saved_run();
  const std::string bytes = to_bytes(saved.state, saved.history);
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(~damaged[at]);
    fault_of([&] { saved_run(damaged); });  // an InputError or another state; both are fine, a checksum stands before it
  }
}

}  // namespace lilyan::test
