// The mass of bodies as a matrix: exact for rigid motions, and the same in all its forms.
#include <lilyan/mesh/box.hpp>
#include <lilyan/mesh/shape_functions.hpp>
#include <lilyan/space/mass.hpp>
#include <lilyan/space/metric.hpp>

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include <cmath>
#include <numeric>

namespace lilyan {
namespace {

constexpr double kDensity = 3;

struct Shape {
  Vector X;
  Cells cells;
};

Shape tet_bar() {
  const TetMesh mesh = box(Vec3(4, 2, 1), {4, 2, 2}, Vec3(1, 2, 3), Split::five);
  return {mesh.X, {.tets = mesh.tets}};
}

Shape hex_bar() {
  const BodyMesh mesh = hex_box(Vec3(4, 2, 1), {4, 2, 2}, Vec3(1, 2, 3));
  return {mesh.X, mesh.cells};
}

// A flat L of unit thickness 0.1.
Shape slice() {
  Vector X(18);
  X << 0, 0, 0, 2, 0, 0, 2, 1, 0, 0, 1, 0, 0, 3, 0, 1, 3, 0;
  return {X, {.triangles = {{0, 1, 2}, {0, 2, 3}, {3, 2, 5}, {3, 5, 4}}, .thickness = std::vector<double>(4, 0.1)}};
}

Mass lumped_mass(const Shape& shape) {
  Vector m = Vector::Zero(shape.X.size() / 3);
  for (Index e = 0; e < shape.cells.count(); ++e) {
    const std::span<const Index> corners = shape.cells.vertices(e);
    if (corners.size() == 8) {
      const std::array<double, 8> shares = corner_volumes(shape.X, shape.cells.hexes[static_cast<std::size_t>(e)]);
      for (std::size_t a = 0; a < 8; ++a) m[corners[a]] += kDensity * shares[a];
    } else if (!shape.cells.quads.empty()) {
      const auto k = static_cast<std::size_t>(e);
      add_corner_areas(shape.X, shape.cells.quads[k], kDensity * shape.cells.quad_thickness[k], m);
    } else {
      for (Index i : corners) m[i] += kDensity * volume(shape.X, shape.cells, e) / static_cast<double>(corners.size());
    }
  }
  return Mass(m);
}

Mass consistent_mass(const Shape& shape) {
  Mass mass = lumped_mass(shape);
  mass.shared = shared_masses(shape.X, shape.cells, std::vector<double>(static_cast<std::size_t>(shape.cells.count()), kDensity));
  return mass;
}

Eigen::MatrixXd matrix_of(const Metric& metric, Index components) {
  Eigen::MatrixXd M(components, components);
  for (Index c = 0; c < components; ++c) M.col(c) = metric.times(Vector::Unit(components, c));
  return M;
}

// The velocities of three translations and three rotations about the origin, a column each.
Eigen::MatrixXd rigid_velocities(const Vector& X) {
  Eigen::MatrixXd U(X.size(), 6);
  for (Index i = 0; i < X.size() / 3; ++i)
    for (int k = 0; k < 3; ++k) {
      U.col(k).segment<3>(3 * Eigen::Index{i}) = Vec3::Unit(k);
      U.col(3 + k).segment<3>(3 * Eigen::Index{i}) = Vec3::Unit(k).cross(Vec3(vertex(X, i)));
    }
  return U;
}

// The same of a solid: mass m, moments of second order S = integral of rho x x^T, first moments m c.
Eigen::MatrixXd exact_inertia(double m, const Vec3& c, const Mat3& S) {
  Eigen::MatrixXd J = Eigen::MatrixXd::Zero(6, 6);
  J.topLeftCorner<3, 3>() = m * Mat3::Identity();
  Mat3 cross;
  cross << 0, -c[2], c[1], c[2], 0, -c[0], -c[1], c[0], 0;
  J.bottomLeftCorner<3, 3>() = m * cross;
  J.topRightCorner<3, 3>() = m * cross.transpose();
  J.bottomRightCorner<3, 3>() = S.trace() * Mat3::Identity() - S;
  return J;
}

void expect_inertia(const Shape& shape, const Eigen::MatrixXd& exact) {
  const Coordinates all(shape.X, {});
  const SparseMetric metric(consistent_mass(shape), all);
  const Eigen::MatrixXd U = rigid_velocities(shape.X), J = U.transpose() * matrix_of(metric, all.components()) * U;
  EXPECT_LT((J - exact).cwiseAbs().maxCoeff(), 1e-12 * exact.cwiseAbs().maxCoeff());
}

TEST(ConsistentMass, OfTetsAndHexesHasTheInertiaOfTheSolid) {
  const Vec3 size(4, 2, 1), c(1, 2, 3);
  const double m = kDensity * size.prod();
  Mat3 S = m * c * c.transpose();
  S.diagonal() += m * size.cwiseAbs2() / 12;
  expect_inertia(tet_bar(), exact_inertia(m, c, S));
  expect_inertia(hex_bar(), exact_inertia(m, c, S));
}

// The same L of quads, the lower one with a corner that is no right angle.
Shape slice_of_quads() {
  Shape shape = slice();
  shape.X[3] = 2.5;
  shape.cells = {.quads = {{0, 1, 2, 3}, {3, 2, 5, 4}}, .quad_thickness = {0.1, 0.1}};
  return shape;
}

TEST(ConsistentMass, OfAQuadIsTheTensorProductOfItsSides) {
  Vector X(12);
  X << 0, 0, 0, 2, 0, 0, 2, 3, 0, 0, 3, 0;
  const std::vector<SharedMass> shared = shared_masses(X, {.quads = {{0, 1, 2, 3}}, .quad_thickness = {0.5}}, {kDensity});
  ASSERT_EQ(shared.size(), 6u);
  for (const SharedMass& pair : shared) {
    const bool is_diagonal = pair.i - pair.j == 2;
    EXPECT_NEAR(pair.m, kDensity * 6 * 0.5 / 36 * (is_diagonal ? 1 : 2), 1e-14);
  }
}

TEST(ConsistentMass, OfQuadsHasTheInertiaOfTheTrianglesThatTheyCover) {
  const Shape quads = slice_of_quads();
  Shape triangles = slice();
  triangles.X = quads.X;
  const Coordinates all(quads.X, {});
  const Eigen::MatrixXd U = rigid_velocities(quads.X);
  const auto inertia = [&](const Shape& shape) {
    const Eigen::MatrixXd M = matrix_of(SparseMetric(consistent_mass(shape), all), all.components());
    return Eigen::MatrixXd(U.transpose() * M * U);
  };
  const Eigen::MatrixXd exact = inertia(triangles);
  EXPECT_LT((inertia(quads) - exact).cwiseAbs().maxCoeff(), 1e-12 * exact.cwiseAbs().maxCoeff());
}

TEST(ConsistentMass, OfDistortedHexesHasTheInertiaOfTheSolid) {
  // A truncated pyramid: the integrals over the hex are those over its height.
  Shape shape = hex_bar();
  const BodyMesh cube = hex_box(Vec3(1, 1, 1), {1, 1, 1}, Vec3(0.5, 0.5, 0.5));
  shape = {cube.X, cube.cells};
  for (Index i = 0; i < 8; ++i) {
    const double s = 1 - 0.5 * vertex(shape.X, i)[2];
    vertex(shape.X, i)[0] = s * (vertex(shape.X, i)[0] - 0.5);
    vertex(shape.X, i)[1] = s * (vertex(shape.X, i)[1] - 0.5);
  }
  // cross-section s^2 at height z, s = 1 - z/2
  auto moment = [](int powers_of_s, int powers_of_z) {  // integral of s^a z^b over 0..1
    double sum = 0, binomial = 1;
    for (int k = 0; k <= powers_of_s; ++k) {
      sum += binomial * std::pow(-0.5, k) / (k + powers_of_z + 1);
      binomial *= static_cast<double>(powers_of_s - k) / (k + 1);
    }
    return sum;
  };
  const double m = kDensity * moment(2, 0);
  Mat3 S = Mat3::Zero();
  S.diagonal() << kDensity * moment(4, 0) / 12, kDensity * moment(4, 0) / 12, kDensity * moment(2, 2);
  expect_inertia(shape, exact_inertia(m, Vec3(0, 0, kDensity * moment(2, 1) / m), S));
}

TEST(ConsistentMass, OfTrianglesHasTheInertiaOfThePlate) {
  // Two rectangles and a parallelogram's halves, each by the rule of the three middles of edges, exact for squares.
  const Shape shape = slice();
  double m = 0;
  Vec3 first = Vec3::Zero();
  Mat3 S = Mat3::Zero();
  for (const Triangle& t : shape.cells.triangles) {
    const Vec3 a = vertex(shape.X, t[0]), b = vertex(shape.X, t[1]), c = vertex(shape.X, t[2]);
    const double share = kDensity * 0.1 * 0.5 * (b - a).cross(c - a).norm() / 3;
    for (const Vec3& middle : {Vec3((a + b) / 2), Vec3((b + c) / 2), Vec3((c + a) / 2)}) {
      m += share;
      first += share * middle;
      S += share * middle * middle.transpose();
    }
  }
  expect_inertia(shape, exact_inertia(m, first / m, S));
}

// Some vertices held whole, some along an axis.
Coordinates held_in_part(const Vector& X) {
  return Coordinates(X, {Pin{{0, 1, 2}, {true, true, true}, {}}, Pin{{5, 7}, {false, true, false}, {}}});
}

TEST(SparseMetric, SolvesForTheVelocitiesThatItMultiplied) {
  for (const Shape& shape : {tet_bar(), hex_bar()}) {
    const Coordinates coordinates = held_in_part(shape.X);
    const SparseMetric metric(consistent_mass(shape), coordinates);
    EXPECT_TRUE(metric.joins_held());
    const Vector v = Vector::Random(shape.X.size());
    const Vector p = metric.times(v);
    Vector found = v;
    for (Index c : coordinates.free()) found[c] = 7;
    metric.solve(p, found);
    EXPECT_LT((found - v).cwiseAbs().maxCoeff(), 1e-13);
    for (Index c = 0; c < coordinates.components(); ++c)
      if (coordinates.is_held(c)) {
        EXPECT_EQ(p[c], 0);
      }
  }
}

TEST(SparseMetric, IsTheSameMatrixOverTheUnknownsAddedToAHessianAndInEntries) {
  const Shape shape = tet_bar();
  const Mass mass = consistent_mass(shape);
  const Coordinates coordinates = held_in_part(shape.X);
  const SparseMetric metric(mass, coordinates);
  const Eigen::MatrixXd M = matrix_of(metric, coordinates.components())(coordinates.free(), coordinates.free());
  EXPECT_LT((M - M.transpose()).norm(), 1e-15);

  BlockPatternBuilder builder(static_cast<Index>(shape.X.size() / 3));
  std::vector<Index> pairs;
  for (const SharedMass& pair : mass.shared) pairs.insert(pairs.end(), {pair.j, pair.i});
  builder.add(std::move(pairs), 2);
  const auto blocks = builder.build();
  const Restriction restriction(*blocks, coordinates.free());
  SymmetricMatrix H(restriction.pattern());
  metric.add_to(2, H);
  Entries entries;
  metric.append_to(entries);
  std::vector<Index> unknown(static_cast<std::size_t>(coordinates.components()), -1);
  for (Index i = 0; i < coordinates.size(); ++i)
    unknown[static_cast<std::size_t>(coordinates.free()[static_cast<std::size_t>(i)])] = i;
  Eigen::MatrixXd from_entries = Eigen::MatrixXd::Zero(M.rows(), M.cols());
  for (const Entry& entry : entries)
    from_entries(unknown[static_cast<std::size_t>(entry.row)], unknown[static_cast<std::size_t>(entry.column)]) += entry.value;
  EXPECT_LT((from_entries - M).norm(), 1e-14);
  const Vector d = Vector::Random(coordinates.size());
  Vector Hd, Md;
  H.multiply(d, Hd);
  metric.multiply_unknowns(d, Md);
  EXPECT_LT((Hd - 2 * M * d).norm(), 1e-13);
  EXPECT_LT((Md - M * d).norm(), 1e-13);
}

TEST(SparseMetric, HasTheLumpedMassesAsItsDiagonalOfScales) {
  const Shape shape = hex_bar();
  const Mass mass = consistent_mass(shape);
  const Coordinates all(shape.X, {});
  const SparseMetric metric(mass, all);
  const Vector sums = matrix_of(metric, all.components()).rowwise().sum();
  EXPECT_LT((sums - metric.diagonal()).cwiseAbs().maxCoeff(), 1e-14);
}

TEST(SparseMetric, TakesLumpedBodiesBesideConsistentOnes) {
  const Shape tets = tet_bar(), hexes = hex_bar();
  const Mass consistent = consistent_mass(tets), lumped = lumped_mass(hexes);
  Vector X(tets.X.size() + hexes.X.size()), m(X.size() / 3);
  X << tets.X, hexes.X;
  m << consistent.vertex, lumped.vertex;
  const Coordinates all(X, {});
  const std::unique_ptr<const Metric> both = make_metric(Mass(m, consistent.shared), all);
  const SparseMetric alone(consistent, Coordinates(tets.X, {}));
  const Vector v = Vector::Random(X.size()), p = both->times(v);
  EXPECT_EQ(Vector(p.head(tets.X.size())), alone.times(v.head(tets.X.size())));
  for (Eigen::Index c = tets.X.size(); c < X.size(); ++c) EXPECT_EQ(p[c], m[c / 3] * v[c]);
}

TEST(Metric, IsDiagonalWhereNothingIsShared) {
  const Shape shape = tet_bar();
  const Coordinates coordinates = held_in_part(shape.X);
  const std::unique_ptr<const Metric> metric = make_metric(lumped_mass(shape), coordinates);
  EXPECT_FALSE(metric->joins_held());
  const Eigen::MatrixXd M = matrix_of(*metric, coordinates.components());
  EXPECT_TRUE(M.isDiagonal(0));
}

}  // namespace
}  // namespace lilyan
