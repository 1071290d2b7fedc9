#include <lilyan/algebra/ordering.hpp>

#include <gtest/gtest.h>

#include <tests/algebra/matrices.hpp>

#include <numeric>
#include <thread>

namespace lilyan::test {
namespace {

struct FactorSize {
  double entries = 0, flops = 0;
};

// Eliminates one unknown after the other in a dense table of what is zero and what is not.
FactorSize dense_symbolic_cholesky(const SymmetricPattern& pattern, const std::vector<Index>& order) {
  const Index n = pattern.size;
  std::vector<Index> position(n);
  for (Index k = 0; k < n; ++k) position[order[k]] = k;
  std::vector<std::vector<bool>> filled(n, std::vector<bool>(n, false));
  for (Index j = 0; j < n; ++j)
    for (std::int64_t k = pattern.column_begin[j]; k < pattern.column_begin[j + 1]; ++k) {
      const Index a = position[pattern.row[k]], b = position[j];
      filled[std::max(a, b)][std::min(a, b)] = true;
    }
  FactorSize size;
  for (Index k = 0; k < n; ++k) {
    std::vector<Index> below;
    for (Index i = k + 1; i < n; ++i)
      if (filled[i][k]) below.push_back(i);
    for (Index i : below)
      for (Index j : below)
        if (j <= i) filled[i][j] = true;
    const double column = 1 + static_cast<double>(below.size());
    size.entries += column;
    size.flops += column * column;
  }
  return size;
}

// The same graph with its vertices, of three unknowns each, in a random order.
Graph renumbered(Graph graph) {
  std::vector<Index> number(graph.unknowns.size());
  std::iota(number.begin(), number.end(), Index{0});
  std::shuffle(number.begin(), number.end(), std::mt19937(1));
  for (auto& [a, b] : graph.edges) a = number[a], b = number[b];
  return graph;
}

void expect_true_prediction(const SymmetricPattern& pattern, const std::string& what) {
  const Ordering ordering = fill_reducing_ordering(pattern);
  std::vector<Index> sorted = ordering.permutation, all(static_cast<std::size_t>(pattern.size));
  std::sort(sorted.begin(), sorted.end());
  std::iota(all.begin(), all.end(), Index{0});
  ASSERT_EQ(sorted, all) << what << ": every unknown is eliminated exactly once";
  const FactorSize size = dense_symbolic_cholesky(pattern, ordering.permutation);
  EXPECT_EQ(ordering.entries, size.entries) << what;
  EXPECT_EQ(ordering.flops, size.flops) << what;
  EXPECT_TRUE(ordering.name == "natural" || ordering.name == "amd" || ordering.name == "metis") << ordering.name;
}

TEST(Ordering, PredictsTheFactorOfRandomGraphs) {
  for (unsigned seed = 1; seed <= 40; ++seed) {
    Random random(seed);
    const Graph graph = random_graph(random.index(1, 25), 1, 3, random.real(0, 0.4), random);
    expect_true_prediction(*pattern_of(graph), "seed " + std::to_string(seed));
  }
}

TEST(Ordering, PredictsTheFactorForGroupsOfOneTwoAndThreeUnknowns) {
  for (Index unknowns : {1, 2, 3}) {
    Random random(11);
    expect_true_prediction(*pattern_of(random_graph(20, unknowns, unknowns, 0.2, random)), std::to_string(unknowns) + " unknowns");
  }
}

TEST(Ordering, PredictsTheFactorWhereSomeVerticesAreHeldAltogether) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    Random random(seed);
    expect_true_prediction(*pattern_of(random_graph(25, 0, 3, 0.2, random)), "seed " + std::to_string(seed));
  }
}

TEST(Ordering, PredictsTheFactorOfABox) { expect_true_prediction(*pattern_of(box_graph(5, 4, 4)), "box"); }

TEST(Ordering, TakesGraphsInSeveralPieces) {
  Random random(2);
  Graph graph = random_graph(12, 1, 3, 0.4, random);
  const Graph other = random_graph(9, 1, 3, 0.5, random);
  for (auto [a, b] : other.edges) graph.edges.emplace_back(a + 12, b + 12);
  graph.unknowns.insert(graph.unknowns.end(), other.unknowns.begin(), other.unknowns.end());
  graph.unknowns.insert(graph.unknowns.begin() + 12, 2);  // and a vertex without neighbours between them
  for (auto& [a, b] : graph.edges) a += a >= 12, b += b >= 12;
  expect_true_prediction(*pattern_of(graph), "two pieces and one alone");
}

TEST(Ordering, TakesUnknownsThatNothingCouples) {
  expect_true_prediction(*pattern_of({{3, 1, 2, 3}, {}}), "no edges");
  expect_true_prediction(*pattern_of({{1}, {}}), "one unknown");
  expect_true_prediction(*pattern_of({{2, 1}, {{0, 1}}}), "one edge");
  expect_true_prediction(*pattern_of({{1, 1, 1, 1, 1, 1}, {{2, 4}}}), "one edge among loners");
}

TEST(Ordering, OfNothingIsEmpty) {
  const Ordering ordering = fill_reducing_ordering(*pattern_of({}));
  EXPECT_TRUE(ordering.permutation.empty());
  EXPECT_EQ(ordering.entries, 0);
  EXPECT_EQ(ordering.flops, 0);
}

TEST(Ordering, IsTheSameEveryTime) {
  const Pattern pattern = pattern_of(box_graph(9, 5, 5));
  EXPECT_EQ(fill_reducing_ordering(*pattern).permutation, fill_reducing_ordering(*pattern).permutation);
}

TEST(Ordering, SavesMuchAgainstTheOrderAsGiven) {
  // Vertices numbered at random: the worst order that a mesh file may have.
  const Pattern pattern = pattern_of(renumbered(box_graph(8, 4, 4)));
  std::vector<Index> as_given(static_cast<std::size_t>(pattern->size));
  std::iota(as_given.begin(), as_given.end(), Index{0});
  EXPECT_LT(fill_reducing_ordering(*pattern).flops, 0.5 * dense_symbolic_cholesky(*pattern, as_given).flops);
}

// A slender bar whose vertices come in a random order is the same bar.
TEST(Ordering, DependsLittleOnHowTheVerticesAreNumbered) {
  for (const Graph& bar : {box_graph(9, 3, 3), box_graph(41, 3, 3)}) {
    const double flops = fill_reducing_ordering(*pattern_of(bar)).flops;
    EXPECT_LT(fill_reducing_ordering(*pattern_of(renumbered(bar))).flops, 1.3 * flops);
  }
}

TEST(Ordering, IsTheSameWhereSeveralThreadsOrderAtOnce) {
  const Pattern pattern = pattern_of(renumbered(box_graph(9, 9, 9)));
  const std::vector<Index> alone = fill_reducing_ordering(*pattern).permutation;
  std::vector<std::vector<Index>> found(4);
  std::vector<std::thread> threads;
  for (std::vector<Index>& permutation : found)
    threads.emplace_back([&] { permutation = fill_reducing_ordering(*pattern).permutation; });
  for (std::thread& thread : threads) thread.join();
  for (const std::vector<Index>& permutation : found) EXPECT_EQ(permutation, alone);
}

}  // namespace
}  // namespace lilyan::test
