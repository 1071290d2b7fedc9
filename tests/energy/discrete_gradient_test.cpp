// A suite that the discrete gradients of every potential pass: their work is the change of the energy.
#include <lilyan/energy/discrete_gradient.hpp>
#include <lilyan/mesh/box.hpp>

#include <gtest/gtest.h>

#include <limits>

#include <tests/energy/potentials.hpp>
#include <tests/energy/step_force_checks.hpp>

namespace lilyan::test {
namespace {

// A potential of somebody's own, which says nothing of elements: W = sum of cosh over the components.
class OwnPotential final : public Potential {
 public:
  EnergyKind kind() const override { return EnergyKind::elastic; }
  std::optional<int> degree() const override { return std::nullopt; }
  double value(const Vector& x, double) const override { return x.array().cosh().sum(); }
  double add_gradient(const Vector& x, double t, double w, Vector& g) const override {
    g += w * x.array().sinh().matrix();
    return value(x, t);
  }
  void add_hessian(const Vector& x, double, double w, Definiteness, BlockMatrix& H) const override {
    H.add_to_diagonal(w, x.array().cosh().matrix());
  }
  void connect(BlockPatternBuilder&) override {}
};

struct GradientCase {
  NamedPotential potential;
  DiscreteForm form;
};

std::vector<GradientCase> all_cases() {
  std::vector<GradientCase> cases;
  std::vector<NamedPotential> all = potentials();
  all.push_back({"own", [](const TetMesh&) -> std::unique_ptr<Potential> { return std::make_unique<OwnPotential>(); }});
  for (const NamedPotential& potential : all)
    for (const DiscreteForm form : {DiscreteForm::per_element, DiscreteForm::strain}) cases.push_back({potential, form});
  return cases;
}

class EveryDiscreteGradient : public testing::TestWithParam<GradientCase> {
 protected:
  EveryDiscreteGradient()
      : mesh(box(Vec3(2, 1, 1.5), {2, 1, 2}, Vec3(0.3, 0, -0.2), Split::five)), potential(GetParam().potential.make(mesh)) {
    std::srand(7);
    x_n = mesh.X + 0.05 * Vector::Random(mesh.X.size());
    const Mat3 sheared{{1.1, 0.2, 0}, {-0.1, 0.9, 0.1}, {0.1, 0, 1.05}};
    x = 0.05 * Vector::Random(mesh.X.size());
    for (Index i = 0; i < mesh.vertices(); ++i) vertex(x, i) += sheared * vertex(mesh.X, i);
    if (GetParam().potential.name.starts_with("triangles"))  // which stay in their plane
      for (Index i = 0; i < mesh.vertices(); ++i) vertex(x_n, i)[2] = vertex(x, i)[2] = vertex(mesh.X, i)[2];
    BlockPatternBuilder builder(mesh.vertices());
    potential->connect(builder);
    pattern = builder.build();
    force = gradient_from(x_n);
  }

  std::unique_ptr<StepTerm> gradient_from(const Vector& start) const {
    return potential->discrete_gradient({1, start, start, nullptr, 0, pattern, {kTime, kTime}}, GetParam().form);
  }
  // Whether it is a force between the vertices, cut into elements: what is taken as a whole is not corrected by element.
  bool elastic() const {
    const std::string& name = GetParam().potential.name;
    for (const char* whole :
         {"own", "corotated", "hexes_of_corotated", "triangles_of_corotated", "coarse", "frozen", "formula", "polynomial"})
      if (name.starts_with(whole)) return false;
    return potential->kind() == EnergyKind::elastic;
  }

  static constexpr double kTime = 0.4;
  TetMesh mesh;
  std::unique_ptr<Potential> potential;
  std::shared_ptr<const BlockPattern> pattern;
  Vector x_n, x;
  std::unique_ptr<StepTerm> force;
};

TEST_P(EveryDiscreteGradient, DoesTheWorkThatTheEnergyChangesBy) {
  const double before = potential->value(x_n, kTime), after = potential->value(x, kTime);
  const double size = std::abs(before) + std::abs(after) + force_at(*force, x).cwiseAbs().dot((x - x_n).cwiseAbs());
  ASSERT_TRUE(std::isfinite(after));
  EXPECT_NEAR(force_at(*force, x).dot(x - x_n), after - before, 1e-14 * size);
  EXPECT_GT(std::abs(after - before), 1e-3 * size) << "something happened";
}

TEST_P(EveryDiscreteGradient, HasTheJacobianOfItsForce) {
  const Dense J = jacobian_at(*force, pattern, x), difference = differences_at(*force, x);
  EXPECT_LE((J - difference).norm(), 1e-6 * J.norm());
  EXPECT_LE((jacobian_at(*force, pattern, x, -3) + 3 * J).norm(), 1e-13 * J.norm());
}

TEST_P(EveryDiscreteGradient, IsNotTheJacobianOfAGradientWhereTheEnergyIsNotQuadratic) {
  const Dense J = jacobian_at(*force, pattern, x);
  if (potential->degree().value_or(3) <= 2)
    EXPECT_LE((J - J.transpose()).norm(), 1e-12 * J.norm());
  else
    EXPECT_GT((J - J.transpose()).norm(), 1e-3 * J.norm());
}

TEST_P(EveryDiscreteGradient, IsTheGradientWhereNothingMoves) {
  Vector g = Vector::Zero(x.size());
  potential->add_gradient(x_n, kTime, 1, g);
  EXPECT_LT((force_at(*force, x_n) - g).norm(), 1e-12 * g.norm());
  const Dense J = jacobian_at(*force, pattern, x_n);
  EXPECT_TRUE(J.allFinite());
  // Half the Hessian: the force in the middle moves half as far.
  Dense difference(x.size(), x.size());
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    Vector plus = Vector::Zero(x.size()), minus = plus;
    potential->add_gradient(x_n + 1e-5 * Vector::Unit(x.size(), i), kTime, 1, plus);
    potential->add_gradient(x_n - 1e-5 * Vector::Unit(x.size(), i), kTime, 1, minus);
    difference.col(i) = (plus - minus) / 4e-5;
  }
  EXPECT_LE((J - difference).norm(), 1e-6 * difference.norm());
}

TEST_P(EveryDiscreteGradient, StaysGoodForTheSmallestSteps) {
  // What the undivided gradient leaves uncorrected: 64 roundings of the energies at both ends.
  const double rounding = 2 * 64 * std::numeric_limits<double>::epsilon() * std::abs(potential->value(x_n, kTime));
  Vector g = Vector::Zero(x.size());
  potential->add_gradient(x_n, kTime, 1, g);
  for (const double step : {1e-3, 1e-4, 1e-5, 1e-6, 1e-8, 1e-12}) {
    const Vector near = x_n + step * (x - x_n);
    const Vector f = force_at(*force, near);
    const double change = potential->value(near, kTime) - potential->value(x_n, kTime);
    EXPECT_NEAR(f.dot(near - x_n), change, rounding + 1e-13 * step * g.norm()) << step;
    EXPECT_LT((f - g).norm(), 30 * step * g.norm() + 1e-8 * g.norm()) << step;
  }
}

TEST_P(EveryDiscreteGradient, IsTheSameThereAndBack) {
  EXPECT_LT((force_at(*force, x) - force_at(*gradient_from(x), x_n)).norm(), 1e-11 * force_at(*force, x).norm());
}

TEST_P(EveryDiscreteGradient, PushesNoBodyAsAWhole) {
  if (!elastic()) GTEST_SKIP() << "acts from outside, or is taken as a whole";
  const Vector f = force_at(*force, x);
  EXPECT_LT(total(f).norm(), 1e-13 * f.norm());
  EXPECT_LT((force_at(*force, x) - force_at(*force, x + Vec3(3, -1, 2).replicate(x.size() / 3, 1))).norm(), 1e-11 * f.norm())
      << "and does not see it move";
}

TEST_P(EveryDiscreteGradient, TurnsNoBodyWhereItIsOfTheStrain) {
  const std::string& name = GetParam().potential.name;
  const std::size_t of = name.find("_of_");
  const MaterialEntry* material = find_material(of == std::string::npos ? name : name.substr(of + 4));
  if (!elastic() || (material && !material->frame_indifferent)) GTEST_SKIP() << "is turned";
  const Vector f = force_at(*force, x);
  const double about_middle = torque(0.5 * (x_n + x), f).norm();
  if (GetParam().form == DiscreteForm::strain)
    EXPECT_LT(about_middle, 1e-12 * f.norm());
  else
    EXPECT_GT(about_middle, 1e-5 * f.norm());
}

INSTANTIATE_TEST_SUITE_P(Potentials, EveryDiscreteGradient, testing::ValuesIn(all_cases()), [](const auto& test) {
  return test.param.potential.name + (test.param.form == DiscreteForm::strain ? "_by_strain" : "_by_element");
});

// One tet of unit edges along the axes, deformed.
struct OneTet {
  explicit OneTet(const Law& law) {
    X = Vector::Zero(12);
    X[3] = X[7] = X[11] = 1;
    elasticity = std::move(make_elasticity(X, {{0, 1, 2, 3}}, {law}, {0}).front());
    BlockPatternBuilder builder(4);
    elasticity->connect(builder);
    pattern = builder.build();
  }
  Vector placed(const Mat3& F) const {  // vertex 0 stays
    Vector x(12);
    for (Index i = 0; i < 4; ++i) vertex(x, i) = F * vertex(X, i);
    return x;
  }

  Vector X;
  std::unique_ptr<Elasticity> elasticity;
  std::shared_ptr<const BlockPattern> pattern;
};

TEST(StrainGradient, OfStVenantKirchhoffIsTheMethodOfSimoAndTarnow) {
  const double mu = 1000, lambda = 500;
  const OneTet tet(StVenantKirchhoff{mu, lambda});
  const Mat3 F0 = Mat3::Identity() + 0.2 * Mat3{{1, 2, 0}, {0, -1, 1}, {3, 0, 1}},
             F1 = F0 + 0.3 * Mat3{{0, 1, 2}, {1, 0, 1}, {-1, 1, 0}};
  const Vector x_n = tet.placed(F0), x = tet.placed(F1);
  const auto force = tet.elasticity->discrete_gradient({1, x_n, x_n, nullptr, 0, tet.pattern}, DiscreteForm::strain);

  const Mat3 I = Mat3::Identity(), F = 0.5 * (F0 + F1), E = 0.25 * (F0.transpose() * F0 + F1.transpose() * F1) - 0.5 * I;
  const Mat3 S = lambda * E.trace() * I + 2 * mu * E, P = F * S;
  const Vector f = force_at(*force, x);
  const Dense J = jacobian_at(*force, tet.pattern, x);
  for (int a = 0; a < 3; ++a)
    for (int i = 0; i < 3; ++i) {
      EXPECT_NEAR(f[3 * (a + 1) + i], P(i, a) / 6, 1e-12 * P.norm());
      // dP_ij/dF1_kl = 1/2 {d_ik S_lj + mu [(F F1^T)_ik d_jl + F_il F1_kj] + lambda F_ij F1_kl}
      const int j = a;
      for (int k = 0; k < 3; ++k)
        for (int l = 0; l < 3; ++l) {
          const double derivative = 0.5 * ((i == k) * S(l, j) + mu * ((F * F1.transpose())(i, k) * (j == l) + F(i, l) * F1(k, j)) +
                                           lambda * F(i, j) * F1(k, l));
          EXPECT_NEAR(J(3 * (a + 1) + i, 3 * (l + 1) + k), derivative / 6, 1e-12 * J.norm());
        }
    }
}

TEST(DiscreteGradient, IsNotFiniteWhereTheLawIsNotDefined) {
  const OneTet tet(NeoHookean{50, 200});
  const Vector inverted = tet.placed(Vec3(1, 1, -0.5).asDiagonal());
  for (const DiscreteForm form : {DiscreteForm::per_element, DiscreteForm::strain}) {
    const auto force = tet.elasticity->discrete_gradient({1, tet.X, tet.X, nullptr, 0, tet.pattern}, form);
    EXPECT_FALSE(force_at(*force, inverted).allFinite());
  }
}

TEST(DiscreteGradient, OfALawThatSurvivesInversionGoesThroughIt) {
  const OneTet tet(StableNeoHookean{100, 200});
  const Vector inverted = tet.placed(Mat3{{1.1, 0.1, 0}, {0, 0.9, 0.1}, {0, 0.1, -0.5}});
  const Vector more = tet.placed(Mat3{{1.0, 0.2, 0}, {0.1, 0.8, 0.1}, {0, 0, -0.6}});
  for (const DiscreteForm form : {DiscreteForm::per_element, DiscreteForm::strain})
    for (const auto& [from, to] : {std::pair{tet.X, inverted}, {inverted, tet.X}, {inverted, more}}) {
      const auto force = tet.elasticity->discrete_gradient({1, from, from, nullptr, 0, tet.pattern}, form);
      const double change = tet.elasticity->value(to, 0) - tet.elasticity->value(from, 0);
      EXPECT_NEAR(force_at(*force, to).dot(to - from), change, 1e-12 * force_at(*force, to).norm());
      const Dense J = jacobian_at(*force, tet.pattern, to);
      EXPECT_LE((J - differences_at(*force, to)).norm(), 1e-6 * J.norm());
    }
}

TEST(DiscreteGradient, OfALoadIsTheMeanOfItsStrengthAtBothEnds) {
  const Load load({{0, Vec3(2, 0, 0)}}, TimeProfile{ProfileRamp{}, 0, 1});
  const Vector x = Vector::Zero(3);
  const auto force = load.discrete_gradient({1, x, x, nullptr, 0, nullptr, {0.2, 0.6}}, DiscreteForm::strain);
  EXPECT_NEAR(force_at(*force, x)[0], -2 * 0.4, 1e-15);
}

}  // namespace
}  // namespace lilyan::test
