// What the multifrontal factorisation promises beyond every direct solver: accuracy, bits, memory.
#include <lilyan/algebra/dense.hpp>
#include <lilyan/algebra/direct_solver.hpp>
#include <lilyan/algebra/multifrontal/factor.hpp>
#include <lilyan/algebra/multifrontal/panel_layout.hpp>
#include <lilyan/algebra/threads.hpp>

#include <gtest/gtest.h>
#include <malloc.h>

#include <tests/algebra/matrices.hpp>

#include <cmath>
#include <limits>
#include <thread>

namespace lilyan::test {
namespace {

std::unique_ptr<DirectSolver> multifrontal(const Pattern& pattern) {
  return make_multifrontal_solver(pattern, fill_reducing_ordering(*pattern));
}

// |Ax - b| / (|A| |x| + |b|)
double backward_error(const SymmetricMatrix& A, const Vector& x, const Vector& b) {
  Vector Ax;
  A.multiply(x, Ax);
  return (Ax - b).lpNorm<Eigen::Infinity>() / (A.row_sums().maxCoeff() * x.lpNorm<Eigen::Infinity>() + b.lpNorm<Eigen::Infinity>());
}

void expect_backward_stable(const SymmetricMatrix& A, Random& random, const std::string& what) {
  const auto solver = multifrontal(A.pattern());
  ASSERT_TRUE(solver->factorise(A)) << what;
  const double bound = 1e-14 * std::sqrt(static_cast<double>(A.size()));
  const Vector b = random.vector(A.size());
  Vector x;
  solver->solve(b, x);
  EXPECT_LE(backward_error(A, x, b), bound) << what;
  Dense B(A.size(), 3), X;
  for (Index k = 0; k < 3; ++k) B.col(k) = random.vector(A.size());
  solver->solve_columns(B, X);
  for (Index k = 0; k < 3; ++k) EXPECT_LE(backward_error(A, X.col(k), B.col(k)), bound) << what << ", column " << k;
}

// Rows and columns scaled by powers of ten from 10^-range to 1.
SymmetricMatrix badly_scaled(const SymmetricMatrix& A, double range, Random& random) {
  Vector scale(A.size());
  for (double& s : scale) s = std::pow(10, random.real(-range, 0));
  SymmetricMatrix scaled = A;
  const SymmetricPattern& pattern = *A.pattern();
  for (Index j = 0; j < A.size(); ++j)
    for (std::int64_t k = pattern.column_begin[j]; k < pattern.column_begin[j + 1]; ++k)
      scaled.values()[k] *= scale[pattern.row[k]] * scale[j];
  return scaled;
}

Graph band(Index vertices, Index unknowns, Index width) {
  Graph graph;
  graph.unknowns.assign(static_cast<std::size_t>(vertices), unknowns);
  for (Index a = 0; a < vertices; ++a)
    for (Index b = std::max(0, a - width); b < a; ++b) graph.edges.emplace_back(a, b);
  return graph;
}

Graph apart(const Graph& first, const Graph& second) {
  Graph both = first;
  const auto behind = static_cast<Index>(first.unknowns.size());
  both.unknowns.insert(both.unknowns.end(), second.unknowns.begin(), second.unknowns.end());
  for (auto [a, b] : second.edges) both.edges.emplace_back(a + behind, b + behind);
  return both;
}

TEST(Multifrontal, SolvesWithASmallBackwardError) {
  for (unsigned seed = 1; seed <= 12; ++seed) {
    Random random(seed);
    const Graph loose = random_graph(random.index(2, 60), 0, 3, random.real(0, 0.2), random);
    const Graph banded = band(random.index(2, 300), random.index(1, 3), random.index(0, 9));
    const Graph box = box_graph(random.index(1, 9), random.index(1, 5), random.index(1, 5));
    for (const Graph& graph : {loose, banded, box, apart(loose, apart(banded, box))}) {
      const Pattern pattern = pattern_of(graph);
      if (pattern->size == 0) continue;
      const SymmetricMatrix A = random_definite_matrix(pattern, random);
      expect_backward_stable(A, random, "seed " + std::to_string(seed));
      expect_backward_stable(badly_scaled(A, 3, random), random, "badly scaled, seed " + std::to_string(seed));
      expect_backward_stable(badly_scaled(A, 6, random), random, "very badly scaled, seed " + std::to_string(seed));
    }
  }
}

// V diag(lambda) V^T with eigenvalues from 1 down to 1/condition.
Dense with_condition(Index n, double condition, Random& random) {
  Dense any(n, n);
  for (double& value : any.reshaped()) value = random.real(-1, 1);
  const Dense V = orthogonal_factor(any);
  Vector lambda(n);
  for (Index k = 0; k < n; ++k) lambda[k] = std::pow(condition, -static_cast<double>(k) / std::max(1, n - 1));
  const Dense A = V * lambda.asDiagonal() * V.transpose();
  return 0.5 * (A + A.transpose());
}

TEST(Multifrontal, StaysBackwardStableWhereTheConditionIsBad) {
  Random random(3);
  for (Index n : {7, 40, 130, 300})
    for (double condition : {1e3, 1e6, 1e9, 1e12})
      expect_backward_stable(full_matrix(with_condition(n, condition, random)), random,
                             std::to_string(n) + " unknowns, condition " + std::to_string(condition));
}

TEST(Multifrontal, SolvesLikeADenseFactorisation) {
  Random random(4);
  for (Index n : {1, 2, 3, 8, 9, 31, 64, 129, 257, 400})
    for (double condition : {1.0, 1e3, 1e6}) {
      const Dense dense = with_condition(n, condition, random);
      const SymmetricMatrix A = full_matrix(dense);
      const auto solver = multifrontal(A.pattern());
      ASSERT_TRUE(solver->factorise(A));
      const Vector b = random.vector(n), expected = solve_symmetric(dense, b);
      Vector x;
      solver->solve(b, x);
      EXPECT_LE((x - expected).norm(), 1e-13 * condition * expected.norm()) << n << " unknowns, condition " << condition;
    }
}

// A body with subtrees for several threads, fronts that threads share, and more pivots in one front than are eliminated in one
// pass.
const Graph& body() {
  static const Graph graph = box_graph(26, 10, 10);
  return graph;
}

TEST(Multifrontal, GivesTheSameBitsForEveryNumberOfThreads) {
  Random random(5);
  const Pattern pattern = pattern_of(body());
  const SymmetricMatrix A = random_definite_matrix(pattern, random);
  const Vector b = random.vector(A.size());
  Dense B(A.size(), 70);
  for (Index k = 0; k < B.cols(); ++k) B.col(k) = random.vector(A.size());
  Vector expected;
  Dense expected_columns;
  for (int count : {1, 2, 3, 8}) {
    const Threads own(count);
    const UsingThreads use(own);
    const auto solver = multifrontal(pattern);
    for (int repetition = 0; repetition < 2; ++repetition) {
      ASSERT_TRUE(solver->factorise(A));
      Vector x;
      Dense X;
      solver->solve(b, x);
      solver->solve_columns(B, X);
      if (expected.size() == 0) {
        expected = x;
        expected_columns = X;
      }
      EXPECT_TRUE(same_bits(x, expected)) << count << " threads, factor " << repetition;
      EXPECT_TRUE(same_bits(X.reshaped(), expected_columns.reshaped())) << count << " threads, factor " << repetition;
    }
  }
  EXPECT_LE(backward_error(A, expected, b), 1e-15);
  for (Index k : {0, 31, 32, 69}) EXPECT_LE(backward_error(A, expected_columns.col(k), B.col(k)), 1e-15) << "column " << k;
}

TEST(Multifrontal, TakesThreadsThatWereNotThereAtItsAnalysis) {
  Random random(6);
  const Pattern pattern = pattern_of(body());
  const SymmetricMatrix A = random_definite_matrix(pattern, random);
  const Vector b = random.vector(A.size());
  const auto solver = multifrontal(pattern);
  ASSERT_TRUE(solver->factorise(A));
  Vector alone, together;
  solver->solve(b, alone);
  const Threads four(4);
  const UsingThreads use(four);
  ASSERT_TRUE(solver->factorise(A));
  solver->solve(b, together);
  EXPECT_TRUE(same_bits(alone, together));
}

TEST(Multifrontal, MaySolveOnSeveralThreadsAtOnce) {
  Random random(7);
  const Pattern pattern = pattern_of(box_graph(9, 6, 6));
  const SymmetricMatrix A = random_definite_matrix(pattern, random);
  const auto solver = multifrontal(pattern);
  ASSERT_TRUE(solver->factorise(A));
  std::vector<Vector> b, expected(4), found(4);
  for (int k = 0; k < 4; ++k) b.push_back(random.vector(A.size()));
  for (int k = 0; k < 4; ++k) solver->solve(b[k], expected[k]);
  std::vector<std::thread> at_once;
  for (int k = 0; k < 4; ++k)
    at_once.emplace_back([&, k] {
      for (int repetition = 0; repetition < 20; ++repetition) solver->solve(b[k], found[k]);
    });
  for (std::thread& thread : at_once) thread.join();
  for (int k = 0; k < 4; ++k) EXPECT_TRUE(same_bits(found[k], expected[k]));
}

TEST(Multifrontal, RefusesABadPivotWhereverItStandsAndTakesTheNextMatrix) {
  Random random(8);
  const Pattern pattern = pattern_of(body());
  const Ordering ordering = fill_reducing_ordering(*pattern);
  const auto solver = make_multifrontal_solver(pattern, ordering);
  const SymmetricMatrix good = random_definite_matrix(pattern, random);
  const Vector b = random.vector(good.size());
  Vector expected, x;
  ASSERT_TRUE(solver->factorise(good));
  solver->solve(b, expected);
  for (int threads : {1, 3}) {
    const Threads own(threads);
    const UsingThreads use(own);
    for (Index position : {0, good.size() / 3, good.size() / 2, good.size() - 1})
      for (double shift : {-2 * good.row_sums().maxCoeff(), std::numeric_limits<double>::quiet_NaN(),
                           std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()}) {
        SymmetricMatrix bad = good;
        bad.values()[pattern->column_begin[ordering.permutation[position]]] += shift;
        EXPECT_FALSE(solver->factorise(bad)) << "position " << position << ", " << shift;
      }
    ASSERT_TRUE(solver->factorise(good));
    solver->solve(b, x);
    EXPECT_TRUE(same_bits(x, expected));
  }
}

TEST(Multifrontal, RefusesInfinityBesideTheDiagonal) {
  Random random(9);
  const Pattern pattern = pattern_of(random_graph(15, 1, 3, 0.3, random));
  const SymmetricMatrix good = random_definite_matrix(pattern, random);
  const auto solver = multifrontal(pattern);
  for (std::size_t k = 0; k < good.values().size(); k += 3)
    for (double value : {std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()}) {
      SymmetricMatrix bad = good;
      bad.values()[k] = value;
      EXPECT_FALSE(solver->factorise(bad)) << "entry " << k;
    }
}

TEST(Multifrontal, SolvesVerticesWithoutNeighboursAndStars) {
  Random random(10);
  Graph particles, star;
  particles.unknowns.assign(2000, 3);
  for (Index v = 0; v < 2000; v += 7) particles.unknowns[static_cast<std::size_t>(v)] = v % 3;
  star = particles;
  for (Index v = 1; v < 2000; ++v) star.edges.emplace_back(0, v);
  star.unknowns[0] = 2;
  for (const Graph& graph : {particles, star})
    expect_backward_stable(random_definite_matrix(pattern_of(graph), random), random, "apart");
}

TEST(Multifrontal, TakesTheMemoryThatItPredicts) {
  auto in_use = [] {
    const struct mallinfo2 info = mallinfo2();
    return static_cast<double>(info.uordblks + info.hblkhd);
  };
  Random random(11);
  const Pattern pattern = pattern_of(body());
  const SymmetricMatrix A = random_definite_matrix(pattern, random);
  const Ordering ordering = fill_reducing_ordering(*pattern);
  const Vector b = random.vector(A.size());
  Vector x = b;
  for (int count : {1, 3}) {
    const Threads own(count);
    const UsingThreads use(own);
    const double before = in_use();
    if (before == 0) GTEST_SKIP() << "this allocator does not count";
    const auto solver = make_multifrontal_solver(pattern, ordering);
    const double analysed = in_use() - before, predicted = solver->prediction().bytes;
    ASSERT_TRUE(solver->factorise(A));
    solver->solve(b, x);
    const double taken = in_use() - before;
    EXPECT_LE(analysed, 0.25 * predicted) << "what is large waits for the first factorisation";
    EXPECT_NEAR(taken / predicted, 1, 0.05) << count << " threads: " << taken << " bytes, predicted " << predicted;
  }
}

TEST(FirstFit, NeverGivesOneNumberTwice) {
  Random random(12);
  FirstFit memory;
  std::vector<std::pair<std::int64_t, std::int64_t>> taken;
  for (int step = 0; step < 2000; ++step) {
    if (taken.empty() || random.chance(0.55)) {
      const std::int64_t size = random.index(1, 50), place = memory.take(size);
      for (auto [begin, length] : taken) ASSERT_TRUE(place + size <= begin || begin + length <= place);
      ASSERT_LE(place + size, memory.peak());
      taken.emplace_back(place, size);
    } else {
      const auto k = static_cast<std::size_t>(random.index(0, static_cast<Index>(taken.size()) - 1));
      memory.give_back(taken[k].first, taken[k].second);
      taken.erase(taken.begin() + static_cast<std::ptrdiff_t>(k));
    }
  }
}

TEST(FirstFit, UsesAgainWhatWasGivenBack) {
  FirstFit memory;
  const std::int64_t a = memory.take(10), b = memory.take(20), c = memory.take(30);
  memory.give_back(a, 10);
  memory.give_back(c, 30);
  memory.give_back(b, 20);
  EXPECT_EQ(memory.take(60), a);
  EXPECT_EQ(memory.take(5), 60);
  EXPECT_EQ(memory.peak(), 65);
}

TEST(UpdateLayout, HasOnePlaceForEveryNumberBelowTheDiagonal) {
  for (Index rows : {1, 7, 8, 9, 64, 65, 300, 1100}) {
    const UpdateLayout layout(rows);
    std::vector<char> seen(static_cast<std::size_t>(layout.size()), 0);
    for (Index j = 0; j < rows; ++j)
      for (Index i = j; i < rows; ++i) ASSERT_EQ(seen.at(static_cast<std::size_t>(layout.column(j) + i))++, 0) << rows;
  }
}

}  // namespace
}  // namespace lilyan::test
