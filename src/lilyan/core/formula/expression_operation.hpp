// The operations that a formula is made of: their values and exact local derivatives.
#pragma once

#include <cstdint>

namespace lilyan {

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

}  // namespace lilyan
