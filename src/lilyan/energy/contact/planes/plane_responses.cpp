#include <lilyan/energy/contact/planes/plane_responses.hpp>

#include <lilyan/energy/contact/friction/friction_term.hpp>

#include <algorithm>
#include <cassert>
#include <cmath>

namespace lilyan {
namespace {

// The contact of a plane as a term of a step: at each vertex a mean force q(d_0, d) that does the work of its energy W.
//
// The gap changes at a steady rate from d_0 to d, and the force is along the normal (gap_energy.hpp). A plane that moves from c_0
// to c_1 does the work -q n.(c_1 - c_0) on each vertex.
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
  bool can_press(const PressedPair& pair) const override;
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

PlaneTerm::PlaneTerm(const PlaneContact& contact, const Chord& chord)
    : contact_(contact),
      x_n_(chord.x),
      begin_(chord.time.begin),
      end_(chord.time.end),
      advance_(contact.normal().dot(contact.point(chord.time.end) - contact.point(chord.time.begin))) {
  gaps_.reserve(contact.points().size());
  for (const ContactPoint& point : contact.points()) gaps_.push_back(contact.gap(point, chord.x, chord.time.begin));
}

Value PlaneTerm::add_force(const Vector& x, double w, Vector& f) const {
  double R = 0, size = 0;
  for_each_acting(x, [&](const ContactPoint& point, const GapMean& mean) {
    vertex(f, point.vertex) += w * mean.force * contact_.normal();
    R += mean.energy;
    size += std::abs(mean.energy);
  });
  return {R, size};
}

void PlaneTerm::add_slope(const Vector& x, double w, Definiteness, BlockMatrix& H) const {
  const Mat3 nn = contact_.normal() * contact_.normal().transpose();
  for_each_acting(
      x, [&](const ContactPoint& point, const GapMean& mean) { H.add_to_block(point.vertex, point.vertex, w * mean.slope * nn); });
}

// A gap is what is left of positions that are far larger, at both ends of the chord.
void PlaneTerm::add_magnitude(const Vector& x, double w, Vector& sizes) const {
  for_each_acting(x, [&](const ContactPoint& point, const GapMean& mean) {
    const double size = vertex(x_n_, point.vertex).norm() + vertex(x, point.vertex).norm() + contact_.point(end_).norm();
    vertex(sizes, point.vertex) += w * mean.slope * size * contact_.normal().cwiseAbs();
  });
}

// The energy that it takes is still the body's; what comes from outside is the work of a plane that moves.
Work PlaneTerm::work(const Vector& x, const Vector&, double) const {
  Work work;
  if (advance_ != 0) for_each_acting(x, [&](const ContactPoint&, const GapMean& mean) { work.done -= mean.force * advance_; });
  return work;
}

void PlaneTerm::add_reactions(const Vector& x, double w, std::span<double> forces) const {
  double sum = 0;
  for_each_acting(x, [&](const ContactPoint&, const GapMean& mean) { sum += mean.force; });
  contact_.add_reaction(w * sum, forces);
}

std::vector<PressedPair> PlaneTerm::pressed(const Vector& x) const {
  std::vector<PressedPair> all;
  const PlaneLaw& law = contact_.law();
  if (law.friction == 0) return all;
  for_each_acting(x, [&](const ContactPoint& point, const GapMean& mean) {
    if (mean.force == 0) return;
    PressedPair& pair = all.emplace_back(pair_of(point));
    pair.force = -mean.force;
    pair.friction = law.friction;
    pair.slip_speed = law.slip_speed;
  });
  return all;
}

std::vector<PressedPair> PlaneTerm::touching() const {
  std::vector<PressedPair> all;
  const double damping = contact_.law().damping;
  if (damping == 0) return all;
  for (std::size_t k = 0; k < gaps_.size(); ++k) {
    const ContactPoint& point = contact_.points()[k];
    if (gaps_[k] < contact_.reach()) all.emplace_back(pair_of(point)).damping = damping * point.stiffness;
  }
  return all;
}

bool PlaneTerm::can_press(const PressedPair& pair) const {
  const bool is_one_vertex = pair.points[0] >= 0 && pair.points[0] < x_n_.size() / 3 &&
                             std::all_of(pair.points.begin() + 1, pair.points.end(), [](Index point) { return point < 0; });
  return is_one_vertex && pair.contact == contact_.law().contact;
}

// A plane does not turn: all its points move alike.
void PlaneTerm::follow_obstacle(PressedPair& pair) const {
  if (contact_.law().motion.empty()) return;
  pair.obstacle_moved = contact_.point(begin_) - contact_.point(end_);
  pair.obstacle_velocity = -contact_.velocity(end_);
}

PressedPair PlaneTerm::pair_of(const ContactPoint& point) const {
  PressedPair pair;
  pair.points[0] = point.vertex;
  pair.weights[0] = 1;
  pair.normal = contact_.normal();
  pair.contact = contact_.law().contact;
  pair.sign = 1;
  pair.has_obstacle = true;
  follow_obstacle(pair);
  return pair;
}

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
      for (const double k : *remembered) {
        if (!is_whole(k, 0, static_cast<double>(had_spring.size()) - 1))
          refuse_memory(section_, "holds points that no contact has");
        had_spring[static_cast<std::size_t>(k)] = true;
      }
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
