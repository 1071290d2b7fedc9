#include <lilyan/algebra/symmetric_matrix.hpp>

#include <gtest/gtest.h>

#include <tests/algebra/matrices.hpp>

namespace lilyan::test {
namespace {

TEST(SymmetricMatrix, MultipliesLikeTheDenseMatrix) {
  Random random(3);
  for (Index vertices : {0, 1, 2, 5, 30}) {
    const SymmetricMatrix A = random_matrix(pattern_of(random_graph(vertices, 0, 3, 0.3, random)), random);
    const Vector x = random.vector(A.size());
    Vector y = Vector::Constant(3, 99);  // whatever was in it is of no matter
    A.multiply(x, y);
    ASSERT_EQ(y.size(), A.size());
    EXPECT_LE((y - to_dense(A) * x).norm(), 1e-14 * (1 + y.norm()));
  }
}

TEST(SymmetricMatrix, SumsTheSizesOfWholeRows) {
  Random random(6);
  const SymmetricMatrix A = random_matrix(pattern_of(random_graph(12, 1, 3, 0.4, random)), random);
  EXPECT_LE((A.row_sums() - to_dense(A).cwiseAbs().rowwise().sum()).norm(), 1e-13 * A.row_sums().norm());
}

TEST(SymmetricMatrix, StartsAsZero) {
  Random random(4);
  const SymmetricMatrix A(pattern_of(random_graph(6, 1, 3, 0.5, random)));
  EXPECT_EQ(to_dense(A), Dense::Zero(A.size(), A.size()));
}

TEST(SymmetricMatrix, AddsAMultipleToTheDiagonalAndTouchesNothingElse) {
  Random random(5);
  SymmetricMatrix A = random_matrix(pattern_of(random_graph(8, 1, 3, 0.4, random)), random);
  Dense expected = to_dense(A);
  const Vector d = Vector::LinSpaced(A.size(), 1, A.size());
  A.add_to_diagonal(-2, d);  // whole numbers: the product is exact, fused or not
  for (Index i = 0; i < A.size(); ++i) {
    expected(i, i) += -2 * d[i];
    EXPECT_EQ(A.diagonal(i), expected(i, i));
  }
  EXPECT_EQ(to_dense(A), expected);
}

}  // namespace
}  // namespace lilyan::test
