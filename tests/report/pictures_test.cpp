#include <lilyan/output/record_rows.hpp>
#include <lilyan/report/pictures.hpp>
#include <tests/run/obstacles.hpp>
#include <tests/run/oscillator.hpp>
#include <tests/support/temporary_folder.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace lilyan::test {

using testing::ElementsAre;

TEST(Pictures, TheFirstOneBetweenAndTheLastAreShown) {
  EXPECT_THAT(chosen_steps({}, 10, {}), ElementsAre());
  EXPECT_THAT(chosen_steps({0}, 0, {}), ElementsAre(0));
  EXPECT_THAT(chosen_steps({0, 1}, 1, 1), ElementsAre(0, 1));
  EXPECT_THAT(chosen_steps({0, 50, 70, 100}, 100, 70), ElementsAre(0, 70, 100));
  EXPECT_THAT(chosen_steps({0, 50, 70, 100}, 100, {}), ElementsAre(0, 50, 100)) << "as earlier versions chose it";
  EXPECT_THAT(chosen_steps({0, 50, 70, 200}, 200, 60), ElementsAre(0, 70, 200));
  EXPECT_THAT(chosen_steps({0, 50, 70, 100}, 60, {}), ElementsAre(0, 50)) << "of steps that an earlier run made";
}

// A run over states of these elastic energies, one a step, after those that an earlier part made.
class PictureRun {
 public:
  explicit PictureRun(const TemporaryFolder& folder) : files(folder.path()), ledger_(ledger_header()) {}

  // Killed after a checkpoint, and what came behind it.
  void go_on_and_die(const std::vector<double>& elastic, const std::vector<double>& lost) {
    const std::int64_t saved = step_ + static_cast<std::int64_t>(elastic.size());
    const std::string ledger = [&] {
      PictureTaker taker(swing.scene, files);
      see(taker, elastic);
      taker.save(step_ - 1);
      std::string until_then = ledger_;
      see(taker, lost);
      return until_then;
    }();
    step_ = saved, ledger_ = ledger;
  }
  void go_on(const std::vector<double>& elastic) {
    PictureTaker taker(swing.scene, files);
    see(taker, elastic);
    write_text(files.ledger(), ledger_);
    taker.finish(step_ - 1, frame_.t, frame_.x);
  }
  void see(PictureTaker& taker, const std::vector<double>& elastic) {
    for (const double energy : elastic) {
      const LedgerRow row = row_of(step_, energy);
      frame_.step = step_++;
      ledger_ += ledger_line(row);
      taker.see(frame_, &row);
    }
  }
  static LedgerRow row_of(std::int64_t step, double elastic) {
    LedgerRow row;
    row.step = step, row.elastic = row.total = elastic;
    return row;
  }

  const SwingingScene swing{10};
  const RunFolder files;

 private:
  Frame frame_ = swing.scene.simulation.start();
  std::int64_t step_ = 0;
  std::string ledger_;
};

TEST(Pictures, AreTakenAtTheStartWhereElasticEnergyIsLargestAndAtTheEnd) {
  const TemporaryFolder folder;
  PictureRun run(folder);
  run.go_on({9, 1, 5, 2, 5, std::nan(""), 3, 8});
  EXPECT_THAT(run.files.picture_steps(), ElementsAre(0, 2, 7)) << "the ends do not count, nor what is not finite";
  for (const RunPicture& picture : read_pictures(run.files, 7, 2)) EXPECT_TRUE(picture.png.starts_with("\x89PNG")) << picture.step;
}

TEST(Pictures, OfWhatIsNeverDeformedAreOfTheMiddle) {
  const TemporaryFolder folder;
  PictureRun run(folder);  // of ten steps
  run.go_on({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
  EXPECT_THAT(run.files.picture_steps(), ElementsAre(0, 5, 10));
}

TEST(Pictures, OfARunInPartsAreThoseOfTheWhole) {
  const TemporaryFolder a, b, c;
  PictureRun best_before(a), best_at_the_stop(b), best_after(c);
  best_before.go_on({0, 6, 1, 2});
  best_before.go_on({3, 4, 3});
  EXPECT_THAT(best_before.files.picture_steps(), ElementsAre(0, 1, 6));
  best_at_the_stop.go_on({0, 1, 2, 9});
  best_at_the_stop.go_on({3, 4, 3});
  EXPECT_THAT(best_at_the_stop.files.picture_steps(), ElementsAre(0, 3, 6));
  best_after.go_on({0, 3, 2});
  best_after.go_on({3, 4, 1});
  EXPECT_THAT(best_after.files.picture_steps(), ElementsAre(0, 4, 5));
}

TEST(Pictures, OfAKilledRunAreThoseOfAWholeOne) {
  const TemporaryFolder a, b, c, d;
  PictureRun best_before(a), best_at_the_checkpoint(b), best_after(c), never_deformed(d);
  best_before.go_on_and_die({0, 6, 1, 2}, {9, 9});
  best_before.go_on({3, 4, 3});
  EXPECT_THAT(best_before.files.picture_steps(), ElementsAre(0, 1, 6));
  best_at_the_checkpoint.go_on_and_die({0, 1, 2, 9}, {});
  best_at_the_checkpoint.go_on_and_die({3}, {4});
  best_at_the_checkpoint.go_on({4, 3});
  EXPECT_THAT(best_at_the_checkpoint.files.picture_steps(), ElementsAre(0, 3, 6));
  best_after.go_on_and_die({0, 3, 2}, {3, 4});
  best_after.go_on({3, 4, 1});
  EXPECT_THAT(best_after.files.picture_steps(), ElementsAre(0, 4, 5));
  never_deformed.go_on_and_die({0, 0, 0, 0, 0, 0, 0}, {0, 0});
  never_deformed.go_on({0, 0, 0, 0});
  EXPECT_THAT(never_deformed.files.picture_steps(), ElementsAre(0, 5, 10));
  for (const PictureRun* run : {&best_before, &never_deformed}) EXPECT_FALSE(std::filesystem::exists(run->files.picture_states()));
}

// As one that was killed while it converted its frames: nothing is seen before it saves again.
TEST(Pictures, OfARunTakenUpAfterItsLastStepAreThoseOfAWholeOne) {
  const TemporaryFolder folder;
  PictureRun run(folder);
  run.go_on_and_die({0, 6, 1, 2}, {});
  run.go_on_and_die({}, {});
  run.go_on({});
  EXPECT_THAT(run.files.picture_steps(), ElementsAre(0, 1, 3));
}

TEST(Pictures, DoNotMindStatesThatCannotBeRead) {
  const TemporaryFolder folder;
  PictureRun run(folder);
  run.go_on_and_die({0, 6, 1}, {});
  folder.write("pictures/states", "\x01 what is this?");
  run.go_on({2, 3, 1});
  EXPECT_THAT(run.files.picture_steps(), ElementsAre(0, 4, 5));
}

TEST(Pictures, OfAThinnedLedgerAreOfItsRows) {
  const TemporaryFolder folder;
  const SwingingScene swing(10);
  const RunFolder files(folder.path());
  PictureTaker taker(swing.scene, files);
  Frame frame = swing.scene.simulation.start();
  std::string ledger = ledger_header();
  for (frame.step = 0; frame.step <= 10; ++frame.step) {
    const LedgerRow row = PictureRun::row_of(frame.step, static_cast<double>(frame.step));
    const bool is_due = frame.step % 4 == 0;
    if (is_due || frame.step == 10) ledger += ledger_line(row);
    taker.see(frame, is_due ? &row : nullptr);
  }
  write_text(files.ledger(), ledger);
  taker.finish(10, 0.1, frame.x);
  EXPECT_THAT(files.picture_steps(), ElementsAre(0, 8, 10));
}

TEST(Pictures, OfExplodedBodiesAreTakenToo) {
  TemporaryFolder folder;
  const SwingingScene swing(10);
  const RunFolder files(folder.path());
  write_text(files.ledger(), ledger_header());
  PictureTaker taker(swing.scene, files);
  std::int64_t step = 1;
  for (const double value : {std::nan(""), HUGE_VAL, 1e300, -1e30, 0.0}) taker.finish(step++, 0, Vector::Constant(12, value));
  Vector x = swing.scene.simulation.initial().x;
  x[4] = std::nan("");
  taker.finish(step, 0, x);
  EXPECT_EQ(read_pictures(files, step, {}).back().step, step);
}

// The picture of the first state of the scene with these obstacles, at time t.
std::string picture_with(const std::vector<Obstacle>& obstacles, double t = 0) {
  TemporaryFolder folder;
  SwingingScene swing(10);
  swing.scene.inventory.obstacles = obstacles;
  const RunFolder files(folder.path());
  write_text(files.ledger(), ledger_header());
  PictureTaker(swing.scene, files).finish(1, t, swing.scene.simulation.initial().x);
  return read_text(files.picture(1));
}

TEST(Pictures, ShowObstaclesWhereTheyAreAtThatTime) {
  const std::string plain = picture_with({});
  const std::vector<Obstacle> block = {box_obstacle("block", Vec3(0.3, -0.6, 0.3), 1, moving_by(Vec3(0.5, 0, 0)))};
  EXPECT_NE(picture_with(block), plain);
  EXPECT_NE(picture_with(block, 1), picture_with(block));
  EXPECT_EQ(picture_with(block, 2), picture_with(block, 1)) << "it has come to rest";
  EXPECT_NE(picture_with({plane_obstacle("floor", Vec3(0, -0.01, 0), Vec3::UnitY())}), plain);
  EXPECT_NE(picture_with({plane_obstacle("slope", Vec3(0, -0.01, 0), Vec3(-0.3, 1, 0).normalized())}), plain);
  EXPECT_EQ(picture_with({plane_obstacle("ceiling", Vec3(0, 1.01, 0), -Vec3::UnitY())}), plain) << "it would hide the body";
}

TEST(Pictures, AreReadInTheOrderOfTime) {
  TemporaryFolder folder;
  folder.write("pictures/step_000100.png", "c");
  folder.write("pictures/step_000000.png", "a");
  folder.write("pictures/step_000050.png", "b");
  folder.write("pictures/step_000050.png.part", "half");
  const std::vector<RunPicture> pictures = read_pictures(RunFolder(folder.path()), 100, {});
  ASSERT_EQ(pictures.size(), 3u);
  EXPECT_EQ(pictures[1].png, "b");
  EXPECT_EQ(pictures[2].step, 100);
}

TEST(Pictures, ThoseNoLongerShownAreRemovedAndNothingElse) {
  TemporaryFolder folder;
  for (const char* name : {"step_000000.png", "step_000007.png", "step_000009.png.part", "step_000010.png.tmp", "mine.png"})
    folder.write(std::string("pictures/") + name, "x");
  RunFolder(folder.path()).remove_pictures({0});
  EXPECT_TRUE(std::filesystem::exists(folder / "pictures/step_000000.png"));
  EXPECT_TRUE(std::filesystem::exists(folder / "pictures/mine.png"));
  EXPECT_FALSE(std::filesystem::exists(folder / "pictures/step_000007.png"));
  EXPECT_FALSE(std::filesystem::exists(folder / "pictures/step_000009.png.part"));
  EXPECT_FALSE(std::filesystem::exists(folder / "pictures/step_000010.png.tmp"));
}

}  // namespace lilyan::test
