#include <lilyan/energy/contact/planes/plane_responses.hpp>

#include <lilyan/energy/contact/planes/plane_term.hpp>

#include <algorithm>
#include <cassert>

namespace lilyan {

namespace {

// The mean force along the chord, or the one at its end.
class PlaneBarrierTerm final : public PlaneTerm {
 public:
  PlaneBarrierTerm(const PlaneBarrier& plane, const Chord& chord, Evaluate evaluate)
      : PlaneTerm(plane, chord), plane_(plane), evaluate_(evaluate) {}

  // Short of the plane: beyond it the energy is not defined.
  double longest_step(const Vector& x, const Vector& dx) const override {
    constexpr double kShort = 0.9;
    double longest = 1;
    for (std::size_t k = 0; k < plane_.points().size(); ++k) {
      const double closing = -plane_.normal().dot(vertex(dx, plane_.points()[k].vertex));
      const double d = gap_at_end(k, x);  // not above 0 if a moving plane has come beyond x
      if (closing > 0 && d > 0) longest = std::min(longest, kShort * d / closing);
    }
    return longest;
  }

 protected:
  bool acts(std::size_t k, double d) const override { return d < plane_.reach() || gap_at_start(k) < plane_.reach(); }

  GapMean mean(std::size_t k, double d) const override {
    const Barrier barrier = plane_.barrier(plane_.points()[k]);
    return evaluate_ == Evaluate::at_end ? GapMean{barrier.energy(d), barrier.slope(d), barrier.curvature(d)}
                                         : barrier.mean(gap_at_start(k), d);
  }

 private:
  const PlaneBarrier& plane_;
  Evaluate evaluate_;
};

class PlanePenaltyTerm final : public PlaneTerm {
 public:
  using PlaneTerm::PlaneTerm;

 protected:
  bool acts(std::size_t k, double d) const override { return d < 0 || gap_at_start(k) < 0; }
  GapMean mean(std::size_t k, double d) const override { return Penalty{contact().points()[k].stiffness}.mean(gap_at_start(k), d); }
};

class PlaneRepulsionTerm final : public PlaneTerm {
 public:
  PlaneRepulsionTerm(const PlaneContact& contact, const Chord& chord)
      : PlaneTerm(contact, chord), section_("contact.springs." + std::to_string(contact.law().contact)) {
    std::vector<bool> had_spring(contact.points().size(), false);
    if (const Memory::Section remembered = chord.memory ? chord.memory->find(section_) : nullptr)
      for (const double k : *remembered) had_spring[static_cast<std::size_t>(k)] = true;
    const Vec3 velocity = contact.velocity(chord.time.begin);
    for (std::size_t k = 0; k < had_spring.size(); ++k) {
      // A part of a composed step may go backwards in time.
      const double opening = chord.h * contact.normal().dot(vertex(chord.v, contact.points()[k].vertex) - velocity);
      has_spring_.push_back(gap_at_start(k) < 0 || (had_spring[k] && opening <= 0));
    }
  }

  void remember(const Vector&, Memory& memory) const override {
    std::vector<double> springs;
    for (std::size_t k = 0; k < has_spring_.size(); ++k)
      if (has_spring_[k]) springs.push_back(static_cast<double>(k));
    if (!springs.empty()) memory.set(section_, std::move(springs));
  }

 protected:
  bool acts(std::size_t k, double) const override { return has_spring_[k]; }
  GapMean mean(std::size_t k, double d) const override {
    return mean_of_spring(contact().points()[k].stiffness, gap_at_start(k), d);
  }

 private:
  std::string section_;           // where the springs of the step before are remembered, as the numbers of their points
  std::vector<bool> has_spring_;  // each point in this step
};

}  // namespace

GapEnergy PlaneBarrier::energy_of(const ContactPoint& point, double d) const {
  const Barrier barrier = this->barrier(point);
  return {barrier.energy(d), barrier.slope(d), barrier.curvature(d)};
}

std::unique_ptr<StepTerm> PlaneBarrier::own_mean(const Chord& chord, Evaluate evaluate) const {
  if (evaluate == Evaluate::at_start) return nullptr;
  auto term = std::make_unique<PlaneBarrierTerm>(*this, chord, evaluate);
  if (!dissipates() || evaluate == Evaluate::at_end) return term;
  return std::make_unique<FrictionTerm>(std::move(term), chord, "contact.pressed." + std::to_string(law().contact));
}

PlanePenalty::PlanePenalty(const Vec3& point, const Vec3& normal, double distance, std::vector<ContactPoint> points, PlaneLaw law)
    : PlaneContact(point, normal, distance, std::move(points), std::move(law)) {
  assert(this->law().friction == 0 && this->law().damping == 0);
}

GapEnergy PlanePenalty::energy_of(const ContactPoint& point, double d) const { return Penalty{point.stiffness}.at(d); }

std::unique_ptr<StepTerm> PlanePenalty::own_mean(const Chord& chord, Evaluate) const {
  return std::make_unique<PlanePenaltyTerm>(*this, chord);
}

PlaneRepulsion::PlaneRepulsion(const Vec3& point, const Vec3& normal, double distance, std::vector<ContactPoint> points,
                               PlaneLaw law)
    : PlaneContact(point, normal, distance, std::move(points), std::move(law)) {
  assert(this->law().friction == 0 && this->law().damping == 0);
}

GapEnergy PlaneRepulsion::energy_of(const ContactPoint& point, double d) const { return Penalty{point.stiffness}.at(d); }

std::unique_ptr<StepTerm> PlaneRepulsion::own_mean(const Chord& chord, Evaluate) const {
  return std::make_unique<PlaneRepulsionTerm>(*this, chord);
}

}  // namespace lilyan
