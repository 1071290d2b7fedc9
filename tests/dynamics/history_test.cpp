#include <lilyan/core/error.hpp>
#include <lilyan/dynamics/history.hpp>

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace lilyan
