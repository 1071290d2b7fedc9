// A suite that every potential passes: its gradient and Hessian are those of its value.
#include <lilyan/algebra/dense.hpp>
#include <lilyan/algebra/symmetric_matrix.hpp>
#include <lilyan/mesh/box.hpp>

#include <gtest/gtest.h>

#include <tests/energy/potentials.hpp>

#include <Eigen/Dense>

#include <numeric>

namespace lilyan::test {
namespace {

using Dense = Eigen::MatrixXd;

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
  EXPECT_GE(symmetric_eigenvalues(H).minCoeff(), -1e-10 * H.norm());
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
}  // namespace lilyan::test
