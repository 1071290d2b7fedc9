#include <lilyan/algebra/reused_factor.hpp>

#include <gtest/gtest.h>

#include <tests/algebra/matrices.hpp>

namespace lilyan::test {
namespace {

// Over a small pattern and one large enough for dense blocks, where the library has both kinds of factor.
class Reuse : public testing::TestWithParam<bool> {
 protected:
  Reuse()
      : random(41),
        pattern(pattern_of(GetParam() ? box_graph(20, 7, 7) : box_graph(4, 3, 3))),
        A(random_definite_matrix(pattern, random)),
        near(A),
        far(random_definite_matrix(pattern, random)),
        indefinite(A),
        metric(Vector::Ones(A.size())),
        b(random.vector(A.size())) {
    for (double& value : near.values()) value *= 1 + random.real(-0.01, 0.01);
    indefinite.add_to_diagonal(-2 * A.diagonal(7), Vector::Unit(A.size(), 7));
    b[7] += 100;  // so that the direction of negative curvature is met
  }

  static void expect_solved(const SymmetricMatrix& M, const Vector& x, const Vector& b, double tolerance) {
    Vector Mx;
    M.multiply(x, Mx);
    EXPECT_LE((Mx - b).norm(), tolerance * b.norm());
  }

  SymmetricMatrix from_values(const std::vector<double>& values) const {
    SymmetricMatrix M(pattern);
    M.values() = values;
    return M;
  }

  Random random;
  Pattern pattern;
  SymmetricMatrix A, near, far, indefinite;
  Vector metric, b, x;
};

TEST_P(Reuse, HasNothingToIterateWithAtFirst) {
  ReusedFactor solver(pattern);
  EXPECT_EQ(solver.factored(), nullptr);
  EXPECT_FALSE(solver.try_iterating(A, b, 1e-2, x));
  EXPECT_FALSE(solver.met_negative_curvature());
  EXPECT_EQ(solver.factorizations(), 0);
}

TEST_P(Reuse, FactorisesAndSolves) {
  ReusedFactor solver(pattern);
  ASSERT_EQ(solver.factorise_and_solve(A, 0, metric, b, x), SolveStatus::solved);
  expect_solved(A, x, b, 1e-12);
  ASSERT_NE(solver.factored(), nullptr);
  EXPECT_EQ(*solver.factored(), A.values());
}

TEST_P(Reuse, FactorisesTheMatrixShiftedByTheMetric) {
  for (Index i = 0; i < A.size(); ++i) metric[i] = 1 + i % 3;
  const double shift = 2 * A.diagonal(7);
  SymmetricMatrix shifted = indefinite;
  shifted.add_to_diagonal(shift, metric);
  ReusedFactor solver(pattern);
  ASSERT_EQ(solver.factorise_and_solve(indefinite, shift, metric, b, x), SolveStatus::solved);
  expect_solved(shifted, x, b, 1e-12);
  EXPECT_EQ(*solver.factored(), shifted.values()) << "the shift is part of what is remembered";
}

TEST_P(Reuse, IteratesWithTheFactorOfANearMatrixAndNotWithThatOfAFarOne) {
  ReusedFactor solver(pattern);
  solver.factorise_and_solve(A, 0, metric, b, x);
  ASSERT_TRUE(solver.try_iterating(near, b, 1e-6, x));
  expect_solved(near, x, b, 1e-4);
  EXPECT_FALSE(solver.try_iterating(far, b, 1e-12, x));
  EXPECT_FALSE(solver.met_negative_curvature()) << "slow is not indefinite";
  EXPECT_NE(solver.factored(), nullptr) << "a failed attempt costs no factor";
}

TEST_P(Reuse, CountsTheFactorisationsThatWereTried) {
  ReusedFactor solver(pattern);
  solver.factorise_and_solve(A, 0, metric, b, x);
  EXPECT_EQ(solver.factorizations(), 1);
  solver.try_iterating(near, b, 1e-6, x);
  EXPECT_EQ(solver.factorizations(), 1);
  EXPECT_EQ(solver.factorise_and_solve(indefinite, 0, metric, b, x), SolveStatus::not_positive_definite);
  EXPECT_EQ(solver.factorizations(), 2) << "also those that failed";
  solver.recall(std::make_shared<const std::vector<double>>(far.values()));
  EXPECT_EQ(solver.factorizations(), 2) << "but not those of recall";
}

TEST_P(Reuse, HasNoFactorAfterAFactorisationThatFailed) {
  ReusedFactor solver(pattern);
  solver.factorise_and_solve(A, 0, metric, b, x);
  ASSERT_EQ(solver.factorise_and_solve(indefinite, 0, metric, b, x), SolveStatus::not_positive_definite);
  EXPECT_EQ(solver.factored(), nullptr);
  EXPECT_FALSE(solver.try_iterating(A, b, 1e-2, x));
  ASSERT_EQ(solver.factorise_and_solve(A, 0, metric, b, x), SolveStatus::solved);
  expect_solved(A, x, b, 1e-12);
}

TEST_P(Reuse, SaysThatTheLastMatrixWasIndefinite) {
  ReusedFactor solver(pattern);
  solver.factorise_and_solve(A, 0, metric, b, x);
  EXPECT_FALSE(solver.try_iterating(indefinite, b, 1e-10, x));
  EXPECT_TRUE(solver.met_negative_curvature());
  ASSERT_TRUE(solver.try_iterating(near, b, 1e-2, x));
  EXPECT_FALSE(solver.met_negative_curvature()) << "only the last attempt counts";

  EXPECT_FALSE(solver.try_iterating(indefinite, b, 1e-10, x));
  solver.recall(nullptr);
  EXPECT_FALSE(solver.try_iterating(A, b, 1e-10, x));
  EXPECT_FALSE(solver.met_negative_curvature()) << "nothing was met where there was nothing to iterate with";
}

TEST_P(Reuse, RecallRebuildsAFactorThatGivesTheSameBits) {
  ReusedFactor solver(pattern);
  Vector solved, iterated, again;
  solver.factorise_and_solve(indefinite, 2 * A.diagonal(7), metric, b, solved);
  const ReusedFactor::Values values = solver.factored();
  ASSERT_TRUE(solver.try_iterating(from_values(*values), b, 1e-10, iterated));

  // In a solver that has never seen the matrix, and in one that has since had another.
  ReusedFactor fresh(pattern), used(pattern);
  used.factorise_and_solve(far, 0, metric, b, x);
  for (ReusedFactor* other : {&fresh, &used}) {
    other->recall(std::make_shared<const std::vector<double>>(*values));
    ASSERT_NE(other->factored(), nullptr);
    EXPECT_EQ(*other->factored(), *values);
    ASSERT_TRUE(other->try_iterating(from_values(*values), b, 1e-10, again));
    EXPECT_TRUE(same_bits(again, iterated));
  }
}

TEST_P(Reuse, RecallOfWhatIsAtHandChangesNothing) {
  ReusedFactor solver(pattern);
  solver.factorise_and_solve(A, 0, metric, b, x);
  const ReusedFactor::Values before = solver.factored();
  const double seconds = solver.seconds().factorisation;
  solver.recall(before);
  EXPECT_EQ(solver.factored(), before);
  EXPECT_EQ(solver.seconds().factorisation, seconds) << "nothing is factorised again";
}

TEST_P(Reuse, RecallOfNothingForgets) {
  ReusedFactor solver(pattern);
  solver.recall(nullptr);
  EXPECT_EQ(solver.factored(), nullptr);
  solver.factorise_and_solve(A, 0, metric, b, x);
  const ReusedFactor::Values before = solver.factored();
  solver.recall(nullptr);
  EXPECT_EQ(solver.factored(), nullptr);
  EXPECT_FALSE(solver.try_iterating(A, b, 1e-2, x));
  solver.recall(before);
  EXPECT_TRUE(solver.try_iterating(A, b, 1e-2, x)) << "and can be reminded";
}

INSTANTIATE_TEST_SUITE_P(Sizes, Reuse, testing::Values(false, true),
                         [](const auto& given) { return given.param ? "large" : "small"; });

}  // namespace
}  // namespace lilyan::test
