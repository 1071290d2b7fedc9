// The part of PairTerm that is read once a step is solved: what its pairs did, to whom, and what presses.
#include <lilyan/energy/contact/pair_term.hpp>

#include <algorithm>

namespace lilyan {

// What obstacles push with.
void PairTerm::add_outside(const Vector& x, double w, Vector& f) const {
  for (const Active& active : active(x)) {
    const NearPair& pair = near_[active.pair];
    const bool has_obstacle =
        std::any_of(pair.points.begin(), pair.points.end(), [&](Index point) { return point >= 0 && !contact_.is_vertex(point); });
    if (!has_obstacle) continue;
    for (std::size_t i = 0; i < 4; ++i)
      if (pair.points[i] >= 0 && contact_.is_vertex(pair.points[i]))
        vertex(f, pair.points[i]) += w * active.mean.gradient.segment<3>(3 * static_cast<Eigen::Index>(i));
  }
}

Work PairTerm::work(const Vector& x, const Vector&, double) const {
  Work work;
  if (!contact_.obstacles().moves()) return work;
  for (const Active& active : active(x)) {
    const NearPair& pair = near_[active.pair];
    for (std::size_t i = 0; i < 4; ++i) {
      if (pair.points[i] < 0 || contact_.is_vertex(pair.points[i])) continue;
      const Index point = pair.points[i] - contact_.vertices();
      work.done += active.mean.gradient.segment<3>(3 * static_cast<Eigen::Index>(i))
                       .dot(vertex(obstacles_, point) - vertex(obstacles_n_, point));
    }
  }
  return work;
}

void PairTerm::add_joined(const Vector& x, std::vector<std::array<Index, 2>>& vertices) const {
  for (const Active& active : active(x)) {
    const Stencil stencil = stencil_of(near_[active.pair]);
    for (std::size_t i = 1; i < 4 && stencil[i] >= 0; ++i) vertices.push_back({stencil[0], stencil[i]});
  }
}

void PairTerm::add_reactions(const Vector& x, double w, std::span<double> forces) const {
  for (const Active& active : active(x)) contact_.add_reaction(near_[active.pair], active.mean.gradient, w, forces);
}

PressedPair PairTerm::pressed_by(std::size_t pair, const PairVector& gradient) const {
  const NearPair& near = near_[pair];
  const PairLaw& law = contact_.law_of(near);
  PressedPair pressed;
  pressed.points = near.points;
  pressed.press_by(gradient, points_of_first(near.kind));
  if (near.is_reported) pressed.contact = law.contact;
  pressed.sign = near.is_turned ? 1 : -1;
  pressed.has_obstacle =
      std::any_of(near.points.begin(), near.points.end(), [&](Index point) { return point >= 0 && !contact_.is_vertex(point); });
  follow_obstacle(pressed);
  return pressed;
}

std::vector<PressedPair> PairTerm::pressed(const Vector& x) const {
  std::vector<PressedPair> all;
  for (const Active& active : active(x)) {
    const PairLaw& law = contact_.law_of(near_[active.pair]);
    if (law.friction == 0) continue;
    PressedPair pair = pressed_by(active.pair, active.mean.gradient);
    if (pair.force == 0) continue;
    pair.friction = law.friction;
    pair.slip_speed = law.slip_speed;
    all.push_back(pair);
  }
  return all;
}

std::vector<PressedPair> PairTerm::touching() const {
  const bool any = std::any_of(contact_.laws().begin(), contact_.laws().end(), [](const PairLaw& law) { return law.damping > 0; });
  if (!any) return {};
  cover(x_n_);
  std::vector<PressedPair> all;
  for (std::size_t k = 0; k < near_.size(); ++k) {
    const PairLaw& law = contact_.law_of(near_[k]);
    if (law.damping == 0 || gaps_[k] >= law.distance) continue;
    PairVector gradient;
    const PairEnergy energy = contact_.energy_of(near_[k]);
    energy.gradient(contact_.points_of(near_[k], x_n_, obstacles_n_), gradient);
    PressedPair pair = pressed_by(k, gradient);
    if (pair.force == 0) continue;
    pair.damping = law.damping * energy.barrier.stiffness;
    all.push_back(pair);
  }
  return all;
}

bool PairTerm::can_press(const PressedPair& pair) const {
  const Index end = contact_.vertices() + contact_.obstacles().size();
  return std::all_of(pair.points.begin(), pair.points.end(), [&](Index point) { return point < end; }) &&
         pair.contact < contact_.contacts_end();
}

void PairTerm::follow_obstacle(PressedPair& pair) const {
  pair.obstacle_moved = pair.obstacle_velocity = Vec3::Zero();
  for (std::size_t i = 0; i < 4; ++i) {
    if (pair.points[i] < 0 || contact_.is_vertex(pair.points[i])) continue;
    const Index point = pair.points[i] - contact_.vertices();
    pair.obstacle_moved += pair.weights[i] * (vertex(obstacles_, point) - vertex(obstacles_n_, point));
    pair.obstacle_velocity += pair.weights[i] * vertex(obstacle_velocities_, point);
  }
}

}  // namespace lilyan
