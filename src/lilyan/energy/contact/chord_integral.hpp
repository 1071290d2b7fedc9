// The mean of a pair's energy along a step in which all its points move straight from y_0 to y.
//
//   R = int_0^1 (E(z_s) - E(y_0))/s ds,   grad R = int_0^1 grad E(z_s) ds,   Hess R = int_0^1 s Hess E(z_s) ds,   z_s = y_0 + s (y
//   - y_0)
//
// grad R does exactly the work E(y) - E(y_0); a step that passes through has R = +infinity. The way is divided where the pair comes
// nearer than the barrier's distance and leaves again; within, Gauss's rule is refined until it has the work, which is known.
#pragma once

#include <lilyan/energy/contact/pair_energy.hpp>

#include <optional>
#include <vector>

namespace lilyan {

struct PairChord {
  PairEnergy pair;
  PairPoints from, to;
  double tolerance;  // of the work [J]

  // A part of the way, 0 <= begin < end <= 1.
  struct Piece {
    double begin, end;
  };
  struct Mean {
    double energy = 0;  // R
    PairVector gradient = PairVector::Zero();
    double missed = 0;          // of the work, where rounding of the positions may explain it or refining did not help [J]
    bool acts = false;          // it is nearer than the barrier's distance somewhere
    std::vector<Piece> pieces;  // on each of which Gauss's rule was good enough
  };
  Mean mean() const;
  PairMatrix hessian(const Mean& mean) const;

  bool passes_through() const;

  // How fast the distance may change over the whole way [m]: at most as two of their points move against each other.
  double fastest() const;

  // Up to which share of the way from s on the pieces are farther apart than `least` [m] along n, a unit vector from the second
  // piece to the first: a bound from below of their distance.
  double apart_until(double s, const Vec3& n, double least) const;

  // How far they are apart along n there. Rounding turns the direction of a tiny distance, and at the end of a long piece that is more
  // than the distance itself: then n says nothing.
  double apart_at(double s, const Vec3& n) const;

  // Whether they are farther apart than `least` all the way between two shares of it, along a direction that changes steadily from
  // the unit vector n_begin to n_end: a bound for pieces that turn.
  bool apart_between(double begin, const Vec3& n_begin, double end, const Vec3& n_end, double least) const;

  // The share of the way that is surely free, up to 1; 0 where it begins in touch.
  double free_share() const;

  PairPoints at(double s) const;  // where the points are
};

// Where on its way a pair is nearer than its barrier's distance: by marching along the chord.
//
// What is far is passed over by bounds: by planes that keep the pieces apart, and by how fast the distance may change. Where these
// get nowhere, at the edge of the barrier, the march goes on by small steps and looks for a dip in each: a pair that only just
// grazes the barrier is found, so that the mean along the chord is continuous.
//
// In order; nothing where the pair passes through.
std::optional<std::vector<PairChord::Piece>> pieces_within(const PairChord& chord);

}  // namespace lilyan
