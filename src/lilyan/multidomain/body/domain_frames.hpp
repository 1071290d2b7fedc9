// The state of a body of domains as frames of a history keep it, so that it is written, read and restored as any other.
//
//   x = (q, c, R)        coordinates of all domains; place and rotation (row by row) of the root's frame
//   p = (qd, V0)         their velocities, not momenta: the inertia of a tree is not constant
//
// Both are padded with 0 to whole triples of the same number. Accelerations, and the momenta that steps carry on, are in the
// sections "domains.accelerations" and "domains.momenta" of the memory.
#pragma once

#include <lilyan/dynamics/history.hpp>
#include <lilyan/multidomain/domain_tree.hpp>

namespace lilyan {

inline Index points_of(const DomainTree& tree) { return (tree.size() + 12 + 2) / 3; }

Frame frame_of(const DomainState& state, std::int64_t step, double t, double h);
void remember(const DomainState& state, Memory& memory);  // accelerations and momenta

// With accelerations and momenta if the memory has them; otherwise accelerations are zero.
DomainState state_of(const DomainTree& tree, const Frame& frame, const Memory& memory = {});
// Where it is, without motion; only x of the frame is looked at.
DomainState pose_of(const DomainTree& tree, const Frame& frame);
bool knows_accelerations(const Memory& memory);

}  // namespace lilyan
