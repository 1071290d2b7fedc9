#include <lilyan/core/error.hpp>
#include <lilyan/core/formula/expression.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

namespace lilyan {
namespace {

const ExpressionNames kNames = {{"a", "b"}, {"u", "v"}, {"t"}, {{"k", 3.5}, {"rest", 1.25}, {"n", 4}}};
const std::vector<double> kAt = {0.3, -0.7, 1.1, 0.9, 0.4, -0.2, 0.6, 1.7, 0.25};  // a, b, u, v, t

double evaluate(const std::string& text) { return parse_expression(text, kNames).value(kAt); }

Fault fault_of(const std::string& text) {
  try {
    parse_expression(text, kNames, "here");
  } catch (const InputError& error) {
    return error.faults().front();
  }
  return {};
}

TEST(Expression, ReadsArithmeticAsItIsWritten) {
  EXPECT_EQ(evaluate("1 + 2*3"), 7);
  EXPECT_EQ(evaluate("(1 + 2)*3"), 9);
  EXPECT_EQ(evaluate("7 - 2 - 1"), 4);
  EXPECT_EQ(evaluate("12/3/2"), 2);
  EXPECT_EQ(evaluate("2^3^2"), 512);
  EXPECT_EQ(evaluate("-2^2"), -4);
  EXPECT_EQ(evaluate("(-2)^2"), 4);
  EXPECT_EQ(evaluate("2^-1"), 0.5);
  EXPECT_EQ(evaluate("- -+3"), 3);
  EXPECT_EQ(evaluate(" .5\t+\n1.25e1 "), 13);
  EXPECT_EQ(evaluate("k*rest"), 3.5 * 1.25);
  EXPECT_EQ(evaluate("min(3, 1, 2) + max(3, 1, 5, 2)"), 6);
  EXPECT_EQ(evaluate("2*pi"), 2 * std::numbers::pi);
}

TEST(Expression, KnowsItsVariablesPointsAndInputs) {
  EXPECT_EQ(evaluate("u"), 0.6);
  EXPECT_EQ(evaluate("b.y"), 0.4);
  EXPECT_EQ(evaluate("t"), 0.25);
  EXPECT_EQ(evaluate("distance(a, b)"), std::hypot(0.6, 1.1, 1.3));
  EXPECT_EQ(parse_expression("u*b.y + t", kNames).variables(), (std::vector<Index>{4, 6}));
  EXPECT_TRUE(parse_expression("k + t", kNames).variables().empty());
}

TEST(Expression, HasTheValuesOfItsFunctions) {
  EXPECT_EQ(evaluate("sqrt(v) + exp(u) + log(v)"), std::sqrt(1.7) + std::exp(0.6) + std::log(1.7));
  EXPECT_EQ(evaluate("sin(u) + cos(u) + tan(u)"), std::sin(0.6) + std::cos(0.6) + std::tan(0.6));
  EXPECT_EQ(evaluate("asin(u) + acos(u) + atan(u)"), std::asin(0.6) + std::acos(0.6) + std::atan(0.6));
  EXPECT_EQ(evaluate("sinh(u) + cosh(u) + tanh(u)"), std::sinh(0.6) + std::cosh(0.6) + std::tanh(0.6));
  EXPECT_EQ(evaluate("atan2(u, -v) + hypot(u, v) + abs(-u)"), std::atan2(0.6, -1.7) + std::hypot(0.6, 1.7) + 0.6);
  EXPECT_EQ(evaluate("hypot(u, v, 2)"), std::hypot(0.6, 1.7, 2.0));
}

TEST(Expression, ListsAllFunctionsThatItReads) {
  for (const ExpressionFunction& function : expression_functions()) {
    EXPECT_FALSE(is_expression_name(function.name));
    const std::string one = function.name + "(0.5)", two = function.name + "(0.5, 0.5)", points = function.name + "(a, b)";
    EXPECT_TRUE(fault_of(one).id.empty() || fault_of(two).id.empty() || fault_of(points).id.empty()) << function.name;
  }
  EXPECT_TRUE(is_expression_name("planet_2"));
  for (const char* name : {"", "2a", "a.x", "a b", "pi", "sin", "distance"}) EXPECT_FALSE(is_expression_name(name)) << name;
}

// A formula at random whose value is finite for arguments in (0, 2), built so that no operation sits near its edge.
class RandomFormula {
 public:
  explicit RandomFormula(unsigned seed) : random_(seed) {}

  std::string operator()(int depth) {
    if (depth == 0) return leaf();
    const std::string u = (*this)(depth - 1), v = (*this)(pick(depth));
    switch (pick(20)) {
      case 0: return "(" + u + " + " + v + ")";
      case 1: return "(" + u + " - " + v + ")";
      case 2: return "(" + u + ")*(" + v + ")";
      case 3: return "(" + u + ")/(2 + (" + v + ")^2)";
      case 4: return "(1.5 + sin(" + u + "))^" + std::to_string(pick(7) - 3);
      case 5: return "(1.5 + cos(" + u + "))^(" + v + "/3)";
      case 6: return "-sqrt(1 + (" + u + ")^2)";
      case 7: return "exp(-(" + u + ")^2)";
      case 8: return "log(2 + sin(" + u + "))";
      case 9: return "sin(" + u + ")";
      case 10: return "cos(" + u + " + t)";
      case 11: return "tan(sin(" + u + "))";
      case 12: return "asin(0.9*sin(" + u + "))";
      case 13: return "acos(0.9*cos(" + u + "))";
      case 14: return "atan(" + u + ")";
      case 15: return "atan2(" + u + ", 2 + cos(" + v + "))";
      case 16: return "sinh(sin(" + u + ")) + cosh(sin(" + v + "))";
      case 17: return "tanh(" + u + ")";
      case 18: return "hypot(" + u + ", 1 + sin(" + v + "), 0.3)";
      default: return "(0.2 + abs(5 + sin(" + u + ")))^1.5 + min(" + u + ", 1e4) + max(-1e4, " + v + ")";
    }
  }

 private:
  std::string leaf() {
    const char* const leaves[] = {
        "a.x", "a.y", "a.z", "b.x", "b.y", "b.z", "u", "v", "t", "k", "0.7", "distance(a, b)", "distance(a, b)^2"};
    return leaves[pick(std::size(leaves))];
  }
  int pick(int n) { return std::uniform_int_distribution<int>(0, n - 1)(random_); }
  int pick(std::size_t n) { return pick(static_cast<int>(n)); }

  std::mt19937 random_;
};

TEST(Expression, HasTheDerivativesOfItsValue) {
  int tried = 0;
  for (unsigned seed = 0; seed < 600; ++seed) {
    const std::string text = RandomFormula(seed)(1 + static_cast<int>(seed % 4));
    const Expression f = parse_expression(text, kNames);
    if (f.variables().empty()) continue;
    Expression::Derivatives at, plus, minus;
    f.second(kAt, at);
    ASSERT_TRUE(std::isfinite(at.value) && at.gradient.allFinite() && at.hessian.allFinite()) << text;
    EXPECT_EQ(at.value, f.value(kAt)) << text;
    const double h = 1e-5, scale = std::abs(at.value) + at.gradient.norm() + at.hessian.norm();
    if (scale > 1e4) continue;  // so steep that differences tell nothing
    ++tried;
    for (std::size_t i = 0; i < f.variables().size(); ++i) {
      std::vector<double> right = kAt, left = kAt;
      right[static_cast<std::size_t>(f.variables()[i])] += h;
      left[static_cast<std::size_t>(f.variables()[i])] -= h;
      f.first(right, plus);
      f.first(left, minus);
      const auto k = static_cast<Eigen::Index>(i);
      EXPECT_NEAR(at.gradient[k], (plus.value - minus.value) / (2 * h), 1e-6 * scale) << text;
      EXPECT_LE((at.hessian.col(k) - (plus.gradient - minus.gradient) / (2 * h)).norm(), 1e-6 * scale) << text;
    }
  }
  EXPECT_GT(tried, 400);
}

TEST(Expression, HasExactDerivativesWhereTheyAreKnown) {
  const Expression f = parse_expression("128*u^4 + u*v^-1", kNames);
  Expression::Derivatives d;
  f.second(kAt, d);
  const double u = 0.6, v = 1.7;
  EXPECT_NEAR(d.gradient[0], 512 * u * u * u + 1 / v, 1e-13 * d.gradient[0]);
  EXPECT_NEAR(d.gradient[1], -u / (v * v), 1e-16);
  EXPECT_NEAR(d.hessian(0, 0), 1536 * u * u, 1e-12);
  EXPECT_NEAR(d.hessian(0, 1), -1 / (v * v), 1e-15);
  EXPECT_NEAR(d.hessian(1, 1), 2 * u / (v * v * v), 1e-15);
}

TEST(Expression, IsSmoothWhereEvenPowersOfADistanceVanish) {
  const Expression f = parse_expression("(distance(a, b)^2 - rest^2)^2 + distance(a, b)^4", kNames);
  const std::vector<double> together = {1, 2, 3, 1, 2, 3, 0, 0, 0};
  Expression::Derivatives d;
  f.second(together, d);
  EXPECT_EQ(d.value, std::pow(1.25, 4));
  EXPECT_EQ(d.gradient.norm(), 0);
  EXPECT_NEAR(d.hessian(0, 0), -4 * 1.25 * 1.25, 1e-14);
}

TEST(Expression, PushesNowhereAtAKink) {
  Expression::Derivatives d;
  parse_expression("abs(u) + hypot(u, v)", kNames).second(std::vector<double>(9, 0.0), d);
  EXPECT_EQ(d.value, 0);
  EXPECT_EQ(d.gradient.norm(), 0);
  EXPECT_EQ(d.hessian.norm(), 0);
}

TEST(Expression, IsNotFiniteWhereItIsNotDefined) {
  const std::vector<double> zero(9, 0.0);
  for (const char* text :
       {"1/u", "log(u)", "sqrt(u - 1)", "(u - 1)^0.5", "asin(u + 2)", "min(1, sqrt(u - 1))", "u^-1", "exp(1e4 + u)"})
    EXPECT_FALSE(std::isfinite(parse_expression(text, kNames).value(zero))) << text;
}

TEST(Expression, KnowsItsDegreeAsAPolynomial) {
  const auto degree = [](const char* text) { return parse_expression(text, kNames).degree(); };
  EXPECT_EQ(degree("128*u^4"), 4);
  EXPECT_EQ(degree("10*u + 1500*(u^2 - 1)^2"), 4);
  EXPECT_EQ(degree("(u + v)^n"), 4);
  EXPECT_EQ(degree("(distance(a, b)^2 - rest^2)^2"), 4);
  EXPECT_EQ(degree("hypot(u, v)^6"), 6);
  EXPECT_EQ(degree("sin(t)*u/k - 3"), 1);
  EXPECT_EQ(degree("t + k"), 0);
  EXPECT_EQ(degree("u/t"), 1);
  EXPECT_EQ(degree("u^1"), 1);
  for (const char* text : {"distance(a, b)", "1/u", "u^-2", "u^2.5", "u^t", "2^u", "sin(u)", "abs(u)", "min(u, 1)", "u^33"})
    EXPECT_EQ(degree(text), std::nullopt) << text;
}

TEST(Expression, KnowsWhetherPointsEnterByTheirDistancesOnly) {
  const auto of_distances = [](const char* text) { return parse_expression(text, kNames).is_of_distances(); };
  EXPECT_TRUE(of_distances("k/2*(distance(a, b) - rest)^2 + t"));
  EXPECT_TRUE(of_distances("1/distance(b, a)^6 - distance(a, b)"));
  EXPECT_TRUE(of_distances("hypot(a.x - b.x, a.y - b.y, a.z - b.z)"));
  for (const char* text : {"a.x", "distance(a, b) + a.x", "hypot(a.x - b.x, a.y - b.y)", "hypot(a.x - b.x, a.y - b.y, a.z - b.y)",
                           "hypot(a.y - b.y, a.z - b.z, u - v)", "a.x - b.x"})
    EXPECT_FALSE(of_distances(text)) << text;
}

TEST(Expression, KnowsWhatItDependsOn) {
  const Expression f = parse_expression("u*t", kNames);
  for (Index place = 0; place < 9; ++place) EXPECT_EQ(f.depends_on(place), place == 6 || place == 8) << place;
  const Expression by_time = parse_expression("u*sin(t)", kNames).by_input(8);
  Expression::Derivatives d;
  by_time.first(kAt, d);
  EXPECT_EQ(by_time.variables(), std::vector<Index>{8});
  EXPECT_NEAR(d.gradient[0], 0.6 * std::cos(0.25), 1e-15);
}

TEST(Expression, KnowsTheSizeOfWhatCancels) {
  const Expression f = parse_expression("1e6*u - 1e6*u + 1", kNames);
  EXPECT_NEAR(f.value(kAt), 1, 1e-9);
  EXPECT_GT(f.magnitude(kAt), 1e6);
  EXPECT_LT(f.magnitude(kAt), 1e7);
  EXPECT_GE(parse_expression("u", kNames).magnitude(kAt), 0.6);
}

struct Bad {
  const char *text, *id, *message, *hint;
};

TEST(Expression, SaysWhereAFormulaIsWrongAndWhatShouldStandThere) {
  const Bad all[] = {
      {"", "expression.syntax", "column 1: found the end, expected a number, a name or \"(\"", ""},
      {"1 +", "expression.syntax", "column 4: found the end, expected a number, a name or \"(\"", ""},
      {"(1 + u", "expression.syntax", "column 7: found the end, expected an operator or \")\"", ""},
      {"1 + u)", "expression.syntax", "column 6: found \")\", expected an operator or the end", ""},
      {"2 u", "expression.syntax", "column 3: found \"u\", expected an operator or the end", "a product is written with *"},
      {"u**2", "expression.syntax", "column 3: found \"*\", expected a number, a name or \"(\"", "a power is written with ^"},
      {"u = 2", "expression.syntax", "column 3: found \"=\", expected an operator or the end", ""},
      {"u\xc2\xb2", "expression.syntax",
       "column 2: found a character that no formula has (byte 0xc2), expected an operator or the end",
       "write signs and powers as + - * / ^ and letters without accents"},
      {".", "expression.syntax", "column 1: found \".\", expected a number", ""},
      {"sin", "expression.syntax", "column 1: found \"sin\" without operands, expected \"sin(\"", ""},
      {"2*a", "expression.syntax", "column 3: found the point \"a\", expected a number", "its components are a.x, a.y and a.z"},
      {"sin(u", "expression.syntax", "column 6: found the end, expected an operator, \",\" or \")\"", ""},
      {"distance(2, a)", "expression.syntax", "column 10: found \"2\", expected the name of a point",
       "a product is written with *"},
      {"1 + resst", "expression.unknown-name", "column 5: nothing is called \"resst\"", "did you mean \"rest\"?"},
      {"a.w", "expression.unknown-name", "column 1: nothing is called \"a.w\"", "did you mean \"a.x\"?"},
      {"sine(u)", "expression.unknown-name", "column 1: no function is called \"sine\"", "did you mean \"sin\"?"},
      {"quux(u)", "expression.unknown-name", "column 1: no function is called \"quux\"", "a product is written with *"},
      {"distance(a, c)", "expression.unknown-name", "column 13: no point is called \"c\"", "did you mean \"a\"?"},
      {"sin(1, 2)", "expression.operands", "column 1: sin takes one operand, found more", ""},
      {"atan2(1)", "expression.operands", "column 1: atan2 takes 2 operands, found 1", ""},
      {"min(1)", "expression.operands", "column 1: min takes two or more operands, found 1", ""},
      {"hypot(1, 2, 3, 4)", "expression.operands", "column 1: hypot takes 2 or 3 operands, found more", ""},
      {"distance(a)", "expression.operands", "column 1: distance takes two points, found one", "for example distance(a, b)"},
      {"distance(a, b, a)", "expression.operands", "column 1: distance takes two points, and \")\" after them",
       "for example distance(a, b)"},
      {"distance(a, a)", "expression.operands", "column 1: distance takes two different points, found the same one twice", ""},
      {"u + 1/0", "expression.not-finite", "column 6: what is computed here is not a finite number",
       "it depends on nothing that could change"},
      {"1e999", "expression.not-finite", "column 1: the number is too large or too small to be computed with", ""},
  };
  for (const Bad& bad : all) {
    const Fault fault = fault_of(bad.text);
    EXPECT_EQ(fault.id, bad.id) << bad.text;
    EXPECT_EQ(fault.message, bad.message) << bad.text;
    EXPECT_EQ(fault.hint, bad.hint) << bad.text;
    EXPECT_EQ(fault.place, "here");
  }
}

TEST(Expression, RefusesWhatIsTooLongOrTooDeep) {
  const auto repeated = [](const char* word, int times) {
    std::string text;
    for (int i = 0; i < times; ++i) text += word;
    return text;
  };
  for (const char* opening : {"(", "-", "sin(", "2^", "min(1,"}) {
    EXPECT_EQ(fault_of(repeated(opening, 1000)).id, "expression.too-long") << opening;
    EXPECT_NE(fault_of(repeated(opening, 50)).id, "expression.too-long") << opening;
  }
  EXPECT_EQ(fault_of(repeated("u+", 5001)).id, "expression.too-long");
  EXPECT_EQ(fault_of(repeated("u+", 4900) + "u").id, "");
  EXPECT_NEAR(evaluate(repeated("u+", 4900) + "u"), 4901 * 0.6, 1e-9);
}

}  // namespace
}  // namespace lilyan
