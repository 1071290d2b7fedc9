// Coarse cells: what a stiffness that turns with its cell must and must not do. Derivatives of many cells stand in
// potential_test.cpp.
#include <lilyan/algebra/dense.hpp>
#include <lilyan/algebra/threads.hpp>
#include <lilyan/core/error.hpp>
#include <lilyan/materials/anisotropic.hpp>
#include <lilyan/materials/corotated.hpp>
#include <lilyan/mesh/box.hpp>

#include <gmock/gmock.h>
#include <Eigen/Dense>

#include <tests/energy/stiff_cells.hpp>

#include <cmath>

namespace lilyan::test::stiff {
namespace {

using Dense = Eigen::MatrixXd;

const Mat3 kTurn = Eigen::AngleAxisd(2.3, Vec3(1, -2, 0.5).normalized()).toRotationMatrix();

Vector mapped(const Vector& x, const Mat3& A, const Vec3& shift = Vec3::Zero()) {
  Vector y = x;
  for (Index i = 0; 3 * i < x.size(); ++i) vertex(y, i) = A * vertex(x, i) + shift;
  return y;
}

Vector gradient(const Potential& W, const Vector& x) {
  Vector g = Vector::Zero(x.size());
  W.add_gradient(x, 0, 1, g);
  return g;
}

BodyMesh one_hex() { return hex_box(Vec3(1, 0.7, 1.3), {1, 1, 1}, Vec3(0.2, -0.1, 0.4)); }

BodyMesh one_quad() {
  BodyMesh mesh;
  mesh.X.resize(12);
  mesh.X << 1, 0.6, 0, 0, 0, 0, 1, 0, 0, 0, 0.6, 0;
  mesh.cells.quads = {{1, 2, 0, 3}};
  return mesh;
}

double least_eigenvalue(const Dense& H) { return symmetric_eigenvalues(H).minCoeff() / H.norm(); }

Anisotropic wood() { return orthotropic(Vec3(1000, 100, 300), 0.3).law(); }

class AnyStiffness : public testing::TestWithParam<int> {
 protected:
  AnyStiffness() {
    std::srand(static_cast<unsigned>(GetParam()));
    K = random_stiffness<3>(mesh.X, mesh.cells.hexes[0], 18);
    plane_K = random_stiffness<2>(flat.X, flat.cells.quads[0], 5);
  }
  const BodyMesh mesh = one_hex(), flat = one_quad();
  HexMatrix K;
  QuadMatrix plane_K;
};
INSTANTIATE_TEST_SUITE_P(Random, AnyStiffness, testing::Range(1, 6));

TEST_P(AnyStiffness, HasTheGradientOfItsEnergyAndTheHessianOfItsGradient) {
  const auto check = [](const auto& W, const Vector& x, int axes) {
    BlockPatternBuilder builder(static_cast<Index>(x.size() / 3));
    W->connect(builder);
    BlockMatrix H(builder.build());
    W->add_hessian(x, 0, 1, Definiteness::exact, H);
    const Vector g = gradient(*W, x);
    const double d = 1e-5;
    for (Index c = 0; c < x.size(); ++c) {
      const Vector plus = x + d * Vector::Unit(x.size(), c), minus = x - d * Vector::Unit(x.size(), c);
      EXPECT_NEAR((W->value(plus, 0) - W->value(minus, 0)) / (2 * d), g[c], 1e-7 * g.norm());
      const Vector column = H.times(Vector::Unit(x.size(), c));
      EXPECT_LT(((gradient(*W, plus) - gradient(*W, minus)) / (2 * d) - column).norm(), 1e-6 * column.norm() + 1e-12);
      if (axes == 2 && c % 3 == 2) {
        EXPECT_EQ(column.norm(), 0);
      }
    }
  };
  for (const double far : {0.02, 0.2, 0.6}) {
    check(hex_stiffness(mesh.X, mesh.cells.hexes, {K}), mapped(mesh.X + far * Vector::Random(24), kTurn), 3);
    check(quad_stiffness(flat.X, flat.cells.quads, {plane_K}), flat.X + far * Vector::Random(12), 2);
  }
}

TEST_P(AnyStiffness, HasNoForceUnderRigidMotion) {
  const auto W = hex_stiffness(mesh.X, mesh.cells.hexes, {K});
  const auto flat_W = quad_stiffness(flat.X, flat.cells.quads, {plane_K});
  EXPECT_LT(gradient(*W, mapped(mesh.X, kTurn, Vec3(3, -1, 2))).norm(), 1e-12 * K.norm());
  const Mat3 about_z = Eigen::AngleAxisd(-2, Vec3::UnitZ()).toRotationMatrix();
  EXPECT_LT(gradient(*flat_W, mapped(flat.X, about_z, Vec3(3, -1, 2))).norm(), 1e-12 * plane_K.norm());
  const Vector x = mesh.X + 0.2 * Vector::Random(24);
  EXPECT_NEAR(W->value(mapped(x, kTurn, Vec3(3, -1, 2)), 0), W->value(x, 0), 1e-12 * W->value(x, 0));
}

TEST_P(AnyStiffness, HasNoNetForceAndNoTorque) {
  const auto W = hex_stiffness(mesh.X, mesh.cells.hexes, {K});
  for (const double far : {0.02, 0.3}) {
    const Vector x = mapped(mesh.X + far * Vector::Random(24), kTurn), g = gradient(*W, x);
    Vec3 force = Vec3::Zero(), torque = Vec3::Zero();
    for (Index i = 0; i < 8; ++i) force += vertex(g, i), torque += Vec3(vertex(x, i)).cross(Vec3(vertex(g, i)));
    EXPECT_LT(force.norm(), 1e-12 * g.norm());
    EXPECT_LT(torque.norm(), 1e-12 * g.norm());
  }
  const auto flat_W = quad_stiffness(flat.X, flat.cells.quads, {plane_K});
  const Vector x = flat.X + 0.2 * Vector::Random(12), g = gradient(*flat_W, x);
  double torque = 0;
  for (Index i = 0; i < 4; ++i) torque += x[3 * i] * g[3 * i + 1] - x[3 * i + 1] * g[3 * i];
  EXPECT_LT(std::abs(torque), 1e-12 * g.norm());
}

TEST_P(AnyStiffness, IsProjectedWhereItIsIndefiniteAndOnlyThere) {
  const CellStiffness<3> cell(mesh.X, mesh.cells.hexes[0], K),
      wooden(mesh.X, mesh.cells.hexes[0], small_strain_stiffness(mesh.X, mesh.cells.hexes[0], wood()));
  const CellStiffness<2> flat_cell(flat.X, flat.cells.quads[0], plane_K),
      flat_rubber(flat.X, flat.cells.quads[0], small_strain_stiffness(flat.X, flat.cells.quads[0], 3, 2, 1));
  int indefinite = 0, definite = 0;
  const auto check = [&](const auto& of, const Vector& x) {
    const auto state = of.at(x);
    const Dense exact = of.hessian(state, Definiteness::exact), projected = of.hessian(state, Definiteness::projected);
    EXPECT_GT(least_eigenvalue(projected), -1e-12);
    const bool is_definite = least_eigenvalue(exact) > -1e-13;
    ++(is_definite ? definite : indefinite);
    const double change = (projected - exact).norm() / exact.norm();
    EXPECT_EQ(change < 1e-13, is_definite) << change;
  };
  for (int k = 0; k < 20; ++k) {
    const double size = 0.7 + 0.05 * k;  // from pressed to drawn
    check(wooden, size * mesh.X + 0.01 * size * Vector::Random(24));
    check(flat_rubber, size * flat.X + 0.01 * size * Vector::Random(12));
    check(cell, mesh.X + 0.4 * Vector::Random(24));
    check(flat_cell, flat.X + 0.4 * Vector::Random(12));
  }
  EXPECT_GT(definite, 10);
  EXPECT_GT(indefinite, 10);
}

// Shapes of no stiffness at all, which forces of the others pull at: there the whole matrix is clamped.
TEST_P(AnyStiffness, IsProjectedWhereShapesCostNothing) {
  for (const int rank : {6, 12, 17}) {
    const HexMatrix soft = random_stiffness<3>(mesh.X, mesh.cells.hexes[0], rank);
    const CellStiffness<3> cell(mesh.X, mesh.cells.hexes[0], soft);
    for (int k = 0; k < 5; ++k) {
      const auto state = cell.at(mesh.X + 0.2 * Vector::Random(24));
      const Dense projected = cell.hessian(state, Definiteness::projected);
      ASSERT_TRUE(projected.allFinite());
      EXPECT_GT(least_eigenvalue(projected), -1e-12);
      EXPECT_LT(projected.norm(), 3 * Dense(cell.hessian(state, Definiteness::exact)).norm());
    }
  }
}

TEST_P(AnyStiffness, WithHeldRotationsIsTheQuadraticFormThatTurnsWithThem) {
  const auto W = hex_stiffness(mesh.X, mesh.cells.hexes, {K});
  const Vector x0 = mapped(mesh.X + 0.2 * Vector::Random(24), kTurn), x = x0 + 0.3 * Vector::Random(24);
  const auto held = W->with_rotations_of(x0);
  EXPECT_EQ(*held->degree(), 2);
  const Mat3 R = CellStiffness<3>(mesh.X, mesh.cells.hexes[0], K).at(x0).R;
  EXPECT_LT((R * R.transpose() - Mat3::Identity()).norm(), 1e-14);
  const Hex& hex = mesh.cells.hexes[0];
  Vec3 b = Vec3::Zero(), b_0 = Vec3::Zero();
  for (const Index i : hex) b += vertex(x, i) / 8, b_0 += vertex(mesh.X, i) / 8;
  Vector u(24), expected = Vector::Zero(24);
  for (Index a = 0; a < 8; ++a) vertex(u, a) = R.transpose() * (vertex(x, hex[a]) - b) - (vertex(mesh.X, hex[a]) - b_0);
  const Vector q = K * u;
  for (Index a = 0; a < 8; ++a) vertex(expected, hex[a]) = R * vertex(q, a);
  EXPECT_LT((gradient(*held, x) - expected).norm(), 1e-12 * expected.norm());
  EXPECT_NEAR(held->value(x, 0), 0.5 * u.dot(q), 1e-12 * u.dot(q));
  EXPECT_NEAR(held->value(x0, 0), W->value(x0, 0), 1e-12 * W->value(x0, 0));
}

// From cells that are hardly strained to such as are inside out and have no rotation of a polar decomposition.
TEST(CellStiffness, TurnsBesideOthersAsItDoesAlone) {
  const BodyMesh box = hex_box(Vec3(1, 0.7, 1.3), {2, 2, 2}, Vec3::Zero());
  std::vector<CellStiffness<3>> cells;
  for (const Hex& hex : box.cells.hexes) cells.emplace_back(box.X, hex, small_strain_stiffness(box.X, hex, wood()));
  std::srand(1);
  int inside_out = 0;
  for (int k = 0; k < 10; ++k) {
    const Vector x = mapped(box.X + 0.2 * k * Vector::Random(box.X.size()), kTurn);
    std::array<CellStiffness<3>::Fit, 8> fits;
    CellStiffness<3>::fit(cells, x, fits);
    for (std::size_t e = 0; e < cells.size(); ++e) {
      const CellStiffness<3>::State alone = cells[e].at(x);
      EXPECT_EQ(fits[e].R, alone.R);
      EXPECT_EQ(fits[e].T, alone.T);
      EXPECT_EQ(fits[e].J, alone.J);
      EXPECT_LT((alone.R * alone.R.transpose() - Mat3::Identity()).norm(), 1e-14);
      inside_out += alone.J < 0;
    }
  }
  EXPECT_GT(inside_out, 10);
  EXPECT_LT(inside_out, 70);
}

TEST(CellStiffness, OfAHexIsItsSmallStrainLawAboutRest) {
  // Corners in another order than their numbers.
  BodyMesh mesh = hex_box(Vec3(2, 1, 1.5), {2, 1, 2}, Vec3::Zero());
  std::swap(mesh.cells.hexes[1], mesh.cells.hexes[2]);
  Mat6 isotropic = 600 * Mat6::Identity();
  isotropic.topLeftCorner<3, 3>().array() += 200;
  for (const UpperTriangle& C : {upper_triangle(isotropic), wood().coefficients}) {
    const auto coarse = hex_stiffness(mesh, Anisotropic{C});
    const auto fine = make_elasticity(mesh.X, mesh.cells, {Corotated{C}}, std::vector<Index>(4, 0));
    BlockPatternBuilder builder(mesh.vertices());
    coarse->connect(builder);
    fine.front()->connect(builder);
    BlockMatrix H(builder.build()), expected(H.shared_pattern());
    coarse->add_hessian(mesh.X, 0, 1, Definiteness::exact, H);
    fine.front()->add_hessian(mesh.X, 0, 1, Definiteness::exact, expected);
    double largest = 0, difference = 0;
    for (std::size_t k = 0; k < H.values().size(); ++k) {
      largest = std::max(largest, std::abs(expected.values()[k]));
      difference = std::max(difference, std::abs(H.values()[k] - expected.values()[k]));
    }
    EXPECT_LT(difference, 1e-10 * largest);
  }
}

TEST(CellStiffness, KnowsWhichMatricesLetRigidMotionsGo) {
  const BodyMesh mesh = one_hex(), flat = one_quad();
  const HexMatrix K = small_strain_stiffness(mesh.X, mesh.cells.hexes[0], wood());
  EXPECT_LT(rigid_residual<3>(mesh.X, mesh.cells.hexes[0], K), 1e-14);
  EXPECT_GT(rigid_residual<3>(mesh.X, mesh.cells.hexes[0], HexMatrix::Identity()), 0.1);
  const QuadMatrix plane = small_strain_stiffness(flat.X, flat.cells.quads[0], 3, 2, 0.5);
  EXPECT_LT(rigid_residual<2>(flat.X, flat.cells.quads[0], plane), 1e-14);
  EXPECT_GT(rigid_residual<2>(2 * flat.X + Vector::Random(12), flat.cells.quads[0], plane), 1e-3);
}

// A bar drawn to 1 + e in plane strain: W = (mu + lambda/2) e^2 times volume.
TEST(CellStiffness, OfAQuadIsPlaneStrain) {
  const BodyMesh flat = one_quad();
  const auto W = quad_stiffness(flat.X, flat.cells.quads, {small_strain_stiffness(flat.X, flat.cells.quads[0], 3, 2, 0.5)});
  Vector x = flat.X;
  for (Index i = 0; i < 4; ++i) x[3 * i] *= 1.1;
  EXPECT_NEAR(W->value(x, 0), (3 + 2 / 2.0) * 0.01 * 0.6 * 0.5, 1e-14);
  std::vector<CellState> states(3);
  quad_stiffness(flat.X, flat.cells.quads, {small_strain_stiffness(flat.X, flat.cells.quads[0], 3, 2, 1)}, 1)->states(x, states);
  EXPECT_NEAR(states[1].J, 1.1, 1e-14);
  EXPECT_NEAR(states[1].energy_density, 4 * 0.01, 1e-14);
  EXPECT_TRUE(std::isnan(states[1].von_mises)) << "a coarse cell has no stress of its own";
  EXPECT_EQ(states[0].von_mises, 0);
  EXPECT_EQ(states[2].J, 1);
}

TEST(CellStiffness, StaysFiniteWhereCellsAreFlatOrTurnedInsideOut) {
  const BodyMesh mesh = hex_box(Vec3(2, 1, 1), {2, 1, 1}, Vec3::Zero()), flat = one_quad();
  const auto W = hex_stiffness(mesh, wood());
  const auto plane = quad_stiffness(flat.X, flat.cells.quads, {small_strain_stiffness(flat.X, flat.cells.quads[0], 3, 2, 0.5)});
  const auto check = [](Potential& of, const Vector& x) {
    BlockPatternBuilder builder(static_cast<Index>(x.size() / 3));
    of.connect(builder);
    const auto pattern = builder.build();
    EXPECT_TRUE(std::isfinite(of.value(x, 0)));
    EXPECT_TRUE(gradient(of, x).allFinite());
    for (const Definiteness definiteness : {Definiteness::exact, Definiteness::projected}) {
      BlockMatrix H(pattern);
      of.add_hessian(x, 0, 1, definiteness, H);
      for (double entry : H.values()) ASSERT_TRUE(std::isfinite(entry));
      if (definiteness == Definiteness::exact) continue;
      Dense dense(x.size(), x.size());
      for (Index c = 0; c < x.size(); ++c) dense.col(c) = H.times(Vector::Unit(x.size(), c));
      EXPECT_GT(least_eigenvalue(dense), -1e-10);
    }
  };
  for (const Vec3& stretch :
       {Vec3(1, 1, 0), Vec3(1, 0, 0), Vec3(0, 0, 0), Vec3(1, 1, -1), Vec3(-1, -1, -1), Vec3(1.2, 0.8, -0.8), Vec3(1, -1, 1)}) {
    SCOPED_TRACE(stretch.transpose());
    check(*W, mapped(mesh.X, kTurn * stretch.asDiagonal()));
    check(*plane, mapped(flat.X, stretch.asDiagonal()));
  }
}

TEST(CellStiffness, GivesTheEnergyOfACellToOneOfItsVertices) {
  const BodyMesh mesh = hex_box(Vec3(2, 1, 1), {4, 1, 1}, Vec3::Zero());
  const auto W = hex_stiffness(mesh, wood());
  const Vector x = mesh.X + 0.1 * Vector::Random(mesh.X.size());
  Vector energies = Vector::Zero(mesh.vertices());
  W->add_energies(x, 0, energies);
  EXPECT_NEAR(energies.sum(), W->value(x, 0), 1e-12 * energies.sum());
  EXPECT_EQ((energies.array() > 0).count(), 4);
}

TEST(CellStiffness, HasNoEnergyAboutAnotherRestShape) {
  const BodyMesh mesh = one_hex();
  try {
    hex_stiffness(mesh, wood())->about(mesh.X);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_EQ(error.faults()[0].id, "damping.rest-shape");
    EXPECT_THAT(error.faults()[0].hint, testing::HasSubstr("viscous"));
  }
}

TEST(CellStiffness, IsTheSameToTheLastBitWithOneTwoAndThreeThreads) {
  const BodyMesh mesh = hex_box(Vec3(4, 1, 1), {16, 4, 4}, Vec3::Zero());
  const auto W = hex_stiffness(mesh, wood());
  BlockPatternBuilder builder(mesh.vertices());
  W->connect(builder);
  const auto pattern = builder.build();
  const Vector x = mesh.X + 0.02 * Vector::Random(mesh.X.size());
  const auto evaluate = [&](int count) {
    set_threads(count);
    Vector g = Vector::Zero(x.size());
    BlockMatrix H(pattern);
    const double with_gradient = W->add_gradient(x, 0, 1, g), alone = W->value(x, 0);
    W->add_hessian(x, 0, 1, Definiteness::projected, H);
    W->with_rotations_of(x)->add_gradient(mesh.X, 0, 1, g);
    set_threads(1);
    EXPECT_EQ(with_gradient, alone);
    return std::tuple(alone, g, H.values());
  };
  const auto one = evaluate(1);
  for (int count : {2, 3}) EXPECT_TRUE(evaluate(count) == one) << count << " threads";
}

}  // namespace
}  // namespace lilyan::test::stiff
