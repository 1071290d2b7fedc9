// A formula of several variables, read from text, with its exact first and second derivatives.
//
//   Expression W = parse_expression("k/2*(distance(a, b) - 1.2)^2", {.points = {"a", "b"}, .parameters = {{"k", 100}}});
//   Expression::Derivatives d;
//   W.second(at, d);      // d.value, d.gradient, d.hessian
//
// Numbers, + - * / ^ (from the right, before a minus sign: -x^2 = -(x^2)), parentheses, `pi`, names, and the functions that
// `expression_functions` lists. A point `a` has the components a.x, a.y and a.z, and distance(a, b) is that of two points.
//
// The text becomes a postfix program, parameters and constant parts already worked out. It is run on numbers for the value, and for
// the derivatives on jets (u, grad u, Hess u): for f(u_1, ..., u_k)
//
//   grad f = sum_i f_i grad u_i,     Hess f = sum_i f_i Hess u_i + sum_ij f_ij grad u_i grad u_j^T
//
// with the few local derivatives f_i, f_ij of the operation, so that nothing is differenced. At a kink (abs, hypot and distance at
// 0, min and max where both are equal) the derivative is one of those beside it, or 0 where that lies between them.
#pragma once

#include <lilyan/core/vector.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lilyan {

// The operations that a formula is made of: their values and exact local derivatives.
enum class Operation : std::uint8_t {
  constant,  // `number`
  variable,  // the argument's value at `index`, differentiated
  input,     // the argument's value at `index`, not differentiated
  negate,
  add,
  subtract,
  multiply,
  divide,
  power,        // u^v
  fixed_power,  // u^number
  squares,      // u_1^2 + ... + u_k^2
  hypot,        // its root
  sqrt,
  exp,
  log,
  sin,
  cos,
  tan,
  asin,
  acos,
  atan,
  atan2,
  sinh,
  cosh,
  tanh,
  abs,
  min,
  max,
};

constexpr int kMostOperands = 3;

struct Instruction {
  Operation operation;
  int operands = 0;  // taken from the stack
  double number = 0;
  std::int32_t index = 0;
};

// f(u); NaN or infinite where it is not defined.
double apply(const Instruction& instruction, const double* u);

// f with its derivatives f_i by the operands, and f_ij for i >= j at i(i+1)/2 + j.
struct LocalDerivatives {
  double f;
  double first[kMostOperands] = {};
  double second[kMostOperands * (kMostOperands + 1) / 2] = {};
};

LocalDerivatives differentiate(const Instruction& instruction, const double* u);

// c d where a vanishing d wins over a c that is infinite or undefined: what does not move has no part in a derivative.
inline double part(double c, double d) { return d == 0 ? 0 : c * d; }

// What a formula may speak of. Its argument holds the values of all points (x, y, z each), then of all variables, then of all
// inputs.
struct ExpressionNames {
  std::vector<std::string> points;           // differentiated by their components
  std::vector<std::string> variables;        // differentiated
  std::vector<std::string> inputs;           // not differentiated, as the time is
  std::map<std::string, double> parameters;  // constants
};

class Expression {
 public:
  // By the variables that the formula holds, in the order of `variables`.
  struct Derivatives {
    double value;
    Vector gradient;
    Eigen::MatrixXd hessian;
  };

  // Places in the argument of those variables that the formula holds, ascending. Nothing else moves its value but inputs.
  const std::vector<Index>& variables() const { return variables_; }

  // Its degree as a polynomial in the variables, or a bound of it where terms cancel; none where it is not seen to be one.
  std::optional<int> degree() const { return degree_; }

  // Whether the argument at that place moves its value: a variable or an input that it holds.
  bool depends_on(Index place) const;

  // The same formula, differentiated by the input at that place and by nothing else.
  Expression by_input(Index place) const;

  // Whether points enter only by their distances, so that no motion of all of them as a rigid whole changes the value.
  bool is_of_distances() const { return is_of_distances_; }

  double value(std::span<const double> at) const;
  void first(std::span<const double> at, Derivatives& d) const;   // value and gradient
  void second(std::span<const double> at, Derivatives& d) const;  // and Hessian

  // The size of all that was rounded on the way to the value, weighed by what it does to it: epsilon times it is the rounding
  // error.
  double magnitude(std::span<const double> at) const;

  // A program in postfix order; of its constants, variables (places in the argument) and operations.
  explicit Expression(std::vector<Instruction> program);

 private:
  void differentiate(std::span<const double> at, bool twice, Derivatives& d) const;

  std::vector<Instruction> program_;
  std::vector<Index> variables_;
  std::optional<int> degree_;
  bool is_of_distances_ = true;
  std::size_t stack_ = 0;  // the most values that wait at a time
};

// Throws InputError at `place` with the column, what stands there and what should.
Expression parse_expression(const std::string& text, const ExpressionNames& names, const std::string& place = {});

// Whether a point, variable, input or parameter may be called so: a letter, then letters, digits and _; no function, and not pi.
bool is_expression_name(const std::string& name);

struct ExpressionFunction {
  std::string name;
  std::string meaning;
};

std::vector<ExpressionFunction> expression_functions();

}  // namespace lilyan
