// The functions that a formula may name, with the operands that each takes.
#pragma once

#include <lilyan/core/formula/expression.hpp>

#include <span>
#include <string>

namespace lilyan {

struct FormulaFunction {
  const char* name;
  Operation operation;
  int fewest, most;  // operands; min and max take any number
  const char* meaning;
};

inline constexpr int kAnyNumberOfOperands = 10000;  // no formula is long enough for so many

inline constexpr const char* kDistance = "distance";  // the one function of points; the others are of numbers

std::span<const FormulaFunction> formula_functions();           // of numbers
const FormulaFunction* find_function(const std::string& name);  // one of these; nullptr if there is none
bool is_function(const std::string& name);                      // also "distance"

// What a function takes, for a message: "one operand", "2 or 3 operands".
std::string operands_in_words(const FormulaFunction& function);

}  // namespace lilyan
