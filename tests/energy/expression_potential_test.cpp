// Energies given as formulas: what they say, against the same energies written out.
#include <lilyan/energy/expression_potential.hpp>
#include <lilyan/energy/gravity.hpp>
#include <lilyan/energy/springs.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace lilyan {
namespace {

ExpressionPotential of(const std::string& text, const std::vector<std::string>& names, std::vector<Index> groups,
                       std::map<std::string, double> parameters = {}, const Vector& mass = Vector::LinSpaced(9, 1, 9)) {
  const auto per_group = static_cast<Index>(names.size());
  return {parse_expression(text, potential_names(names, std::move(parameters))), std::move(groups), per_group, mass};
}

// All blocks of a potential's Hessian, multiplied by vectors one after the other.
Eigen::MatrixXd hessian(Potential& potential, const Vector& x, Definiteness definiteness) {
  BlockPatternBuilder builder(static_cast<Index>(x.size() / 3));
  potential.connect(builder);
  BlockMatrix H(builder.build());
  potential.add_hessian(x, 0, 1, definiteness, H);
  Eigen::MatrixXd dense(x.size(), x.size());
  for (Eigen::Index j = 0; j < x.size(); ++j) dense.col(j) = H.times(Vector::Unit(x.size(), j));
  return dense;
}

void expect_same(Potential& a, Potential& b, const Vector& x) {
  Vector g_a = Vector::Zero(x.size()), g_b = Vector::Zero(x.size());
  const double W = b.add_gradient(x, 0, 1, g_b);
  EXPECT_NEAR(a.add_gradient(x, 0, 1, g_a), W, 1e-12 * std::abs(W));
  EXPECT_LT((g_a - g_b).norm(), 1e-12 * g_b.norm());
  const double scale = hessian(b, x, Definiteness::exact).norm();
  for (const Definiteness definiteness : {Definiteness::exact, Definiteness::projected})
    EXPECT_LE((hessian(a, x, definiteness) - hessian(b, x, definiteness)).norm(), 1e-12 * scale);
}

Vector scattered(Index vertices) {
  Vector x(3 * Eigen::Index{vertices});
  for (Eigen::Index i = 0; i < x.size(); ++i) x[i] = std::sin(1.7 * static_cast<double>(i * i) + 0.3);
  return x;
}

TEST(ExpressionPotential, OfASpringIsThatSpringInWhateverOrderItsEndsAreNamed) {
  const Vector x = scattered(4);
  for (const auto& [law, text] :
       {std::pair{SpringLaw::hookean, "k/2*(distance(a, b) - r)^2"}, {SpringLaw::stvk, "k/2*(distance(a, b)^2 - r^2)^2"}})
    for (const double rest : {0.4, 5.0}) {
      Springs springs({{1, 3, rest, 100}}, law);
      for (const std::vector<Index>& ends : {std::vector<Index>{1, 3}, {3, 1}}) {
        ExpressionPotential formula = of(text, {"a", "b"}, ends, {{"k", 100}, {"r", rest}});
        expect_same(formula, springs, x);
        EXPECT_EQ(formula.degree(), springs.degree());
      }
    }
}

TEST(ExpressionPotential, OfManyGroupsIsTheSumOverThem) {
  const Vector x = scattered(9);
  std::vector<Spring> springs;
  std::vector<Index> ends;
  for (Index i = 0; i < 8; ++i) springs.push_back({i, i + 1, 0.5, 20}), ends.insert(ends.end(), {i + 1, i});
  Springs together(springs, SpringLaw::hookean);
  ExpressionPotential formula = of("10*(distance(a, b) - 0.5)^2", {"a", "b"}, ends);
  Vector g = Vector::Zero(x.size()), expected = g;
  EXPECT_NEAR(formula.add_gradient(x, 0, 2, g), together.add_gradient(x, 0, 2, expected), 1e-12);
  EXPECT_LT((g - expected).norm(), 1e-12 * expected.norm());
}

TEST(ExpressionPotential, KnowsMassesAndTheTime) {
  const Vector x = scattered(3), mass = Vector::LinSpaced(3, 2, 4);
  ExpressionPotential field = of("m*9.81*y", {""}, {0, 1, 2}, {}, mass);
  Gravity gravity(mass, Vec3(0, -9.81, 0));
  EXPECT_NEAR(field.value(x, 0), gravity.value(x, 0), 1e-13);
  EXPECT_EQ(field.degree(), 1);
  const ExpressionPotential pair = of("a.m + 10*b.m + 100*t", {"a", "b"}, {2, 0}, {}, mass);
  EXPECT_EQ(pair.value(x, 3), 4 + 20 + 300);
  EXPECT_TRUE(pair.depends_on_time());
  EXPECT_FALSE(field.depends_on_time());
  EXPECT_FALSE(field.keeps_momenta());
}

TEST(ExpressionPotential, IsInfiniteWhereItsFormulaIsNotFinite) {
  const Vector x = Vector::Zero(6);
  Vector g = Vector::Zero(6);
  for (const char* text : {"-1/distance(a, b)", "log(a.x)", "sqrt(a.x - 1)", "exp(1e6*(a.x + 1))"}) {
    const ExpressionPotential potential = of(text, {"a", "b"}, {0, 1});
    EXPECT_EQ(potential.value(x, 0), std::numeric_limits<double>::infinity()) << text;
    EXPECT_EQ(potential.add_gradient(x, 0, 1, g), std::numeric_limits<double>::infinity()) << text;
  }
  // The value is 0, but no finite force holds it there.
  EXPECT_EQ(of("sqrt(a.x) + b.y", {"a", "b"}, {0, 1}).add_gradient(x, 0, 1, g), std::numeric_limits<double>::infinity());
}

TEST(ExpressionPotential, SaysHowLargeTheTermsAreThatCancel) {
  const Vector x = Vector::Ones(3);
  const ExpressionPotential potential = of("1e6*x - 1e6*y", {""}, {0});
  EXPECT_EQ(potential.value(x, 0), 0);
  EXPECT_GE(potential.magnitude(x, 0, 0), 1e6);
}

}  // namespace
}  // namespace lilyan
