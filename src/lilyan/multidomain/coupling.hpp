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
#pragma once

#include <lilyan/multidomain/spatial.hpp>

#include <string>

namespace lilyan {

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

}  // namespace lilyan
