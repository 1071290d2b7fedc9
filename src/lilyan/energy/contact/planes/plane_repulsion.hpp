// Vertices that a plane pushes back by temporary springs. [Rojas 2018, sec. 3]
//
//   E(x) = (k/2) d^2                                    d the gap [m], k the stiffness [N/m] (in the paper without the 1/2)
//
// A vertex that is inside when a step begins has a spring to the plane for that step and those after it, until it is outside and
// moves away; in between the spring also pulls. A step has the mean force of its springs along the chord. What enters the plane
// within a step is not pushed back before the next, and then has a stretched spring for nothing: each impact changes the energy,
// and mostly adds to it. The energy of a state, which knows no past, is that of the vertices inside.
//
// An equilibrium has springs at the vertices that are inside at its end. There is no friction and no damping.
#pragma once

#include <lilyan/energy/chord.hpp>
#include <lilyan/energy/contact/planes/penalty.hpp>
#include <lilyan/energy/contact/planes/plane_contact.hpp>

namespace lilyan {

class PlaneRepulsion final : public PlaneContact {
 public:
  // As PlaneContact; contact begins at the plane itself.
  PlaneRepulsion(const Vec3& point, const Vec3& normal, double distance, std::vector<ContactPoint> points, PlaneLaw law = {});

  GapEnergy energy_of(const ContactPoint& point, double d) const override;
  double reach() const override { return 0; }

  bool has_own_mean(Evaluate evaluate) const override { return evaluate != Evaluate::at_end; }
  bool acts_at_start() const override { return false; }
  std::unique_ptr<StepTerm> own_mean(const Chord& chord, Evaluate evaluate) const override;
};

}  // namespace lilyan
