#include <lilyan/energy/chord_term.hpp>

#include <algorithm>
#include <cmath>

namespace lilyan {

namespace {

// What one potential at x and t got from outside in a step that moved by `moved`: the work of its force if it is a load, and what
// an energy that changes in time was fed.
double done_by(const Potential& potential, const Vector& x, double t, const Vector& moved, double h) {
  if (potential.kind() == EnergyKind::load) {
    Vector g = Vector::Zero(x.size());
    potential.add_gradient(x, t, 1, g);
    return -g.dot(moved);
  }
  return potential.depends_on_time() ? h * potential.rate(x, t) : 0;
}

}  // namespace

ChordTerm::ChordTerm(std::vector<const Potential*> potentials, const Vector& x_n, const TimeSpan& time, std::vector<Point> points)
    : potentials_(std::move(potentials)), x_n_(x_n), time_(time), points_(std::move(points)) {}

bool ChordTerm::is_constant() const {
  return std::all_of(points_.begin(), points_.end(), [](const Point& point) { return point.s == 0; });
}

const Vector& ChordTerm::start_force() const {
  if (start_force_.size() == 0) {
    start_force_.setZero(x_n_.size());
    for (const Potential* potential : potentials_) potential->add_gradient(x_n_, time_.begin, 1, start_force_);
  }
  return start_force_;
}

Value ChordTerm::add_force(const Vector& x, double w, Vector& f) const {
  Value R;
  for (const Point& at : points_) {
    if (at.s == 0) {
      const double pushed = at.w * start_force().dot(x - x_n_);
      f += w * at.w * start_force();
      R.value += pushed;
      R.magnitude += std::abs(pushed);
      continue;
    }
    point_on_chord(x_n_, x, at.s, point_);
    const double t = time_.at(at.s);
    double W = 0, magnitude = 0;
    for (const Potential* potential : potentials_) {
      const double part = potential->add_gradient(point_, t, w * at.w, f);
      W += part;
      magnitude += potential->magnitude(point_, t, part);
    }
    R.value += at.w / at.s * W;
    R.magnitude += at.w / at.s * magnitude;
    if (!std::isfinite(R.value)) return {HUGE_VAL, HUGE_VAL};
  }
  return R;
}

void ChordTerm::add_slope(const Vector& x, double w, Definiteness definiteness, BlockMatrix& H) const {
  for (const Point& at : points_) {
    if (at.s == 0) continue;
    point_on_chord(x_n_, x, at.s, point_);
    for (const Potential* potential : potentials_) potential->add_hessian(point_, time_.at(at.s), w * at.w * at.s, definiteness, H);
  }
}

void ChordTerm::add_outside(const Vector& x, double w, Vector& f) const {
  for (const Point& at : points_) {
    point_on_chord(x_n_, x, at.s, point_);
    for (const Potential* potential : potentials_)
      if (is_from_outside(potential->kind())) potential->add_gradient(point_, time_.at(at.s), w * at.w, f);
  }
}

Work ChordTerm::work(const Vector& x, const Vector& moved, double h) const {
  Work work;
  for (const Point& at : points_) {
    point_on_chord(x_n_, x, at.s, point_);
    for (const Potential* potential : potentials_) work.done += at.w * done_by(*potential, point_, time_.at(at.s), moved, h);
  }
  return work;
}

void ChordTerm::add_reactions(const Vector& x, double w, std::span<double> forces) const {
  for (const Point& at : points_) {
    point_on_chord(x_n_, x, at.s, point_);
    for (const Potential* potential : potentials_) potential->add_reactions(point_, time_.at(at.s), w * at.w, forces);
  }
}

Value ChordTerm::missed(const Vector& x) const {
  Vector f = Vector::Zero(x.size());
  if (!std::isfinite(add_force(x, 1, f).value)) return {HUGE_VAL, 0};
  const Vector moved = x - x_n_;
  Value missed{-f.dot(moved) - work(x, moved, time_.end - time_.begin).done, 0};
  for (const Potential* potential : potentials_) {
    if (potential->kind() == EnergyKind::load) continue;
    const double before = potential->value(x_n_, time_.begin), after = potential->value(x, time_.end);
    missed.value += after - before;
    missed.magnitude += std::abs(before) + std::abs(after);
  }
  if (!std::isfinite(missed.value)) return {HUGE_VAL, 0};
  return missed;
}

Value EndForceTerm::add_force(const Vector& x, double w, Vector& f) const {
  if (end_ == End::end) {
    const ForceCache::Entry& there = forces_.entry(potentials_, x, time_.end);
    f += w * there.force;
    return {there.W, std::abs(there.W)};
  }
  const ForceCache::Entry& there = forces_.entry(potentials_, x_n_, time_.begin);
  f += w * there.force;
  const double pushed = there.force.dot(x - x_n_);
  return {pushed, std::abs(pushed)};
}

void EndForceTerm::add_slope(const Vector& x, double w, Definiteness definiteness, BlockMatrix& H) const {
  if (end_ == End::start) return;
  for (const auto& potential : potentials_) potential->add_hessian(x, time_.end, w, definiteness, H);
}

void EndForceTerm::add_outside(const Vector& x, double w, Vector& f) const {
  for (const auto& potential : potentials_)
    if (is_from_outside(potential->kind()))
      end_ == End::start ? potential->add_gradient(x_n_, time_.begin, w, f) : potential->add_gradient(x, time_.end, w, f);
}

Work EndForceTerm::work(const Vector& x, const Vector& moved, double h) const {
  Work work;
  for (const auto& potential : potentials_)
    work.done +=
        end_ == End::start ? done_by(*potential, x_n_, time_.begin, moved, h) : done_by(*potential, x, time_.end, moved, h);
  return work;
}

void EndForceTerm::add_reactions(const Vector& x, double w, std::span<double> forces) const {
  for (const auto& potential : potentials_)
    end_ == End::start ? potential->add_reactions(x_n_, time_.begin, w, forces) : potential->add_reactions(x, time_.end, w, forces);
}

}  // namespace lilyan
