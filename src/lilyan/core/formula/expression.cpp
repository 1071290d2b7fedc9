#include <lilyan/core/formula/expression.hpp>

#include <algorithm>
#include <cmath>

namespace lilyan {

namespace {

bool is_leaf(const Instruction& instruction) { return instruction.operands == 0; }

double leaf_value(const Instruction& leaf, std::span<const double> at) {
  return leaf.operation == Operation::constant ? leaf.number : at[static_cast<std::size_t>(leaf.index)];
}

// The degree of an operation's result in the variables, of operands of those degrees. A high one helps nobody, and is none.
std::optional<int> degree_of(const Instruction& instruction, std::span<const std::optional<int>> operands) {
  constexpr int kHighest = 32;
  int highest = 0, sum = 0;
  for (const std::optional<int>& operand : operands) {
    if (!operand) return std::nullopt;
    highest = std::max(highest, *operand);
    sum += *operand;
  }
  if (highest == 0) return instruction.operation == Operation::variable ? 1 : 0;
  const auto bounded = [](double degree) { return degree <= kHighest ? std::optional(static_cast<int>(degree)) : std::nullopt; };
  const double n = instruction.number;
  switch (instruction.operation) {
    case Operation::negate:
    case Operation::add:
    case Operation::subtract: return highest;
    case Operation::multiply: return bounded(sum);
    case Operation::divide: return *operands[1] == 0 ? operands[0] : std::nullopt;
    case Operation::fixed_power: return n >= 0 && n == std::floor(n) ? bounded(highest * n) : std::nullopt;
    case Operation::squares: return bounded(2.0 * highest);
    default: return std::nullopt;
  }
}

// Whether the instructions that end here are those of a distance: hypot or squares of a_c - b_c for the components c of two points.
constexpr std::ptrdiff_t kOfADistance = 10;

bool is_distance(const Instruction* end) {
  if (!((end[-1].operation == Operation::hypot || end[-1].operation == Operation::squares) && end[-1].operands == 3)) return false;
  const Instruction* at = end - kOfADistance;
  const Index a = at[0].index, b = at[1].index;
  for (int c = 0; c < 3; ++c, at += 3) {
    const bool subtracts =
        at[0].operation == Operation::variable && at[1].operation == Operation::variable && at[2].operation == Operation::subtract;
    if (!subtracts || at[0].index != a + c || at[1].index != b + c) return false;
  }
  return a % 3 == 0 && b % 3 == 0;
}

std::size_t count(int n) { return static_cast<std::size_t>(n); }

}  // namespace

Expression::Expression(std::vector<Instruction> program) : program_(std::move(program)) {
  std::vector<std::optional<int>> degrees;
  for (const Instruction& instruction : program_) {
    if (instruction.operation == Operation::variable) variables_.push_back(instruction.index);
    const auto operands = degrees.end() - instruction.operands;
    const std::optional<int> degree = degree_of(instruction, {operands, degrees.end()});
    degrees.erase(operands, degrees.end());
    degrees.push_back(degree);
    stack_ = std::max(stack_, degrees.size());
  }
  degree_ = degrees.back();
  auto in_distances = std::ptrdiff_t{0};
  for (std::ptrdiff_t end = kOfADistance; end <= std::ssize(program_); ++end)
    if (is_distance(program_.data() + end)) in_distances += 6;
  is_of_distances_ = in_distances == std::ssize(variables_);
  std::sort(variables_.begin(), variables_.end());
  variables_.erase(std::unique(variables_.begin(), variables_.end()), variables_.end());
}

bool Expression::depends_on(Index place) const {
  return std::any_of(program_.begin(), program_.end(), [&](const Instruction& instruction) {
    return (instruction.operation == Operation::variable || instruction.operation == Operation::input) &&
           instruction.index == place;
  });
}

Expression Expression::by_input(Index place) const {
  std::vector<Instruction> program = program_;
  for (Instruction& instruction : program)
    if (instruction.operation == Operation::variable || instruction.operation == Operation::input)
      instruction.operation = instruction.index == place ? Operation::variable : Operation::input;
  return Expression(std::move(program));
}

double Expression::value(std::span<const double> at) const {
  std::vector<double> stack(stack_);
  std::size_t top = 0;
  for (const Instruction& instruction : program_) {
    top -= count(instruction.operands);
    stack[top] = is_leaf(instruction) ? leaf_value(instruction, at) : apply(instruction, &stack[top]);
    ++top;
  }
  return stack[0];
}

double Expression::magnitude(std::span<const double> at) const {
  std::vector<double> stack(stack_), rounded(stack_);
  std::size_t top = 0;
  for (const Instruction& instruction : program_) {
    top -= count(instruction.operands);
    if (is_leaf(instruction)) {
      stack[top] = leaf_value(instruction, at);
      rounded[top] = 0;
    } else {
      const LocalDerivatives local = lilyan::differentiate(instruction, &stack[top]);
      double sum = std::abs(local.f);
      for (int k = 0; k < instruction.operands; ++k) sum += part(std::abs(local.first[k]), rounded[top + count(k)]);
      stack[top] = local.f;
      rounded[top] = sum;
    }
    ++top;
  }
  return std::max(std::abs(stack[0]), rounded[0]);
}

void Expression::first(std::span<const double> at, Derivatives& d) const { differentiate(at, false, d); }
void Expression::second(std::span<const double> at, Derivatives& d) const { differentiate(at, true, d); }

void Expression::differentiate(std::span<const double> at, bool twice, Derivatives& d) const {
  const std::size_t n = variables_.size(), entries = twice ? n * (n + 1) / 2 : 0;
  std::vector<double> values(stack_), gradients(stack_ * n), hessians(stack_ * entries);  // (i, j), i >= j, at i(i+1)/2 + j
  std::size_t top = 0;
  for (const Instruction& instruction : program_) {
    top -= count(instruction.operands);
    double* const g = gradients.data() + top * n;  // of operand k: g[k n + i]; the result takes the first operand's place
    double* const H = hessians.data() + top * entries;
    if (is_leaf(instruction)) {
      values[top] = leaf_value(instruction, at);
      std::fill_n(g, n, 0.0);
      std::fill_n(H, entries, 0.0);
      if (instruction.operation == Operation::variable)
        g[std::lower_bound(variables_.begin(), variables_.end(), instruction.index) - variables_.begin()] = 1;
      ++top;
      continue;
    }
    const LocalDerivatives local = lilyan::differentiate(instruction, &values[top]);
    const std::size_t operands = count(instruction.operands);
    for (std::size_t i = 0, entry = 0; twice && i < n; ++i)
      for (std::size_t j = 0; j <= i; ++j, ++entry) {
        double sum = 0;
        for (std::size_t k = 0, pair = 0; k < operands; ++k) {
          sum += part(local.first[k], H[k * entries + entry]);
          for (std::size_t l = 0; l < k; ++l, ++pair)
            sum += part(local.second[pair], g[k * n + i] * g[l * n + j] + g[l * n + i] * g[k * n + j]);
          sum += part(local.second[pair++], g[k * n + i] * g[k * n + j]);
        }
        H[entry] = sum;
      }
    for (std::size_t i = 0; i < n; ++i) {
      double sum = 0;
      for (std::size_t k = 0; k < operands; ++k) sum += part(local.first[k], g[k * n + i]);
      g[i] = sum;
    }
    values[top++] = local.f;
  }

  const auto size = static_cast<Eigen::Index>(n);
  d.value = values[0];
  d.gradient = Eigen::Map<const Vector>(gradients.data(), size);
  if (!twice) return;
  d.hessian.resize(size, size);
  for (Eigen::Index i = 0, entry = 0; i < size; ++i)
    for (Eigen::Index j = 0; j <= i; ++j, ++entry) d.hessian(i, j) = d.hessian(j, i) = hessians[static_cast<std::size_t>(entry)];
}

}  // namespace lilyan
