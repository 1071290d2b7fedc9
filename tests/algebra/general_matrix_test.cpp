// Unsymmetric matrices on a symmetric structure do what their dense counterparts do.
#include <lilyan/algebra/general_matrix.hpp>
#include <lilyan/algebra/threads.hpp>

#include <gtest/gtest.h>

#include <tests/algebra/general_matrices.hpp>

#include <limits>

namespace lilyan::test {
namespace {

class General : public testing::TestWithParam<unsigned> {
 protected:
  General()
      : random(GetParam()),
        pattern(pattern_of(random_graph(random.index(1, 20), 1, 3, random.real(0, 0.5), random))),
        symmetric(random_matrix(pattern, random)),
        A(with_skew_part(symmetric, 1, random)) {}

  Random random;
  Pattern pattern;
  SymmetricMatrix symmetric;
  GeneralMatrix A;
};

TEST_P(General, MultipliesLikeTheDenseMatrix) {
  const Vector x = random.vector(A.size());
  Vector y;
  A.multiply(x, y);
  EXPECT_LE((y - to_dense(A) * x).norm(), 1e-14 * A.size());
  A.multiply_transposed(x, y);
  EXPECT_LE((y - to_dense(A).transpose() * x).norm(), 1e-14 * A.size());
}

TEST_P(General, HasASymmetricPart) {
  SymmetricMatrix S(pattern);
  A.symmetric_part(S);
  EXPECT_LE((to_dense(S) - to_dense(symmetric)).norm(), 1e-14 * A.size());
  GeneralMatrix same(pattern);
  same.set(symmetric);
  same.symmetric_part(S);
  EXPECT_EQ(S.values(), symmetric.values()) << "to the last bit if it was symmetric";
}

TEST_P(General, AddsAndScales) {
  const Vector d = random.vector(A.size()), rows = random.vector(A.size()), columns = random.vector(A.size());
  Dense expected = to_dense(A) + 3 * to_dense(symmetric);
  expected.diagonal() += 2 * d;
  expected = rows.asDiagonal() * expected * columns.asDiagonal();
  A.add(3, symmetric);
  A.add_to_diagonal(2, d);
  A.scale(rows, columns);
  EXPECT_LE((to_dense(A) - expected).norm(), 1e-14 * A.size());
  for (Index i = 0; i < A.size(); ++i) EXPECT_EQ(A.diagonal(i), A.upper()[pattern->column_begin[i]]) << "stored twice";
}

TEST_P(General, AddsAtEveryPlaceOfThePatternAndAtNoOther) {
  Dense expected = to_dense(A);
  SymmetricMatrix ones(pattern);
  std::fill(ones.values().begin(), ones.values().end(), 1.0);
  const Dense is_place = to_dense(ones);
  for (Index i = 0; i < A.size(); ++i)
    for (Index j = 0; j < A.size(); ++j) {
      const double value = 1 + 10 * i + j;
      ASSERT_EQ(A.add_at(i, j, value), is_place(i, j) == 1) << i << ", " << j;
      expected(i, j) += is_place(i, j) * value;
    }
  EXPECT_EQ(to_dense(A), expected);
}

TEST_P(General, KnowsWhetherAllNumbersAreFinite) {
  EXPECT_TRUE(A.all_finite());
  GeneralMatrix bad_below = A, bad_above = A;
  bad_below.lower().back() = std::numeric_limits<double>::infinity();
  bad_above.upper().back() = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(bad_below.all_finite());
  EXPECT_FALSE(bad_above.all_finite());
}

INSTANTIATE_TEST_SUITE_P(Seeds, General, testing::Range(1u, 11u));

class GeneralBlocks : public testing::TestWithParam<unsigned> {
 protected:
  // Elements of 3 vertices with random matrices of small whole numbers, whose sums are exact in any order.
  GeneralBlocks() : random(GetParam()), vertices(random.index(4, 12)), dense(Dense::Zero(3 * vertices, 3 * vertices)) {
    std::vector<Index> elements;
    for (Index e = 0; e < 8; ++e) {
      const Index first = random.index(0, vertices - 3), second = random.index(first + 1, vertices - 2);
      elements.insert(elements.end(), {first, second, random.index(second + 1, vertices - 1)});
    }
    BlockPatternBuilder builder(vertices);
    const int group = builder.add(elements, 3);
    pattern = builder.build();
    J = std::make_unique<GeneralBlockMatrix>(pattern);
    for (std::size_t e = 0; e < 8; ++e) {
      Dense own(9, 9);
      for (double& value : own.reshaped()) value = random.index(-9, 9);
      std::size_t place = 6 * e;
      for (Index a = 0; a < 3; ++a)
        for (Index b = 0; b <= a; ++b) {
          double* lower = J->lower(pattern->places(group)[place]);
          double* upper = J->transposed_upper(pattern->places(group)[place++]);
          for (Index i = 0; i < 3; ++i)
            for (Index k = 0; k < 3; ++k) {
              lower[3 * i + k] += own(3 * a + i, 3 * b + k);
              upper[3 * i + k] += own(3 * b + k, 3 * a + i);
            }
        }
      for (Index a = 0; a < 3; ++a)
        for (Index b = 0; b < 3; ++b)
          dense.block(3 * elements[3 * e + a], 3 * elements[3 * e + b], 3, 3) += own.block(3 * a, 3 * b, 3, 3);
    }
  }

  Dense restricted(const std::vector<Index>& free) const {
    const Restriction restriction(*pattern, free);
    GeneralMatrix A(restriction.pattern());
    restriction.apply(*J, A);
    return to_dense(A);
  }

  std::vector<Index> some_components() {
    std::vector<Index> free;
    for (Index i = 0; i < 3 * vertices; ++i)
      if (random.chance(0.7)) free.push_back(i);
    return free;
  }

  Random random;
  Index vertices;
  Dense dense;
  std::shared_ptr<const BlockPattern> pattern;
  std::unique_ptr<GeneralBlockMatrix> J;
};

TEST_P(GeneralBlocks, RestrictedToFreeComponentsAreThatPartOfTheDenseAssembly) {
  for (int repetition = 0; repetition < 3; ++repetition) {
    const std::vector<Index> free = some_components();
    EXPECT_EQ(restricted(free), dense(free, free));
  }
}

TEST_P(GeneralBlocks, AddSymmetricAndGeneralBlocksAndADiagonal) {
  BlockMatrix H(pattern);
  for (Index v = 0; v < vertices; ++v)
    for (Index place = pattern->first_block(v); place < pattern->first_block(v) + 1; ++place)
      for (Index i = 0; i < 3; ++i) H.block(place)[4 * i] = 2 + i;
  const GeneralBlockMatrix before = *J;
  J->add(2, before);
  J->add(-3, H);
  J->add_to_diagonal(4, Vector::LinSpaced(3 * vertices, 0, 3 * vertices - 1));
  dense *= 3;
  for (Index i = 0; i < 3 * vertices; ++i) dense(i, i) += -3 * (2 + i % 3) + 4 * i;
  const std::vector<Index> free = some_components();
  EXPECT_EQ(restricted(free), dense(free, free));
  const Vector x = Vector::LinSpaced(3 * vertices, 1, 3 * vertices);
  EXPECT_EQ(J->times(x), dense * x);
  J->set_zero();
  EXPECT_EQ(J->times(x), Vector::Zero(3 * vertices));
}

INSTANTIATE_TEST_SUITE_P(Seeds, GeneralBlocks, testing::Range(1u, 7u));

}  // namespace
}  // namespace lilyan::test
