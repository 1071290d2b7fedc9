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

TEST(Avf, TakesTheCheapestRuleThatIsExactForTheLaw) {
  const Vector x = Vector::Zero(3), p = Vector::Zero(3), mass = Vector::Ones(3);
  const Past past = {{0, &x, &p, &p}};
  const Avf avf(Avf::Quadrature::exact);
  EXPECT_EQ(avf.stage(0, past, 0.1, mass, 2, 0).nodes.size(), 1u);
  EXPECT_EQ(avf.stage(0, past, 0.1, mass, 4, 0).nodes.size(), 2u);
  EXPECT_EQ(avf.stage(0, past, 0.1, mass, 6, 0).nodes.size(), 3u);
  EXPECT_FALSE(avf.adapts(4));
  EXPECT_TRUE(avf.adapts(std::nullopt));
  EXPECT_FALSE(avf.raised_order(16).has_value());
}

}  // namespace
}  // namespace lilyan
