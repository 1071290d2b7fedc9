#include <lilyan/core/error.hpp>
#include <lilyan/dynamics/history.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace lilyan {
namespace {

Frame frame(std::int64_t step) { return {step, 0.1 * static_cast<double>(step), 0.1, Vector::Random(6), Vector::Random(6)}; }

History history_of_five_steps() {
  History history(frame(0));
  for (std::int64_t k = 1; k <= 5; ++k) {
    Step step{frame(k), history.memory(), {}};
    step.memory.set("counter", std::vector<double>{static_cast<double>(k), -0.0, 1e-310});
    step.memory.set("empty", std::vector<double>{});
    history.accept(std::move(step));
  }
  return history;
}

TEST(History, KeepsTheLastThreeFramesNewestFirst) {
  const History history = history_of_five_steps();
  EXPECT_EQ(history.now().step, 5);
  EXPECT_EQ(history.ago(2)->step, 3);
  EXPECT_EQ(history.ago(3), nullptr);
}

TEST(History, ComesBackFromItsBytesAsItWas) {
  const History history = history_of_five_steps();
  const std::string bytes = history.write();
  const History again = History::read(bytes);
  EXPECT_EQ(again.write(), bytes);
  EXPECT_EQ(again.now().x, history.now().x);
  EXPECT_EQ(*again.memory().find("counter"), *history.memory().find("counter"));
  EXPECT_TRUE(again.memory().find("empty")->empty());
}

TEST(History, RefusesBytesCutAnywhereAndBytesThatGoOn) {
  const std::string bytes = history_of_five_steps().write();
  for (std::size_t length = 0; length < bytes.size(); ++length)
    EXPECT_THROW(History::read(std::span(bytes.data(), length)), InputError) << length;
  EXPECT_THROW(History::read(bytes + "x"), InputError);
}

TEST(History, RefusesCountsBeyondItsBytesBeforeItAllocates) {
  std::string bytes = history_of_five_steps().write();
  const std::uint64_t huge = std::uint64_t{1} << 62;
  bytes.replace(8 + 24, sizeof huge, reinterpret_cast<const char*>(&huge), sizeof huge);  // the size of the first x
  EXPECT_THROW(History::read(bytes), InputError);
}

// Bytes of histories that cannot have been: a right checksum stands before them.
TEST(History, RefusesNumbersAndTimesThatNoRunHas) {
  const double bad[] = {std::nan(""), HUGE_VAL, -HUGE_VAL};
  const auto refuses = [](const History& history) {
    const std::string bytes = history.write();
    EXPECT_THROW(History::read(bytes), InputError);
  };
  for (const double number : bad) {
    for (Vector Frame::*part : {&Frame::x, &Frame::p}) {
      Frame now = frame(1);
      (now.*part)[3] = number;
      refuses(History(now));
    }
    refuses(History(frame(1), [&] {
      Memory memory;
      memory.set("work", std::vector<double>{0, number});
      return memory;
    }()));
    for (double Frame::*time : {&Frame::t, &Frame::h}) {
      Frame now = frame(1);
      now.*time = number;
      refuses(History(now));
    }
  }
  for (const double time : {0.0, -0.1}) {
    Frame now = frame(1);
    now.h = time;
    refuses(History(now));
  }
  History gap(frame(1));
  gap.accept({frame(3), {}, {}});
  refuses(gap);
  History other_size(frame(1));
  Frame larger = frame(2);
  larger.x = larger.p = Vector::Zero(9);
  other_size.accept({larger, {}, {}});
  refuses(other_size);
}

}  // namespace
}  // namespace lilyan
