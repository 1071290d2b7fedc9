// What obstacles do in a step: they push from outside, and those that move do work and clear their way.
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

// Pieces of a body that an obstacle goes through, or nearly, go along with it.
void PairTerm::clear(Vector& x) const {
  if (!contact_.obstacles().moves()) return;
  cover(x);
  Vector moves = Vector::Zero(x.size());
  for (std::size_t k = 0; k < near_.size(); ++k) {
    const NearPair& pair = near_[k];
    Vec3 move = Vec3::Zero();
    int points = 0;
    for (Index point : pair.points)
      if (point >= 0 && !contact_.is_vertex(point)) {
        move += vertex(obstacles_, point - contact_.vertices()) - vertex(obstacles_n_, point - contact_.vertices());
        ++points;
      }
    if (move.isZero(0)) continue;
    const PairChord chord = chord_of(k, x);
    const double enough = 0.5 * std::min(gaps_[k], energies_[k].barrier.distance);
    if (gaps_[k] - chord.fastest() >= enough) continue;
    if (chord.pair.gap(chord.to) >= enough && !chord.passes_through()) continue;
    move /= points;
    for (Index point : pair.points)
      if (point >= 0 && contact_.is_vertex(point) && move.squaredNorm() > vertex(moves, point).squaredNorm())
        vertex(moves, point) = move;
  }
  x += moves;
}

}  // namespace lilyan
