// Energies and momenta of a tree of domains, and the motion of a free root that gives the whole the momenta it should have.
//
//   h_j = I Vr_j + C qd_j,  Vr_0 = 0,  Vr_j = T Vr_i + P qd_i        leaves to root: Ic_i += T^T Ic_j T,  h_i += T^T h_j
//   [R^T p ; R^T (L - c x p)] = Ic_0 V_0 + h_0                       p, L: momenta in the world, L about its origin
//
// Steps that solve the equations of a free body inexactly lose its momenta, and then its stability. Momenta follow the impulses of
// the forces from outside exactly; the map finds V_0 from them, and the centre of mass, which p moves, finds c.
#pragma once

#include <lilyan/multidomain/tree_workspace.hpp>

namespace lilyan {

struct TreeEnergy {
  double kinetic = 0, elastic = 0, gravity = 0;  // [J]
  double total() const { return kinetic + elastic + gravity; }
};

// Not numbers (NaN) if an interface is turned inside out or flattened: there is no frame for its child then.
TreeMomenta momenta_of(const DomainTree& tree, const DomainState& state, TreeWorkspace& workspace);
TreeEnergy energy_of(const DomainTree& tree, const DomainState& state, const Vec3& gravity, TreeWorkspace& workspace);

// Sets V0 and the place of a free root, so that the state has these momenta and this centre of mass. False if an interface has no
// rotation.
bool give_momenta(const DomainTree& tree, const TreeMomenta& wanted, DomainState& state, TreeWorkspace& workspace);

// What the forces from outside of the equations do to the whole tree: force, and torque about the world's origin.
Vec6 outside_wrench(const DomainTree& tree, const TreeKinematics& kinematics, const TreeEquations& equations);

// Both in one sweep, with the frames in place and moved.
//
//   p = s^3 m v + s^4 (w x S + SU qd),   L = s^4 S x v + s^5 (J w + xU~ qd)        in the axes of a frame, L about its origin
//   2 T = v.(p + s^4 SU qd) + w.(L + s^5 xU~ qd) + s^5 qd.M qd
//
// v, w: velocities of the frame; m, S, SU, J, xU~, M: see space/mass_moments.hpp; s: the scale of the domain.
struct TreeSums {
  TreeEnergy energy;
  TreeMomenta momenta;
};

// scratch: one per model.
TreeSums tree_sums(const DomainTree& tree, const TreeKinematics& kinematics, const DomainState& state, const Vec3& gravity,
                   std::vector<DomainScratch>& scratch);

}  // namespace lilyan
