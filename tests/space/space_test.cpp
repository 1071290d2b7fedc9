// Vertices of reduced bodies follow the coordinates of a state, and forces on them act on it.
#include <lilyan/algebra/dense.hpp>
#include <lilyan/space/space.hpp>

#include <gtest/gtest.h>
#include <Eigen/Geometry>

#include <random>

namespace lilyan::test {
namespace {

Eigen::MatrixXd random_matrix(Eigen::Index rows, Eigen::Index columns, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> number(-1, 1);
  return Eigen::MatrixXd::NullaryExpr(rows, columns, [&] { return number(random); });
}

// n vertices that move in r coordinates, orthonormal with the masses.
std::shared_ptr<const ReducedShape> shape_of(Index n, Index r, unsigned seed) {
  const Vector mass = random_matrix(n, 1, seed).col(0).array() + 1.5;
  Eigen::MatrixXd U = random_matrix(3 * n, r, seed + 1);
  Eigen::MatrixXd weighted = U;
  for (Index c = 0; c < 3 * n; ++c) weighted.row(c) *= mass[c / 3];
  U = DenseCholesky(U.transpose() * weighted).orthonormal(U);
  return std::make_shared<const ReducedShape>(random_matrix(3 * n, 1, seed + 2).col(0), U, mass);
}

struct Mixed {
  std::shared_ptr<const ReducedShape> a = shape_of(9, 7, 1), b = shape_of(5, 3, 2);
  Space space{4, {a, b}};
  Vector y = state_with(random_matrix(3 * space.points(), 1, 3).col(0));
  Vector dy = rates_with(random_matrix(3 * space.points(), 1, 4).col(0));

  // Anchors and what is left over in the last point do not move.
  Vector state_with(const Vector& numbers) const { return space.state(space.positions(numbers)); }
  Vector rates_with(const Vector& numbers) const { return space.rates(space.velocities(numbers)); }
};

TEST(Space, OfNoReducedBodyIsTheStateItself) {
  const Space space(4);
  const Vector y = random_matrix(12, 1, 1).col(0);
  EXPECT_TRUE(space.is_plain());
  EXPECT_EQ(space.positions(y), y);
  EXPECT_EQ(space.velocities(y), y);
  EXPECT_EQ(space.state(y), y);
  EXPECT_EQ(space.rates(y), y);
}

TEST(Space, NumbersPointsAndVerticesOfReducedBodiesAfterTheOthers) {
  const Mixed mixed;
  ASSERT_EQ(mixed.space.reduced().size(), 2U);
  EXPECT_EQ(mixed.space.reduced()[0].first_point, 4);
  EXPECT_EQ(mixed.space.reduced()[1].first_point, 4 + 3 + 3);
  EXPECT_EQ(mixed.space.reduced()[1].first_vertex, 4 + 9);
  EXPECT_EQ(mixed.space.points(), 4 + 6 + 4);
  EXPECT_EQ(mixed.space.vertices(), 4 + 9 + 5);
}

TEST(Space, GivesBackTheStateThatPositionsCameFrom) {
  const Mixed mixed;
  EXPECT_LT((mixed.space.state(mixed.space.positions(mixed.y)) - mixed.y).norm(), 1e-13 * mixed.y.norm());
  EXPECT_LT((mixed.space.rates(mixed.space.velocities(mixed.dy)) - mixed.dy).norm(), 1e-13 * mixed.dy.norm());
}

TEST(Space, TakesTheNearestStateInTheMetricOfTheMasses) {
  const Mixed mixed;
  const Vector v = random_matrix(3 * mixed.space.vertices(), 1, 5).col(0);
  const Vector off = v - mixed.space.velocities(mixed.space.rates(v));
  const auto& [first_point, first_vertex, shape] = mixed.space.reduced()[0];
  Vector p = off.segment(3 * first_vertex, 3 * shape->vertices());
  for (Index i = 0; i < shape->vertices(); ++i) vertex(p, i) *= shape->vertex_mass()[i];
  EXPECT_GT(p.norm(), 0.1);
  EXPECT_LT((shape->basis().transpose() * p).norm(), 1e-12 * p.norm());
}

TEST(Space, HoldsWhatIsNoCoordinate) {
  const Mixed mixed;
  std::vector<Pin> pins;
  for (const Space::Reduced& body : mixed.space.reduced())
    for (Pin& pin : body.shape->pins(body.first_point)) pins.push_back(std::move(pin));
  const Coordinates coordinates(mixed.y, std::move(pins));
  EXPECT_EQ(coordinates.size(), 3 * 4 + 7 + 3);
  for (const Space::Reduced& body : mixed.space.reduced())
    for (Index c = 0; c < 3 * body.shape->points(); ++c)
      EXPECT_EQ(coordinates.is_held(3 * body.first_point + c), c >= body.shape->size()) << c;
}

TEST(Space, SumsMomentaOverTheVerticesOfReducedBodies) {
  const Mixed mixed;
  Vector p = mixed.dy;
  for (const Space::Reduced& body : mixed.space.reduced())
    p.segment(3 * body.first_point, 3 * body.shape->points()) *= body.shape->mass();
  const Space::Momenta sum = mixed.space.momenta_of_reduced(mixed.y, p);
  const Vector x = mixed.space.positions(mixed.y), v = mixed.space.velocities(mixed.dy);
  Vec3 linear = Vec3::Zero(), angular = Vec3::Zero();
  double linear_scale = 0, angular_scale = 0;
  for (const Space::Reduced& body : mixed.space.reduced())
    for (Index i = 0; i < body.shape->vertices(); ++i) {
      const Vec3 r = vertex(x, body.first_vertex + i), momentum = body.shape->vertex_mass()[i] * vertex(v, body.first_vertex + i);
      linear += momentum;
      angular += r.cross(momentum);
      linear_scale += momentum.norm();
      angular_scale += r.norm() * momentum.norm();
    }
  EXPECT_LT((sum.linear - linear).norm(), 1e-13 * linear_scale);
  EXPECT_LT((sum.angular - angular).norm(), 1e-13 * angular_scale);
  EXPECT_GE(sum.linear_scale, linear_scale);
  EXPECT_LT(sum.linear_scale, 2 * linear_scale);
  EXPECT_GE(sum.angular_scale, angular_scale);
  EXPECT_LT(sum.angular_scale, 3 * angular_scale);
}

TEST(Space, PullsForcesSoThatTheyDoTheSameWork) {
  const Mixed mixed;
  const Vector f = random_matrix(3 * mixed.space.vertices(), 1, 6).col(0);
  EXPECT_NEAR(mixed.space.pulled(f).dot(mixed.dy), f.dot(mixed.space.velocities(mixed.dy)), 1e-12 * f.norm() * mixed.dy.norm());
}

TEST(Space, LetsAllVerticesFallAsFarAsTheirCoordinatesAllow) {
  const Mixed mixed;
  const Vec3 g(0.3, -9.81, 1);
  Vector fall = Vector::Zero(mixed.y.size());
  mixed.space.add_acceleration(g, 0.5, fall);
  const Vector everywhere = 0.5 * g.replicate(mixed.space.vertices(), 1);
  EXPECT_LT((fall - mixed.space.rates(everywhere)).norm(), 1e-13 * fall.norm());
}

}  // namespace
}  // namespace lilyan::test
