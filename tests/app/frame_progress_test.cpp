// How progress over frames is told, by a clock of the test.
#include <apps/lilyan/console/progress.hpp>

#include <gmock/gmock.h>

namespace lilyan::testing {
namespace {

using app::FrameProgress;
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

}  // namespace
}  // namespace lilyan::testing
