// A checkpoint whose parts contradict each other is refused, also where its checksum is right.
#include <lilyan/run/run_state.hpp>

#include <tests/run/expect_fault.hpp>
#include <tests/run/oscillator.hpp>

#include <gtest/gtest.h>

#include <cmath>

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

TEST(HonestCheckpoint, OfNumbersThatAreNoneIsRefused) {
  const SavedRun good = after_two_steps();
  const double none[] = {std::nan(""), HUGE_VAL, -HUGE_VAL};
  for (const double number : none) {
    std::vector<SavedRun> all(6, good);
    all[0].state.max_displacement = number;
    all[1].state.pending_reactions = {0, number, 0};
    all[2].state.total.residual = number;
    all[3].state.shapes->bending = {{0, number, 0}};
    all[4].state.contact.emplace().least_gap = number;
    all[5].state.domains = DomainRecord{{number}};
    for (const SavedRun& saved : all) EXPECT_EQ(fault_of_saved(saved), "checkpoint.content");
  }
}

TEST(HonestCheckpoint, OfAnotherSceneInsideIsRefused) {
  const SwingingScene swing(4);
  const SavedRun good = after_two_steps();
  const auto fault = [&](const SavedRun& saved) {
    return fault_of([&] { check_belongs(saved, swing.scene.inventory, swing.scene.simulation); });
  };
  EXPECT_EQ(fault(good), "");
  std::vector<SavedRun> all(7, good);
  all[0].state.shapes->least_cell = 1000000;
  all[1].state.shapes->turned_cell = -2;
  all[2].state.shapes->inverted = 1;  // of a cell that is not named
  all[3].state.shapes->bending.resize(5);
  all[4].state.domains = DomainRecord{{0, 0}};
  all[5].history = History({2, 0.5, 0.01, good.history.now().x, good.history.now().p});  // long after step 2
  all[6].history = History({2, 0.02, 0.01, Vector::Zero(3), Vector::Zero(3)});
  for (std::size_t k = 0; k < all.size(); ++k) EXPECT_EQ(fault(all[k]), "checkpoint.content") << k;
}

TEST(HonestCheckpoint, WithOtherEnergiesThanItsLedgerIsRefused) {
  const SwingingScene swing(4);
  SavedRun saved = after_two_steps();
  Simulation simulation = swing.scene.simulation;
  simulation.restore(saved.history);
  saved.state.drift.see(swing.scene.simulation.ledger());
  saved.state.drift.see(simulation.ledger());
  EXPECT_EQ(fault_of([&] { check_energy(saved, simulation); }), "");
  Frame now = saved.history.now();
  now.p *= 1.01;
  simulation.restore(History(now));
  EXPECT_EQ(fault_of([&] { check_energy(saved, simulation); }), "checkpoint.content");
  now.p.setConstant(1e200);
  simulation.restore(History(now));
  EXPECT_EQ(fault_of([&] { check_energy(saved, simulation); }), "checkpoint.content");
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
