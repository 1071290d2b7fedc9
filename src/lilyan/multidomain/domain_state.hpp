// Where a tree of domains is and how it moves: all that changes in time.
#pragma once

#include <lilyan/multidomain/domain_tree.hpp>

#include <optional>

namespace lilyan {

struct TreeMomenta {
  Vec3 p = Vec3::Zero();       // [kg m/s]
  Vec3 L = Vec3::Zero();       // about the world's origin [kg m^2/s]
  Vec3 center = Vec3::Zero();  // of mass, in the world [m]
};

struct DomainState {
  Vector q, qd, qdd;       // coordinates of all domains with their velocities and accelerations
  FramePlacement root;     // of the root's frame in the world
  Vec6 V0 = Vec6::Zero();  // velocity of the root's frame, in its own axes; 0 if the root is fixed
  Vec6 A0 = Vec6::Zero();  // its acceleration: that of the origin, and the angular one, in its own axes

  // Momenta and centre of mass that steps of a free body carry on, so that rounding does not add up. Without them a step takes
  // those of V0 and qd; whoever changes these by hand resets them.
  std::optional<TreeMomenta> carried = {};

  bool is_finite() const {
    return q.allFinite() && qd.allFinite() && qdd.allFinite() && root.x.allFinite() && root.R.allFinite() && V0.allFinite();
  }
};

inline DomainState state_at_rest(const DomainTree& tree) {
  const Vector none = Vector::Zero(tree.size());
  return {none, none, none, tree.placement()};
}

}  // namespace lilyan
