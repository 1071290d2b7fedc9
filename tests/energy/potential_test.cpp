// A suite that every potential passes: its gradient and Hessian are those of its value.
#include <lilyan/algebra/symmetric_matrix.hpp>
#include <lilyan/energy/elasticity.hpp>
#include <lilyan/energy/expression_potential.hpp>
#include <lilyan/energy/gravity.hpp>
#include <lilyan/energy/load.hpp>
#include <lilyan/energy/springs.hpp>
#include <lilyan/materials/orthotropic.hpp>
#include <lilyan/materials/registry.hpp>
#include <lilyan/mesh/box.hpp>

#include <gtest/gtest.h>
#include <Eigen/Dense>

#include <functional>
#include <numeric>

namespace lilyan {
namespace {

using Dense = Eigen::MatrixXd;

struct NamedPotential {
  std::string name;
  std::function<std::unique_ptr<Potential>(const TetMesh&)> make;
};

std::vector<NamedPotential> potentials() {
  std::vector<NamedPotential> all;
  for (const MaterialEntry& entry : material_registry())
    all.push_back({entry.name, [&entry](const TetMesh& mesh) -> std::unique_ptr<Potential> {
                     // Two materials of one law, as heterogeneous bodies have.
                     std::vector<Index> law_of_tet;
                     for (std::size_t e = 0; e < mesh.tets.size(); ++e) law_of_tet.push_back(static_cast<Index>(e % 2));
                     const std::vector<Law> laws = {law_from_moduli(entry, 1000, 0.3), law_from_moduli(entry, 200, 0.45)};
                     return std::move(make_elasticity(mesh.X, mesh.tets, laws, law_of_tet).front());
                   }});
  for (const RotationRule rule : {RotationRule::polar, RotationRule::displacement})
    for (const PinnedTets pinned : {PinnedTets::free, PinnedTets::held}) {
      std::string name = rule == RotationRule::polar ? "corotated_wood" : "corotated_wood_by_displacement";
      if (pinned == PinnedTets::held) name += "_held";
      all.push_back({name, [rule, pinned](const TetMesh& mesh) -> std::unique_ptr<Potential> {
                       // Of the tets some have two, three or four vertices held, others fewer.
                       std::vector<bool> held;
                       for (Index i = 0; i < mesh.vertices(); ++i) held.push_back(vertex(mesh.X, i)[0] < 0 || i % 4 == 0);
                       const Corotated law{orthotropic(Vec3(1000, 300, 500), 0.3).law().coefficients, rule, pinned};
                       return std::move(
                           make_elasticity(mesh.X, mesh.tets, {law}, std::vector<Index>(mesh.tets.size(), 0), held).front());
                     }});
    }
  all.push_back({"frozen_rotations", [](const TetMesh& mesh) -> std::unique_ptr<Potential> {
                   const Corotated law{orthotropic(Vec3(1000, 300, 500), 0.3).law().coefficients};
                   const auto turning = make_elasticity(mesh.X, mesh.tets, {law}, std::vector<Index>(mesh.tets.size(), 0));
                   return turning.front()->with_rotations_of(mesh.X + 0.2 * Vector::Random(mesh.X.size()));
                 }});
  for (const MaterialEntry& entry : material_registry()) {
    if (entry.name == "corotated") continue;  // for tets only
    all.push_back({"hexes_of_" + entry.name, [&entry](const TetMesh& mesh) -> std::unique_ptr<Potential> {
                     Cells cells = hex_box(Vec3(2, 1, 1.5), {2, 1, 2}, Vec3::Zero()).cells;  // the same vertices as the tets
                     std::swap(cells.hexes[1], cells.hexes[2]);
                     const Vector X = mesh.X + 0.05 * Vector::LinSpaced(mesh.X.size(), 0, 20).array().sin().matrix();  // no boxes
                     const std::vector<Law> laws = {law_from_moduli(entry, 1000, 0.3), law_from_moduli(entry, 200, 0.45)};
                     return std::move(make_elasticity(X, cells, laws, {0, 1, 0, 1}).front());
                   }});
    all.push_back({"triangles_of_" + entry.name, [&entry](const TetMesh& mesh) -> std::unique_ptr<Potential> {
                     Cells cells;
                     cells.triangles = {{0, 6, 3}, {6, 9, 3}, {12, 9, 6}, {12, 15, 9}};  // where z is lowest, some turned round
                     cells.thickness = {1, 0.5, 2, 1};
                     const std::vector<Law> laws = {law_from_moduli(entry, 1000, 0.3), law_from_moduli(entry, 200, 0.45)};
                     return std::move(make_elasticity(mesh.X, cells, laws, {0, 1, 0, 1}).front());
                   }});
  }
  all.push_back({"gravity", [](const TetMesh& mesh) -> std::unique_ptr<Potential> {
                   return std::make_unique<Gravity>(Vector::LinSpaced(mesh.vertices(), 1, 2), Vec3(1, -9.81, 0.5));
                 }});
  for (const SpringLaw law : {SpringLaw::hookean, SpringLaw::stvk})
    all.push_back(
        {law == SpringLaw::hookean ? "hookean_springs" : "stvk_springs", [law](const TetMesh& mesh) -> std::unique_ptr<Potential> {
           std::vector<Spring> springs;  // some of them stretched, some pressed
           for (Index i = 0; i + 1 < mesh.vertices(); ++i)
             for (Index j = i + 1; j < mesh.vertices(); j += 3)
               springs.push_back({i, j, (0.8 + 0.1 * (i % 5)) * (vertex(mesh.X, i) - vertex(mesh.X, j)).norm(), 10.0 + i});
           return std::make_unique<Springs>(std::move(springs), law);
         }});
  all.push_back({"load", [](const TetMesh& mesh) -> std::unique_ptr<Potential> {
                   std::vector<Load::Push> pushes;
                   for (Index i = 1; i < mesh.vertices(); i += 2) pushes.push_back({i, Vec3(1, 0.1 * i, -2)});
                   return std::make_unique<Load>(std::move(pushes), TimeProfile{ProfileSine{1, 0.7}});
                 }});
  all.push_back({"formula", [](const TetMesh& mesh) -> std::unique_ptr<Potential> {
                   // Groups that share vertices, not named in their order.
                   std::vector<Index> groups;
                   for (Index i = 0; i + 4 < mesh.vertices(); i += 2) groups.insert(groups.end(), {i + 3, i, i + 4});
                   return std::make_unique<ExpressionPotential>(
                       parse_expression("exp(-distance(a, b)^2)*c.m - k/distance(a, c) + sin(3*b.x)*cos(b.y - c.z)",
                                        potential_names({"a", "b", "c"}, {{"k", 2}})),
                       groups, 3, Vector::LinSpaced(mesh.vertices(), 1, 2));
                 }});
  all.push_back({"polynomial_formula", [](const TetMesh& mesh) -> std::unique_ptr<Potential> {
                   std::vector<Index> groups(static_cast<std::size_t>(mesh.vertices()));
                   std::iota(groups.begin(), groups.end(), Index{0});
                   return std::make_unique<ExpressionPotential>(
                       parse_expression("10*x + 1500*(x^2 - 1)^2 + m*y^3*z", potential_names({""}, {})), groups, 1,
                       Vector::LinSpaced(mesh.vertices(), 1, 2));
                 }});
  return all;
}

class EveryPotential : public testing::TestWithParam<NamedPotential> {
 protected:
  EveryPotential() : mesh(box(Vec3(2, 1, 1.5), {2, 1, 2}, Vec3(0.3, 0, -0.2), Split::five)), potential(GetParam().make(mesh)) {
    x = mesh.X + 0.15 * Vector::Random(mesh.X.size());
    BlockPatternBuilder builder(mesh.vertices());
    potential->connect(builder);
    pattern = builder.build();
  }

  Vector gradient(const Vector& at) const {
    Vector g = Vector::Zero(at.size());
    potential->add_gradient(at, 0, 1, g);
    return g;
  }

  Dense hessian(Definiteness definiteness, double weight = 1) const {
    BlockMatrix H(pattern);
    potential->add_hessian(x, 0, weight, definiteness, H);
    std::vector<Index> all(static_cast<std::size_t>(x.size()));
    std::iota(all.begin(), all.end(), Index{0});
    const Restriction whole(*pattern, all);
    SymmetricMatrix A(whole.pattern());
    whole.apply(H, A);
    Dense dense(x.size(), x.size());
    Vector column;
    for (Index j = 0; j < x.size(); ++j) A.multiply(Vector::Unit(x.size(), j), column), dense.col(j) = column;
    return dense;
  }

  TetMesh mesh;
  std::unique_ptr<Potential> potential;
  std::shared_ptr<const BlockPattern> pattern;
  Vector x;
};

TEST_P(EveryPotential, HasTheGradientOfItsValue) {
  const Vector g = gradient(x);
  Vector difference(x.size());
  const double d = 1e-5;
  for (Index i = 0; i < x.size(); ++i) {
    Vector plus = x, minus = x;
    plus[i] += d, minus[i] -= d;
    difference[i] = (potential->value(plus, 0) - potential->value(minus, 0)) / (2 * d);
  }
  EXPECT_LT((g - difference).norm(), 1e-7 * g.norm());
}

TEST_P(EveryPotential, HasTheHessianOfItsGradient) {
  const Dense H = hessian(Definiteness::exact);
  Dense difference(x.size(), x.size());
  const double d = 1e-6;
  for (Index i = 0; i < x.size(); ++i) {
    Vector plus = x, minus = x;
    plus[i] += d, minus[i] -= d;
    difference.col(i) = (gradient(plus) - gradient(minus)) / (2 * d);
  }
  EXPECT_LE((H - difference).norm(), 1e-6 * H.norm());
}

TEST_P(EveryPotential, ReturnsTheSameValueWithAndWithoutTheGradient) {
  Vector g = Vector::Zero(x.size());
  EXPECT_NEAR(potential->add_gradient(x, 0, 1, g), potential->value(x, 0), 1e-13 * std::abs(potential->value(x, 0)));
}

TEST_P(EveryPotential, AddsItsDerivativesWithTheWeightAsked) {
  const Vector before = Vector::LinSpaced(x.size(), -1, 1);
  Vector g = before;
  potential->add_gradient(x, 0, -2.5, g);
  EXPECT_LT((g - before + 2.5 * gradient(x)).norm(), 1e-12 * (gradient(x).norm() + 1));
  EXPECT_LE((hessian(Definiteness::exact, 3) - 3 * hessian(Definiteness::exact)).norm(),
            1e-12 * hessian(Definiteness::exact).norm());
}

TEST_P(EveryPotential, HasAPositiveSemidefiniteProjectedHessian) {
  const Dense H = hessian(Definiteness::projected);
  EXPECT_GE(Eigen::SelfAdjointEigenSolver<Dense>(H).eigenvalues().minCoeff(), -1e-10 * H.norm());
}

TEST_P(EveryPotential, IsAPolynomialOfTheDegreeItClaims) {
  const std::optional<int> degree = potential->degree();
  if (!degree) GTEST_SKIP() << "no polynomial";
  // The (degree+1)-th difference along a line vanishes, the degree-th does not.
  const Vector direction = Vector::Random(x.size());
  for (int order : {*degree, *degree + 1}) {
    double difference = 0, size = 0, binomial = 1;
    for (int k = 0; k <= order; ++k) {
      const double term = (k % 2 ? -1 : 1) * binomial * potential->value(x + 0.5 * k * direction, 0);
      difference += term;
      size += std::abs(term);
      binomial *= static_cast<double>(order - k) / (k + 1);
    }
    if (order == *degree)
      EXPECT_GT(std::abs(difference), 1e-9 * size);
    else
      EXPECT_LT(std::abs(difference), 1e-11 * size);
  }
}

INSTANTIATE_TEST_SUITE_P(Potentials, EveryPotential, testing::ValuesIn(potentials()),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace lilyan
