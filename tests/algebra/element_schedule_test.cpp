#include <lilyan/algebra/element_schedule.hpp>
#include <lilyan/algebra/threads.hpp>

#include <gtest/gtest.h>

#include <tests/algebra/matrices.hpp>

#include <atomic>
#include <thread>

namespace lilyan::test {
namespace {

constexpr Index kScheduleVertices = 300, kPerElement = 4, kChunkSize = 3;

// Elements in random places, but near in number as in a mesh, so that chunks conflict with some and not with all.
std::vector<Index> scattered_elements(Index count) {
  Random random(7);
  std::vector<Index> vertices;
  for (Index e = 0; e < count; ++e) {
    const Index corner = random.index(0, kScheduleVertices - 12);
    for (Index a = 0; a < kPerElement; ++a) vertices.push_back(corner + 3 * a + random.index(0, 2));
  }
  return vertices;
}

class Schedule : public testing::Test {
 protected:
  void TearDown() override { set_threads(1); }

  // Calls f(vertex, element) for each vertex of each element of a chunk.
  template <class F>
  void visit(const ElementSchedule::Chunk& chunk, F f) const {
    for (Index e = chunk.begin; e < chunk.end; ++e)
      for (Index a = 0; a < kPerElement; ++a) f(elements[kPerElement * e + a], e);
  }

  // Terms of very different size: their sum depends on the order in its last bits.
  static double term(Index vertex, Index e) { return std::ldexp(std::sin(1.0 + vertex + 2.0 * e), (7 * e) % 20); }

  double chunk_sum(const ElementSchedule::Chunk& chunk) const {
    double sum = 0;
    visit(chunk, [&](Index v, Index e) { sum += term(v, e); });
    return sum;
  }

  const std::vector<Index> elements = scattered_elements(500);
  const ElementSchedule schedule{elements, kPerElement, kChunkSize};
};

TEST_F(Schedule, RunsEveryElementExactlyOnceInChunksOfTheSizeAsked) {
  for (int count : {1, 2, 4}) {
    set_threads(count);
    std::vector<std::atomic<int>> scattered(500), summed(500), both(500);
    std::atomic<int> chunks = 0;
    auto tick = [](std::vector<std::atomic<int>>& visits) {
      return [&visits](const ElementSchedule::Chunk& chunk) {
        for (Index e = chunk.begin; e < chunk.end; ++e) ++visits[e];
        return 1.0;
      };
    };
    schedule.for_each([&](const ElementSchedule::Chunk& chunk) {
      EXPECT_EQ(chunk.begin % kChunkSize, 0);
      EXPECT_EQ(chunk.end, std::min<Index>(500, chunk.begin + kChunkSize));
      ++chunks;
      tick(scattered)(chunk);
    });
    EXPECT_EQ(chunks, 167);  // the last of two elements
    EXPECT_EQ(schedule.sum(tick(summed)), 167);
    EXPECT_EQ(schedule.scatter_and_sum(tick(both)), 167);
    for (Index e = 0; e < 500; ++e) EXPECT_TRUE(scattered[e] == 1 && summed[e] == 1 && both[e] == 1) << "element " << e;
  }
}

TEST_F(Schedule, NeverRunsTwoChunksThatShareAVertexAtTheSameTime) {
  set_threads(4);
  for (bool summing : {false, true}) {
    std::vector<std::atomic<Index>> owner(kScheduleVertices);  // 1 + the first element of the chunk at work there
    std::atomic<int> conflicts = 0;
    auto body = [&](const ElementSchedule::Chunk& chunk) {
      visit(chunk, [&](Index v, Index) {
        const Index before = owner[v].exchange(chunk.begin + 1);
        if (before != 0 && before != chunk.begin + 1) ++conflicts;
      });
      for (int pause = 0; pause < 50; ++pause) std::this_thread::yield();  // gives others the time to meet this one
      visit(chunk, [&](Index v, Index) { owner[v] = 0; });
      return 0.0;
    };
    if (summing)
      schedule.scatter_and_sum(body);
    else
      schedule.for_each(body);
    EXPECT_EQ(conflicts, 0);
  }
}

TEST_F(Schedule, GivesEveryVertexItsContributionsInOneOrderForAnyNumberOfThreads) {
  auto arrivals = [&](int count) {
    set_threads(count);
    std::vector<std::vector<Index>> at(kScheduleVertices);
    schedule.for_each([&](const ElementSchedule::Chunk& chunk) { visit(chunk, [&](Index v, Index e) { at[v].push_back(e); }); });
    return at;
  };
  const auto alone = arrivals(1);
  EXPECT_EQ(arrivals(2), alone);
  EXPECT_EQ(arrivals(4), alone);
}

TEST_F(Schedule, ScattersAndSumsToTheSameBitsForAnyNumberOfThreads) {
  auto run = [&](int count) {
    set_threads(count);
    Vector result = Vector::Zero(kScheduleVertices + 2);
    result[kScheduleVertices] = schedule.sum([&](const auto& chunk) { return chunk_sum(chunk); });
    result[kScheduleVertices + 1] = schedule.scatter_and_sum([&](const auto& chunk) {
      visit(chunk, [&](Index v, Index e) { result[v] += term(v, e); });
      return chunk_sum(chunk);
    });
    return result;
  };
  const Vector alone = run(1);
  for (int repetition = 0; repetition < 10; ++repetition)
    for (int count : {2, 4}) EXPECT_TRUE(same_bits(run(count), alone)) << count << " threads";
  EXPECT_EQ(alone[kScheduleVertices], alone[kScheduleVertices + 1]) << "both ways of summing add in the order of the chunks";

  double backwards = 0;
  for (Index begin = 498; begin >= 0; begin -= kChunkSize)
    backwards += chunk_sum({begin, std::min<Index>(500, begin + kChunkSize)});
  EXPECT_NE(backwards, alone[kScheduleVertices]) << "terms whose order does not matter would show nothing";
}

TEST_F(Schedule, RunsChunksWithoutACommonVertexAsOneColour) {
  // Seen from outside: with one thread, chunks of one colour come in ascending order, and a second colour starts anew.
  std::vector<Index> apart, chained;
  for (Index e = 0; e < 40; ++e) {
    apart.insert(apart.end(), {2 * e, 2 * e + 1});
    chained.insert(chained.end(), {e, e + 1});
  }
  auto order = [](const ElementSchedule& of) {
    std::vector<Index> begins;
    of.for_each([&](const ElementSchedule::Chunk& chunk) { begins.push_back(chunk.begin); });
    return begins;
  };
  const std::vector<Index> one = order(ElementSchedule(apart, 2, 1)), two = order(ElementSchedule(chained, 2, 1));
  for (Index e = 0; e < 40; ++e) {
    EXPECT_EQ(one[e], e);
    EXPECT_EQ(two[e], e < 20 ? 2 * e : 2 * (e - 20) + 1) << "every second element of a chain is free of its neighbours";
  }
}

TEST_F(Schedule, DoesNothingWithoutElements) {
  for (const ElementSchedule& empty : {ElementSchedule(), ElementSchedule({}, 4, 8)}) {
    empty.for_each([](const auto&) { FAIL() << "there is no chunk"; });
    EXPECT_EQ(empty.sum([](const auto&) { return 1.0; }), 0);
    EXPECT_EQ(empty.scatter_and_sum([](const auto&) { return 1.0; }), 0);
  }
}

}  // namespace
}  // namespace lilyan::test
