// Accelerations of all domains of a tree in time linear in their number: the articulated-body recursion with deformable joints.
//
// Leaves to root, with IA and pA of the children c as their parent sees them (coupling.hpp):
//
//   Ib = I + sum T^T IA T       Cb = C + sum T^T IA P       Mb = M + sum P^T IA P
//   z = IA g + pA               pV += sum T^T z             pq += sum P^T z
//
// Root to leaves, from A_0 = 0 if the root is fixed, and A_0 = -IA_0^-1 pA_0 if it is free:
//
//   A_j = T A_i + P qdd_i + g,  qdd_j = -Mb^-1 (Cb^T A_j + pq)
//
// One Cholesky factor of r x r per domain; elastic stiffness and damping belong to single domains, so that implicit methods put
// them into M. With the exact coupling this solves sum_j J_j^T [I C; C^T M] J_j = -(...) of the whole tree. [Featherstone 1987] is
// the case of rigid links.
#pragma once

#include <lilyan/multidomain/coupling.hpp>
#include <lilyan/multidomain/lanes/leaf_factors.hpp>

#include <optional>

namespace lilyan {

class ArticulatedSolver {
 public:
  void arrange(const DomainTree& tree);

  // Eliminates the domains; I, C and M of the equations become Ib, Cb and the factor of Mb. A domain whose Mb is not positive
  // definite is returned.
  std::optional<Index> factor(const DomainTree& tree, const TreeKinematics& kinematics, const Coupling& coupling,
                              TreeEquations& equations);

  // The accelerations, for pV, pq and g of the equations, of which pV and pq are used up. May be called again with others.
  void solve(const DomainTree& tree, const TreeKinematics& kinematics, const Coupling& coupling, TreeEquations& equations,
             Vector& qdd, Vec6& A0);

 private:
  // Factor of Mb and Cb Mb^-1 Cb^T of domain j; false if Mb is not positive definite.
  bool eliminate(const DomainTree& tree, Index j, TreeEquations& equations);

  std::vector<Mat6> seen_, rigid_, eliminated_;
  std::vector<Vec6> wrench_, A_, eliminated_forces_;
  LeafFactors leaves_;
  DomainBlocks halved_;  // L^-1 Cb^T with Mb = L L^T, kSide numbers for each coordinate
  Mat6 root_inertia_;
};

}  // namespace lilyan
