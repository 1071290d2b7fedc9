// Accelerations of all domains of a tree in time linear in their number: the articulated-body recursion with deformable joints.
//
// Leaves to root, with IA and pA of the children c as their parent sees them (Coupling, below):
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

#include <lilyan/multidomain/lanes/leaf_factors.hpp>
#include <lilyan/multidomain/spatial.hpp>

#include <optional>
#include <string>
#include <vector>

namespace lilyan {

// How a domain sees the subtree of a child: as an inertia IA and a bias force pA at the child's frame, IA A + pA = wrench on it.
//
//   exact        IA = Ib - Cb Mb^-1 Cb^T,  pA = pV - Cb Mb^-1 pq          the child's own motion is eliminated: this is the coupled
//                                                                         Lagrangian
//   l1           IA = mbar [1, 0; 0, 0],   pA = -[fbar; 0]                the subtree's mass lies at the interface
//                                                                         [Barbic 2011, eq. 16]
//   l2           IA = mbar B^T B,  pA = B^T (mbar w x (w x c) - fbar)     it lies at the centre of mass c;  B = [1, -c~]
//   composite    IA = Ic,  pA = [w x (w x S); w x (J w)] - Fc             the subtree is rigid for the moment
//
// mbar, S = mbar c, J, Ic: mass, moments and inertia of the subtree as a rigid body in the child's frame, which turns with w; Fc
// its wrench from outside, fbar the force in it. Only the exact coupling keeps energy and momenta. The others are one-way: a child
// follows its parent without all of its reaction, their spectrum at rest is the union of those of the domains, and they need
// damping.
//
// Seen from a free root, l1 and l2 move the whole body as composite does.
struct SubtreeInertia {
  const Mat6& Ib;
  const Mat6& eliminated;  // Cb Mb^-1 Cb^T
  const Mat6& rigid;       // Ic; set if the coupling lumps
};

struct SubtreeForces {
  const Vec6& pV;
  const Vec6& eliminated;  // Cb Mb^-1 pq
  const Mat6& rigid;
  const Vec6& wrench;  // Fc
  const Vec3& w;       // angular velocity of the child's frame
};

class Coupling {
 public:
  virtual ~Coupling() = default;
  virtual std::string name() const = 0;  // as scenes call it
  virtual bool lumps() const = 0;        // it needs Ic and Fc
  virtual Mat6 inertia(const SubtreeInertia& subtree) const = 0;
  virtual Vec6 bias(const SubtreeForces& subtree) const = 0;
  virtual const Coupling& at_free_root() const { return *this; }
};

const Coupling& exact_coupling();
const Coupling& l1_coupling();
const Coupling& l2_coupling();
const Coupling& composite_coupling();

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
