#include <lilyan/algebra/dense.hpp>
#include <lilyan/algebra/equations/gmres.hpp>

#include <gtest/gtest.h>

#include <tests/algebra/matrices.hpp>

#include <limits>

namespace lilyan::test {
namespace {

LinearMap times(const Dense& A) {
  return [A](const Vector& x, Vector& y) { y = A * x; };
}
LinearMap exact_solve(const Dense& A) { return times(inverse(A)); }

Dense random_dense(Index n, Random& random) {
  Dense A(n, n);
  for (double& value : A.reshaped()) value = random.real(-1, 1);
  return A;
}

TEST(Gmres, NeedsOneIterationWithTheExactInverse) {
  Random random(1);
  const Dense A = random_dense(20, random);
  const Vector b = random.vector(20);
  Vector x;
  const GmresOutcome outcome = gmres(times(A), exact_solve(A), b, 1e-8, 30, x);
  EXPECT_EQ(outcome.status, GmresStatus::converged);
  EXPECT_EQ(outcome.iterations, 1);
  EXPECT_LE((A * x - b).norm(), 1e-8 * b.norm());
}

TEST(Gmres, ReachesTheToleranceThatIsAskedForInTheGivenNorm) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    Random random(seed);
    const Index n = random.index(1, 40);
    const Dense A = random_dense(n, random) + 6 * Dense::Identity(n, n), near = A + 0.3 * random_dense(n, random);
    const Vector b = random.vector(n);
    int last = 0;
    for (double tolerance : {1e-1, 1e-4, 1e-8, 1e-12}) {
      Vector x;
      const GmresOutcome outcome = gmres(times(A), exact_solve(near), b, tolerance, 60, x);
      ASSERT_EQ(outcome.status, GmresStatus::converged) << "seed " << seed << ", tolerance " << tolerance;
      EXPECT_LE((A * x - b).norm(), tolerance * b.norm());
      EXPECT_NEAR(outcome.residual, (A * x - b).norm() / b.norm(), 1e-14);
      EXPECT_GE(outcome.iterations, last);
      last = outcome.iterations;
    }
  }
}

TEST(Gmres, SolvesAnySystemInAsManyIterationsAsUnknowns) {
  Random random(2);
  const Dense A = random_dense(12, random), one = Dense::Identity(12, 12);
  const Vector b = random.vector(12);
  Vector x;
  // The limit is far, so that slow progress at first is no reason to give up.
  const GmresOutcome outcome = gmres(times(A), times(one), b, 1e-9, 100000, x);
  EXPECT_EQ(outcome.status, GmresStatus::converged);
  EXPECT_LE(outcome.iterations, 13);
  EXPECT_LE((A * x - b).norm(), 1e-9 * b.norm());
}

TEST(Gmres, GivesUpEarlyOnABadPreconditioner) {
  Random random(3);
  const Dense A = random_dense(60, random);
  const Vector b = random.vector(60);
  Vector x;
  const GmresOutcome outcome = gmres(times(A), exact_solve(random_dense(60, random)), b, 1e-8, 30, x);
  EXPECT_EQ(outcome.status, GmresStatus::too_slow);
  EXPECT_LT(outcome.iterations, 10);
  EXPECT_LE((A * x - b).norm(), b.norm()) << "x is no worse than zero";
}

TEST(Gmres, SaysThatAToleranceBelowRoundingWasNotReached) {
  Random random(4);
  const Dense A = random_dense(20, random);
  const Vector b = random.vector(20);
  Vector x;
  const GmresOutcome outcome = gmres(times(A), exact_solve(A), b, 1e-20, 30, x);
  EXPECT_NE(outcome.status, GmresStatus::converged);
  EXPECT_LE(outcome.residual, 1e-12);
}

TEST(Gmres, BreaksDownOnASingularMatrix) {
  Dense A = Dense::Identity(3, 3);
  A(2, 2) = 0;
  Vector x;
  EXPECT_NE(gmres(times(A), times(Dense::Identity(3, 3)), Vector::Ones(3), 1e-6, 30, x).status, GmresStatus::converged);
  EXPECT_TRUE(x.allFinite());
  EXPECT_NE(gmres(times(Dense::Zero(3, 3)), times(Dense::Identity(3, 3)), Vector::Ones(3), 1e-6, 30, x).status,
            GmresStatus::converged);
  EXPECT_TRUE(x.allFinite());
  EXPECT_EQ(gmres(times(A), times(Dense::Identity(3, 3)), Vector::Unit(3, 0), 1e-6, 30, x).status, GmresStatus::converged)
      << "a consistent system has a solution";
}

TEST(Gmres, BreaksDownOnNumbersThatAreNotFinite) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Dense one = Dense::Identity(2, 2), bad = Dense::Constant(2, 2, nan);
  Vector x;
  EXPECT_EQ(gmres(times(bad), times(one), Vector::Ones(2), 1e-6, 30, x).status, GmresStatus::broke_down);
  EXPECT_EQ(gmres(times(one), times(bad), Vector::Ones(2), 1e-6, 30, x).status, GmresStatus::broke_down);
  EXPECT_EQ(gmres(times(one), times(one), Vector::Constant(2, nan), 1e-6, 30, x).status, GmresStatus::broke_down);
}

TEST(Gmres, OfNothingIsZero) {
  Vector x = Vector::Ones(3);
  const GmresOutcome outcome = gmres(times(Dense::Identity(3, 3)), times(Dense::Identity(3, 3)), Vector::Zero(3), 0, 30, x);
  EXPECT_EQ(outcome.status, GmresStatus::converged);
  EXPECT_EQ(outcome.iterations, 0);
  EXPECT_EQ(x, Vector::Zero(3));
  EXPECT_EQ(gmres(times(Dense(0, 0)), times(Dense(0, 0)), Vector(0), 0, 30, x).status, GmresStatus::converged);
  EXPECT_EQ(x.size(), 0);
}

}  // namespace
}  // namespace lilyan::test
