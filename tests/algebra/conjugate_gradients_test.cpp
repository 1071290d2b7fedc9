#include <lilyan/algebra/conjugate_gradients.hpp>
#include <lilyan/algebra/dense.hpp>

#include <gtest/gtest.h>

#include <tests/algebra/matrices.hpp>

namespace lilyan::test {
namespace {

std::unique_ptr<DirectSolver> factor_of(const SymmetricMatrix& B) {
  auto solver = make_direct_solver(B.pattern());
  EXPECT_TRUE(solver->factorise(B));
  return solver;
}

// sqrt(r.B^-1 r), the size of a residual in the measure of the preconditioner.
double measured(DirectSolver& B, const Vector& r) {
  Vector z;
  B.solve(r, z);
  return std::sqrt(r.dot(z));
}

class StaleFactor : public testing::Test {
 protected:
  StaleFactor() : random(21), A(random_definite_matrix(pattern_of(box_graph(5, 3, 3)), random)), stale(A) {
    for (double& value : stale.values()) value *= 1 + random.real(-0.02, 0.02);
    b = random.vector(A.size());
  }
  Random random;
  SymmetricMatrix A, stale;
  Vector b;
};

TEST_F(StaleFactor, LeadsToTheSolutionInAFewIterations) {
  const auto B = factor_of(stale);
  for (double tolerance : {1e-2, 1e-5, 1e-8}) {
    Vector x, Ax;
    const CgOutcome outcome = conjugate_gradients(A, *B, b, tolerance, 20, x);
    ASSERT_EQ(outcome.status, CgStatus::converged) << tolerance;
    EXPECT_GT(outcome.iterations, 0);
    EXPECT_LE(outcome.iterations, 20);
    A.multiply(x, Ax);
    EXPECT_LE(measured(*B, b - Ax), 1.01 * tolerance * measured(*B, b));
  }
  Vector x;
  conjugate_gradients(A, *B, b, 1e-13, 60, x);
  const Vector expected = solve_symmetric(to_dense(A), b);
  EXPECT_LE((x - expected).norm(), 1e-11 * expected.norm());
}

// Where B^-1 A has three eigenvalues, three conjugate directions are enough; steepest descent would need many more.
TEST_F(StaleFactor, WithThreeEigenvaluesLeadsToTheSolutionInThreeIterations) {
  auto pattern = std::make_shared<SymmetricPattern>();
  pattern->size = 9;
  for (Index i = 0; i < 9; ++i) pattern->column_begin.push_back(i), pattern->row.push_back(i), pattern->group.push_back(i / 3);
  pattern->column_begin.push_back(9);
  SymmetricMatrix D(pattern), one(pattern);
  const double values[3] = {1, 3, 10};
  for (std::size_t i = 0; i < 9; ++i) D.values()[i] = values[i % 3], one.values()[i] = 1;
  const auto B = factor_of(one);
  const Vector right = Vector::LinSpaced(9, 1, 2);
  Vector x, Dx;
  const CgOutcome outcome = conjugate_gradients(D, *B, right, 1e-12, 100, x);
  EXPECT_EQ(outcome.status, CgStatus::converged);
  EXPECT_EQ(outcome.iterations, 3);
  D.multiply(x, Dx);
  EXPECT_LT((Dx - right).norm(), 1e-11);
}

TEST_F(StaleFactor, OfTheMatrixItselfNeedsOneIteration) {
  const auto B = factor_of(A);
  Vector x;
  const CgOutcome outcome = conjugate_gradients(A, *B, b, 1e-10, 8, x);
  EXPECT_EQ(outcome.status, CgStatus::converged);
  EXPECT_EQ(outcome.iterations, 1);
}

TEST_F(StaleFactor, StartsFromZeroWhateverTheVectorHeld) {
  const auto B = factor_of(stale);
  Vector clean, used = Vector::Constant(3, 1e9);
  conjugate_gradients(A, *B, b, 1e-8, 20, clean);
  conjugate_gradients(A, *B, b, 1e-8, 20, used);
  EXPECT_TRUE(same_bits(clean, used));
}

TEST_F(StaleFactor, AnswersZeroForZero) {
  const auto B = factor_of(stale);
  Vector x;
  const CgOutcome outcome = conjugate_gradients(A, *B, Vector::Zero(A.size()), 1e-8, 20, x);
  EXPECT_EQ(outcome.status, CgStatus::converged);
  EXPECT_EQ(outcome.iterations, 0);
  EXPECT_EQ(x, Vector::Zero(A.size()));
}

TEST(ConjugateGradients, ReportNegativeCurvature) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    Random random(seed);
    const Pattern pattern = pattern_of(random_graph(15, 1, 3, 0.3, random));
    const SymmetricMatrix B = random_definite_matrix(pattern, random);
    SymmetricMatrix A = B;
    A.add_to_diagonal(-2 * B.diagonal(3), Vector::Unit(B.size(), 3));
    Vector x;
    const Vector b = 10 * Vector::Unit(B.size(), 3) + random.vector(B.size());
    EXPECT_EQ(conjugate_gradients(A, *factor_of(B), b, 1e-10, 3 * B.size(), x).status, CgStatus::negative_curvature)
        << "seed " << seed;
  }
}

TEST(ConjugateGradients, TakeADirectionWithoutCurvatureForNoMinimum) {
  const SymmetricMatrix zero = full_matrix(Dense::Zero(2, 2)), one = full_matrix(Dense::Identity(2, 2));
  Vector x;
  EXPECT_EQ(conjugate_gradients(zero, *factor_of(one), Vector::Ones(2), 1e-10, 8, x).status, CgStatus::negative_curvature);
}

TEST(ConjugateGradients, GiveUpEarlyWithABadPreconditioner) {
  const Index n = 60;
  Dense spread = Dense::Zero(n, n);
  for (Index i = 0; i < n; ++i) spread(i, i) = std::pow(10, 6.0 * i / n);
  const SymmetricMatrix A = full_matrix(spread), one = full_matrix(Dense::Identity(n, n));
  Vector x;
  const CgOutcome outcome = conjugate_gradients(A, *factor_of(one), Vector::Ones(n), 1e-8, 40, x);
  EXPECT_EQ(outcome.status, CgStatus::too_slow);
  EXPECT_LT(outcome.iterations, 20) << "the rate of the first iterations tells";
}

TEST(ConjugateGradients, NeverExceedTheIterationsAllowed) {
  Random random(30);
  const Pattern pattern = pattern_of(random_graph(25, 1, 3, 0.2, random));
  const SymmetricMatrix A = random_definite_matrix(pattern, random), B = random_definite_matrix(pattern, random);
  for (int most : {1, 2, 5}) {
    Vector x;
    const CgOutcome outcome = conjugate_gradients(A, *factor_of(B), random.vector(A.size()), 1e-14, most, x);
    EXPECT_EQ(outcome.status, CgStatus::too_slow);
    EXPECT_LE(outcome.iterations, most);
  }
}

}  // namespace
}  // namespace lilyan::test
