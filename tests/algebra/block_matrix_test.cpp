// Assembly into blocks and the restriction to free components give what a dense assembly gives.
#include <lilyan/algebra/block_matrix.hpp>

#include <gtest/gtest.h>

#include <tests/algebra/matrices.hpp>

#include <algorithm>
#include <numeric>

namespace lilyan::test {
namespace {

// `count` elements of `per_element` different vertices, ascending; some vertices stay without an element.
std::vector<Index> random_elements(Index count, Index per_element, Index vertices, Random& random) {
  std::vector<Index> elements;
  for (Index e = 0; e < count; ++e) {
    std::vector<Index> own;
    while (static_cast<Index>(own.size()) < per_element) {
      const Index v = random.index(1, vertices - 1);
      if (std::find(own.begin(), own.end(), v) == own.end()) own.push_back(v);
    }
    std::sort(own.begin(), own.end());
    elements.insert(elements.end(), own.begin(), own.end());
  }
  return elements;
}

class Assembly : public testing::TestWithParam<unsigned> {
 protected:
  Assembly() : random(GetParam()), vertices(random.index(6, 14)) {
    BlockPatternBuilder builder(vertices);
    for (Index per_element : {4, 2, 3, 1}) {
      groups.push_back({random_elements(random.index(0, 9), per_element, vertices, random), per_element});
      EXPECT_EQ(builder.add(groups.back().elements, per_element), static_cast<int>(groups.size()) - 1);
    }
    pattern = builder.build();
    dense = Dense::Zero(3 * vertices, 3 * vertices);
  }

  // A random symmetric matrix of every element, of small whole numbers so that sums are exact in any order.
  void assemble(BlockMatrix& H) {
    for (std::size_t g = 0; g < groups.size(); ++g) {
      const auto [elements, n] = groups[g];
      const auto places = pattern->places(static_cast<int>(g));
      const std::size_t per_element_places = static_cast<std::size_t>(n * (n + 1) / 2);
      ASSERT_EQ(places.size(), elements.size() / n * per_element_places);
      for (std::size_t e = 0; e < elements.size() / n; ++e) {
        Dense own(3 * n, 3 * n);
        for (Index i = 0; i < 3 * n; ++i)
          for (Index j = 0; j <= i; ++j) own(i, j) = own(j, i) = random.index(-9, 9);
        for (Index a = 0; a < n; ++a)
          for (Index b = 0; b < n; ++b)
            dense.block(3 * elements[e * n + a], 3 * elements[e * n + b], 3, 3) += own.block(3 * a, 3 * b, 3, 3);
        for (Index a = 0; a < n; ++a)
          for (Index b = 0; b <= a; ++b) {
            double* block = H.block(places[e * per_element_places + a * (a + 1) / 2 + b]);
            for (Index i = 0; i < 3; ++i)
              for (Index j = 0; j < 3; ++j) block[3 * i + j] += own(3 * a + i, 3 * b + j);
          }
      }
    }
  }

  struct Group {
    std::vector<Index> elements;
    Index per_element;
  };
  Random random;
  Index vertices;
  std::vector<Group> groups;
  std::shared_ptr<const BlockPattern> pattern;
  Dense dense;
};

TEST_P(Assembly, HasBlocksForMoreElementsAndPlacesForItsOwn) {
  BlockPatternBuilder own(vertices), more(vertices), all(vertices);
  for (const auto& [elements, n] : groups) own.add(elements, n), all.add(elements, n);
  for (const Index n : {2, 4}) {
    const std::vector<Index> elements = random_elements(5, n, vertices, random);
    more.add(elements, n);
    all.add(elements, n);
  }
  const auto with_more = own.build_with(more), together = all.build();
  EXPECT_EQ(with_more->fingerprint(), together->fingerprint());
  ASSERT_EQ(with_more->blocks(), together->blocks());
  for (int g = 0; g < static_cast<int>(groups.size()); ++g)
    EXPECT_TRUE(std::ranges::equal(with_more->places(g), together->places(g)));
}

TEST_P(Assembly, HasABlockForExactlyThePairsThatMeetInAnElement) {
  Eigen::MatrixXi meet = Eigen::MatrixXi::Identity(vertices, vertices);
  for (const auto& [elements, n] : groups)
    for (std::size_t first = 0; first < elements.size(); first += n)
      for (Index a = 0; a < n; ++a)
        for (Index b = 0; b < n; ++b) meet(elements[first + a], elements[first + b]) = 1;
  ASSERT_EQ(pattern->vertices(), vertices);
  EXPECT_EQ(pattern->blocks(), (meet.sum() + vertices) / 2);
  for (Index v = 0; v < vertices; ++v) {
    const auto rows = pattern->rows(v);
    ASSERT_FALSE(rows.empty());
    EXPECT_EQ(rows.front(), v) << "the diagonal comes first";
    EXPECT_TRUE(std::is_sorted(rows.begin(), rows.end()));
    EXPECT_EQ(static_cast<int>(rows.size()), meet.col(v).tail(vertices - v).sum());
    for (Index row : rows) EXPECT_EQ(meet(row, v), 1);
  }
}

TEST_P(Assembly, RestrictedToEverythingIsTheDenseAssembly) {
  BlockMatrix H(pattern);
  assemble(H);
  std::vector<Index> all(static_cast<std::size_t>(3 * vertices));
  std::iota(all.begin(), all.end(), Index{0});
  const Restriction whole(*pattern, all);
  SymmetricMatrix A(whole.pattern());
  whole.apply(H, A);
  EXPECT_EQ(to_dense(A), dense);
}

TEST_P(Assembly, RestrictedToRandomFreeComponentsIsThatPartOfTheDenseAssembly) {
  BlockMatrix H(pattern);
  assemble(H);
  for (double share : {0.9, 0.5, 0.1, 0.0}) {
    std::vector<Index> free;
    for (Index i = 0; i < 3 * vertices; ++i)
      if (random.chance(share)) free.push_back(i);
    const Restriction restriction(*pattern, free);
    const SymmetricPattern& own = *restriction.pattern();
    ASSERT_EQ(own.size, static_cast<Index>(free.size()));
    ASSERT_EQ(own.column_begin.size(), free.size() + 1);
    SymmetricMatrix A(restriction.pattern());
    restriction.apply(H, A);
    EXPECT_EQ(to_dense(A), dense(free, free));
    for (Index j = 0; j < own.size; ++j) {
      EXPECT_EQ(own.group[j], free[j] / 3) << "the group is the vertex";
      EXPECT_EQ(own.row[own.column_begin[j]], j) << "the diagonal comes first";
      EXPECT_TRUE(std::is_sorted(own.row.begin() + own.column_begin[j], own.row.begin() + own.column_begin[j + 1]));
    }
  }
}

TEST_P(Assembly, ApplyReplacesWhatTheMatrixHeldBefore) {
  BlockMatrix H(pattern);
  assemble(H);
  const Restriction restriction(*pattern, {0, 1, 5, 6, 7, 8, 12});
  SymmetricMatrix once(restriction.pattern()), twice(restriction.pattern());
  restriction.apply(H, once);
  restriction.apply(H, twice);
  restriction.apply(H, twice);
  EXPECT_EQ(once.values(), twice.values());
}

TEST_P(Assembly, IsZeroAtFirstAndAfterSetZero) {
  BlockMatrix H(pattern);
  const std::vector<double> zeros(9 * static_cast<std::size_t>(pattern->blocks()), 0.0);
  EXPECT_EQ(H.values(), zeros);
  assemble(H);
  H.set_zero();
  EXPECT_EQ(H.values(), zeros);
}

INSTANTIATE_TEST_SUITE_P(Seeds, Assembly, testing::Range(1u, 9u), testing::PrintToStringParamName());

TEST(BlockPattern, HasOnlyTheDiagonalWithoutElements) {
  const auto pattern = BlockPatternBuilder(5).build();
  EXPECT_EQ(pattern->blocks(), 5);
  EXPECT_EQ(BlockPatternBuilder(0).build()->blocks(), 0);
}

}  // namespace
}  // namespace lilyan::test
