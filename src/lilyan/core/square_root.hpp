// The square root, for one number or for eight at once.
#pragma once

#include <lilyan/core/lanes.hpp>

#include <cstring>

namespace lilyan {

inline double square_root(double x) { return std::sqrt(x); }
inline Lanes square_root(Lanes x) {
  double numbers[kLanes];  // through memory, so that the loop becomes one instruction
  std::memcpy(numbers, &x, sizeof x);
  for (double& number : numbers) number = std::sqrt(number);
  std::memcpy(&x, numbers, sizeof x);
  return x;
}

}  // namespace lilyan
