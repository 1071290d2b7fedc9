#include <lilyan/energy/contact/planes/plane_penalty.hpp>

#include <lilyan/energy/contact/planes/plane_term.hpp>

#include <cassert>

namespace lilyan {

namespace {

class PlanePenaltyTerm final : public PlaneTerm {
 public:
  using PlaneTerm::PlaneTerm;

 protected:
  bool acts(std::size_t k, double d) const override { return d < 0 || gap_at_start(k) < 0; }
  GapMean mean(std::size_t k, double d) const override { return Penalty{contact().points()[k].stiffness}.mean(gap_at_start(k), d); }
};

}  // namespace

PlanePenalty::PlanePenalty(const Vec3& point, const Vec3& normal, double distance, std::vector<ContactPoint> points, PlaneLaw law)
    : PlaneContact(point, normal, distance, std::move(points), std::move(law)) {
  assert(this->law().friction == 0 && this->law().damping == 0);
}

GapEnergy PlanePenalty::energy_of(const ContactPoint& point, double d) const { return Penalty{point.stiffness}.at(d); }

std::unique_ptr<StepTerm> PlanePenalty::own_mean(const Chord& chord, Evaluate) const {
  return std::make_unique<PlanePenaltyTerm>(*this, chord);
}

}  // namespace lilyan
