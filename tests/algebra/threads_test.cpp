#include <lilyan/algebra/threads.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <vector>

namespace lilyan {
namespace {

class ThreadCounts : public testing::TestWithParam<int> {
 protected:
  void SetUp() override { set_threads(GetParam()); }
  void TearDown() override { set_threads(1); }
};

TEST_P(ThreadCounts, ParallelForVisitsEveryIndexExactlyOnce) {
  for (Index n : {0, 1, 2, 3, 7, 64, 1000, 12345}) {
    std::vector<std::atomic<int>> visits(static_cast<std::size_t>(n));
    parallel_for(n, [&](Index i) { ++visits[i]; });
    for (Index i = 0; i < n; ++i) EXPECT_EQ(visits[i], 1) << "index " << i << " of " << n;
  }
}

TEST_P(ThreadCounts, ParallelForReturnsWhenAllIsDone) {
  for (int repetition = 0; repetition < 50; ++repetition) {
    std::vector<double> squares(500);
    parallel_for(500, [&](Index i) { squares[i] = double(i) * i; });
    for (Index i = 0; i < 500; ++i) ASSERT_EQ(squares[i], double(i) * i);
  }
}

TEST_P(ThreadCounts, ParallelForMayStandInsideAnother) {
  std::vector<std::atomic<int>> visits(20 * 30);
  parallel_for(20, [&](Index i) { parallel_for(30, [&](Index j) { ++visits[30 * i + j]; }); });
  for (const std::atomic<int>& count : visits) EXPECT_EQ(count, 1);
}

TEST_P(ThreadCounts, AnExceptionOfTheBodyReachesTheCaller) {
  auto fails_at_17 = [](Index i) {
    if (i == 17) throw std::runtime_error("seventeen");
  };
  EXPECT_THROW(parallel_for(100, fails_at_17), std::runtime_error);
  std::atomic<int> visits = 0;
  parallel_for(100, [&](Index) { ++visits; });
  EXPECT_EQ(visits, 100) << "and the next loop runs as ever";
}

INSTANTIATE_TEST_SUITE_P(Counts, ThreadCounts, testing::Values(1, 2, 4), testing::PrintToStringParamName());

TEST(Threads, AreAtLeastOne) {
  for (int count : {0, -1, -1000}) {
    set_threads(count);
    EXPECT_EQ(threads(), 1);
  }
  set_threads(3);
  EXPECT_EQ(threads(), 3);
  set_threads(1);
  EXPECT_EQ(threads(), 1);
}

}  // namespace
}  // namespace lilyan
