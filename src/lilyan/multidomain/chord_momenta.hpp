// Momenta of a tree of domains as covectors of its coordinates, from velocities and from pairs of states.
#pragma once

#include <lilyan/multidomain/tree_workspace.hpp>

namespace lilyan {

// Generalised momenta, or forces: on the root's frame in its axes, and on the coordinates.
struct TreeCovector {
  Vec6 root = Vec6::Zero();
  Vector q;
};

// Takes wrenches on all frames and forces on their coordinates to covectors, leaves to root: q_i += P^T w_j, w_i += T^T w_j.
void pull_to_root(const DomainTree& tree, const TreeKinematics& kinematics, std::vector<Vec6>& wrenches, TreeCovector& covector);

// sum m v . dx/dz for the velocities of `kinematics` and qd; I, C and M of the equations must be set.
void momenta_of_velocities(const DomainTree& tree, const TreeKinematics& kinematics, const TreeEquations& equations,
                           const Vector& qd, std::vector<Vec6>& wrenches, TreeCovector& covector);

struct PlacedTree {
  const TreeKinematics& kinematics;
  const Vector& q;
};

// sum m (x_there - x_here) . dx/dz|_here;  scratch: one per model.
void chord_momenta(const DomainTree& tree, const PlacedTree& here, const PlacedTree& there, std::vector<DomainScratch>& scratch,
                   std::vector<Vec6>& wrenches, TreeCovector& covector);

}  // namespace lilyan
