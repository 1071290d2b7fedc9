// Vertices that a plane pushes back by a penalty of their depth (penalty.hpp): they pass it and sink in, softly.
//
// A method whose velocity over a step is the mean of those at its ends has the mean force along the chord, and keeps the energy
// through every impact. All others, explicit ones too, take the plain potential at their own points, as any other energy
// [Kharevych 2010, sec. 3.2.10]. It has no friction and no damping.
#pragma once

#include <lilyan/energy/chord.hpp>
#include <lilyan/energy/contact/planes/penalty.hpp>
#include <lilyan/energy/contact/planes/plane_contact.hpp>

namespace lilyan {

class PlanePenalty final : public PlaneContact {
 public:
  // As PlaneContact; contact begins at the plane itself.
  PlanePenalty(const Vec3& point, const Vec3& normal, double distance, std::vector<ContactPoint> points, PlaneLaw law = {});

  GapEnergy energy_of(const ContactPoint& point, double d) const override;
  double reach() const override { return 0; }

  bool has_own_mean(Evaluate evaluate) const override { return evaluate == Evaluate::over_step; }
  std::unique_ptr<StepTerm> own_mean(const Chord& chord, Evaluate evaluate) const override;
};

}  // namespace lilyan
