#include <lilyan/energy/contact/plane_contact.hpp>

#include <lilyan/energy/contact/friction_term.hpp>

#include <algorithm>
#include <limits>

namespace lilyan {

namespace {

// The mean force along the chord, or the one at its end.
class PlaneTerm final : public PressingTerm {
 public:
  PlaneTerm(const PlaneContact& contact, const Chord& chord, Evaluate evaluate)
      : contact_(contact),
        x_n_(chord.x),
        evaluate_(evaluate),
        begin_(chord.time.begin),
        end_(chord.time.end),
        advance_(contact.normal().dot(contact.point(chord.time.end) - contact.point(chord.time.begin))) {
    gaps_.reserve(contact.points().size());
    for (const ContactPoint& point : contact.points()) gaps_.push_back(contact.gap(point, chord.x, chord.time.begin));
  }

  Value add_force(const Vector& x, double w, Vector& f) const override {
    double R = 0, size = 0;
    for_each_near(x, [&](const ContactPoint& point, const Barrier::Mean& mean) {
      vertex(f, point.vertex) += w * mean.force * contact_.normal();
      R += mean.energy;
      size += std::abs(mean.energy);
    });
    return {R, size};
  }

  using StepTerm::add_slope;
  void add_slope(const Vector& x, double w, Definiteness, BlockMatrix& H) const override {
    const Mat3 nn = contact_.normal() * contact_.normal().transpose();
    for_each_near(x, [&](const ContactPoint& point, const Barrier::Mean& mean) {
      H.add_to_block(point.vertex, point.vertex, w * mean.slope * nn);
    });
  }

  void add_outside(const Vector& x, double w, Vector& f) const override { add_force(x, w, f); }

  // A gap is what is left of positions that are far larger, at both ends of the chord.
  void add_magnitude(const Vector& x, double w, Vector& sizes) const override {
    for_each_near(x, [&](const ContactPoint& point, const Barrier::Mean& mean) {
      const double size = vertex(x_n_, point.vertex).norm() + vertex(x, point.vertex).norm() + contact_.point(end_).norm();
      vertex(sizes, point.vertex) += w * mean.slope * size * contact_.normal().cwiseAbs();
    });
  }

  // Short of the plane: beyond it the energy is not defined.
  double longest_step(const Vector& x, const Vector& dx) const override {
    constexpr double kShort = 0.9;
    double longest = 1;
    for (const ContactPoint& point : contact_.points()) {
      const double closing = -contact_.normal().dot(vertex(dx, point.vertex));
      const double d = gap_at_end(point, x);  // not above 0 if a moving plane has come beyond x
      if (closing > 0 && d > 0) longest = std::min(longest, kShort * d / closing);
    }
    return longest;
  }

  // The energy that it takes is still the body's; what comes from outside is the work of a plane that moves.
  Work work(const Vector& x, const Vector&, double) const override {
    Work work;
    if (advance_ != 0)
      for_each_near(x, [&](const ContactPoint&, const Barrier::Mean& mean) { work.done -= mean.force * advance_; });
    return work;
  }

  void add_reactions(const Vector& x, double w, std::span<double> forces) const override {
    double sum = 0;
    for_each_near(x, [&](const ContactPoint&, const Barrier::Mean& mean) { sum += mean.force; });
    contact_.add_reaction(w * sum, forces);
  }

  void follow(double share) const override { held_back_ = (1 - share) * advance_; }

  std::vector<PressedPair> pressed(const Vector& x) const override {
    std::vector<PressedPair> all;
    const PlaneLaw& law = contact_.law();
    if (law.friction == 0) return all;
    for_each_near(x, [&](const ContactPoint& point, const Barrier::Mean& mean) {
      if (mean.force == 0) return;
      PressedPair& pair = all.emplace_back(pair_of(point));
      pair.force = -mean.force;
      pair.friction = law.friction;
      pair.slip_speed = law.slip_speed;
    });
    return all;
  }

  std::vector<PressedPair> touching() const override {
    std::vector<PressedPair> all;
    const double damping = contact_.law().damping;
    if (damping == 0) return all;
    for (std::size_t k = 0; k < gaps_.size(); ++k) {
      const ContactPoint& point = contact_.points()[k];
      if (gaps_[k] < contact_.distance()) all.emplace_back(pair_of(point)).damping = damping * point.stiffness;
    }
    return all;
  }

  // A plane does not turn: all its points move alike.
  void follow_obstacle(PressedPair& pair) const override {
    const Motion& motion = contact_.law().motion;
    if (motion.empty()) return;
    pair.obstacle_moved = contact_.point(begin_) - contact_.point(end_);
    pair.obstacle_velocity = -displacement_rate(motion, contact_.point(0), end_);
  }

 private:
  PressedPair pair_of(const ContactPoint& point) const {
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

  double gap_at_end(const ContactPoint& point, const Vector& x) const { return contact_.gap(point, x, end_) + held_back_; }

  template <class Use>
  void for_each_near(const Vector& x, const Use& use) const {
    for (std::size_t k = 0; k < gaps_.size(); ++k) {
      const ContactPoint& point = contact_.points()[k];
      const Barrier barrier = contact_.barrier(point);
      const double d = gap_at_end(point, x);
      if (d >= barrier.distance && gaps_[k] >= barrier.distance) continue;
      use(point, evaluate_ == Evaluate::at_end ? Barrier::Mean{barrier.energy(d), barrier.slope(d), barrier.curvature(d)}
                                               : barrier.mean(gaps_[k], d));
    }
  }

  const PlaneContact& contact_;
  const Vector& x_n_;
  Evaluate evaluate_;
  double begin_, end_;            // times of the step [s]
  double advance_;                // of the plane along its normal [m]
  mutable double held_back_ = 0;  // how much of it is not followed yet
  std::vector<double> gaps_;      // at the start of the step
};

}  // namespace

PlaneContact::PlaneContact(const Vec3& point, const Vec3& normal, double distance, std::vector<ContactPoint> points, PlaneLaw law)
    : point_(point), normal_(normal), distance_(distance), law_(std::move(law)), points_(std::move(points)) {}

double PlaneContact::gap(const ContactPoint& point, const Vector& x, double t) const {
  return normal_.dot(vertex(x, point.vertex) - this->point(t)) - point.radius;
}

Index PlaneContact::touching(const Vector& x, double t) const {
  return static_cast<Index>(
      std::count_if(points_.begin(), points_.end(), [&](const ContactPoint& point) { return gap(point, x, t) < distance_; }));
}

void PlaneContact::add_reaction(double slope, std::span<double> forces) const {
  for (std::size_t axis = 0; axis < 3; ++axis)
    forces[3 * static_cast<std::size_t>(law_.contact) + axis] += slope * normal_[static_cast<Eigen::Index>(axis)];
}

void PlaneContact::add_reactions(const Vector& x, double t, std::span<double> forces) const {
  for (const ContactPoint& point : points_) add_reaction(barrier(point).slope(gap(point, x, t)), forces);
}

double PlaneContact::least_gap(const Vector& x, double t) const {
  double least = std::numeric_limits<double>::infinity();
  for (const ContactPoint& point : points_) least = std::min(least, gap(point, x, t));
  return least;
}

double PlaneContact::value(const Vector& x, double t) const {
  double W = 0;
  for (const ContactPoint& point : points_) W += barrier(point).energy(gap(point, x, t));
  return W;
}

void PlaneContact::add_energies(const Vector& x, double t, Vector& per_vertex) const {
  for (const ContactPoint& point : points_) per_vertex[point.vertex] += barrier(point).energy(gap(point, x, t));
}

double PlaneContact::add_gradient(const Vector& x, double t, double w, Vector& g) const {
  double W = 0;
  for (const ContactPoint& point : points_) {
    const double d = gap(point, x, t);
    if (d >= distance_) continue;
    W += barrier(point).energy(d);
    vertex(g, point.vertex) += w * barrier(point).slope(d) * normal_;
  }
  return W;
}

void PlaneContact::add_hessian(const Vector& x, double t, double w, Definiteness, BlockMatrix& H) const {
  const Mat3 nn = normal_ * normal_.transpose();
  for (const ContactPoint& point : points_)
    if (const double d = gap(point, x, t); d < distance_)
      H.add_to_block(point.vertex, point.vertex, w * barrier(point).curvature(d) * nn);
}

std::unique_ptr<StepTerm> PlaneContact::own_mean(const Chord& chord, Evaluate evaluate) const {
  if (evaluate == Evaluate::at_start) return nullptr;
  auto term = std::make_unique<PlaneTerm>(*this, chord, evaluate);
  if (!dissipates() || evaluate == Evaluate::at_end) return term;
  return std::make_unique<FrictionTerm>(std::move(term), chord, "contact.pressed." + std::to_string(law_.contact));
}

}  // namespace lilyan
