#include <lilyan/integrators/avf.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace lilyan {
namespace {

TEST(GaussLegendre, IntegratesPolynomialsUpToTwiceItsPointsMinusOneExactly) {
  for (int n = 1; n <= 16; ++n) {
    const QuadratureRule rule = gauss_legendre(n);
    for (int degree = 0; degree < 2 * n; ++degree) {
      double sum = 0;
      for (int j = 0; j < n; ++j) sum += rule.weights[j] * std::pow(rule.points[j], degree);
      EXPECT_NEAR(sum, 1.0 / (degree + 1), 1e-14) << n << " points, degree " << degree;
    }
  }
}

TEST(GaussLegendre, IsNotExactOneDegreeHigher) {
  for (int n = 1; n <= 4; ++n) {
    const QuadratureRule rule = gauss_legendre(n);
    double sum = 0;
    for (int j = 0; j < n; ++j) sum += rule.weights[j] * std::pow(rule.points[j], 2 * n);
    EXPECT_GT(std::abs(sum - 1.0 / (2 * n + 1)), 1e-6);
  }
}

// x^degree, or 1 - cos x for degree 0.
class CountedPower final : public Potential {
 public:
  CountedPower(int degree, int& evaluations) : degree_(degree), evaluations_(evaluations) {}
  EnergyKind kind() const override { return EnergyKind::elastic; }
  std::optional<int> degree() const override { return degree_ == 0 ? std::nullopt : std::optional(degree_); }
  double value(const Vector& x, double) const override { return degree_ == 0 ? 1 - std::cos(x[0]) : std::pow(x[0], degree_); }
  double add_gradient(const Vector& x, double t, double w, Vector& g) const override {
    ++evaluations_;
    g[0] += w * (degree_ == 0 ? std::sin(x[0]) : degree_ * std::pow(x[0], degree_ - 1));
    return value(x, t);
  }
  void add_hessian(const Vector&, double, double, Definiteness, BlockMatrix&) const override {}
  void connect(BlockPatternBuilder&) override {}

 private:
  int degree_;
  int& evaluations_;
};

TEST(Avf, TakesTheCheapestRuleThatIsExactForTheLaw) {
  // Of degree 2, 4 and 6 along the chord, and one that is no polynomial.
  const Vector x_n = Vector::Zero(3), v = Vector::Zero(3), x = Vec3(0.7, 0, 0);
  const Chord chord{0.1, x_n, v};
  const Stage stage = Avf(Avf::Quadrature::exact).stage(History(Frame{0, 0, 0, x_n, v}), 0.1, 0);
  ForceCache forces;
  for (const int degree : {2, 4, 6, 0}) {
    int evaluations = 0;
    Potentials potentials;
    potentials.push_back(std::make_unique<CountedPower>(degree, evaluations));
    PosedTerms terms;
    stage.mean->pose(potentials, chord, forces, terms);
    ASSERT_EQ(terms.size(), 1u);
    Vector f = Vector::Zero(3);
    terms[0].term->add_force(x, 1, f);
    EXPECT_EQ(evaluations, degree == 0 ? 2 : degree / 2);
    const double exact = degree == 0 ? (1 - std::cos(x[0])) / x[0] : std::pow(x[0], degree - 1);
    EXPECT_NEAR(f[0], exact, degree == 0 ? 1e-3 : 1e-14);
    const Refinement refinement = stage.mean->refine(potentials, chord, x);
    EXPECT_EQ(refinement.finer != nullptr, degree == 0) << "only what is no polynomial is refined";
  }
  // It ends with sixteen points.
  int evaluations = 0;
  Potentials potentials;
  potentials.push_back(std::make_unique<CountedPower>(0, evaluations));
  const Average last(1, 1, std::nullopt, Average::Refines::others, 16);
  EXPECT_EQ(last.refine(potentials, chord, 40 * x).finer, nullptr);
  EXPECT_GT(last.refine(potentials, chord, 40 * x).missed, 0);
}

}  // namespace
}  // namespace lilyan
