// The contact of a plane as a term of a step: at each vertex a mean force q(d_0, d) that does the work of its energy W.
//
// The gap changes at a steady rate from d_0 to d, and the force is along the normal (gap_energy.hpp). A plane that moves from c_0
// to c_1 does the work -q n.(c_1 - c_0) on each vertex.
#pragma once

#include <lilyan/energy/contact/friction_term.hpp>
#include <lilyan/energy/contact/planes/plane_contact.hpp>

namespace lilyan {

class PlaneTerm : public PressingTerm {
 public:
  PlaneTerm(const PlaneContact& contact, const Chord& chord);

  Value add_force(const Vector& x, double w, Vector& f) const override;
  using StepTerm::add_slope;
  void add_slope(const Vector& x, double w, Definiteness, BlockMatrix& H) const override;
  void add_outside(const Vector& x, double w, Vector& f) const override { add_force(x, w, f); }
  void add_magnitude(const Vector& x, double w, Vector& sizes) const override;
  Work work(const Vector& x, const Vector& moved, double h) const override;
  void add_reactions(const Vector& x, double w, std::span<double> forces) const override;
  void follow(double share) const override { held_back_ = (1 - share) * advance_; }

  std::vector<PressedPair> pressed(const Vector& x) const override;
  std::vector<PressedPair> touching() const override;
  void follow_obstacle(PressedPair& pair) const override;

 protected:
  // Of point k, whose gap at the end is d. It acts if it says so for that gap.
  virtual bool acts(std::size_t k, double d) const = 0;
  virtual GapMean mean(std::size_t k, double d) const = 0;

  const PlaneContact& contact() const { return contact_; }
  double gap_at_start(std::size_t k) const { return gaps_[k]; }
  double gap_at_end(std::size_t k, const Vector& x) const { return contact_.gap(contact_.points()[k], x, end_) + held_back_; }

 private:
  // use(point, mean) of every point that the plane acts on.
  template <class Use>
  void for_each_acting(const Vector& x, const Use& use) const {
    for (std::size_t k = 0; k < gaps_.size(); ++k)
      if (const double d = gap_at_end(k, x); acts(k, d)) use(contact_.points()[k], mean(k, d));
  }
  PressedPair pair_of(const ContactPoint& point) const;

  const PlaneContact& contact_;
  const Vector& x_n_;
  double begin_, end_;            // times of the step [s]
  double advance_;                // of the plane along its normal [m]
  mutable double held_back_ = 0;  // how much of it is not followed yet
  std::vector<double> gaps_;      // at the start of the step
};

}  // namespace lilyan
