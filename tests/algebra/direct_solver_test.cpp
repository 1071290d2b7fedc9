// A suite that every direct solver passes, and the choice between them.
#include <lilyan/algebra/dense.hpp>
#include <lilyan/algebra/direct_solver.hpp>
#include <lilyan/core/error.hpp>

#include <gtest/gtest.h>

#include <tests/algebra/matrices.hpp>

#include <limits>

namespace lilyan::test {
namespace {

struct NamedSolver {
  std::string name;
  std::unique_ptr<DirectSolver> (*make)(Pattern, const Ordering&);
};

std::vector<NamedSolver> direct_solvers() {
  return {{"simplicial", make_simplicial_solver}, {"multifrontal", make_multifrontal_solver}};
}

class EveryDirectSolver : public testing::TestWithParam<NamedSolver> {
 protected:
  static std::unique_ptr<DirectSolver> make(const Pattern& pattern) {
    return GetParam().make(pattern, fill_reducing_ordering(*pattern));
  }
  static void expect_solves(DirectSolver& solver, const SymmetricMatrix& A, const Vector& b) {
    Vector x;
    solver.solve(b, x);
    const Vector expected = solve_symmetric(to_dense(A), b);
    ASSERT_EQ(x.size(), expected.size());
    EXPECT_LE((x - expected).norm(), 1e-12 * (1 + expected.norm()));
  }
};

TEST_P(EveryDirectSolver, SolvesRandomSystemsLikeADenseFactorisation) {
  for (unsigned seed = 1; seed <= 30; ++seed) {
    Random random(seed);
    const Pattern pattern = pattern_of(random_graph(random.index(1, 30), 0, 3, random.real(0, 0.5), random));
    if (pattern->size == 0) continue;
    const auto solver = make(pattern);
    for (int repetition = 0; repetition < 3; ++repetition) {  // new values in the same pattern
      const SymmetricMatrix A = random_definite_matrix(pattern, random);
      ASSERT_TRUE(solver->factorise(A)) << "seed " << seed;
      for (int side = 0; side < 2; ++side) expect_solves(*solver, A, random.vector(A.size()));
    }
  }
}

TEST_P(EveryDirectSolver, SolvesOneAndTwoUnknowns) {
  const SymmetricMatrix one = full_matrix(Dense::Constant(1, 1, 4.0));
  const auto single = make(one.pattern());
  ASSERT_TRUE(single->factorise(one));
  expect_solves(*single, one, Vector::Constant(1, 8.0));

  Dense two(2, 2);
  two << 2, -1, -1, 3;
  const SymmetricMatrix coupled = full_matrix(two), apart = from_dense(pattern_of({{1, 1}, {}}), two);
  for (const SymmetricMatrix* A : {&coupled, &apart}) {
    const auto solver = make(A->pattern());
    ASSERT_TRUE(solver->factorise(*A));
    expect_solves(*solver, *A, Vector::LinSpaced(2, 1, 5));
  }
}

TEST_P(EveryDirectSolver, SolvesTheSystemWithoutUnknowns) {
  const SymmetricMatrix none(pattern_of({}));
  const auto solver = make(none.pattern());
  EXPECT_TRUE(solver->factorise(none));
  Vector x = Vector::Ones(3);
  solver->solve(Vector(0), x);
  EXPECT_EQ(x.size(), 0);
}

TEST_P(EveryDirectSolver, SolvesABodyOfThousandsOfUnknowns) {
  Random random(6);
  const Pattern pattern = pattern_of(box_graph(20, 7, 7));
  const SymmetricMatrix A = random_definite_matrix(pattern, random);
  ASSERT_EQ(A.size(), 2940);
  const Vector expected = random.vector(A.size());
  Vector b, x;
  A.multiply(expected, b);
  const auto solver = make(pattern);
  ASSERT_TRUE(solver->factorise(A));
  solver->solve(b, x);
  EXPECT_LE((x - expected).lpNorm<Eigen::Infinity>(), 1e-11);
}

TEST_P(EveryDirectSolver, ReportsAnIndefiniteMatrixAndTakesADefiniteOneAfterwards) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    Random random(seed);
    const Pattern pattern = pattern_of(random_graph(20, 1, 3, 0.2, random));
    const SymmetricMatrix good = random_definite_matrix(pattern, random);
    const auto solver = make(pattern);
    for (Index place : {Index{0}, good.size() / 2, good.size() - 1}) {
      SymmetricMatrix bad = good;
      bad.add_to_diagonal(-1.001 * good.diagonal(place), Vector::Unit(good.size(), place));
      ASSERT_FALSE(solver->factorise(bad)) << "seed " << seed << ", unknown " << place;
      ASSERT_TRUE(solver->factorise(good)) << "seed " << seed << ", unknown " << place;
      expect_solves(*solver, good, random.vector(good.size()));
    }
  }
}

TEST_P(EveryDirectSolver, ReportsTheSaddleWhoseDiagonalIsPositive) {
  Dense saddle(2, 2);
  saddle << 1, 2, 2, 1;
  const SymmetricMatrix A = full_matrix(saddle);
  EXPECT_FALSE(make(A.pattern())->factorise(A));
  EXPECT_FALSE(make(A.pattern())->factorise(full_matrix(-Dense::Identity(2, 2))));
}

TEST_P(EveryDirectSolver, ReportsASingularMatrixAndTakesADefiniteOneAfterwards) {
  const Index n = 6;
  Dense empty_row = Dense::Identity(n, n), twins = Dense::Identity(n, n);
  empty_row(3, 3) = 0;
  twins(1, 4) = twins(4, 1) = 1;
  for (const Dense& singular : {Dense(Dense::Zero(n, n)), empty_row, twins, Dense(Dense::Ones(n, n))}) {
    const SymmetricMatrix A = full_matrix(singular), good = full_matrix(Dense::Ones(n, n) + Dense::Identity(n, n));
    const auto solver = make(A.pattern());
    EXPECT_FALSE(solver->factorise(A)) << singular;
    ASSERT_TRUE(solver->factorise(good));
    expect_solves(*solver, good, Vector::LinSpaced(n, -1, 2));
  }
}

TEST_P(EveryDirectSolver, ReportsAMatrixThatIsNotANumber) {
  Random random(8);
  const Pattern pattern = pattern_of(random_graph(12, 1, 3, 0.3, random));
  const SymmetricMatrix good = random_definite_matrix(pattern, random);
  const auto solver = make(pattern);
  for (std::size_t k = 0; k < good.values().size(); k += 5) {
    SymmetricMatrix bad = good;
    bad.values()[k] = std::numeric_limits<double>::quiet_NaN();
    EXPECT_FALSE(solver->factorise(bad)) << "entry " << k;
  }
  ASSERT_TRUE(solver->factorise(good));
  expect_solves(*solver, good, random.vector(good.size()));
}

TEST_P(EveryDirectSolver, SolvesManyColumnsAtOnce) {
  Random random(10);
  const Pattern pattern = pattern_of(box_graph(6, 4, 4));
  const SymmetricMatrix A = random_definite_matrix(pattern, random);
  const auto solver = make(pattern);
  ASSERT_TRUE(solver->factorise(A));
  const Dense dense = to_dense(A);
  for (Index columns : {0, 1, 3, 63, 64, 65, 130}) {
    Dense expected(A.size(), columns), X;
    for (Index k = 0; k < columns; ++k) expected.col(k) = random.vector(A.size());
    solver->solve_columns(dense * expected, X);
    ASSERT_EQ(X.rows(), A.size());
    ASSERT_EQ(X.cols(), columns);
    EXPECT_LE((X - expected).norm(), 1e-11) << columns << " columns";
  }
}

TEST_P(EveryDirectSolver, GivesTheSameBitsFromAFreshFactor) {
  Random random(9);
  const Pattern pattern = pattern_of(box_graph(6, 4, 4));
  const SymmetricMatrix A = random_definite_matrix(pattern, random), other = random_definite_matrix(pattern, random);
  const Vector b = random.vector(A.size());
  Vector first, again, fresh;
  const auto solver = make(pattern);
  ASSERT_TRUE(solver->factorise(A));
  solver->solve(b, first);
  ASSERT_TRUE(solver->factorise(other));
  ASSERT_TRUE(solver->factorise(A));
  solver->solve(b, again);
  const auto another = make(pattern);
  ASSERT_TRUE(another->factorise(A));
  another->solve(b, fresh);
  EXPECT_TRUE(same_bits(first, again));
  EXPECT_TRUE(same_bits(first, fresh));
}

TEST_P(EveryDirectSolver, PredictsWhatItsFactorTakes) {
  const Pattern pattern = pattern_of(box_graph(6, 4, 4));
  const Ordering ordering = fill_reducing_ordering(*pattern);
  const FactorPrediction prediction = GetParam().make(pattern, ordering)->prediction();
  EXPECT_EQ(prediction.method, GetParam().name + " (" + ordering.name + ")");
  EXPECT_EQ(prediction.flops, ordering.flops);
  EXPECT_GE(prediction.bytes, 8 * ordering.entries);
}

INSTANTIATE_TEST_SUITE_P(Solvers, EveryDirectSolver, testing::ValuesIn(direct_solvers()),
                         [](const auto& given) { return given.param.name; });

TEST(DirectSolver, IsChosenByTheOperationsPredicted) {
  Graph chain;
  chain.unknowns.assign(50, 1);
  for (Index v = 1; v < 50; ++v) chain.edges.emplace_back(v - 1, v);
  EXPECT_TRUE(make_direct_solver(pattern_of(chain))->prediction().method.starts_with("simplicial"));
  EXPECT_TRUE(make_direct_solver(pattern_of(box_graph(3, 2, 2)))->prediction().method.starts_with("multifrontal"));
  EXPECT_TRUE(make_direct_solver(pattern_of(box_graph(20, 7, 7)))->prediction().method.starts_with("multifrontal"));
}

TEST(DirectSolver, OfEveryKindSolves) {
  Random random(10);
  for (const Graph& graph : {Graph{}, box_graph(9, 1, 1), box_graph(3, 2, 2), box_graph(20, 7, 7)}) {
    const Pattern pattern = pattern_of(graph);
    const SymmetricMatrix A = random_definite_matrix(pattern, random);
    const Vector expected = random.vector(A.size());
    Vector b, x;
    A.multiply(expected, b);
    const auto solver = make_direct_solver(pattern);
    ASSERT_TRUE(solver->factorise(A));
    solver->solve(b, x);
    EXPECT_LE((x - expected).norm(), 1e-11 * (1 + expected.norm()));
  }
}

TEST(DirectSolver, RefusesAFactorBeyondTheMemoryLimitWithTheFigure) {
  for (const Graph& graph : {box_graph(4, 3, 3), box_graph(20, 7, 7)}) {
    const Pattern pattern = pattern_of(graph);
    try {
      make_direct_solver(pattern, 1000);
      FAIL() << "a factor of " << 8 * fill_reducing_ordering(*pattern).entries << " bytes was let into 1000";
    } catch (const InputError& error) {
      ASSERT_EQ(error.faults().size(), 1u);
      const Fault& fault = error.faults().front();
      EXPECT_EQ(fault.id, "algebra.memory");
      EXPECT_NE(fault.message.find(std::to_string(pattern->size)), std::string::npos) << fault.message;
      const std::size_t figure = fault.message.find("would take ");
      ASSERT_NE(figure, std::string::npos) << fault.message;
      EXPECT_NEAR(std::stod(fault.message.substr(figure + 11)) * 0x1p30 / (8 * fill_reducing_ordering(*pattern).entries), 1, 0.01);
      EXPECT_NE(fault.message.find("GiB"), std::string::npos) << fault.message;
      EXPECT_FALSE(fault.hint.empty());
    }
  }
}

TEST(DirectSolver, FitsIntoExactlyTheMemoryThatItPredicts) {
  for (const Graph& graph : {box_graph(4, 3, 3), box_graph(20, 7, 7)}) {
    const Pattern pattern = pattern_of(graph);
    const double bytes = make_direct_solver(pattern, std::numeric_limits<double>::infinity())->prediction().bytes;
    EXPECT_NO_THROW(make_direct_solver(pattern, bytes));
    EXPECT_THROW(make_direct_solver(pattern, bytes - 1), InputError);
  }
}

}  // namespace
}  // namespace lilyan::test
