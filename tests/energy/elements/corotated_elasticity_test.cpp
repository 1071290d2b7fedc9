// Co-rotated elasticity: what a rotation of each tet must and must not do. Its derivatives stand in potential_test.cpp.
#include <lilyan/algebra/threads.hpp>
#include <lilyan/energy/elements/corotated_elasticity.hpp>
#include <lilyan/materials/anisotropic.hpp>
#include <lilyan/mesh/box.hpp>

#include <gtest/gtest.h>
#include <Eigen/Geometry>
#include <Eigen/LU>

#include <cmath>

namespace lilyan::corotation {
namespace {

Corotated isotropic(double mu, double lambda, RotationRule rule = RotationRule::polar) {
  Mat6 C = 2 * mu * Mat6::Identity();
  C.topLeftCorner<3, 3>().array() += lambda;
  return {upper_triangle(C), rule};
}

Corotated wood(RotationRule rule = RotationRule::polar) {
  return {orthotropic(Vec3(1000, 100, 300), 0.3).law().coefficients, rule};
}

struct NamedLaw {
  std::string name;
  Corotated law;
};

std::vector<NamedLaw> laws() {
  return {{"isotropic", isotropic(300, 200)},
          {"isotropic_by_displacement", isotropic(300, 200, RotationRule::displacement)},
          {"wood", wood()},
          {"wood_by_displacement", wood(RotationRule::displacement)}};
}

std::unique_ptr<Elasticity> elasticity_of(const TetMesh& mesh, const Law& law, const std::vector<bool>& held = {}) {
  return std::move(make_elasticity(mesh.X, mesh.tets, {law}, std::vector<Index>(mesh.tets.size(), 0), held).front());
}

TetMesh bar() { return box(Vec3(2, 1, 1), {4, 2, 2}, Vec3::Zero(), Split::five); }

const Mat3 kTurn = Eigen::AngleAxisd(2.3, Vec3(1, -2, 0.5).normalized()).toRotationMatrix();

Vector turned(const Vector& x, const Mat3& R, const Vec3& shift = Vec3::Zero()) {
  Vector y = x;
  for (Index i = 0; 3 * i < x.size(); ++i) vertex(y, i) = R * vertex(x, i) + shift;
  return y;
}

Vector gradient(const Potential& W, const Vector& x) {
  Vector g = Vector::Zero(x.size());
  W.add_gradient(x, 0, 1, g);
  return g;
}

double torque(const Vector& x, const Vector& g) {
  Vec3 sum = Vec3::Zero();
  for (Index i = 0; 3 * i < x.size(); ++i) sum += Vec3(vertex(x, i)).cross(Vec3(vertex(g, i)));
  return sum.norm();
}

class EveryCorotatedLaw : public testing::TestWithParam<NamedLaw> {
 protected:
  const TetMesh mesh = bar();
  const std::unique_ptr<Elasticity> W = elasticity_of(mesh, GetParam().law);
  const Vector x = turned(mesh.X + 0.1 * Vector::Random(mesh.X.size()), kTurn);
};
INSTANTIATE_TEST_SUITE_P(Laws, EveryCorotatedLaw, testing::ValuesIn(laws()), [](const auto& test) { return test.param.name; });

TEST_P(EveryCorotatedLaw, HasNoForceAtRestHoweverTheBodyIsTurned) {
  const double scale = gradient(*W, x).norm();
  EXPECT_LT(gradient(*W, mesh.X).norm(), 1e-12 * scale);
  EXPECT_LT(gradient(*W, turned(mesh.X, kTurn, Vec3(3, -1, 2))).norm(), 1e-12 * scale);
}

TEST_P(EveryCorotatedLaw, HasNoNetForceAndNoNetTorque) {
  const Vector g = gradient(*W, x);
  Vec3 force = Vec3::Zero();
  for (Index i = 0; i < mesh.vertices(); ++i) force += vertex(g, i);
  EXPECT_LT(force.norm(), 1e-12 * g.norm());
  EXPECT_LT(torque(x, g), 1e-9 * g.norm());
}

TEST_P(EveryCorotatedLaw, IsUnchangedByRotation) {
  const double energy = W->value(x, 0);
  EXPECT_GT(energy, 1);
  EXPECT_NEAR(W->value(turned(x, kTurn, Vec3(3, -1, 2)), 0), energy, 1e-12 * energy);
}

TEST_P(EveryCorotatedLaw, IsTheQuadraticFormOfTheDisplacementsThatItsRotationLeaves) {
  // One tet: 1/2 u^T K u with u_a = R^T (x_a - b) - (X_a - b_0), K of the linear law.
  TetMesh tet = mesh;
  tet.tets.resize(1);
  const Corotated law = GetParam().law;
  const auto one = elasticity_of(tet, law), linear = elasticity_of(tet, Anisotropic{law.coefficients});
  Vec3 b = Vec3::Zero(), b_0 = Vec3::Zero();
  Mat3 edges, rest;
  for (Index v : tet.tets[0]) b += vertex(x, v) / 4, b_0 += vertex(tet.X, v) / 4;
  for (int a = 0; a < 3; ++a) {
    edges.col(a) = vertex(x, tet.tets[0][a + 1]) - vertex(x, tet.tets[0][0]);
    rest.col(a) = vertex(tet.X, tet.tets[0][a + 1]) - vertex(tet.X, tet.tets[0][0]);
  }
  const Mat3 F = edges * rest.inverse();
  Mat3 Q = Mat3::Identity();
  if (law.rotation == RotationRule::displacement) {
    Q.setZero();
    for (Index v : tet.tets[0]) Q += (vertex(tet.X, v) - b_0) * (vertex(tet.X, v) - b_0).transpose();
  }
  const Mat3 R = fit_rotation(F, {Q, Vec3::Zero()}).R;
  auto displaced = [&](const Mat3& rotation) {
    Vector u = Vector::Zero(x.size());
    for (Index v : tet.tets[0]) vertex(u, v) = rotation.transpose() * (vertex(x, v) - b) - (vertex(tet.X, v) - b_0);
    return u;
  };
  EXPECT_NEAR(one->value(x, 0), linear->value(tet.X + displaced(R), 0), 1e-12 * one->value(x, 0));
  if (law.rotation == RotationRule::polar) return;
  for (int axis = 0; axis < 3; ++axis)
    for (double radians : {-0.01, 0.01})
      EXPECT_LT(displaced(R).norm(), displaced(R * Eigen::AngleAxisd(radians, Vec3::Unit(axis))).norm());
}

TEST_P(EveryCorotatedLaw, StaysFiniteWhereTetsAreFlatOrTurnedInsideOut) {
  BlockPatternBuilder builder(mesh.vertices());
  W->connect(builder);
  const auto pattern = builder.build();
  for (const Vec3& stretch :
       {Vec3(1, 1, 0), Vec3(1, 0, 0), Vec3(0, 0, 0), Vec3(1, 1, -1), Vec3(-1, -1, -1), Vec3(1.2, 0.8, -0.8)}) {
    const Vector flat = turned(mesh.X, kTurn * stretch.asDiagonal());
    for (const Definiteness definiteness : {Definiteness::exact, Definiteness::projected}) {
      BlockMatrix H(pattern);
      W->add_hessian(flat, 0, 1, definiteness, H);
      for (double entry : H.values()) ASSERT_TRUE(std::isfinite(entry)) << stretch.transpose();
    }
    EXPECT_TRUE(std::isfinite(W->value(flat, 0)));
    EXPECT_TRUE(gradient(*W, flat).allFinite());
  }
}

TEST_P(EveryCorotatedLaw, IsTheSameToTheLastBitWithOneTwoAndThreeThreads) {
  const TetMesh large = box(Vec3(4, 1, 1), {16, 4, 4}, Vec3::Zero(), Split::six);
  const Vector at = large.X + 0.02 * Vector::Random(large.X.size());
  const auto potential = elasticity_of(large, GetParam().law);
  BlockPatternBuilder builder(large.vertices());
  potential->connect(builder);
  const auto pattern = builder.build();
  auto evaluate = [&](int count) {
    set_threads(count);
    Vector g = Vector::Zero(at.size());
    BlockMatrix H(pattern), frozen(pattern);
    const double energy = potential->add_gradient(at, 0, 1, g);
    potential->add_hessian(at, 0, 1, Definiteness::projected, H);
    potential->with_rotations_of(at)->add_hessian(at, 0, 1, Definiteness::exact, frozen);
    set_threads(1);
    return std::tuple(energy, g, H.values(), frozen.values());
  };
  const auto one = evaluate(1);
  for (int count : {2, 3}) EXPECT_TRUE(evaluate(count) == one) << count << " threads";
}

TEST_P(EveryCorotatedLaw, TakesAnotherRestShape) {
  const Vector other = turned(mesh.X + 0.1 * Vector::Random(mesh.X.size()), kTurn);
  const auto about = W->about(other);
  TetMesh moved = mesh;
  moved.X = other;
  EXPECT_NEAR(about->value(x, 0), elasticity_of(moved, GetParam().law)->value(x, 0), 1e-12 * about->value(x, 0));
}

TEST(FrozenRotations, GiveTheForceOfPolarRotationsAndIsotropicStiffnessOnly) {
  const TetMesh mesh = bar();
  const Vector x = mesh.X + 0.1 * Vector::Random(mesh.X.size());
  for (const NamedLaw& named : laws()) {
    const auto W = elasticity_of(mesh, named.law);
    const auto frozen = W->with_rotations_of(x);
    const Vector g = gradient(*W, x), same = gradient(*frozen, x);
    EXPECT_NEAR(frozen->value(x, 0), W->value(x, 0), 1e-12 * W->value(x, 0)) << named.name;
    EXPECT_LT(gradient(*W->with_rotations_of(mesh.X), mesh.X).norm(), 1e-12 * g.norm()) << named.name;
    if (named.name == "isotropic")
      EXPECT_LT((same - g).norm(), 1e-12 * g.norm());
    else
      EXPECT_GT(torque(x, same), 1e-4 * g.norm()) << named.name << ": a frozen force turns the body";
  }
}

TEST(CorotatedStates, ShowTheStressOfAPull) {
  const TetMesh mesh = bar();
  const auto W = elasticity_of(mesh, isotropic(1000, 0));
  const Mat3 F = kTurn * Vec3(1.01, 1, 1).asDiagonal();
  std::vector<CellState> states(mesh.tets.size());
  W->states(turned(mesh.X, F), states);
  for (const CellState& state : states) {
    EXPECT_NEAR(state.J, 1.01, 1e-12);
    EXPECT_NEAR(state.von_mises, 2000 * 0.01, 1e-9);
    EXPECT_NEAR(state.energy_density, 1000 * 1e-4, 1e-11);
  }
}

// A body of hexes and one of flat triangles, both of distorted cells.
std::vector<BodyMesh> hexes_and_triangles() {
  BodyMesh hexes = hex_box(Vec3(2, 1, 1), {3, 2, 1}, Vec3::Zero());
  hexes.X += 0.05 * Vector::Random(hexes.X.size());
  BodyMesh slice;
  slice.X.resize(18);
  slice.X << 0, 0, 0.5, 1.1, 0.1, 0.5, 2, 0, 0.5, 0.1, 1, 0.5, 0.9, 1.2, 0.5, 2.1, 0.9, 0.5;
  slice.cells.triangles = {{0, 1, 3}, {1, 4, 3}, {1, 2, 4}, {2, 5, 4}};
  slice.cells.thickness = {0.3, 0.3, 0.1, 0.3};
  return {std::move(hexes), std::move(slice)};
}

std::unique_ptr<Elasticity> elasticity_of(const BodyMesh& mesh, const Law& law) {
  return std::move(make_elasticity(mesh.X, mesh.cells, {law}, std::vector<Index>(mesh.cells.count(), 0)).front());
}

class HonestCorotatedCells : public testing::TestWithParam<NamedLaw> {};
INSTANTIATE_TEST_SUITE_P(Laws, HonestCorotatedCells,
                         testing::Values(NamedLaw{"isotropic", isotropic(300, 200)}, NamedLaw{"wood", wood()}),
                         [](const auto& test) { return test.param.name; });

TEST_P(HonestCorotatedCells, OfHexesAndTrianglesMayTurnAsTheyLike) {
  for (const BodyMesh& mesh : hexes_and_triangles()) {
    const bool is_flat = mesh.kind() == CellKind::triangle;
    const Mat3 turn = is_flat ? Eigen::AngleAxisd(2.3, Vec3::UnitZ()).toRotationMatrix() : kTurn;
    const auto W = elasticity_of(mesh, GetParam().law);
    Vector x = mesh.X + 0.1 * Vector::Random(mesh.X.size());
    if (is_flat) x.reshaped(3, x.size() / 3).row(2) = mesh.X.reshaped(3, x.size() / 3).row(2);
    const Vector g = gradient(*W, x);
    EXPECT_LT(gradient(*W, turned(mesh.X, turn, Vec3(3, -1, 0))).norm(), 1e-12 * g.norm());
    EXPECT_NEAR(W->value(turned(x, turn), 0), W->value(x, 0), 1e-12 * W->value(x, 0));
    EXPECT_LT(torque(x, g), 1e-9 * g.norm());
  }
}

TEST_P(HonestCorotatedCells, OfHexesAndTrianglesAreLinearElasticityAtSmallStrain) {
  const Corotated law = GetParam().law;
  for (const BodyMesh& mesh : {hex_box(Vec3(2, 1, 1), {3, 2, 1}, Vec3::Zero()), hexes_and_triangles()[1]}) {
    Vector u = 1e-6 * Vector::Random(mesh.X.size());
    if (mesh.kind() == CellKind::triangle) u.reshaped(3, u.size() / 3).row(2).setZero();
    const double linear = elasticity_of(mesh, Anisotropic{law.coefficients})->value(mesh.X + u, 0);
    EXPECT_NEAR(elasticity_of(mesh, law)->value(mesh.X + u, 0), linear, 2e-5 * linear);
  }
}

TEST(HonestCorotatedCells, OfTrianglesTurnedInsideOutStayInTheirPlane) {
  const BodyMesh slice = hexes_and_triangles()[1];
  const auto W = elasticity_of(slice, wood());
  const Vector g = gradient(*W, turned(slice.X, Vec3(1, -0.9, 1).asDiagonal()));
  EXPECT_EQ(g.reshaped(3, g.size() / 3).row(2).cwiseAbs().maxCoeff(), 0);
  EXPECT_GT(g.norm(), 1);
}

// One tet with some of its vertices held.
class HeldTet : public testing::Test {
 protected:
  HeldTet() {
    mesh.X.resize(12);
    mesh.X << 0, 0, 0, 1, 0, 0, 0, 1, 0, 0.2, 0.1, 1;
    mesh.tets = {{0, 1, 2, 3}};
  }
  std::unique_ptr<Elasticity> held(std::vector<bool> vertices, RotationRule rule = RotationRule::polar) const {
    Corotated law = wood(rule);
    law.pinned = PinnedTets::held;
    return elasticity_of(mesh, law, vertices);
  }
  TetMesh mesh;
};

TEST_F(HeldTet, WithThreeOrFourHeldVerticesAtRestDoesNotTurn) {
  const auto linear = elasticity_of(mesh, Anisotropic{wood().coefficients}), free = elasticity_of(mesh, wood());
  Vector x = mesh.X;
  vertex(x, 3) += Vec3(0.5, -0.3, 0.1);
  for (const RotationRule rule : {RotationRule::polar, RotationRule::displacement}) {
    EXPECT_NEAR(held({true, true, true, false}, rule)->value(x, 0), linear->value(x, 0), 1e-12 * linear->value(x, 0));
    EXPECT_NEAR(held({false, true, false, false}, rule)->value(x, 0), elasticity_of(mesh, wood(rule))->value(x, 0),
                1e-12 * linear->value(x, 0));
  }
  EXPECT_GT(std::abs(free->value(x, 0) - linear->value(x, 0)), 1e-2 * linear->value(x, 0));
}

TEST_F(HeldTet, TurnsWithTheVerticesThatHoldIt) {
  Vector x = turned(mesh.X, kTurn, Vec3(1, 2, 3));
  for (const std::vector<bool>& vertices :
       {std::vector<bool>{true, true, true, false}, {true, true, true, true}, {false, true, true, false}})
    EXPECT_LT(held(vertices)->value(x, 0), 1e-25 * 1000);
}

TEST_F(HeldTet, WithTwoHeldVerticesTurnsAboutTheirEdge) {
  const auto hinged = held({true, true, false, false}), free = elasticity_of(mesh, wood());
  EXPECT_LT(hinged->value(turned(mesh.X, Eigen::AngleAxisd(1.2, Vec3::UnitX()).toRotationMatrix()), 0), 1e-22);
  // Sheared along the edge, which a free tet would follow by turning about other axes.
  Vector x = mesh.X;
  vertex(x, 2) += Vec3(0.3, 0, 0);
  vertex(x, 3) += Vec3(0.4, 0, 0);
  EXPECT_NEAR(hinged->value(x, 0), elasticity_of(mesh, Anisotropic{wood().coefficients})->value(x, 0), 1e-12 * hinged->value(x, 0));
  EXPECT_GT(std::abs(hinged->value(x, 0) - free->value(x, 0)), 1e-2 * free->value(x, 0));
}

}  // namespace
}  // namespace lilyan::corotation
