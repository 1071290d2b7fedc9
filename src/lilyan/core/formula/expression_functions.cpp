#include <lilyan/core/formula/expression_functions.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace lilyan {
namespace {

constexpr FormulaFunction kFunctions[] = {
    {"sqrt", Operation::sqrt, 1, 1, "square root"},
    {"exp", Operation::exp, 1, 1, "exponential"},
    {"log", Operation::log, 1, 1, "natural logarithm"},
    {"sin", Operation::sin, 1, 1, "sine, of radians"},
    {"cos", Operation::cos, 1, 1, "cosine, of radians"},
    {"tan", Operation::tan, 1, 1, "tangent, of radians"},
    {"asin", Operation::asin, 1, 1, "arc sine, in radians"},
    {"acos", Operation::acos, 1, 1, "arc cosine, in radians"},
    {"atan", Operation::atan, 1, 1, "arc tangent, in radians"},
    {"atan2", Operation::atan2, 2, 2, "angle of (x, y) as atan2(y, x), in radians from -pi to pi"},
    {"sinh", Operation::sinh, 1, 1, "hyperbolic sine"},
    {"cosh", Operation::cosh, 1, 1, "hyperbolic cosine"},
    {"tanh", Operation::tanh, 1, 1, "hyperbolic tangent"},
    {"abs", Operation::abs, 1, 1, "size without sign"},
    {"min", Operation::min, 2, kAnyNumberOfOperands, "the least of two or more"},
    {"max", Operation::max, 2, kAnyNumberOfOperands, "the greatest of two or more"},
    {"hypot", Operation::hypot, 2, 3, "root of the sum of two or three squares"},
};

}  // namespace

std::span<const FormulaFunction> formula_functions() { return kFunctions; }

const FormulaFunction* find_function(const std::string& name) {
  const auto* found =
      std::find_if(std::begin(kFunctions), std::end(kFunctions), [&](const FormulaFunction& f) { return name == f.name; });
  return found == std::end(kFunctions) ? nullptr : found;
}

bool is_function(const std::string& name) { return name == kDistance || find_function(name); }

std::string operands_in_words(const FormulaFunction& function) {
  if (function.most == kAnyNumberOfOperands) return "two or more operands";
  if (function.most != function.fewest) return fmt::format("{} or {} operands", function.fewest, function.most);
  return function.most == 1 ? "one operand" : fmt::format("{} operands", function.most);
}

std::vector<ExpressionFunction> expression_functions() {
  std::vector<ExpressionFunction> functions;
  for (const FormulaFunction& function : kFunctions) functions.push_back({function.name, function.meaning});
  functions.push_back({kDistance, "distance of two points, distance(a, b)"});
  return functions;
}

}  // namespace lilyan
