// The force of a change of shape seen from its end.
#include <lilyan/mesh/box.hpp>

#include <gtest/gtest.h>

#include <tests/energy/potentials.hpp>
#include <tests/energy/step_force_checks.hpp>

namespace lilyan::test {
namespace {

class EveryLawsBackwardDamping : public testing::TestWithParam<std::string> {
 protected:
  EveryLawsBackwardDamping() : mesh(box(Vec3(2, 1, 1.5), {2, 1, 2}, Vec3(0.3, 0, -0.2), Split::five)) {
    const MaterialEntry& entry = *find_material(GetParam());
    elasticity = std::move(
        make_elasticity(mesh.X, mesh.tets, {law_from_moduli(entry, 1000, 0.3)}, std::vector<Index>(mesh.tets.size(), 0)).front());
    std::srand(7);
    x_n = mesh.X + 0.05 * Vector::Random(mesh.X.size());
    change = 0.05 * Vector::Random(mesh.X.size());
    BlockPatternBuilder builder(mesh.vertices());
    elasticity->connect(builder);
    pattern = builder.build();
    force = elasticity->backward_damping(x_n, 2, pattern);
  }

  TetMesh mesh;
  std::unique_ptr<Elasticity> elasticity;
  std::shared_ptr<const BlockPattern> pattern;
  Vector x_n, change;
  std::unique_ptr<StepTerm> force;
};

// Co-rotated elasticity has no damping of its own by elements: it takes that of any elasticity.
class BackwardDampingByElements : public EveryLawsBackwardDamping {};

TEST_P(EveryLawsBackwardDamping, IsThatOfTheShapeItLedTo) {
  const Vector x = x_n + change;
  Vector g = Vector::Zero(x.size());
  elasticity->about(x)->add_gradient(x_n, 0, -2, g);
  EXPECT_LT((force_at(*force, x) - g).norm(), 1e-12 * g.norm());
}

TEST_P(BackwardDampingByElements, HasTheJacobianOfItsForceWhichIsNotSymmetric) {
  const Vector x = x_n + change;
  const Dense J = jacobian_at(*force, pattern, x);
  EXPECT_LE((J - differences_at(*force, x)).norm(), 1e-6 * J.norm());
  EXPECT_GT((J - J.transpose()).norm(), 0.01 * J.norm());
}

TEST_P(EveryLawsBackwardDamping, IsToFirstOrderThatOfTheShapeItCameFrom) {
  const Vector x = x_n + 1e-5 * change;
  Vector g = Vector::Zero(x.size());
  elasticity->about(x_n)->add_gradient(x, 0, 2, g);
  EXPECT_LT((force_at(*force, x) - g).norm(), 1e-4 * g.norm());
}

TEST_P(EveryLawsBackwardDamping, IsTheSameForElementsThatSayNothingOfTheirOwn) {
  const auto general = elasticity->Elasticity::backward_damping(x_n, 2, pattern);
  const Vector x = x_n + change, near = x_n + 1e-3 * change;
  EXPECT_LT((force_at(*general, x) - force_at(*force, x)).norm(), 1e-12 * force_at(*force, x).norm());
  EXPECT_NEAR(general->work(x, change, 1).dissipated, force->work(x, change, 1).dissipated,
              1e-12 * force->work(x, change, 1).dissipated);
  EXPECT_LT((jacobian_at(*general, pattern, near) - jacobian_at(*force, pattern, near)).norm(),
            0.02 * jacobian_at(*force, pattern, near).norm());
}

TEST_P(EveryLawsBackwardDamping, TakesEnergyAndNoMomentum) {
  const Vector x = x_n + change, f = force_at(*force, x);
  EXPECT_GT(force->work(x, change, 1).dissipated, 0);
  EXPECT_NEAR(force->work(x, change, 1).dissipated, f.dot(change), 1e-12 * f.norm());
  EXPECT_LT(total(f).norm(), 1e-12 * f.norm());
  EXPECT_LT(torque(x_n, f).norm(), find_material(GetParam())->frame_indifferent ? 1e-12 * f.norm() : f.norm());
}

TEST_P(BackwardDampingByElements, LeavesOutWhatIsFlatAtTheStart) {
  const Law law = law_from_moduli(*find_material(GetParam()), 1000, 0.3);
  const auto alone = std::move(make_elasticity(mesh.X, {mesh.tets[0]}, {law}, {0}).front());
  for (Index v : mesh.tets[0]) vertex(x_n, v)[2] = 0;
  EXPECT_EQ(force_at(*alone->backward_damping(x_n, 1, nullptr), mesh.X), Vector::Zero(x_n.size()));
}

std::vector<std::string> laws() {
  std::vector<std::string> names;
  for (const MaterialEntry& entry : material_registry()) names.push_back(entry.name);
  return names;
}

std::vector<std::string> laws_by_elements() {
  std::vector<std::string> names = laws();
  std::erase(names, "corotated");
  return names;
}

INSTANTIATE_TEST_SUITE_P(Laws, EveryLawsBackwardDamping, testing::ValuesIn(laws()), [](const auto& test) { return test.param; });
INSTANTIATE_TEST_SUITE_P(Laws, BackwardDampingByElements, testing::ValuesIn(laws_by_elements()),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace lilyan::test
