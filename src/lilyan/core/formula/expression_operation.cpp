#include <lilyan/core/formula/expression.hpp>

#include <cmath>
#include <limits>

namespace lilyan {

namespace {

double sum_of_squares(const double* u, int count) {
  double sum = 0;
  for (int i = 0; i < count; ++i) sum += u[i] * u[i];
  return sum;
}

LocalDerivatives of_one(double f, double first, double second) { return {f, {first}, {second}}; }

LocalDerivatives of_two(double f, double f_u, double f_v, double f_uu, double f_uv, double f_vv) {
  return {f, {f_u, f_v}, {f_uu, f_uv, f_vv}};
}

// n = u/|u|: f_i = n_i, f_ij = (delta_ij - n_i n_j)/|u|.
LocalDerivatives of_length(double length, const double* u, int count) {
  LocalDerivatives local{length};
  if (length == 0) return local;
  for (int i = 0; i < count; ++i) {
    local.first[i] = u[i] / length;
    for (int j = 0; j <= i; ++j) local.second[i * (i + 1) / 2 + j] = ((i == j ? 1 : 0) - local.first[i] * local.first[j]) / length;
  }
  return local;
}

}  // namespace

double apply(const Instruction& instruction, const double* u) {
  switch (instruction.operation) {
    case Operation::constant: return instruction.number;
    case Operation::variable:
    case Operation::input: return u[0];
    case Operation::negate: return -u[0];
    case Operation::add: return u[0] + u[1];
    case Operation::subtract: return u[0] - u[1];
    case Operation::multiply: return u[0] * u[1];
    case Operation::divide: return u[0] / u[1];
    case Operation::power: return std::pow(u[0], u[1]);
    case Operation::fixed_power: return std::pow(u[0], instruction.number);
    case Operation::squares: return sum_of_squares(u, instruction.operands);
    case Operation::hypot: return instruction.operands == 2 ? std::hypot(u[0], u[1]) : std::hypot(u[0], u[1], u[2]);
    case Operation::sqrt: return std::sqrt(u[0]);
    case Operation::exp: return std::exp(u[0]);
    case Operation::log: return std::log(u[0]);
    case Operation::sin: return std::sin(u[0]);
    case Operation::cos: return std::cos(u[0]);
    case Operation::tan: return std::tan(u[0]);
    case Operation::asin: return std::asin(u[0]);
    case Operation::acos: return std::acos(u[0]);
    case Operation::atan: return std::atan(u[0]);
    case Operation::atan2: return std::atan2(u[0], u[1]);
    case Operation::sinh: return std::sinh(u[0]);
    case Operation::cosh: return std::cosh(u[0]);
    case Operation::tanh: return std::tanh(u[0]);
    case Operation::abs: return std::abs(u[0]);
    // Not std::min, which may lose an operand that is not a number.
    case Operation::min: return u[0] <= u[1] ? u[0] : u[1] < u[0] ? u[1] : std::numeric_limits<double>::quiet_NaN();
    case Operation::max: return u[0] >= u[1] ? u[0] : u[1] > u[0] ? u[1] : std::numeric_limits<double>::quiet_NaN();
  }
  return 0;
}

LocalDerivatives differentiate(const Instruction& instruction, const double* u) {
  const double f = apply(instruction, u);
  switch (instruction.operation) {
    case Operation::constant:
    case Operation::input: return {f};
    case Operation::variable: return of_one(f, 1, 0);
    case Operation::negate: return of_one(f, -1, 0);
    case Operation::add: return of_two(f, 1, 1, 0, 0, 0);
    case Operation::subtract: return of_two(f, 1, -1, 0, 0, 0);
    case Operation::multiply: return of_two(f, u[1], u[0], 0, 1, 0);
    case Operation::divide: {
      const double r = 1 / u[1];
      return of_two(f, r, -f * r, 0, -r * r, 2 * f * r * r);
    }
    case Operation::power: {
      const double v = u[1], l = std::log(u[0]), below = std::pow(u[0], v - 1);
      return of_two(f, v * below, f * l, part(std::pow(u[0], v - 2), v * (v - 1)), below * (1 + v * l), f * l * l);
    }
    case Operation::fixed_power: {
      const double c = instruction.number;
      return of_one(f, part(std::pow(u[0], c - 1), c), part(std::pow(u[0], c - 2), c * (c - 1)));
    }
    case Operation::squares: {
      LocalDerivatives local{f};
      for (int i = 0; i < instruction.operands; ++i) local.first[i] = 2 * u[i], local.second[i * (i + 1) / 2 + i] = 2;
      return local;
    }
    case Operation::hypot: return of_length(f, u, instruction.operands);
    case Operation::sqrt: return of_one(f, 0.5 / f, -0.25 / (f * u[0]));
    case Operation::exp: return of_one(f, f, f);
    case Operation::log: return of_one(f, 1 / u[0], -1 / (u[0] * u[0]));
    case Operation::sin: return of_one(f, std::cos(u[0]), -f);
    case Operation::cos: return of_one(f, -std::sin(u[0]), -f);
    case Operation::tan: return of_one(f, 1 + f * f, 2 * f * (1 + f * f));
    case Operation::asin:
    case Operation::acos: {
      const double slope = 1 / std::sqrt((1 - u[0]) * (1 + u[0])), sign = instruction.operation == Operation::asin ? 1 : -1;
      return of_one(f, sign * slope, sign * u[0] * slope * slope * slope);
    }
    case Operation::atan: {
      const double slope = 1 / (1 + u[0] * u[0]);
      return of_one(f, slope, -2 * u[0] * slope * slope);
    }
    case Operation::atan2: {
      const double y = u[0], x = u[1], r2 = x * x + y * y, bend = 2 * x * y / (r2 * r2);
      return of_two(f, x / r2, -y / r2, -bend, (y - x) * (y + x) / (r2 * r2), bend);
    }
    case Operation::sinh: return of_one(f, std::cosh(u[0]), f);
    case Operation::cosh: return of_one(f, std::sinh(u[0]), f);
    case Operation::tanh: {
      const double c = std::cosh(u[0]), slope = 1 / (c * c);
      return of_one(f, slope, -2 * f * slope);
    }
    case Operation::abs: return of_one(f, u[0] > 0 ? 1 : u[0] < 0 ? -1 : 0, 0);
    case Operation::min: return u[0] <= u[1] ? of_two(f, 1, 0, 0, 0, 0) : of_two(f, 0, 1, 0, 0, 0);
    case Operation::max: return u[0] >= u[1] ? of_two(f, 1, 0, 0, 0, 0) : of_two(f, 0, 1, 0, 0, 0);
  }
  return {f};
}

}  // namespace lilyan
