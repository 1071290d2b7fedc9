// Trees of random clouds of points: no mesh, any shape, every kind of interface.
#pragma once

#include <lilyan/multidomain/domain_tree.hpp>

namespace lilyan::test {

struct RandomTreeSpec {
  Index domains = 8, most_coordinates = 9;  // some domains have fewer, and some none
  RootMotion root_motion = RootMotion::fixed;
  bool is_scaled = true;  // instances have scales and frequency factors of their own
  bool is_chain = false;
};

inline constexpr double kCloudMass = 0.15;  // of each vertex [kg]

DomainTree random_tree(unsigned seed, const RandomTreeSpec& spec = {});
DomainState random_motion(const DomainTree& tree, unsigned seed);

}  // namespace lilyan::test
