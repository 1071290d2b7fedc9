// Vertices that may not pass a plane: the barrier of each one's gap, which is infinite where the gap is closed.
//
// The mean force along the chord has a closed form (barrier.hpp), and a chord passes the plane if its end does. An equilibrium has
// the force at its end.
#pragma once

#include <lilyan/energy/contact/barrier.hpp>
#include <lilyan/energy/contact/planes/plane_contact.hpp>

namespace lilyan {

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

}  // namespace lilyan
