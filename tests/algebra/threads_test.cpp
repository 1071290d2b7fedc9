#include <lilyan/algebra/threads.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <thread>
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

TEST(Threads, InUseAreThoseOfTheThreadThatAskedForThem) {
  const Threads three(3);
  set_threads(2);
  {
    const UsingThreads outer(three);
    EXPECT_EQ(threads(), 3);
    std::thread([] { EXPECT_EQ(threads(), 2) << "another thread has the process's default"; }).join();
    {
      const Threads one(1);
      const UsingThreads inner(one);
      EXPECT_EQ(threads(), 1);
    }
    parallel_for(50, [](Index) { EXPECT_EQ(threads(), 3) << "on every thread that works on it"; });
  }
  EXPECT_EQ(threads(), 2);
  set_threads(1);
}

TEST(Threads, OfTwoThatComputeAtOnceDoNotMix) {
  std::vector<std::thread> both;
  for (const int count : {1, 4})
    both.emplace_back([count] {
      const Threads own(count);
      const UsingThreads use(own);
      for (int repetition = 0; repetition < 100; ++repetition) {
        std::vector<int> seen(200);
        parallel_for(200, [&](Index i) { seen[static_cast<std::size_t>(i)] = threads(); });
        EXPECT_EQ(std::count(seen.begin(), seen.end(), count), 200);
      }
    });
  for (std::thread& thread : both) thread.join();
}

}  // namespace
}  // namespace lilyan
