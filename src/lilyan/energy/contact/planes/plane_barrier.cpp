#include <lilyan/energy/contact/planes/plane_barrier.hpp>

#include <lilyan/energy/contact/planes/plane_term.hpp>

#include <algorithm>

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

}  // namespace lilyan
