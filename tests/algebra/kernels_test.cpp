// Dense kernels against products of Eigen's matrices and the factors of algebra/dense, for every processor that this one can stand for.
#include <lilyan/algebra/dense.hpp>
#include <lilyan/algebra/multifrontal/kernels/kernels.hpp>
#include <lilyan/algebra/multifrontal/panel_layout.hpp>

#include <gtest/gtest.h>

#include <tests/algebra/matrices.hpp>

namespace lilyan::test {
namespace {

// Padded with zero rows to whole lanes.
Dense padded_rows(const Dense& A) {
  Dense wide = Dense::Zero(padded(A.rows()), A.cols());
  wide.topRows(A.rows()) = A;
  return wide;
}

Dense definite(Index n, Random& random) {
  const Dense any = random_dense(n, n, random);
  return any * any.transpose() + n * Dense::Identity(n, n);
}

// The factor in the form of the kernels: reciprocals on the diagonal.
Dense with_reciprocals(Dense L) {
  L.diagonal() = L.diagonal().cwiseInverse().eval();
  return padded_rows(L);
}

class KernelsOfProcessor : public testing::TestWithParam<const Kernels*> {
 protected:
  const Kernels& own() const { return *GetParam(); }
  Random random_{1};
};

TEST_P(KernelsOfProcessor, FactoriseBlocks) {
  for (Index n : {1, 2, 3, 5, 8, 9, 16, 23, 64, 100, 128}) {
    const Dense A = definite(n, random_), expected = with_reciprocals(DenseCholesky(A).L());
    Dense L = padded_rows(A);
    ASSERT_TRUE(own().factor_diagonal_block(L.data(), L.rows(), 0, n));
    for (Index j = 0; j < n; ++j) EXPECT_LE((L - expected).col(j).segment(j, n - j).norm(), 1e-12) << n << ", column " << j;
    for (Index bad : {0, n / 2, n - 1}) {
      Dense indefinite = padded_rows(A);
      indefinite(bad, bad) = -1;
      EXPECT_FALSE(own().factor_diagonal_block(indefinite.data(), indefinite.rows(), 0, n)) << n << ", pivot " << bad;
    }
  }
}

TEST_P(KernelsOfProcessor, SolveRows) {
  for (Index n : {1, 3, 8, 13, 64, 100})
    for (Index rows : {8, 16, 24, 32, 40, 80}) {
      const Dense L = DenseCholesky(definite(n, random_)).L(), stored = with_reciprocals(L), B = random_dense(rows, n, random_);
      Dense X = B;
      own().solve_rows(X.data(), rows, rows, stored.data(), stored.rows(), 0, n);
      EXPECT_LE((X * L.transpose() - B).norm(), 1e-12 * n) << rows << " rows, " << n << " columns";
    }
}

TEST_P(KernelsOfProcessor, SubtractProducts) {
  for (Index rows : {8, 24, 56})
    for (Index columns : {1, 4, 8, 19})
      for (Index inner : {0, 1, 7, 130, 300}) {
        const Dense C = random_dense(rows, columns, random_), X = random_dense(rows, inner, random_),
                    Y = random_dense(inner, columns, random_), Yt = Y.transpose();
        Dense plain = C, transposed = C;
        own().subtract_product(plain.data(), rows, X.data(), rows, rows, Y.data(), inner, columns, inner);
        own().subtract_transposed_product(transposed.data(), rows, X.data(), rows, rows, Yt.data(), columns, columns, inner);
        EXPECT_LE((plain - (C - X * Y)).norm(), 1e-12);
        EXPECT_LE((transposed - (C - X * Y)).norm(), 1e-12);
      }
}

TEST_P(KernelsOfProcessor, SubtractSquares) {
  for (Index rows : {8, 16, 40, 104})
    for (Index inner : {1, 9, 140}) {
      const Dense C = random_dense(rows, rows, random_), X = random_dense(rows, inner, random_), expected = C - X * X.transpose();
      Dense found = C;
      own().subtract_square(found.data(), rows, X.data(), rows, rows, rows, inner);
      for (Index j = 0; j < rows; ++j) EXPECT_LE((found - expected).col(j).tail(rows - j).norm(), 1e-12);
    }
}

TEST_P(KernelsOfProcessor, SweepForwardAndBackward) {
  for (Index pivots : {1, 3, 8, 11, 40})
    for (Index rows : {0, 1, 8, 27}) {
      const Dense L11 = DenseCholesky(definite(pivots, random_)).L(), L21 = random_dense(rows, pivots, random_);
      const Dense stored11 = with_reciprocals(L11), stored21 = padded_rows(L21);
      const Vector b = random_.vector(pivots), c = random_.vector(rows);
      Vector y = padded_rows(b), t = padded_rows(c);
      own().sweep_forward(pivots, rows, stored11.data(), stored21.data(), y.data(), t.data());
      const Vector forward = L11.triangularView<Eigen::Lower>().solve(b);
      EXPECT_LE((y.head(pivots) - forward).norm(), 1e-12);
      EXPECT_LE((t.head(rows) - (c - L21 * forward)).norm(), 1e-12);
      y = padded_rows(b);
      t = padded_rows(c);
      own().sweep_backward(pivots, rows, stored11.data(), stored21.data(), y.data(), t.data());
      const Vector rest = b - L21.transpose() * c;
      EXPECT_LE((y.head(pivots) - L11.transpose().triangularView<Eigen::Upper>().solve(rest)).norm(), 1e-12);
    }
}

INSTANTIATE_TEST_SUITE_P(Runnable, KernelsOfProcessor, testing::ValuesIn(runnable_kernels()),
                         [](const auto& given) { return std::to_string(given.index); });

}  // namespace
}  // namespace lilyan::test
