#include <lilyan/algebra/dense.hpp>
#include <lilyan/algebra/direct_solver.hpp>
#include <lilyan/algebra/eigen_solver.hpp>
#include <lilyan/algebra/ordering.hpp>

#include <gtest/gtest.h>

#include <tests/algebra/matrices.hpp>

namespace lilyan::test {
namespace {

// All eigenvalues of K u = lambda M u, by a dense method.
Vector dense_eigenvalues(const SymmetricMatrix& K, const Vector& mass) {
  const Dense M = mass.asDiagonal();
  return generalised_eigenvalues(to_dense(K), M);
}

Vector random_masses(Index size, Random& random) {
  Vector mass(size);
  for (double& value : mass) value = random.real(0.5, 3);
  return mass;
}

// The stiffness of springs along the edges of a box of vertices, one unknown each: singular, constants cost nothing.
SymmetricMatrix springs(Index nx, Index ny, Index nz) {
  Graph graph = box_graph(nx, ny, nz);
  std::fill(graph.unknowns.begin(), graph.unknowns.end(), 1);
  SymmetricMatrix K(pattern_of(graph));
  std::fill(K.values().begin(), K.values().end(), -1.0);
  Vector diagonal = Vector::Ones(K.size());
  for (Index j = 0; j < K.size(); ++j)
    for (std::int64_t k = K.pattern()->column_begin[j] + 1; k < K.pattern()->column_begin[j + 1]; ++k)
      diagonal[j] += 1, diagonal[K.pattern()->row[k]] += 1;
  K.add_to_diagonal(1, diagonal);
  return K;
}

// `copies` of a matrix along the diagonal: every eigenvalue so many times.
SymmetricMatrix repeated(const SymmetricMatrix& A, Index copies) {
  auto pattern = std::make_shared<SymmetricPattern>();
  pattern->size = copies * A.size();
  pattern->column_begin.push_back(0);
  std::vector<double> values;
  for (Index c = 0; c < copies; ++c)
    for (Index j = 0; j < A.size(); ++j) {
      pattern->group.push_back(c * A.size() + j);
      for (std::int64_t k = A.pattern()->column_begin[j]; k < A.pattern()->column_begin[j + 1]; ++k) {
        pattern->row.push_back(c * A.size() + A.pattern()->row[k]);
        values.push_back(A.values()[k]);
      }
      pattern->column_begin.push_back(pattern->entries());
    }
  SymmetricMatrix result(std::move(pattern));
  result.values() = values;
  return result;
}

void expect_eigenpairs(const SymmetricMatrix& K, const Vector& mass, const EigenPairs& pairs) {
  const Dense gram = pairs.vectors.transpose() * mass.asDiagonal() * pairs.vectors;
  EXPECT_LT((gram - Dense::Identity(gram.rows(), gram.cols())).cwiseAbs().maxCoeff(), 1e-9);
  const double bound = eigenvalue_bound(K, mass);
  Vector Ku;
  for (Eigen::Index k = 0; k < pairs.values.size(); ++k) {
    K.multiply(pairs.vectors.col(k), Ku);
    const Vector Mu = mass.cwiseProduct(pairs.vectors.col(k));
    EXPECT_LT((Ku - pairs.values[k] * Mu).norm(), 1e-8 * bound * Mu.norm()) << "pair " << k;
  }
}

TEST(EigenSolver, FindsTheSmallestPairsOfAnyDefiniteMatrix) {
  Random random(1);
  for (Index vertices : {20, 160}) {  // dense, and by Lanczos' method
    const SymmetricMatrix K = random_definite_matrix(pattern_of(random_graph(vertices, 2, 3, 0.05, random)), random);
    const Vector mass = random_masses(K.size(), random);
    const EigenPairs pairs = smallest_eigenpairs(K, mass, Dense(K.size(), 0), 12);
    EXPECT_EQ(pairs.missing, 0);
    ASSERT_EQ(pairs.values.size(), 12);
    EXPECT_EQ(pairs.completeness, vertices == 20 ? Completeness::dense : Completeness::counted);
    EXPECT_LT((pairs.values - dense_eigenvalues(K, mass).head(12)).cwiseAbs().maxCoeff(), 1e-9);
    expect_eigenpairs(K, mass, pairs);
  }
}

TEST(EigenSolver, FindsEveryCopyOfAMultipleEigenvalue) {
  const SymmetricMatrix one = springs(12, 3, 2);
  const SymmetricMatrix K = repeated(one, 7);
  const Vector mass = Vector::Constant(K.size(), 2.0), single = dense_eigenvalues(one, mass.head(one.size()));
  const EigenPairs pairs = smallest_eigenpairs(K, mass, Dense(K.size(), 0), 17);
  ASSERT_EQ(pairs.values.size(), 17);
  for (Index k = 0; k < 17; ++k) EXPECT_NEAR(pairs.values[k], single[k / 7], 1e-9) << k;
  EXPECT_EQ(pairs.completeness, Completeness::counted);
  expect_eigenpairs(K, mass, pairs);
}

TEST(EigenSolver, LeavesOutWhatIsKnown) {
  for (Index length : {6, 60}) {
    const SymmetricMatrix K = springs(length, 3, 3);
    const Vector mass = Vector::Constant(K.size(), 0.5);
    const Dense constant = Dense::Constant(K.size(), 1, 1 / std::sqrt(mass.sum()));
    const EigenPairs pairs = smallest_eigenpairs(K, mass, constant, 5);
    EXPECT_LT((pairs.values - dense_eigenvalues(K, mass).segment(1, 5)).cwiseAbs().maxCoeff(), 1e-10);
    EXPECT_LT((constant.transpose() * mass.asDiagonal() * pairs.vectors).cwiseAbs().maxCoeff(), 1e-10);
  }
}

TEST(EigenSolver, FindsNegativeEigenvaluesToo) {
  SymmetricMatrix K = springs(60, 3, 3);
  const Vector mass = Vector::Ones(K.size()), values = dense_eigenvalues(K, mass);
  const double moved = 0.5 * (values[2] + values[3]);
  K.add_to_diagonal(-moved, mass);
  const EigenPairs pairs = smallest_eigenpairs(K, mass, Dense(K.size(), 0), 5);
  EXPECT_LT((pairs.values.array() + moved - values.head(5).array()).abs().maxCoeff(), 1e-10);
}

TEST(EigenSolver, SaysWhenItDidNotConverge) {
  const SymmetricMatrix K = springs(60, 3, 3);
  EigenSettings settings;
  settings.lanczos.most_restarts = 1;
  settings.lanczos.tolerance = 1e-30;
  const EigenPairs pairs = smallest_eigenpairs(K, Vector::Ones(K.size()), Dense(K.size(), 0), 10, settings);
  EXPECT_EQ(pairs.values.size() + pairs.missing, 10);
  EXPECT_GT(pairs.missing, 0);
  EXPECT_EQ(pairs.completeness, Completeness::unknown);
}

TEST(EigenSolver, GivesTheSameBytesEveryTime) {
  const SymmetricMatrix K = repeated(springs(20, 3, 3), 3);
  const Vector mass = Vector::Ones(K.size());
  const EigenPairs a = smallest_eigenpairs(K, mass, Dense(K.size(), 0), 8), b = smallest_eigenpairs(K, mass, Dense(K.size(), 0), 8);
  EXPECT_TRUE(same_bits(a.values, b.values));
  EXPECT_TRUE(same_bits(a.vectors.reshaped(), b.vectors.reshaped()));
}

TEST(EigenSolver, CountsTheNegativeEigenvalues) {
  Random random(3);
  for (int k = 0; k < 20; ++k) {
    const SymmetricMatrix A = random_matrix(pattern_of(random_graph(12, 1, 3, 0.3, random)), random);
    const Vector values = symmetric_eigenvalues(to_dense(A));
    const auto counted = negative_eigenvalues(A, fill_reducing_ordering(*A.pattern()));
    ASSERT_TRUE(counted);
    EXPECT_EQ(*counted, (values.array() < 0).count());
  }
  SymmetricMatrix zero(full_pattern(3));
  EXPECT_FALSE(negative_eigenvalues(zero, fill_reducing_ordering(*zero.pattern())));
}

}  // namespace
}  // namespace lilyan::test
