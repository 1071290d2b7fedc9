#include <lilyan/report/pictures.hpp>
#include <tests/output/oscillator.hpp>
#include <tests/support/temporary_folder.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace lilyan::test {

using testing::ElementsAre;

TEST(Pictures, TheFirstTheMiddleAndTheLastAreShown) {
  EXPECT_THAT(chosen_steps({}, 10), ElementsAre());
  EXPECT_THAT(chosen_steps({0}, 0), ElementsAre(0));
  EXPECT_THAT(chosen_steps({0, 1}, 1), ElementsAre(0, 1));
  EXPECT_THAT(chosen_steps({0, 50, 70, 100}, 100), ElementsAre(0, 50, 100));
  EXPECT_THAT(chosen_steps({0, 50, 70, 200}, 200), ElementsAre(0, 70, 200));
  EXPECT_THAT(chosen_steps({0, 50, 70, 100}, 60), ElementsAre(0, 50)) << "of steps that an earlier run made";
}

TEST(Pictures, AreTakenAtTheStartInTheMiddleAndAtTheEnd) {
  TemporaryFolder folder;
  const SwingingPlan swing(10);
  const RunFolder files(folder.path());
  PictureTaker taker(swing.plan, files);
  Frame frame = swing.plan.initial;
  for (frame.step = 0; frame.step <= 10; ++frame.step) taker.see(frame);
  EXPECT_THAT(files.picture_steps(), ElementsAre(0, 5));
  taker.finish(7, frame.x);  // stopped, and then
  taker.finish(10, frame.x);
  EXPECT_THAT(files.picture_steps(), ElementsAre(0, 5, 10));
  for (const RunPicture& picture : read_pictures(files, 10)) EXPECT_TRUE(picture.png.starts_with("\x89PNG")) << picture.step;
}

TEST(Pictures, OfExplodedBodiesAreTakenToo) {
  TemporaryFolder folder;
  const SwingingPlan swing(10);
  const RunFolder files(folder.path());
  PictureTaker taker(swing.plan, files);
  std::int64_t step = 1;
  for (const double value : {std::nan(""), HUGE_VAL, 1e300, -1e30, 0.0}) taker.finish(step++, Vector::Constant(12, value));
  Vector x = swing.plan.initial.x;
  x[4] = std::nan("");
  taker.finish(step, x);
  EXPECT_EQ(read_pictures(files, step).back().step, step);
}

TEST(Pictures, AreReadInTheOrderOfTime) {
  TemporaryFolder folder;
  folder.write("pictures/step_000100.png", "c");
  folder.write("pictures/step_000000.png", "a");
  folder.write("pictures/step_000050.png", "b");
  folder.write("pictures/step_000050.png.part", "half");
  const std::vector<RunPicture> pictures = read_pictures(RunFolder(folder.path()), 100);
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
