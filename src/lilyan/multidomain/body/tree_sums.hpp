// Energies and momenta of a tree of domains in one sweep, with its frames in place and moved.
//
//   p = s^3 m v + s^4 (w x S + SU qd),   L = s^4 S x v + s^5 (J w + xU~ qd)        in the axes of a frame, L about its origin
//   2 T = v.(p + s^4 SU qd) + w.(L + s^5 xU~ qd) + s^5 qd.M qd
//
// v, w: velocities of the frame; m, S, SU, J, xU~, M: see space/mass_moments.hpp; s: the scale of the domain.
#pragma once

#include <lilyan/multidomain/momentum_map.hpp>

namespace lilyan {

struct TreeSums {
  TreeEnergy energy;
  TreeMomenta momenta;
};

// scratch: one per model.
TreeSums tree_sums(const DomainTree& tree, const TreeKinematics& kinematics, const DomainState& state, const Vec3& gravity,
                   std::vector<DomainScratch>& scratch);

}  // namespace lilyan
