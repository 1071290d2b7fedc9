// Constraints: their derivatives, and what is wrong with sets of them.
#include <lilyan/dynamics/constraint_check.hpp>

#include <gtest/gtest.h>

#include <tests/constraints/constrained.hpp>

#include <random>

namespace lilyan::test {
namespace {

Constraints joined(Constraints first, Constraints second) {
  for (auto& constraint : second) first.push_back(std::move(constraint));
  return first;
}

// Each kind, over the vertices 0 to 4.
Constraints every_kind(const Vector& x) {
  const Motion motion = {{Vec3(0.3, -0.2, 0.1), Vec3(1, 2, 2) / 3, 0.7, Vec3(0.1, 0.2, 0.3), 0, 2}};
  Constraints all =
      list_of(FixedDistance("distance", 0, 1, 0.8), OnSphere("sphere", 2, Vec3(0.1, 0, 0.2), 1.5, motion),
              LinearConstraint("plane", {{3, 1}}, Vec3(0, 1, 0), {Vec3(2, 1, 2) / 3}, motion),
              LinearConstraint("glue", {{0, 1}, {1, -0.3}, {2, -0.7}}, Vec3::Zero(), {Vec3::UnitX(), Vec3::UnitY(), Vec3::UnitZ()}),
              FixedVolume("volume", {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}}, 0.2));
  return joined(std::move(all), make_rigid("rigid", {0, 1, 2, 3, 4}, x));
}

Vector random_positions(Index vertices, unsigned seed) {
  std::mt19937 engine(seed);
  std::uniform_real_distribution<double> number(-1, 1);
  Vector x(3 * vertices);
  for (double& c : x) c = number(engine);
  return x;
}

Eigen::MatrixXd dense(const Entries& entries, Index rows, Index columns) {
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(rows, columns);
  for (const Entry& entry : entries) A(entry.row, entry.column) += entry.value;
  return A;
}

TEST(EveryConstraint, HasTheDerivativesOfItsValue) {
  const double e = 1e-6, t = 0.9;
  for (unsigned seed = 1; seed <= 5; ++seed) {
    const Vector x = random_positions(5, seed);
    const ConstraintSet constraints(every_kind(random_positions(5, 100)));
    const Index m = constraints.rows(), n = 15;
    const Vector lambda = Vector::LinSpaced(m, -1, 2);
    const Eigen::MatrixXd G = dense(constraints.gradient(x, t), m, n);
    Entries hessian;
    constraints.add_hessian(x, t, 3, lambda, hessian);
    const Eigen::MatrixXd H = dense(hessian, n, n);
    Eigen::MatrixXd G_found(m, n), H_found(n, n);
    for (Index c = 0; c < n; ++c) {
      Vector up = x, down = x;
      up[c] += e, down[c] -= e;
      G_found.col(c) = (constraints.value(up, t) - constraints.value(down, t)) / (2 * e);
      H_found.col(c) =
          3 *
          (transpose_times(constraints.gradient(up, t), lambda, n) - transpose_times(constraints.gradient(down, t), lambda, n)) /
          (2 * e);
    }
    EXPECT_LE((G - G_found).norm(), 1e-8 * G.norm()) << "seed " << seed;
    EXPECT_LE((H - H_found).norm(), 1e-8 * H.norm()) << "seed " << seed;
    const Vector rate = (constraints.value(x, t + e) - constraints.value(x, t - e)) / (2 * e);
    EXPECT_LE((constraints.rate(x, t) - rate).norm(), 1e-8 * (1 + rate.norm())) << "seed " << seed;
  }
}

TEST(EveryConstraint, HasAMeanGradientThatIsExactAlongAChord) {
  const Vector x0 = random_positions(5, 1), x1 = random_positions(5, 2);
  const ConstraintSet constraints(list_of(FixedDistance("distance", 0, 1, 0.8), OnSphere("sphere", 2, Vec3(0.1, 0, 0.2), 1.5),
                                          FixedVolume("volume", {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}}, 0.2)));
  Entries mean;
  for (const auto& [s, weight] : constraints.places(ConstraintAt::mean))
    constraints.add_gradient(x0 + s * (x1 - x0), 0, weight, mean);
  const Vector change = constraints.value(x1, 0) - constraints.value(x0, 0);
  EXPECT_LE((times(mean, x1 - x0, constraints.rows()) - change).norm(), 1e-14);
}

// Two particles 1 m apart, the first of them held or not, under these constraints.
std::vector<ConstraintFault> faults_of(Constraints constraints, bool first_is_held = false) {
  Vector x(6);
  x << 0, 0, 0, 1, 0, 0;
  std::vector<Pin> pins;
  if (first_is_held) pins.push_back({{0}, {true, true, true}, {}});
  const MovingBody body =
      particles(x, Vector::Zero(6), Vector::Ones(2), std::move(constraints), ConstraintVelocities::free, std::move(pins));
  return find_faults(*body.system, x, 0);
}

using Kind = ConstraintFault::Kind;

TEST(FaultsOfConstraints, AreNoneWhereTheyAreIndependentAndFulfilled) {
  EXPECT_TRUE(faults_of(list_of(FixedDistance("a", 0, 1, 1), OnSphere("b", 0, Vec3(0, 2, 0), 2))).empty());
}

TEST(FaultsOfConstraints, NameOneThatTheOthersImply) {
  const auto faults =
      faults_of(list_of(FixedDistance("a", 0, 1, 1), OnSphere("b", 0, Vec3(0, 2, 0), 2), FixedDistance("c", 1, 0, 1)));
  ASSERT_EQ(faults.size(), 1);
  EXPECT_EQ(faults[0].kind, Kind::redundant);
  EXPECT_EQ(faults[0].row + faults[0].others.at(0), 0 + 2);
  EXPECT_EQ(faults[0].others.size(), 1);
}

TEST(FaultsOfConstraints, NameTwoThatContradictEachOther) {
  const auto faults =
      faults_of(list_of(FixedDistance("a", 0, 1, 1), OnSphere("b", 0, Vec3(0, 2, 0), 2), FixedDistance("c", 1, 0, 1.1)));
  ASSERT_GE(faults.size(), 1);
  EXPECT_EQ(faults[0].kind, Kind::contradictory);
  EXPECT_EQ(faults[0].row + faults[0].others.at(0), 0 + 2);
}

TEST(FaultsOfConstraints, NameOneThatTheStartDoesNotFulfil) {
  const auto faults = faults_of(list_of(FixedDistance("a", 0, 1, 1.25)));
  ASSERT_EQ(faults.size(), 1);
  EXPECT_EQ(faults[0].kind, Kind::missed);
  EXPECT_NEAR(faults[0].distance, (1 - 1.5625) / 2.5 / (std::sqrt(2) / 1.25), 1e-12);
}

TEST(FaultsOfConstraints, NameOneThatHoldsOnlyWhatIsHeldAlready) {
  const auto faults = faults_of(list_of(FixedDistance("a", 0, 1, 1), OnSphere("b", 0, Vec3(0, 2, 0), 2)), true);
  ASSERT_EQ(faults.size(), 1);
  EXPECT_EQ(faults[0].kind, Kind::idle);
  EXPECT_EQ(faults[0].row, 1);
}

TEST(RigidPatch, HasIndependentEquations) {
  for (const bool flat : {true, false}) {
    const MovingBody body = bar(BodySpec{}, [&](const TetMesh& mesh, const Vector& x) {
      std::vector<Index> patch = end_of(mesh.X, -1);
      if (!flat) patch.push_back(nearest(mesh.X, Vec3(1, 0, 0)));
      return make_rigid("end", patch, x);
    });
    EXPECT_TRUE(find_faults(*body.system, body.start.x, 0).empty()) << flat;
  }
}

}  // namespace
}  // namespace lilyan::test
