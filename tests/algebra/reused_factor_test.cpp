#include <lilyan/algebra/reused_factor.hpp>

#include <gtest/gtest.h>

#include <tests/algebra/matrices.hpp>

namespace lilyan::test {
namespace {

// Over a small pattern and one large enough for dense blocks, where the library has both kinds of factor.
constexpr Definiteness kExact = Definiteness::exact;

class Reuse : public testing::TestWithParam<bool> {
 protected:
  Reuse()
      : random(41),
        pattern(pattern_of(GetParam() ? box_graph(20, 7, 7) : box_graph(4, 3, 3))),
        A(random_definite_matrix(pattern, random)),
        near(A),
        far(random_definite_matrix(pattern, random)),
        indefinite(A),
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
  Vector b, x;
};

TEST_P(Reuse, HasNothingToIterateWithAtFirst) {
  ReusedFactor solver(pattern);
  EXPECT_EQ(solver.remembered().matrix, nullptr);
  EXPECT_EQ(solver.try_iterating(A, kExact, b, 1e-2, x), SolveStatus::too_slow);
  EXPECT_EQ(solver.counts().set_ups, 0);
}

TEST_P(Reuse, FactorisesAndSolves) {
  ReusedFactor solver(pattern);
  ASSERT_EQ(solver.factorise_and_solve(A, b, x), SolveStatus::solved);
  expect_solved(A, x, b, 1e-12);
  ASSERT_NE(solver.remembered().matrix, nullptr);
  EXPECT_EQ(*solver.remembered().matrix, A.values());
}

TEST_P(Reuse, DoesNotIterateOnAMatrixThatWasMadeDefinite) {
  ReusedFactor solver(pattern);
  solver.factorise_and_solve(A, b, x);
  EXPECT_EQ(solver.try_iterating(A, Definiteness::projected, b, 1e-2, x), SolveStatus::too_slow);
}

TEST_P(Reuse, IteratesWithTheFactorOfANearMatrixAndNotWithThatOfAFarOne) {
  ReusedFactor solver(pattern);
  solver.factorise_and_solve(A, b, x);
  ASSERT_EQ(solver.try_iterating(near, kExact, b, 1e-6, x), SolveStatus::solved);
  expect_solved(near, x, b, 1e-4);
  EXPECT_EQ(solver.try_iterating(far, kExact, b, 1e-12, x), SolveStatus::too_slow) << "slow is not indefinite";
  EXPECT_NE(solver.remembered().matrix, nullptr) << "a failed attempt costs no factor";
}

TEST_P(Reuse, CountsTheFactorisationsThatWereTried) {
  ReusedFactor solver(pattern);
  solver.factorise_and_solve(A, b, x);
  EXPECT_EQ(solver.counts().set_ups, 1);
  solver.try_iterating(near, kExact, b, 1e-6, x);
  EXPECT_EQ(solver.counts().set_ups, 1);
  EXPECT_EQ(solver.factorise_and_solve(indefinite, b, x), SolveStatus::not_positive_definite);
  EXPECT_EQ(solver.counts().set_ups, 2) << "also those that failed";
  solver.recall({.matrix = std::make_shared<const std::vector<double>>(far.values())});
  EXPECT_EQ(solver.counts().set_ups, 2) << "but not those of recall";
}

TEST_P(Reuse, HasNoFactorAfterAFactorisationThatFailed) {
  ReusedFactor solver(pattern);
  solver.factorise_and_solve(A, b, x);
  ASSERT_EQ(solver.factorise_and_solve(indefinite, b, x), SolveStatus::not_positive_definite);
  EXPECT_EQ(solver.remembered().matrix, nullptr);
  EXPECT_NE(solver.try_iterating(A, kExact, b, 1e-2, x), SolveStatus::solved);
  ASSERT_EQ(solver.factorise_and_solve(A, b, x), SolveStatus::solved);
  expect_solved(A, x, b, 1e-12);
}

TEST_P(Reuse, SaysThatTheLastMatrixWasIndefinite) {
  ReusedFactor solver(pattern);
  solver.factorise_and_solve(A, b, x);
  EXPECT_EQ(solver.try_iterating(indefinite, kExact, b, 1e-10, x), SolveStatus::not_positive_definite);
  ASSERT_EQ(solver.try_iterating(near, kExact, b, 1e-2, x), SolveStatus::solved);

  EXPECT_NE(solver.try_iterating(indefinite, kExact, b, 1e-10, x), SolveStatus::solved);
  solver.recall({});
  EXPECT_EQ(solver.try_iterating(A, kExact, b, 1e-10, x), SolveStatus::too_slow)
      << "nothing was met where there was nothing to iterate with";
}

TEST_P(Reuse, RecallRebuildsAFactorThatGivesTheSameBits) {
  ReusedFactor solver(pattern);
  Vector solved, iterated, again;
  solver.factorise_and_solve(far, b, solved);
  const LinearSolver::Values values = solver.remembered().matrix;
  ASSERT_EQ(solver.try_iterating(from_values(*values), kExact, b, 1e-10, iterated), SolveStatus::solved);

  // In a solver that has never seen the matrix, and in one that has since had another.
  ReusedFactor fresh(pattern), used(pattern);
  used.factorise_and_solve(A, b, x);
  for (ReusedFactor* other : {&fresh, &used}) {
    other->recall({.matrix = std::make_shared<const std::vector<double>>(*values)});
    ASSERT_NE(other->remembered().matrix, nullptr);
    EXPECT_EQ(*other->remembered().matrix, *values);
    ASSERT_EQ(other->try_iterating(from_values(*values), kExact, b, 1e-10, again), SolveStatus::solved);
    EXPECT_TRUE(same_bits(again, iterated));
  }
}

TEST_P(Reuse, RecallOfWhatIsAtHandChangesNothing) {
  ReusedFactor solver(pattern);
  solver.factorise_and_solve(A, b, x);
  const LinearSolver::Values before = solver.remembered().matrix;
  const double seconds = solver.seconds().factorisation;
  solver.recall({.matrix = before});
  EXPECT_EQ(solver.remembered().matrix, before);
  EXPECT_EQ(solver.seconds().factorisation, seconds) << "nothing is factorised again";
}

TEST_P(Reuse, RefusesToRecallWhatItCannotHaveFactorised) {
  ReusedFactor solver(pattern);
  solver.factorise_and_solve(A, b, x);
  std::vector<double> shorter = A.values(), longer = A.values();
  shorter.pop_back();
  longer.push_back(1);
  for (const std::vector<double>& values : {shorter, longer, std::vector<double>(), indefinite.values()}) {
    EXPECT_FALSE(solver.recall({.matrix = std::make_shared<const std::vector<double>>(values)})) << values.size();
    EXPECT_EQ(solver.remembered().matrix, nullptr);
    EXPECT_NE(solver.try_iterating(A, kExact, b, 1e-2, x), SolveStatus::solved);
  }
  EXPECT_TRUE(solver.recall({.matrix = std::make_shared<const std::vector<double>>(A.values())}));
  EXPECT_EQ(solver.try_iterating(A, kExact, b, 1e-2, x), SolveStatus::solved);
}

TEST_P(Reuse, RecallOfNothingForgets) {
  ReusedFactor solver(pattern);
  solver.recall({});
  EXPECT_EQ(solver.remembered().matrix, nullptr);
  solver.factorise_and_solve(A, b, x);
  const LinearSolver::Values before = solver.remembered().matrix;
  solver.recall({});
  EXPECT_EQ(solver.remembered().matrix, nullptr);
  EXPECT_NE(solver.try_iterating(A, kExact, b, 1e-2, x), SolveStatus::solved);
  solver.recall({.matrix = before});
  EXPECT_EQ(solver.try_iterating(A, kExact, b, 1e-2, x), SolveStatus::solved) << "and can be reminded";
}

INSTANTIATE_TEST_SUITE_P(Sizes, Reuse, testing::Values(false, true),
                         [](const auto& given) { return given.param ? "large" : "small"; });

}  // namespace
}  // namespace lilyan::test
