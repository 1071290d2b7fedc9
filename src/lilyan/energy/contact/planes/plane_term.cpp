#include <lilyan/energy/contact/planes/plane_term.hpp>

#include <cmath>

namespace lilyan {

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

}  // namespace lilyan
