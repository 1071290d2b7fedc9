// The force of potentials at points of the chord, weighted: a quadrature of grad W along the step.
//
//   f(x) = sum_j w_j grad W(z_j, t_j),   R(x) = sum_{s_j > 0} (w_j/s_j) W(z_j, t_j) + sum_{s_j = 0} w_j grad W(x_n, t_n).(x - x_n)
//   z_j = x_n + s_j (x - x_n)            t_j = t_n + s_j h
#pragma once

#include <lilyan/energy/potential.hpp>
#include <lilyan/energy/step_term.hpp>

#include <memory>
#include <vector>

namespace lilyan {

class ChordTerm final : public StepTerm {
 public:
  struct Point {
    double s, w;  // place on the chord, weight
  };

  // x_n and the potentials must outlive it.
  ChordTerm(std::vector<const Potential*> potentials, const Vector& x_n, const TimeSpan& time, std::vector<Point> points);

  bool is_constant() const override;
  Value add_force(const Vector& x, double w, Vector& f) const override;
  void add_slope(const Vector& x, double w, Definiteness definiteness, BlockMatrix& H) const override;
  using StepTerm::add_slope;
  void add_outside(const Vector& x, double w, Vector& f) const override;
  Work work(const Vector& x, const Vector& moved, double h) const override;  // of loads, and of W that changes in time
  void add_reactions(const Vector& x, double w, std::span<double> forces) const override;

  // W(x) - W(x_n) - f(x).(x - x_n) [J], without what loads and time did, and the sizes of both energies.
  Value missed(const Vector& x) const;

 private:
  const Vector& start_force() const;

  std::vector<const Potential*> potentials_;
  const Vector& x_n_;
  TimeSpan time_;
  std::vector<Point> points_;
  mutable Vector start_force_;  // grad W(x_n, t_n), made when first asked for
  mutable Vector point_;        // scratch
};

// grad W of all potentials of a system at the last two places asked for.
//
// A step that ends where the next one begins, and a ledger that wants the force there, need one evaluation; the result is the same
// as without the cache, to the last bit.
class ForceCache {
 public:
  struct Entry {
    Vector x, force;  // force: grad W
    double t = 0, W = 0;
  };

  // Valid until the call after the next. All calls of one cache name the same potentials.
  const Entry& entry(const std::vector<std::unique_ptr<Potential>>& potentials, const Vector& x, double t) {
    for (const Entry& known : entries_)
      if (known.t == t && known.x.size() == x.size() && known.x == x) return known;
    Entry& entry = entries_[next_];
    next_ = 1 - next_;
    entry.x = x;
    entry.t = t;
    entry.W = 0;
    entry.force.setZero(x.size());
    for (const auto& potential : potentials) entry.W += potential->add_gradient(x, t, 1, entry.force);
    return entry;
  }

 private:
  Entry entries_[2];
  int next_ = 0;
};

// grad W of all potentials at one end of the chord, which steps before or after this one ask for too.
class EndForceTerm final : public StepTerm {
 public:
  enum class End { start, end };
  EndForceTerm(const std::vector<std::unique_ptr<Potential>>& potentials, const Vector& x_n, const TimeSpan& time, End end,
               ForceCache& forces)
      : potentials_(potentials), x_n_(x_n), time_(time), end_(end), forces_(forces) {}

  bool is_constant() const override { return end_ == End::start; }
  Value add_force(const Vector& x, double w, Vector& f) const override;
  void add_slope(const Vector& x, double w, Definiteness definiteness, BlockMatrix& H) const override;
  using StepTerm::add_slope;
  void add_outside(const Vector& x, double w, Vector& f) const override;
  Work work(const Vector& x, const Vector& moved, double h) const override;
  void add_reactions(const Vector& x, double w, std::span<double> forces) const override;

 private:
  const std::vector<std::unique_ptr<Potential>>& potentials_;
  const Vector& x_n_;
  TimeSpan time_;
  End end_;
  ForceCache& forces_;
};

}  // namespace lilyan
