// A vertex with its share in a point: x = sum_i w_i x_i, the weights w_i of a point in a body sum to 1.
#pragma once

#include <lilyan/core/vector.hpp>

#include <span>
#include <vector>

namespace lilyan {

struct WeightedVertex {
  Index vertex;
  double weight;

  bool operator==(const WeightedVertex&) const = default;
};

// The position of the point, or its velocity; x: 3 numbers per vertex. A vertex with the weight 1 is where it is, to the last bit.
inline Vec3 weighted_sum(std::span<const WeightedVertex> shares, const Vector& x) {
  Vec3 sum = shares.front().weight * vertex(x, shares.front().vertex);
  for (const auto& [i, weight] : shares.subspan(1)) sum += weight * vertex(x, i);
  return sum;
}

}  // namespace lilyan
