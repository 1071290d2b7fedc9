// Dense matrices of a whole tree of domains, for analysis: a time step never forms them.
//
//   M = sum_j J_j^T [I C; C^T M_j] J_j,   K = blockdiag K_j        over the velocities (V_0 if the root is free, qd)
//   J_j: takes these to (V_j, qd_j);   frames from the root to the leaves: see tree_kinematics.hpp
//
// At rest M and K have the frequencies of the coupled tree. Where a coupling lumps (articulated_solver.hpp) the matrix of
// accelerations is block triangular, and its frequencies are those of the domains on their own, K_j with M_j + sum P^T IA P of the
// children.
#pragma once

#include <lilyan/multidomain/tree_workspace.hpp>

namespace lilyan {

// How many columns stand before those of q.
inline Index root_columns(const DomainTree& tree) { return tree.root_motion() == RootMotion::free ? 6 : 0; }

// Places the frames for q, and sets the inertia of all domains in the workspace. Asserts that every interface has a rotation.
void place_with_inertia(const DomainTree& tree, const Vector& q, TreeWorkspace& workspace);

// M u in a time that grows with the number of domains, after place_with_inertia.
Vector tree_momenta(const DomainTree& tree, const TreeWorkspace& workspace, const Vector& u);

// K_j at q.
Eigen::MatrixXd domain_stiffness(const DomainTree& tree, Index j, const Vector& q, TreeWorkspace& workspace);

// V_j = J_V (V_0, qd) for every domain; kinematics: the frames in place.
std::vector<Eigen::MatrixXd> frame_jacobians(const DomainTree& tree, const TreeKinematics& kinematics);

// Assert that every interface has a rotation at q.
Eigen::MatrixXd tree_mass_matrix(const DomainTree& tree, const Vector& q, TreeWorkspace& workspace);
Eigen::MatrixXd tree_stiffness_matrix(const DomainTree& tree, const Vector& q, TreeWorkspace& workspace);

// Angular frequencies at rest [rad/s], ascending. Those of a free root's rigid motions are 0 with the exact coupling and left out
// with the others.
Vector rest_frequencies(const DomainTree& tree, const Coupling& coupling);

}  // namespace lilyan
