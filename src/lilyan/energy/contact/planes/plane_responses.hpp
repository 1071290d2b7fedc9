// How planes push vertices back: by a barrier, by a penalty, or by temporary springs.
#pragma once

#include <lilyan/energy/contact/gap_energy.hpp>
#include <lilyan/energy/contact/planes/plane_contact.hpp>
#include <lilyan/energy/step_term.hpp>

namespace lilyan {

// Vertices that may not pass a plane: the barrier of each one's gap, which is infinite where the gap is closed.
//
// The mean force along the chord has a closed form (gap_energy.hpp), and a chord passes the plane if its end does. An equilibrium
// has the force at its end.
class PlaneBarrier final : public PlaneContact {
 public:
  // As PlaneContact; contact begins at the gap `distance` [m].
  PlaneBarrier(const Vec3& point, const Vec3& normal, double distance, std::vector<ContactPoint> points, PlaneLaw law = {})
      : PlaneContact(point, normal, distance, std::move(points), std::move(law)) {}

  Barrier barrier(const ContactPoint& point) const { return {point.stiffness, distance()}; }
  GapEnergy energy_of(const ContactPoint& point, double d) const override;
  double reach() const override { return distance(); }

  bool has_own_mean(Evaluate) const override { return true; }
  bool acts_at_start() const override { return false; }
  bool dissipates() const override { return law().friction > 0 || law().damping > 0; }
  std::unique_ptr<StepTerm> own_mean(const Chord& chord, Evaluate evaluate) const override;
};

// Vertices that a plane pushes back by a penalty of their depth: they pass it and sink in, softly.
//
// A method whose velocity over a step is the mean of those at its ends has the mean force along the chord, and keeps the energy
// through every impact. All others, explicit ones too, take the plain potential at their own points, as any other energy
// [Kharevych 2010, sec. 3.2.10]. It has no friction and no damping.
class PlanePenalty final : public PlaneContact {
 public:
  // As PlaneContact; contact begins at the plane itself.
  PlanePenalty(const Vec3& point, const Vec3& normal, double distance, std::vector<ContactPoint> points, PlaneLaw law = {});

  GapEnergy energy_of(const ContactPoint& point, double d) const override;
  double reach() const override { return 0; }

  bool has_own_mean(Evaluate evaluate) const override { return evaluate == Evaluate::over_step; }
  std::unique_ptr<StepTerm> own_mean(const Chord& chord, Evaluate evaluate) const override;
};

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
