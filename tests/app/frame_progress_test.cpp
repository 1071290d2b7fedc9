// How progress over frames is told, by a clock of the test.
#include <apps/lilyan/console/progress.hpp>

#include <gmock/gmock.h>

namespace lilyan::testing {
namespace {

using app::FrameProgress;
using app::LongStep;
using ::testing::ElementsAre;

// All that is written over `frames` that take so long each.
std::vector<std::string> told(bool is_terminal, std::int64_t frames, double seconds_each) {
  FrameProgress progress("drawing", is_terminal);
  std::vector<std::string> lines;
  for (std::int64_t done = 1; done <= frames; ++done) {
    const std::string text = progress.text(done, frames, static_cast<double>(done) * seconds_each);
    if (!text.empty()) lines.push_back(text);
  }
  return lines;
}

TEST(FrameProgress, IsALineAtEachQuarterWhereItIsNoTerminal) {
  EXPECT_THAT(told(false, 200, 1),
              ElementsAre("drawing: 25 %, 2 min left\n", "drawing: 50 %, 2 min left\n", "drawing: 75 %, 50 s left\n"));
  EXPECT_THAT(told(false, 3, 20), ElementsAre("drawing: 33 %, 40 s left\n", "drawing: 67 %, 20 s left\n"));
  EXPECT_EQ(told(false, 100000, 1).size(), 3u);
}

TEST(FrameProgress, SaysNothingOfWhatIsDoneInAMoment) {
  EXPECT_THAT(told(false, 100, 0.01), ElementsAre());
  EXPECT_THAT(told(false, 1, 100), ElementsAre());
}

TEST(FrameProgress, IsOneLineThatIsWrittenOverOnATerminal) {
  const std::vector<std::string> lines = told(true, 4, 10);
  EXPECT_THAT(lines, ElementsAre("\rdrawing  25 %  30 s left\x1b[K", "\rdrawing  50 %  20 s left\x1b[K",
                                 "\rdrawing  75 %  10 s left\x1b[K", "\rdrawing 100 %  0 s left\x1b[K"));
  EXPECT_LE(told(true, 10000, 0.001).size(), 101u) << "ten times a second";
}

// All that is written of a step that takes so long.
std::vector<std::string> told_of_a_step(bool is_terminal, std::int64_t steps, double seconds) {
  LongStep step(is_terminal);
  std::vector<std::string> lines;
  for (double at = 0; at <= seconds; at += 0.5)
    if (const std::string text = step.text(7, steps, at); !text.empty()) lines.push_back(text);
  return lines;
}

TEST(LongStep, SaysNothingInAMomentAndThenHowLongItTakes) {
  EXPECT_THAT(told_of_a_step(false, 100, 4.5), ElementsAre());
  EXPECT_THAT(told_of_a_step(false, 100, 12), ElementsAre("step 7 of 100: 5 s so far\n", "step 7 of 100: 10 s so far\n"));
  EXPECT_EQ(LongStep(false).text(0, 0, 5), "step in hand: 5 s so far\n");
  EXPECT_THAT(told_of_a_step(true, 0, 6), ElementsAre("\rstep 7: 5 s so far\x1b[K", "\rstep 7: 6 s so far\x1b[K"));
}

TEST(LongStep, ComesMoreSeldomTheLongerItTakes) {
  const std::size_t in_ninety_seconds = told_of_a_step(false, 1, 90).size(), in_an_hour = told_of_a_step(false, 1, 3600).size();
  EXPECT_GE(in_ninety_seconds, 10u);
  EXPECT_LE(in_an_hour, 60u);
}

}  // namespace
}  // namespace lilyan::testing
