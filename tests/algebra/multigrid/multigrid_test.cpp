#include <lilyan/algebra/multigrid/reused_multigrid.hpp>
#include <lilyan/algebra/threads.hpp>

#include <gtest/gtest.h>

#include <tests/algebra/multigrid/spring_boxes.hpp>

namespace lilyan::test {
namespace {

struct Body {
  const char* name;
  SpringBoxes boxes;
  int most_iterations;  // to 1e-8
};

std::vector<Body> bodies() {
  return {
      {"a_block", {{{{9, 9, 9}}}}, 16},
      {"a_block_held_at_one_end", {{{{20, 8, 8}}}, true}, 20},
      {"a_light_block", {{{{9, 9, 9}, 1, 1, 1e-6}}}, 16},
      {"a_block_of_weak_springs", {{{{9, 9, 9}, 1, 1e-4, 1}}}, 6},
      {"a_small_block_far_away", {{{{7, 7, 7}, 1e-3, 1, 1e-2, Vec3(50, -80, 20)}}}, 16},
      {"a_rod", {{{{60, 3, 3}}}}, 25},
      {"a_plate", {{{{25, 25, 2}}}, true}, 30},
      {"a_sheet_in_its_plane", {{{{25, 25, 1}}}, false, true}, 20},
      {"a_chain", {{{{200, 1, 1}}}}, 40},
      {"vertices_alone", {{{{1, 1, 1}}, {{1, 1, 1}, 1, 1, 5, Vec3(3, 0, 0)}, {{1, 1, 1}, 1, 1, 2, Vec3(0, 3, 0)}}}, 2},
      {"a_strip_beside_a_block", {{{{9, 9, 9}, 1, 1e6, 1e3}, {{30, 3, 1}, 1e-2, 1e-3, 1e-9, Vec3(20, 0, 0)}}}, 60},
  };
}

class EveryBody : public testing::TestWithParam<Body> {
 protected:
  EveryBody() : box(GetParam().boxes.make()), random(5), b(random.vector(box.A.size())) {}

  double error() const {
    Vector Ax;
    box.A.multiply(x, Ax);
    return (Ax - b).norm() / b.norm();
  }

  SpringBox box;
  Random random;
  Vector b, x;
};

TEST_P(EveryBody, IsSolvedInFewIterations) {
  ReusedMultigrid solver(box.pattern);
  ASSERT_EQ(solver.set_up_and_solve(box.A, Definiteness::exact, box.positions, b, 1e-8, x), SolveStatus::solved);
  EXPECT_LE(solver.counts().iterations, GetParam().most_iterations);
  EXPECT_LT(error(), 1e-5);
  EXPECT_EQ(solver.counts().set_ups, 1);
}

TEST_P(EveryBody, IsSolvedToTheSameBitsByAnyNumberOfThreads) {
  ReusedMultigrid solver(box.pattern);
  ASSERT_EQ(solver.set_up_and_solve(box.A, Definiteness::exact, box.positions, b, 1e-8, x), SolveStatus::solved);
  for (int count : {2, 3, 8}) {
    const Threads threads(count);
    const UsingThreads using_them(threads);
    ReusedMultigrid other(box.pattern);
    Vector y;
    ASSERT_EQ(other.set_up_and_solve(box.A, Definiteness::exact, box.positions, b, 1e-8, y), SolveStatus::solved);
    EXPECT_TRUE(same_bits(x, y)) << count << " threads";
  }
}

TEST_P(EveryBody, HasASymmetricPositiveCycle) {
  const VertexRows rows(*box.pattern);
  const auto cycle = make_hierarchy(rows, box.A, box.positions, Precision::double_);
  ASSERT_NE(cycle, nullptr);
  Vector r, s, Br, Bs;
  rows.spread(b, r);
  rows.spread(random.vector(box.A.size()), s);
  cycle->apply(r, Br);
  cycle->apply(s, Bs);
  EXPECT_NEAR(r.dot(Bs), s.dot(Br), 1e-10 * std::sqrt(r.dot(Br) * s.dot(Bs)));
  EXPECT_GT(r.dot(Br), 0);
}

TEST_P(EveryBody, GoesOnToTheSameBitsFromWhatIsRemembered) {
  ReusedMultigrid solver(box.pattern), other(box.pattern);
  ASSERT_EQ(solver.set_up_and_solve(box.A, Definiteness::exact, box.positions, b, 1e-8, x), SolveStatus::solved);
  other.recall(solver.remembered());
  SymmetricMatrix near = box.A;
  for (double& value : near.values()) value *= 1 + random.real(-1e-3, 1e-3) * box.A.size() / 1e6;
  Vector y;
  ASSERT_EQ(solver.try_iterating(near, Definiteness::exact, b, 1e-6, x),
            other.try_iterating(near, Definiteness::exact, b, 1e-6, y));
  EXPECT_TRUE(same_bits(x, y));
  EXPECT_EQ(solver.remembered().iterations, other.remembered().iterations);
}

INSTANTIATE_TEST_SUITE_P(Multigrid, EveryBody, testing::ValuesIn(bodies()),
                         [](const auto& body) { return std::string(body.param.name); });

class Multigrid : public testing::Test {
 protected:
  Multigrid() : box(SpringBoxes{{{{8, 8, 8}}}}.make()), random(6), b(random.vector(box.A.size())) {}
  SpringBox box;
  Random random;
  Vector b, x;
};

TEST_F(Multigrid, ArrangesTheMatrixByVertices) {
  SpringBox half_held = SpringBoxes{{{{3, 3, 2}}}, true, true}.make();
  half_held.A = random_matrix(half_held.pattern, random);  // whose blocks are not symmetric
  const VertexRows rows(*half_held.pattern);
  EXPECT_EQ(rows.rows(), 12) << "vertices without unknowns have no row";
  BlockRows<3, 3, double> A;
  rows.shape(A);
  rows.fill(half_held.A, A);
  const Vector y = random.vector(half_held.A.size());
  Vector spread, product(36), back, wanted;
  rows.spread(y, spread);
  for (Index i = 0; i < rows.rows(); ++i) store<3>(A.times(i, spread.data()), product.data() + 3 * i);
  rows.collect(product, back);
  half_held.A.multiply(y, wanted);
  EXPECT_LT((back - wanted).norm(), 1e-14 * wanted.norm());
  for (Index i = 0; i < rows.rows(); ++i) EXPECT_EQ(product[3 * i + 2], 0) << "held";
}

TEST_F(Multigrid, SolvesEveryPartToItsOwnScale) {
  const SpringBox two = SpringBoxes{{{{8, 8, 8}, 1, 1e6, 1e3}, {{6, 3, 2}, 1e-2, 1e-2, 1e-8, Vec3(20, 0, 0)}}}.make();
  const Index border = 3 * 512;
  Vector rhs = random.vector(two.A.size());
  rhs.tail(two.A.size() - border) *= 1e-12;
  ReusedMultigrid solver(two.pattern);
  ASSERT_EQ(solver.set_up_and_solve(two.A, Definiteness::exact, two.positions, rhs, 1e-6, x), SolveStatus::solved);
  Vector Ax;
  two.A.multiply(x, Ax);
  EXPECT_LT((Ax - rhs).head(border).norm(), 1e-3 * rhs.head(border).norm());
  EXPECT_LT((Ax - rhs).tail(two.A.size() - border).norm(), 1e-3 * rhs.tail(two.A.size() - border).norm());
}

TEST_F(Multigrid, SolvesAPartAsIfItWereAlone) {
  const SpringBoxes::Box block{{8, 8, 8}}, other{{5, 9, 4}, 1, 3, 0.2, Vec3(20, 0, 0)};
  const SpringBox two = SpringBoxes{{block, other}}.make(), alone = SpringBoxes{{other}}.make();
  const Vector rhs = random.vector(two.A.size());
  Vector y;
  ReusedMultigrid together(two.pattern), single(alone.pattern);
  ASSERT_EQ(together.set_up_and_solve(two.A, Definiteness::exact, two.positions, rhs, 1e-10, x), SolveStatus::solved);
  ASSERT_EQ(single.set_up_and_solve(alone.A, Definiteness::exact, alone.positions, rhs.tail(alone.A.size()), 1e-10, y),
            SolveStatus::solved);
  EXPECT_LT((x.tail(alone.A.size()) - y).norm(), 1e-8 * y.norm());
}

TEST_F(Multigrid, HasNothingToIterateWithAtFirst) {
  ReusedMultigrid solver(box.pattern);
  EXPECT_EQ(solver.try_iterating(box.A, Definiteness::exact, b, 1e-2, x), SolveStatus::too_slow);
  EXPECT_EQ(solver.remembered().matrix, nullptr);
}

TEST_F(Multigrid, KeepsItsOwnMatrix) {
  ReusedMultigrid solver(box.pattern);
  SymmetricMatrix A = box.A;
  ASSERT_EQ(solver.set_up_and_solve(A, Definiteness::exact, box.positions, b, 1e-6, x), SolveStatus::solved);
  for (double& value : A.values()) value *= 3;
  ASSERT_EQ(solver.try_iterating(A, Definiteness::exact, b, 1e-6, x), SolveStatus::solved);
  EXPECT_LE(solver.remembered().iterations, 15) << "three times the matrix is as well conditioned";
}

TEST_F(Multigrid, NoticesNegativeCurvatureAndSetsUpFromDefiniteMatricesFromThenOn) {
  ReusedMultigrid solver(box.pattern);
  ASSERT_EQ(solver.set_up_and_solve(box.A, Definiteness::exact, box.positions, b, 1e-6, x), SolveStatus::solved);
  SymmetricMatrix indefinite = box.A;
  indefinite.add_to_diagonal(-0.05, Vector::Ones(box.A.size()));
  EXPECT_EQ(solver.try_iterating(indefinite, Definiteness::exact, b, 1e-6, x), SolveStatus::not_positive_definite);
  EXPECT_EQ(solver.set_up_and_solve(indefinite, Definiteness::exact, box.positions, b, 1e-6, x),
            SolveStatus::not_positive_definite);
  EXPECT_EQ(solver.counts().set_ups, 1) << "not worth a set-up";
  EXPECT_EQ(solver.try_iterating(box.A, Definiteness::projected, b, 1e-6, x), SolveStatus::too_slow) << "of another kind";
  ASSERT_EQ(solver.set_up_and_solve(box.A, Definiteness::projected, box.positions, b, 1e-6, x), SolveStatus::solved);
  EXPECT_EQ(solver.try_iterating(box.A, Definiteness::exact, b, 1e-6, x), SolveStatus::solved);
  solver.recall(solver.remembered());
  EXPECT_EQ(solver.set_up_and_solve(box.A, Definiteness::exact, box.positions, b, 1e-6, x), SolveStatus::solved)
      << "a new time step";
}

TEST_F(Multigrid, IsNotSetUpFromAMatrixWithANegativeDiagonal) {
  SymmetricMatrix A = box.A;
  A.add_to_diagonal(-100, Vector::Unit(A.size(), 300));
  ReusedMultigrid solver(box.pattern);
  EXPECT_EQ(solver.set_up_and_solve(A, Definiteness::exact, box.positions, b, 1e-6, x), SolveStatus::not_positive_definite);
  EXPECT_EQ(solver.remembered().matrix, nullptr);
  EXPECT_EQ(solver.try_iterating(box.A, Definiteness::exact, b, 1e-6, x), SolveStatus::too_slow);
}

TEST_F(Multigrid, EndsWhereAMatrixIsBeyondIt) {
  // Springs of which every second is 1e10 times stiffer, along all axes: strongly coupled pairs that form no body.
  SpringBox chain = SpringBoxes{{{{400, 1, 1}}}}.make();
  for (Index j = 0; j < chain.A.size(); ++j)
    if (j % 7 == 0) chain.A.add_to_diagonal(1e12, Vector::Unit(chain.A.size(), j));
  ReusedMultigrid solver(chain.pattern);
  const Vector rhs = random.vector(chain.A.size());
  const SolveStatus status = solver.set_up_and_solve(chain.A, Definiteness::projected, chain.positions, rhs, 1e-14, x);
  EXPECT_LE(solver.counts().iterations, 400);
  EXPECT_TRUE(status != SolveStatus::solved || x.allFinite());
}

TEST_F(Multigrid, SetsUpAnewAfterASlowSolve) {
  ReusedMultigrid solver(box.pattern);
  ASSERT_EQ(solver.set_up_and_solve(box.A, Definiteness::exact, box.positions, b, 1e-6, x), SolveStatus::solved);
  LinearSolver::Remembered slow = solver.remembered();
  slow.iterations = 21;
  solver.recall(slow);
  EXPECT_EQ(solver.try_iterating(box.A, Definiteness::exact, b, 1e-6, x), SolveStatus::too_slow);
  slow.iterations = 20;
  solver.recall(slow);
  EXPECT_EQ(solver.try_iterating(box.A, Definiteness::exact, b, 1e-6, x), SolveStatus::solved);
}

TEST_F(Multigrid, AnswersNothingWithNothing) {
  ReusedMultigrid solver(box.pattern);
  ASSERT_EQ(solver.set_up_and_solve(box.A, Definiteness::exact, box.positions, Vector::Zero(b.size()), 1e-6, x),
            SolveStatus::solved);
  EXPECT_EQ(x, Vector::Zero(b.size()));
}

}  // namespace
}  // namespace lilyan::test
