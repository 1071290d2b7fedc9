#include <lilyan/energy/contact/end_motion.hpp>

#include <algorithm>

namespace lilyan {

EndMotion::EndMotion(const Metric& metric, const Vector& mass, bool shares_mass, Vector v, Index contacts)
    : metric_(metric),
      mass_(mass),
      shares_mass_(shares_mass),
      v_(std::move(v)),
      impulse_(Vector::Zero(v_.size())),
      from_outside_(impulse_),
      contacts_(3 * static_cast<std::size_t>(contacts), 0) {}

Vector EndMotion::shared_response(const PressedPair& pair, const Vec3& t) const {
  Vector push = Vector::Zero(v_.size()), response = push;
  pair.for_each_vertex(vertices(), [&](Index i, double c) { vertex(push, i) += c * t; });
  metric_.solve(push, response);
  return response;
}

void EndMotion::slow(const PressedPair& pair, double limit) {
  if (!(limit > 0)) return;
  Vec3 sliding = pair.sum(v_) + pair.obstacle_velocity;
  sliding -= pair.normal.dot(sliding) * pair.normal;
  const double speed = sliding.norm();
  if (speed == 0) return;
  const Vec3 t = sliding / speed;

  // How much faster the pair slides after an impulse of 1.
  const Vector response = shares_mass_ ? shared_response(pair, t) : Vector(0);
  double mobility = 0, held = 0;
  pair.for_each_vertex(vertices(), [&](Index i, double c) {
    for (Index axis = 0; axis < 3; ++axis) {
      const Index component = 3 * i + axis;
      if (mass_[component] == 0)
        held += c * t[axis] * v_[component];
      else
        mobility += c * t[axis] * (shares_mass_ ? response[component] : c * t[axis] / mass_[component]);
    }
  });
  if (!(mobility > 0)) return;
  const double j = std::min(limit, speed / mobility);

  pair.for_each_vertex(vertices(), [&](Index i, double c) {
    vertex(impulse_, i) -= j * c * t;
    if (pair.has_obstacle) vertex(from_outside_, i) -= j * c * t;
    if (shares_mass_) return;
    for (Index axis = 0; axis < 3; ++axis)
      if (const Index component = 3 * i + axis; mass_[component] > 0) v_[component] -= j * c * t[axis] / mass_[component];
  });
  if (shares_mass_) v_ -= j * response;
  if (pair.contact >= 0)
    for (std::size_t axis = 0; axis < 3; ++axis)
      contacts_[3 * static_cast<std::size_t>(pair.contact) + axis] += pair.sign * j * t[static_cast<Eigen::Index>(axis)];
  dissipated_ += j * (speed - 0.5 * j * mobility);
  work_ += j * (t.dot(pair.obstacle_velocity) + held);
  is_changed_ = true;
}

}  // namespace lilyan
