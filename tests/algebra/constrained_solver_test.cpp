// Linear constraints: the directions they leave free, solving among them, and eigenpairs among them, against dense algebra.
#include <lilyan/algebra/constrained_solver.hpp>
#include <lilyan/algebra/dense.hpp>
#include <lilyan/algebra/eigen_solver.hpp>

#include <gtest/gtest.h>

#include <tests/algebra/matrices.hpp>

namespace lilyan::test {
namespace {

// -1 between neighbours in a box of vertices, one unknown each, and rows that sum to `surplus`: singular where that is 0.
SymmetricMatrix springs(Index n, double surplus) {
  Graph graph = box_graph(n, n, n);
  std::fill(graph.unknowns.begin(), graph.unknowns.end(), 1);
  SymmetricMatrix K(pattern_of(graph));
  std::fill(K.values().begin(), K.values().end(), -1.0);
  Vector diagonal = Vector::Constant(K.size(), 1 + surplus);
  for (Index j = 0; j < K.size(); ++j)
    for (std::int64_t k = K.pattern()->column_begin[j] + 1; k < K.pattern()->column_begin[j + 1]; ++k)
      diagonal[j] += 1, diagonal[K.pattern()->row[k]] += 1;
  K.add_to_diagonal(1, diagonal);
  return K;
}

constexpr Index kRows = 10, kIndependent = 7;

// Six short rows, one that follows from two of them, a long one, one without entries and one that repeats the first.
Entries some_rows(Index size, Random& random) {
  Entries G;
  for (Index row = 0; row < 6; ++row)
    for (int k = 0; k < 4; ++k) G.push_back({row, (37 * row + 11 * k) % size, random.real(-2, 2)});
  const Entries short_rows = G;
  for (const Entry& entry : short_rows) {
    if (entry.row == 1 || entry.row == 4) G.push_back({6, entry.column, (entry.row == 1 ? 3 : -1) * entry.value});
    if (entry.row == 0) G.push_back({9, entry.column, -5 * entry.value});
  }
  for (Index column = 0; column < size; ++column) G.push_back({7, column, random.real(0.5, 1)});
  G.push_back({5, 3, 0.5});  // rows need not come in order
  return G;
}

Dense dense_rows(const Entries& G, Index size) {
  Dense A = Dense::Zero(kRows, size);
  for (const Entry& entry : G) A(entry.row, entry.column) += entry.value;
  return A;
}

Vector random_vector(Index size, Random& random, double low, double high) {
  Vector v(size);
  for (double& value : v) value = random.real(low, high);
  return v;
}

// An M-orthonormal basis of the u with G u = 0.
Dense null_space(const Dense& G, const Vector& mass) {
  const Vector root = mass.cwiseSqrt();
  const Dense B = G * root.cwiseInverse().asDiagonal();
  const SingularValues found = right_singular_vectors(B);
  const Index rank = (found.values.array() > 1e-12 * found.values[0]).count();
  return root.cwiseInverse().asDiagonal() * found.V.rightCols(B.cols() - rank);
}

TEST(TangentSpace, LeavesOutRowsThatFollowFromOthersAndProjectsOnTheRest) {
  Random random(5);
  const Index size = 125;
  const Entries G = some_rows(size, random);
  const Vector mass = random_vector(size, random, 0.5, 3), root = mass.cwiseSqrt();
  const TangentSpace tangent(G, kRows, mass);
  EXPECT_EQ(tangent.rows(), kIndependent);
  for (Index k = 0; k < tangent.rows(); ++k) EXPECT_NEAR(tangent.B().row(k).norm(), 1, 1e-14);
  const Vector before = random_vector(size, random, -1, 1);
  Vector w = before;
  tangent.project(w);
  EXPECT_LT((dense_rows(G, size) * w.cwiseQuotient(root)).cwiseAbs().maxCoeff(), 1e-13);
  EXPECT_NEAR(w.dot(before - w), 0, 1e-13) << "nearest";
  const Dense N = null_space(dense_rows(G, size), mass);
  EXPECT_EQ(N.cols(), size - tangent.rows());
  EXPECT_LT((root.asDiagonal() * N * (N.transpose() * root.cwiseProduct(before)) - w).cwiseAbs().maxCoeff(), 1e-13);
}

TEST(TangentSpace, FindsTheForcesThatBalanceBest) {
  Random random(6);
  const Index size = 125;
  const Entries G = some_rows(size, random);
  const Vector mass = random_vector(size, random, 0.5, 3);
  const TangentSpace tangent(G, kRows, mass);
  const Dense A = dense_rows(G, size);
  const Vector gradient = random_vector(size, random, -1, 1);
  const Vector left = gradient + A.transpose() * tangent.multipliers(gradient);
  EXPECT_LT((A * left.cwiseQuotient(mass)).cwiseAbs().maxCoeff(), 1e-12);
  const Vector carried = A.transpose() * random_vector(kRows, random, -1, 1);
  EXPECT_LT((carried + A.transpose() * tangent.multipliers(carried)).cwiseAbs().maxCoeff(), 1e-12);
}

TEST(ConstrainedSolver, AddsEntriesInOldAndNewPlaces) {
  const SymmetricMatrix A = springs(3, 0.5);
  Entries more;
  Dense expected = to_dense(A);
  for (const Entry& entry : Entries{{0, 26, 2.5}, {26, 0, 2.5}, {4, 4, 1}, {1, 0, -3}, {0, 1, -3}, {26, 0, 1}, {0, 26, 1}}) {
    more.push_back(entry);
    expected(entry.row, entry.column) += entry.value;
  }
  const SymmetricMatrix sum = with_entries(A, more);
  EXPECT_EQ(sum.pattern()->entries(), A.pattern()->entries() + 1);
  EXPECT_LT((to_dense(sum) - expected).cwiseAbs().maxCoeff(), 1e-15);
}

TEST(ConstrainedSolver, SolvesTheBorderedSystem) {
  for (double surplus : {0.3, 0.0}) {  // also where the matrix is singular without the constraints
    Random random(7);
    const SymmetricMatrix A = springs(5, surplus);
    const Index size = A.size();
    const Vector mass = random_vector(size, random, 0.5, 3);
    const Entries G = some_rows(size, random);
    const TangentSpace tangent(G, kRows, mass);
    ConstrainedSolver solver(mass, tangent);
    ASSERT_TRUE(solver.factorise(A));
    const Vector b = random_vector(size, random, -1, 1);
    Vector u;
    solver.solve(b, u);
    const Dense N = null_space(dense_rows(G, size), mass);
    const Vector expected = N * solve_symmetric(N.transpose() * to_dense(A) * N, N.transpose() * b);
    EXPECT_LT((u - expected).norm(), 1e-11 * expected.norm()) << surplus;
  }
}

TEST(ConstrainedEigenSolver, FindsTheEigenpairsAmongTheFreeDirections) {
  for (Index n : {5, 9}) {  // by all eigenvalues, and by Lanczos' method
    Random random(8);
    const SymmetricMatrix K = springs(n, 0);
    const Vector mass = random_vector(K.size(), random, 0.5, 3);
    const Entries G = some_rows(K.size(), random);
    const TangentSpace tangent(G, kRows, mass);
    const EigenPairs pairs = smallest_eigenpairs(K, mass, tangent, Dense(K.size(), 0), 12);
    const Dense N = null_space(dense_rows(G, K.size()), mass);
    const Vector expected = symmetric_eigenvalues(N.transpose() * to_dense(K) * N).head(12);
    ASSERT_EQ(pairs.values.size(), 12);
    EXPECT_LT((pairs.values - expected).cwiseQuotient(expected).cwiseAbs().maxCoeff(), 1e-10) << n;
    EXPECT_NE(pairs.completeness, Completeness::unknown);
    EXPECT_LT((dense_rows(G, K.size()) * pairs.vectors).cwiseAbs().maxCoeff(), 1e-11);
    const Dense gram = pairs.vectors.transpose() * mass.asDiagonal() * pairs.vectors;
    EXPECT_LT((gram - Dense::Identity(12, 12)).cwiseAbs().maxCoeff(), 1e-10);
  }
}

}  // namespace
}  // namespace lilyan::test
