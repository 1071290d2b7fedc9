// Eight doubles that move together, for kernels that treat eight tets at once.
//
// A kernel is written once, as a template over T = double or T = Lanes. The compiler turns Lanes into the widest vector
// instructions of the processor. Comparisons give a mask that `mask ? a : b` selects by, for both.
#pragma once

#include <cmath>
#include <cstring>

namespace lilyan {

inline constexpr int kLanes = 8;
using Lanes [[gnu::vector_size(kLanes * sizeof(double))]] = double;

using LaneMask = decltype(Lanes{} < Lanes{});  // -1 where a comparison holds, 0 elsewhere

// Whether a comparison holds in some lane.
inline bool any(bool mask) { return mask; }
inline bool any(LaneMask mask) {
  auto found = mask[0];
  for (int i = 1; i < kLanes; ++i) found |= mask[i];
  return found != 0;
}

template <class T>
T splat(double value) {
  return T{} + value;
}

// f applied to every lane, for functions that have no vector form.
template <class F>
double lanewise(double x, F f) {
  return f(x);
}
template <class F>
Lanes lanewise(Lanes x, F f) {
  for (int i = 0; i < kLanes; ++i) x[i] = f(x[i]);
  return x;
}

// The square root, for one number or for eight at once.
inline double square_root(double x) { return std::sqrt(x); }
inline Lanes square_root(Lanes x) {
  double numbers[kLanes];  // through memory, so that the loop becomes one instruction
  std::memcpy(numbers, &x, sizeof x);
  for (double& number : numbers) number = std::sqrt(number);
  std::memcpy(&x, numbers, sizeof x);
  return x;
}

}  // namespace lilyan
