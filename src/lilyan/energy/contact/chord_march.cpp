#include <lilyan/energy/contact/chord_integral.hpp>

#include <algorithm>
#include <cmath>

namespace lilyan {

namespace {

constexpr int kMostMarches = 20000;  // a way that is so near all along is refused like one that passes through
constexpr double kLeastStep = 0.01;  // at the edge of the barrier, of its distance
constexpr int kFewMarches = 200;     // after so many the bounds turn with the pieces

class March {
 public:
  explicit March(const PairChord& chord)
      : chord_(chord), D_(chord.pair.barrier.distance), thickness_(chord.pair.thickness), at_(where(0)) {}

  std::optional<std::vector<PairChord::Piece>> pieces() {
    for (int k = 0; k < kMostMarches; ++k) {
      if (chord_.pair.barrier.is_passed(at_.gap)) return std::nullopt;
      const bool is_within = at_.gap < D_;
      const double least = is_within ? 0.3 * at_.gap : D_;
      const bool is_plane_known = !is_within || chord_.apart_at(at_.s, at_.normal) >= thickness_ + least;
      const double apart = is_plane_known ? chord_.apart_until(at_.s, at_.normal, thickness_ + least) : at_.s;
      if (!is_within && apart >= 1) return std::move(pieces_);
      if (at_.s == 1) {
        if (is_within) pieces_.push_back({begin_, 1});
        return std::move(pieces_);
      }
      if (k >= kFewMarches && go_on_turning(is_within)) continue;
      is_within ? go_on_within(apart) : go_on_outside(apart);
    }
    return std::nullopt;
  }

 private:
  struct Place {
    double s, gap;
    double slope;  // of the gap by s
    Vec3 normal;   // from the second piece to the first
  };

  Place where(double s) const {
    const PairDistance distance = pair_distance(chord_.pair.kind, chord_.at(s));
    const double d = distance.r.norm();
    Vec3 closing = Vec3::Zero();
    for (std::size_t i = 0; i < 4; ++i) closing += distance.c[i] * (chord_.to[i] - chord_.from[i]);
    const Vec3 normal = distance.r / d;
    return {s, d - thickness_, normal.dot(closing), normal};
  }

  double speed() {
    if (speed_ < 0) speed_ = chord_.fastest();
    return speed_;
  }

  Place where_it_goes(double s) const { return where(std::min(1.0, s)); }

  void go_on_within(double apart) {
    const Place next =
        where_it_goes(speed() > 0 ? std::max(at_.s + 0.7 * at_.gap / speed(), std::min(apart, at_.s + D_ / speed())) : 1);
    leave(next);
    at_ = next;
  }

  // On the way to `next`, if it is beyond the distance there.
  void leave(const Place& next) {
    if (next.gap >= D_) pieces_.push_back({begin_, crossing(lowest(at_, next).value_or(at_), next)});
  }

  void go_on_outside(double apart) {
    const double surely = speed() > 0 ? std::max(at_.s + (at_.gap - D_) / speed(), apart) : 1;
    const Place next = where_it_goes(speed() > 0 ? std::max(surely, at_.s + kLeastStep * D_ / speed()) : 1);
    come_near(next, surely);
    at_ = next;
  }

  // On the way to `next`, where it may come nearer than the distance from `surely` on.
  void come_near(const Place& next, double surely) {
    if (next.gap < D_) {
      begin_ = crossing(at_, next);
    } else if (next.s > surely) {
      if (const std::optional<Place> dip = lowest(at_, next); dip && dip->gap < D_)
        pieces_.push_back({crossing(at_, *dip), crossing(*dip, next)});
    }
  }

  // Where ends move far and what is nearest does not, as on an obstacle that turns, the speed of the ends says too little: a plane
  // that turns with the pieces keeps them apart for longer. False where it does not, not even for the shortest of ways.
  bool go_on_turning(bool is_within) {
    constexpr double kNearly = 0.99;  // of the barrier's distance: what grazes it deeper is looked for
    constexpr double kSurely = 0.3;   // of a gap
    const double shortest = (is_within ? 0.7 * at_.gap : kLeastStep * D_) / speed();
    for (double way = std::min(1 - at_.s, 4 * std::max(turned_, shortest)); way > shortest; way *= 0.5) {
      const Place next = where(way == 1 - at_.s ? 1 : at_.s + way);
      if (!(next.gap > 0)) continue;
      const double least = is_within ? kSurely * std::min(at_.gap, next.gap) : next.gap < D_ ? kSurely * next.gap : kNearly * D_;
      if (!chord_.apart_between(at_.s, at_.normal, next.s, next.normal, thickness_ + least)) continue;
      turned_ = way;
      is_within ? leave(next) : come_near(next, at_.s);
      at_ = next;
      return true;
    }
    return false;
  }

  // Where the gap is least between a and b, if that is at neither.
  std::optional<Place> lowest(Place a, Place b) const {
    constexpr int kMost = 60;
    constexpr double kMissed = 1e-9;
    if (!(a.slope < 0 && b.slope > 0)) return std::nullopt;
    Place place = a;
    for (int k = 0; k < kMost && b.s - a.s > kMissed * b.s; ++k) {
      place = where(k % 3 == 2 ? 0.5 * (a.s + b.s) : a.s - a.slope * (b.s - a.s) / (b.slope - a.slope));
      if (std::abs(place.slope) < kMissed * speed_) break;
      (place.slope < 0 ? a : b) = place;
    }
    return place;
  }

  // Where the gap is D between a and b, at which it is on different sides of D: by false position, and by halves where that is
  // slow. The energy begins with the square of the depth, so that what is missed of the way does not count.
  double crossing(Place a, Place b) const {
    constexpr int kMost = 60;
    constexpr double kMissed = 1e-9;
    for (int k = 0; k < kMost && b.s - a.s > kMissed * b.s; ++k) {
      const Place place = where(k % 3 == 2 ? 0.5 * (a.s + b.s) : a.s - (a.gap - D_) * (b.s - a.s) / (b.gap - a.gap));
      if (std::abs(place.gap - D_) < kMissed * D_) return place.s;
      ((place.gap < D_) == (a.gap < D_) ? a : b) = place;
    }
    return 0.5 * (a.s + b.s);
  }

  const PairChord& chord_;
  double D_, thickness_;
  Place at_;
  double begin_ = 0;   // of the piece in which it is
  double speed_ = -1;  // below 0: not known yet
  double turned_ = 0;  // how far a plane that turned was good for last
  std::vector<PairChord::Piece> pieces_;
};

}  // namespace

std::optional<std::vector<PairChord::Piece>> pieces_within(const PairChord& chord) { return March(chord).pieces(); }

}  // namespace lilyan
