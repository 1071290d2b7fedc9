// The bar 4 x 1 x 1 of five kinds of material, clamped at x = 0, by which coarsening is judged.
#pragma once

#include <cmath>
#include <random>

#include <tests/coarsening/fine_bodies.hpp>

namespace lilyan::test {

inline bool at_clamp(const Vec3& x) { return x[0] < 1e-9; }

inline FineBox clamped_box() {
  FineBox spec;
  spec.held = at_clamp;
  return spec;
}

inline FineBox homogeneous_bar() { return clamped_box(); }

// Layers of 0.25 m across `axis`, soft and stiff in turn.
inline FineBox layered_bar(int axis, double contrast) {
  FineBox spec = clamped_box();
  spec.stiffness = {1, contrast};
  spec.law_at = [axis](const Vec3& x) { return static_cast<Index>(std::floor(x[axis] / 0.25) + 100) % 2; };
  return spec;
}

// Soft in 1.5 < x < 1.625, `up` (y of a slice, else z) > 0.25.
inline FineBox cracked_bar(double contrast, int up = 2) {
  FineBox spec = clamped_box();
  spec.stiffness = {1, 1 / contrast};
  spec.law_at = [up](const Vec3& x) { return Index{x[0] > 1.5 && x[0] < 1.625 && x[up] > 0.25}; };
  return spec;
}

// Blocks of 0.25 m, half of them stiff.
inline FineBox random_bar(double contrast, unsigned seed) {
  FineBox spec = clamped_box();
  spec.stiffness = {1, contrast};
  std::mt19937 random(seed);
  std::vector<Index> law(16 * 4 * 4);
  for (Index& stiff : law) stiff = static_cast<Index>(random() >> 31);
  spec.law_at = [law](const Vec3& x) {
    const auto block = [&](int axis) { return static_cast<std::size_t>(x[axis] / 0.25); };
    return law[(block(0) * 4 + block(1)) * 4 + block(2)];
  };
  return spec;
}

}  // namespace lilyan::test
