#include <lilyan/algebra/dense.hpp>
#include <lilyan/algebra/equations/general_solver.hpp>

#include <gtest/gtest.h>

#include <tests/algebra/matrices.hpp>

namespace lilyan::test {
namespace {

TEST(SolveIndefinite, SolvesRandomSymmetricSystemsLikeADenseFactorisation) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    Random random(seed);
    const Pattern pattern = pattern_of(random_graph(random.index(1, 20), 1, 3, random.real(0, 0.5), random));
    const SymmetricMatrix A = random_matrix(pattern, random);
    const Vector expected = random.vector(A.size());
    Vector b, x;
    A.multiply(expected, b);
    ASSERT_TRUE(solve_indefinite(A, b, x)) << "seed " << seed;
    const double condition = to_dense(A).norm() * inverse(to_dense(A)).norm();
    EXPECT_LE((x - expected).norm(), 1e-14 * condition * (1 + expected.norm())) << "seed " << seed;
  }
}

TEST(SolveIndefinite, SolvesWithAnEmptyDiagonal) {
  Dense saddle(2, 2);
  saddle << 0, 2, 2, 0;
  Vector x;
  ASSERT_TRUE(solve_indefinite(full_matrix(saddle), Vector::LinSpaced(2, 4, 6), x));
  EXPECT_EQ(x[0], 3);
  EXPECT_EQ(x[1], 2);
}

TEST(SolveIndefinite, ReportsASingularMatrix) {
  Dense empty_row = Dense::Identity(4, 4);
  empty_row(2, 2) = 0;
  for (const Dense& singular : {Dense(Dense::Zero(1, 1)), Dense(Dense::Zero(3, 3)), Dense(Dense::Ones(2, 2)), empty_row}) {
    Vector x;
    EXPECT_FALSE(solve_indefinite(full_matrix(singular), Vector::Ones(singular.rows()), x)) << singular;
  }
}

TEST(SolveGeneral, SolvesRandomSystemsLikeADenseFactorisationAndAddsEntriesOfOnePlaceUp) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    Random random(seed);
    const Index n = random.index(1, 30);
    Dense A = Dense::Zero(n, n);
    Entries entries;
    for (int k = 0; k < 5 * n; ++k) {
      const Index i = k < n ? k : random.index(0, n - 1), j = k < n ? k : random.index(0, n - 1);
      const double value = random.real(-1, 1) + (k < n ? 3 : 0);
      A(i, j) += value;
      entries.push_back({i, j, value});
    }
    const Vector expected = random.vector(n), b = A * expected;
    Vector x;
    ASSERT_TRUE(solve_general(entries, b, x)) << "seed " << seed;
    EXPECT_LE((x - expected).norm(), 1e-14 * A.norm() * inverse(A).norm() * (1 + expected.norm())) << "seed " << seed;
  }
}

TEST(SolveGeneral, ReportsASingularMatrix) {
  Vector x;
  EXPECT_FALSE(solve_general({{0, 0, 1}, {1, 0, 1}}, Vector::Ones(2), x));
}

TEST(SolveIndefinite, SolvesTheSystemWithoutUnknowns) {
  Vector x = Vector::Ones(2);
  EXPECT_TRUE(solve_indefinite(SymmetricMatrix(pattern_of({})), Vector(0), x));
  EXPECT_EQ(x.size(), 0);
}

}  // namespace
}  // namespace lilyan::test
