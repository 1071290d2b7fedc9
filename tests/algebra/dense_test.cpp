// Decompositions by what they promise: products of the factors, on seeded random matrices of many sizes, without a second decomposition.
#include <lilyan/algebra/dense.hpp>

#include <gtest/gtest.h>

#include <tests/algebra/matrices.hpp>

#include <algorithm>
#include <limits>

namespace lilyan::test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr Index kSizes[] = {1, 2, 3, 6, 9, 17, 40};

Dense random_symmetric(Index n, Random& random) {
  const Dense any = random_dense(n, n, random);
  return any + any.transpose();
}

Dense random_definite(Index n, Random& random) {
  const Dense any = random_dense(n, n, random);
  return any * any.transpose() + 0.1 * Dense::Identity(n, n);
}

// Whoever reads the upper triangle gets nothing but NaN.
Dense lower_only(Dense A) {
  for (Index j = 0; j < A.cols(); ++j) A.col(j).head(j).setConstant(kNan);
  return A;
}

void expect_near(const Dense& found, const Dense& expected, double tolerance = 1e-12) {
  ASSERT_EQ(found.rows(), expected.rows());
  ASSERT_EQ(found.cols(), expected.cols());
  if (found.size() == 0) return;
  EXPECT_LE((found - expected).cwiseAbs().maxCoeff(), tolerance * (1 + expected.cwiseAbs().maxCoeff()));
}

void expect_orthonormal(const Dense& Q) { expect_near(Q.transpose() * Q, Dense::Identity(Q.cols(), Q.cols())); }

template <class Numbers>
void expect_ascending(const Numbers& values) {
  for (Index k = 1; k < values.size(); ++k) EXPECT_LE(values[k - 1], values[k]);
}

TEST(DenseSpectrum, IsThatOfTheLowerTriangle) {
  Random random(1);
  for (const Index n : kSizes) {
    const Dense A = random_symmetric(n, random);
    const Spectrum found = symmetric_spectrum(lower_only(A));
    expect_orthonormal(found.vectors);
    expect_ascending(found.values);
    expect_near(A * found.vectors, found.vectors * found.values.asDiagonal());
    expect_near(symmetric_eigenvalues(lower_only(A)), found.values);
  }
}

template <int N>
void expect_spectrum_of_fixed_size(Random& random) {
  const Eigen::Matrix<double, N, N> A = random_symmetric(N, random);
  const FixedSpectrum<N> found = symmetric_spectrum<N>(A);
  expect_orthonormal(found.vectors);
  expect_ascending(found.values);
  expect_near(A * found.vectors, found.vectors * found.values.asDiagonal());
}

TEST(DenseSpectrum, OfFixedSizeIsTheSame) {
  Random random(2);
  expect_spectrum_of_fixed_size<6>(random);
  expect_spectrum_of_fixed_size<9>(random);
}

TEST(DenseSpectrum, OfAPairIsWhereTheDeterminantVanishes) {
  Random random(3);
  for (const Index n : kSizes) {
    // A = C diag(lambda) C^T and B = C C^T have the lambda as their values.
    const Dense C = random_dense(n, n, random) + 3 * Dense::Identity(n, n);
    Vector lambda = random_dense(n, 1, random);
    std::sort(lambda.begin(), lambda.end());
    const Dense A = C * lambda.asDiagonal() * C.transpose(), B = C * C.transpose();
    expect_near(generalised_eigenvalues(lower_only(A), lower_only(B)), lambda, 1e-9);
  }
}

TEST(DenseSpectrum, WithoutNegativeValuesIsTheNearestSemidefiniteMatrix) {
  Random random(4);
  for (const Index n : kSizes) {
    const Dense A = random_symmetric(n, random);
    const Dense P = without_negative_eigenvalues(symmetric_spectrum(A));
    // P >= 0, P - A >= 0 and tr P (P - A) = 0 belong to the projection alone.
    EXPECT_GE(symmetric_eigenvalues(P)[0], -1e-12 * n);
    EXPECT_GE(symmetric_eigenvalues(P - A)[0], -1e-12 * n);
    EXPECT_NEAR((P * (P - A)).trace(), 0, 1e-10);
  }
}

TEST(DenseSingularValues, MakeUpTheMatrix) {
  Random random(5);
  for (const Index rows : kSizes)
    for (const Index columns : kSizes) {
      const Dense A = random_dense(rows, columns, random);
      const SingularValues found = singular_values(A);
      const Index rank = std::min(rows, columns);
      ASSERT_EQ(found.values.size(), rank);
      EXPECT_EQ(found.U.cols(), rows);
      EXPECT_EQ(found.V.cols(), columns);
      expect_orthonormal(found.U);
      expect_orthonormal(found.V);
      expect_ascending(Vector(found.values.reverse()));
      expect_near(found.U.leftCols(rank) * found.values.asDiagonal() * found.V.leftCols(rank).transpose(), A);
    }
}

TEST(DenseSingularValues, OfOneSideAreTheSame) {
  Random random(6);
  for (const Index rows : {3, 9, 40, 100}) {
    const Index columns = std::min<Index>(rows, 17);
    const Dense A = random_dense(rows, columns, random);
    const SingularValues right = right_singular_vectors(A), left = left_singular_vectors(A);
    expect_orthonormal(right.V);
    expect_orthonormal(left.U);
    EXPECT_EQ(left.U.cols(), columns);
    expect_near(left.values, right.values);
    // A = U S V^T column by column, whatever the signs of U and V are.
    expect_near((A * right.V).colwise().norm().transpose(), right.values);
    expect_near((A.transpose() * left.U).colwise().norm().transpose(), left.values);
    expect_near((left.U.transpose() * A * right.V).cwiseAbs(), Dense(right.values.asDiagonal()), 1e-10);
  }
}

TEST(DenseSingularValues, GiveTheShortestOfTheBestSolutions) {
  Random random(7);
  for (const Index rank : {1, 2, 5})
    for (const Index rows : {5, 8, 20})
      for (const Index columns : {5, 7, 12}) {
        const Dense A = random_dense(rows, rank, random) * random_dense(rank, columns, random), B = random_dense(rows, 3, random);
        const Dense X = singular_values(A).solve(B);
        expect_near(A.transpose() * (A * X - B), Dense::Zero(columns, 3), 1e-10);  // the best
        // The shortest: it has no part that A maps to zero, so that it is A^T Y for some Y.
        const SingularValues of_transpose = singular_values(A.transpose());
        const Dense range = of_transpose.U.leftCols(rank);
        expect_near(range * (range.transpose() * X), X, 1e-9);
      }
}

TEST(DenseSingularValues, OfNothingAndOfZeroSolveToZero) {
  expect_near(singular_values(Dense::Zero(4, 3)).solve(Dense::Ones(4, 2)), Dense::Zero(3, 2));
  expect_near(singular_values(Dense::Zero(0, 3)).solve(Dense::Zero(0, 2)), Dense::Zero(3, 2));
  const SingularValues of_nothing = singular_values(Dense::Zero(3, 0));
  expect_near(of_nothing.U, Dense::Identity(3, 3));
  EXPECT_EQ(of_nothing.solve(Dense::Ones(3, 2)).rows(), 0);
}

TEST(DenseSingularValues, OfAMatrixThatIsNotFiniteAreNotNumbers) {
  for (const double wrong : {kNan, std::numeric_limits<double>::infinity()}) {
    Dense A = Dense::Identity(7, 5);
    A(3, 2) = wrong;
    for (const SingularValues& found : {singular_values(A), right_singular_vectors(A), left_singular_vectors(A)}) {
      EXPECT_TRUE(found.values.array().isNaN().all());
      EXPECT_TRUE(found.U.array().isNaN().all());
      EXPECT_TRUE(found.V.array().isNaN().all());
    }
    EXPECT_TRUE(singular_values(A).solve(Dense::Ones(7, 1)).array().isNaN().all());
  }
}

TEST(DenseColumns, AreMadeOrthonormalWithoutLeavingTheirSpan) {
  Random random(8);
  for (const Index rows : kSizes) {
    const Index columns = (rows + 1) / 2;
    const Dense A = random_dense(rows, columns, random);
    const Dense Q = orthonormal_columns(A), square = orthogonal_factor(A);
    expect_orthonormal(Q);
    expect_near(Q * (Q.transpose() * A), A);
    expect_orthonormal(square);
    EXPECT_EQ(square.cols(), rows);
    expect_near(square.leftCols(columns), Q);
  }
}

TEST(DenseCholesky, SolvesByTheLowerTriangle) {
  Random random(9);
  for (const Index n : kSizes) {
    const Dense A = random_definite(n, random), B = random_dense(n, 4, random);
    const DenseCholesky factor(lower_only(A));
    ASSERT_TRUE(factor.succeeded());
    const Dense L = factor.L();
    expect_near(L * L.transpose(), A);
    EXPECT_EQ(L.triangularView<Eigen::StrictlyUpper>().toDenseMatrix().norm(), 0);
    expect_near(A * factor.solve(B), B, 1e-9);
    expect_near(L * factor.solve_lower(B), B, 1e-10);
    expect_near(L.transpose() * factor.solve_upper(B), B, 1e-10);
    Vector b = B.col(0);
    factor.solve_in_place(b);
    expect_near(b, factor.solve(B).col(0), 1e-10);
    const Dense C = B.transpose();
    expect_near(factor.orthonormal(C) * L.transpose(), C, 1e-10);
  }
}

TEST(DenseCholesky, OfAMetricMakesColumnsOrthonormalByIt) {
  Random random(10);
  const Dense M = random_definite(30, random), B = random_dense(30, 7, random);
  const Dense U = DenseCholesky(B.transpose() * M * B).orthonormal(B);
  expect_near(U.transpose() * M * U, Dense::Identity(7, 7), 1e-10);
}

TEST(DenseCholesky, SaysThatAMatrixIsNotDefinite) {
  Random random(11);
  for (const Index n : kSizes) {
    Dense A = random_definite(n, random);
    A(n - 1, n - 1) -= 100 * n;
    EXPECT_FALSE(DenseCholesky(A).succeeded()) << n;
    A = random_definite(n, random);
    A(n - 1, n / 2) = kNan;
    EXPECT_FALSE(DenseCholesky(A).succeeded()) << n;
  }
}

TEST(DenseSolve, SolvesRegularAndIndefiniteSystems) {
  Random random(12);
  for (const Index n : kSizes) {
    const Dense A = random_symmetric(n, random) + 4 * Dense(Vector::LinSpaced(n, -1, 1.5).asDiagonal()), B = random_dense(n, 3, random);
    expect_near(A * solve_symmetric(A, B), B, 1e-8);
    const Dense C = random_dense(n, n, random) + 2 * Dense::Identity(n, n);
    expect_near(C * solve_regular(C, B), B, 1e-8);
    expect_near(C * inverse(C), Dense::Identity(n, n), 1e-8);
  }
}

}  // namespace
}  // namespace lilyan::test
