#include <lilyan/energy/contact/planes/plane_repulsion.hpp>

#include <lilyan/energy/contact/planes/plane_term.hpp>

#include <cassert>

namespace lilyan {

namespace {

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
