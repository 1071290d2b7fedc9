#include <lilyan/algebra/threads.hpp>
#include <lilyan/energy/elements/elasticity.hpp>
#include <lilyan/materials/evaluate.hpp>
#include <lilyan/materials/registry.hpp>
#include <lilyan/mesh/box.hpp>

#include <gtest/gtest.h>
#include <Eigen/Geometry>

#include <cmath>

namespace lilyan {
namespace {

std::vector<std::unique_ptr<Elasticity>> elasticity_of(const TetMesh& mesh, const Law& law) {
  return make_elasticity(mesh.X, mesh.tets, {law}, std::vector<Index>(mesh.tets.size(), 0));
}

Vector affine(const TetMesh& mesh, const Mat3& F) {
  Vector x = mesh.X;
  for (Index i = 0; i < mesh.vertices(); ++i) vertex(x, i) = F * vertex(mesh.X, i);
  return x;
}

TEST(Elasticity, OfAnAffineDeformationIsVolumeTimesDensity) {
  const TetMesh mesh = box(Vec3(2, 1, 1), {3, 2, 1}, Vec3::Zero(), Split::six);
  const Mat3 F = Mat3::Identity() + 0.2 * Mat3{{0.3, -0.5, 0.1}, {0.4, -0.2, 0.6}, {0, 0.3, 0.5}};
  const Law law = MooneyRivlin{30, 20, 400};
  EXPECT_NEAR(elasticity_of(mesh, law).front()->value(affine(mesh, F), 0), 2 * energy_density(law, F), 1e-10);
}

TEST(Elasticity, SplitsABodyOfSeveralLawsIntoOnePotentialEach) {
  const TetMesh mesh = box(Vec3(2, 1, 1), {2, 1, 1}, Vec3::Zero(), Split::five);
  std::vector<Index> law_of_tet;
  for (std::size_t e = 0; e < mesh.tets.size(); ++e) law_of_tet.push_back(static_cast<Index>(e % 3));
  const std::vector<Law> laws = {StVenantKirchhoff{10, 5}, NeoHookean{5, 20}, StVenantKirchhoff{1000, 500}};
  const auto parts = make_elasticity(mesh.X, mesh.tets, laws, law_of_tet);
  ASSERT_EQ(parts.size(), 2u);

  const Mat3 F = Vec3(1.2, 0.9, 1).asDiagonal();
  const Vector x = affine(mesh, F);
  double expected = 0;
  for (std::size_t e = 0; e < mesh.tets.size(); ++e)
    expected += volume(mesh.X, mesh.tets[e]) * energy_density(laws[law_of_tet[e]], F);
  EXPECT_NEAR(parts[0]->value(x, 0) + parts[1]->value(x, 0), expected, 1e-10);

  std::vector<CellState> states(mesh.tets.size());
  for (const auto& part : parts) part->states(x, states);
  for (std::size_t e = 0; e < states.size(); ++e) {
    EXPECT_NEAR(states[e].J, 1.08, 1e-12);
    EXPECT_NEAR(states[e].energy_density, energy_density(laws[law_of_tet[e]], F), 1e-10);
  }
}

TEST(Elasticity, OfAnOrthotropicLawAgreesWithTheLinearOneWhereItsModuliAreEqual) {
  const TetMesh mesh = box(Vec3(2, 1, 1), {3, 2, 2}, Vec3::Zero(), Split::five);
  const Vector x = mesh.X + 0.1 * Vector::Random(mesh.X.size());
  const auto linear = elasticity_of(mesh, law_from_moduli(*find_material("linear"), 1000, 0.3));
  const auto stiffness = elasticity_of(mesh, law_from_moduli(*find_material("orthotropic"), 1000, 0.3));
  Vector g = Vector::Zero(x.size()), same = g;
  const double W = linear.front()->add_gradient(x, 0, 1, g);
  EXPECT_NEAR(stiffness.front()->add_gradient(x, 0, 1, same), W, 1e-13 * W);
  EXPECT_LT((g - same).norm(), 1e-13 * g.norm());
  std::vector<CellState> states(mesh.tets.size()), same_states = states;
  linear.front()->states(x, states);
  stiffness.front()->states(x, same_states);
  for (std::size_t e = 0; e < states.size(); ++e)
    EXPECT_NEAR(same_states[e].von_mises, states[e].von_mises, 1e-11 * states[e].von_mises);
}

TEST(Elasticity, ShowsTheVonMisesStressOfAPureShear) {
  const TetMesh mesh = box(Vec3(1, 1, 1), {1, 1, 1}, Vec3::Zero(), Split::five);
  Mat3 F = Mat3::Identity();
  F(0, 1) = 1e-6;
  std::vector<CellState> states(mesh.tets.size());
  elasticity_of(mesh, StVenantKirchhoff{1000, 500}).front()->states(affine(mesh, F), states);
  for (const CellState& state : states) EXPECT_NEAR(state.von_mises, std::sqrt(3.0) * 1000 * 1e-6, 1e-8);
}

TEST(Elasticity, IsInfiniteWhereOneTetOfAResistingLawIsInverted) {
  // Nine tets leave seven padding lanes in the second batch, which must not hide or spread the infinity.
  TetMesh mesh = box(Vec3(2, 1, 1), {2, 1, 1}, Vec3::Zero(), Split::five);
  mesh.tets.resize(9);
  const auto neo_hookean = elasticity_of(mesh, NeoHookean{50, 200});
  Vector x = mesh.X;
  EXPECT_EQ(neo_hookean.front()->value(x, 0), 0);
  const Tet& last = mesh.tets[8];
  vertex(x, last[0]) +=
      5 * (vertex(mesh.X, last[1]) + vertex(mesh.X, last[2]) + vertex(mesh.X, last[3]) - 3 * vertex(mesh.X, last[0]));
  EXPECT_EQ(neo_hookean.front()->value(x, 0), HUGE_VAL);
}

TEST(Elasticity, HasNoNetForceAndNoNetTorque) {
  const TetMesh mesh = box(Vec3(2, 1, 1), {4, 2, 2}, Vec3::Zero(), Split::five);
  const Vector x = mesh.X + 0.1 * Vector::Random(mesh.X.size());
  Vector g = Vector::Zero(x.size());
  elasticity_of(mesh, StVenantKirchhoff{1000, 500}).front()->add_gradient(x, 0, 1, g);
  Vec3 force = Vec3::Zero(), torque = Vec3::Zero();
  for (Index i = 0; i < mesh.vertices(); ++i) force += vertex(g, i), torque += Vec3(vertex(x, i)).cross(Vec3(vertex(g, i)));
  EXPECT_LT(force.norm(), 1e-13 * g.norm() * std::sqrt(static_cast<double>(g.size())));
  EXPECT_LT(torque.norm(), 1e-12 * g.norm() * std::sqrt(static_cast<double>(g.size())));
}

TEST(Elasticity, IsTheSameToTheLastBitWithOneTwoAndThreeThreads) {
  const TetMesh mesh = box(Vec3(4, 1, 1), {24, 6, 6}, Vec3::Zero(), Split::six);
  const Vector x = mesh.X + 0.02 * Vector::Random(mesh.X.size());
  const auto potential = elasticity_of(mesh, StVenantKirchhoff{1000, 500});
  BlockPatternBuilder builder(mesh.vertices());
  potential.front()->connect(builder);
  const auto pattern = builder.build();
  auto evaluate = [&](int count) {
    set_threads(count);
    Vector g = Vector::Zero(x.size());
    BlockMatrix H(pattern);
    const double W = potential.front()->add_gradient(x, 0, 1, g);
    potential.front()->add_hessian(x, 0, 1, Definiteness::exact, H);
    set_threads(1);
    return std::tuple(W, g, H.values());
  };
  const auto one = evaluate(1);
  for (int count : {2, 3}) EXPECT_TRUE(evaluate(count) == one) << count << " threads";
}

}  // namespace
}  // namespace lilyan
