#include <lilyan/energy/contact/pair_term.hpp>

#include <lilyan/algebra/dense.hpp>
#include <lilyan/algebra/magnitude.hpp>
#include <lilyan/algebra/threads.hpp>
#include <lilyan/core/stopwatch.hpp>

#include <algorithm>
#include <cmath>

namespace lilyan {

namespace {

constexpr double kMostMissed = 1e-9;      // of a pair's force, by the quadrature of its mean
constexpr double kShareOfEnergy = 1e-13;  // of the energy: a pair's share in what many pairs may miss

double longest_move(const Vector& from, const Vector& to) {
  double longest = 0;
  for (Index i = 0; i < from.size() / 3; ++i) longest = std::max(longest, (vertex(to, i) - vertex(from, i)).norm());
  return longest;
}

bool is_inside(const Box& box, const Vec3& point) {
  return (box.low.array() <= point.array()).all() && (point.array() <= box.high.array()).all();
}

// Without what is negative. It is nothing where all points move alike, so that three coordinates fewer do: sums and differences of
// the points.
void project(PairMatrix& H) {
  using Inner = Eigen::Matrix<double, 9, 9>;
  static const Eigen::Matrix<double, 12, 9> Q = [] {
    const Eigen::Matrix<double, 4, 3> differences{{0.5, 0.5, 0.5}, {0.5, -0.5, -0.5}, {-0.5, 0.5, -0.5}, {-0.5, -0.5, 0.5}};
    Eigen::Matrix<double, 12, 9> made;
    for (Eigen::Index i = 0; i < 4; ++i)
      for (Eigen::Index k = 0; k < 3; ++k) made.block<3, 3>(3 * i, 3 * k) = differences(i, k) * Mat3::Identity();
    return made;
  }();
  const Inner inner = Q.transpose() * H * Q;
  const FixedSpectrum<9> spectrum = symmetric_spectrum(inner);
  if (spectrum.values[0] >= 0) return;
  Eigen::Matrix<double, 12, 9> roots = Q * spectrum.vectors;
  for (Eigen::Index k = 0; k < 9; ++k) roots.col(k) *= std::sqrt(std::max(0.0, spectrum.values[k]));
  H.noalias() = roots.lazyProduct(roots.transpose());
}

}  // namespace

PairTerm::PairTerm(const PairContact& contact, const Chord& chord, Evaluate evaluate)
    : contact_(contact),
      evaluate_(evaluate),
      x_n_(chord.x),
      obstacles_n_(contact.obstacles().at(chord.time.begin)),
      obstacles_end_(contact.obstacles().moves() ? contact.obstacles().at(chord.time.end) : obstacles_n_),
      obstacles_(obstacles_end_),
      obstacle_velocities_(contact.obstacles().velocities_at(chord.time.end)),
      flight_(evaluate == Evaluate::at_end ? chord.x : Vector(chord.x + chord.h * chord.v)),
      tolerance_(kShareOfEnergy * chord.energy),
      pattern_(chord.pattern),
      remembered_(chord.memory ? chord.memory->find("contact.stencils") : nullptr) {
  double distance = 0;
  for (const PairLaw& law : contact.laws()) distance = std::max(distance, law.distance);
  slack_ = std::max(distance, 0.25 * longest_move(x_n_, flight_));
}

void PairTerm::cover(const Vector& x) const {
  const Index vertices = contact_.vertices();
  if (boxes_.empty()) {
    for (Index i = 0; i < vertices; ++i) {
      Box box{vertex(x_n_, i), vertex(x_n_, i)};
      box.add(vertex(flight_, i));
      boxes_.push_back(box.inflated(slack_));
    }
    for (Index i = 0; i < contact_.obstacles().size(); ++i) {
      Box box{vertex(obstacles_n_, i), vertex(obstacles_n_, i)};
      box.add(vertex(obstacles_end_, i));
      boxes_.push_back(box);
    }
    search();
  }
  bool is_covered = true;
  for (const ContactSurface& surface : contact_.search().surfaces())
    for (Index i : surface.points)
      is_covered = is_covered && (!contact_.is_vertex(i) || is_inside(boxes_[static_cast<std::size_t>(i)], vertex(x, i)));
  if (is_covered) return;
  slack_ *= 2;
  for (Index i = 0; i < vertices; ++i) {
    Box& box = boxes_[static_cast<std::size_t>(i)];
    if (is_inside(box, vertex(x, i))) continue;
    const Vec3 at = vertex(x, i);
    box.add(Box{at, at}.inflated(slack_));
  }
  search();
}

void PairTerm::search() const {
  const Stopwatch watch(contact_.seconds().search);
  std::vector<double> reach(boxes_.size());  // of each point from where it begins, within the region [m]
  for (std::size_t i = 0; i < boxes_.size(); ++i) {
    const auto point = static_cast<Index>(i);
    const Vec3 at = contact_.is_vertex(point) ? vertex(x_n_, point) : vertex(obstacles_n_, point - contact_.vertices());
    reach[i] = (at - boxes_[i].low).cwiseMax(boxes_[i].high - at).norm();
  }
  near_ = {};
  near_ = contact_.search().find(boxes_, [&](const NearPair& pair) { return may_come_near(pair, reach) && contact_.counts(pair); });
  near_.shrink_to_fit();
  gaps_ = {};
  normals_ = {};
  gaps_.reserve(near_.size());
  normals_.reserve(near_.size());
  for (const NearPair& pair : near_) {
    const Vec3 r = pair_distance(pair.kind, contact_.points_of(pair, x_n_, obstacles_n_)).r;
    gaps_.push_back(r.norm() - pair.thickness);
    normals_.push_back(r.normalized());
  }
  at_.resize(0);
}

// A distance changes at most as two points of the pieces move against each other. What is left out neither acts nor belongs to the
// pattern (`predict`) nor shortens a step (`free_share`, which ends at a tenth of the first gap): no result depends on it.
bool PairTerm::may_come_near(const NearPair& pair, const std::vector<double>& reach) const {
  constexpr double kNotShortened = 1.5;  // then gaps in the region are (1.5 - 1)/(1.5 + 1) of each other, and more
  const std::size_t points = static_cast<std::size_t>(points_of(pair.kind)), first = points_of_first(pair.kind);
  double moves[2] = {0, 0};
  for (std::size_t i = 0; i < points; ++i) {
    double& most = moves[i < first ? 0 : 1];
    most = std::max(most, reach[static_cast<std::size_t>(pair.points[i])]);
  }
  const double moved = moves[0] + moves[1];
  return pair.gap(contact_.points_of(pair, x_n_, obstacles_n_)) <
         std::max(moved + kNear * contact_.law_of(pair).distance, kNotShortened * moved);
}

PairChord PairTerm::chord_of(std::size_t pair, const Vector& x) const {
  PairChord chord = way_of(pair, x_n_, obstacles_n_, x);
  chord.pair = contact_.energy_of(near_[pair]);
  return chord;
}

PairChord PairTerm::way_of(std::size_t pair, const Vector& from, const Vector& obstacles, const Vector& to) const {
  const NearPair& near = near_[pair];
  return {{.kind = near.kind, .barrier = {0, contact_.law_of(near).distance}, .thickness = near.thickness},
          contact_.points_of(near, from, obstacles),
          contact_.points_of(near, to, obstacles_),
          tolerance_};
}

PairChord::Mean PairTerm::mean_of(const PairChord& chord) const {
  if (evaluate_ != Evaluate::at_end) return chord.mean();
  PairChord::Mean mean;
  if (chord.passes_through()) {
    mean.energy = HUGE_VAL;
  } else {
    mean.energy = chord.pair.gradient(chord.to, mean.gradient);
    mean.acts = mean.energy > 0;
  }
  return mean;
}

// In blocks of pairs, each with its own list: the order is that of the pairs, whatever the number of threads.
const std::vector<PairTerm::Active>& PairTerm::active(const Vector& x) const {
  if (at_.size() == x.size() && at_ == x) return active_;
  cover(x);
  const Stopwatch watch(contact_.seconds().pairs);
  at_.resize(0);
  active_.clear();  // first: there may be no room for both
  constexpr std::size_t kBlock = 256;
  const std::size_t blocks = (near_.size() + kBlock - 1) / kBlock;
  std::vector<std::vector<Active>> found(blocks);
  std::vector<char> crossed(blocks, 0);
  parallel_for(static_cast<Index>(blocks), [&](Index block) {
    const std::size_t begin = static_cast<std::size_t>(block) * kBlock, end = std::min(near_.size(), begin + kBlock);
    for (std::size_t k = begin; k < end; ++k) {
      PairChord chord = way_of(k, x_n_, obstacles_n_, x);
      const double distance = chord.pair.barrier.distance;
      if (gaps_[k] >= distance && chord.apart_until(0, normals_[k], chord.pair.thickness + distance) >= 1) continue;
      chord.pair = contact_.energy_of(near_[k]);
      PairChord::Mean mean = mean_of(chord);
      if (std::isinf(mean.energy)) crossed[static_cast<std::size_t>(block)] = 1;
      if (mean.acts) found[static_cast<std::size_t>(block)].push_back({k, std::move(mean)});
    }
  });
  for (std::vector<Active>& some : found)
    active_.insert(active_.end(), std::make_move_iterator(some.begin()), std::make_move_iterator(some.end()));
  is_crossed_ = std::find(crossed.begin(), crossed.end(), 1) != crossed.end();
  at_ = x;
  return active_;
}

// The size is that of what is rounded: of the gap, which is what is left of positions, and of what quadrature missed.
Value PairTerm::add_force(const Vector& x, double w, Vector& f) const {
  double R = 0, size = 0;
  for (const Active& active : active(x)) {
    const NearPair& pair = near_[active.pair];
    for (std::size_t i = 0; i < 4; ++i)
      if (pair.points[i] >= 0 && contact_.is_vertex(pair.points[i])) {
        const Vec3 g = active.mean.gradient.segment<3>(3 * static_cast<Eigen::Index>(i));
        vertex(f, pair.points[i]) += w * g;
        size += g.norm() * (vertex(x_n_, pair.points[i]).norm() + vertex(x, pair.points[i]).norm());
      }
    R += active.mean.energy;
    size += std::abs(active.mean.energy) + active.mean.missed / kSumRounding;
  }
  if (is_crossed_) return {HUGE_VAL, HUGE_VAL};
  return {R, size};
}

PairMatrix PairTerm::hessian_of(const Active& active, const Vector& x) const {
  const PairChord chord = chord_of(active.pair, x);
  return evaluate_ == Evaluate::at_end ? chord.pair.hessian(chord.to) : chord.hessian(active.mean);
}

void PairTerm::add_slope(const Vector& x, double w, Definiteness definiteness, BlockMatrix& H) const {
  const std::vector<Active>& all = active(x);
  const Stopwatch watch(contact_.seconds().pairs);
  // So many at a time: a slope is a thousand bytes.
  constexpr std::size_t kBlock = 16, kAtATime = 1024 * kBlock;
  std::vector<PairMatrix> slopes(std::min(kAtATime, all.size()));
  for (std::size_t first = 0; first < all.size(); first += kAtATime) {
    const std::size_t last = std::min(all.size(), first + kAtATime);
    parallel_for(static_cast<Index>((last - first + kBlock - 1) / kBlock), [&](Index block) {
      const std::size_t begin = first + static_cast<std::size_t>(block) * kBlock, end = std::min(last, begin + kBlock);
      for (std::size_t k = begin; k < end; ++k) {
        slopes[k - first] = hessian_of(all[k], x);
        if (definiteness == Definiteness::projected) project(slopes[k - first]);
      }
    });
    for (std::size_t k = first; k < last; ++k) add_slope_of(near_[all[k].pair], w, slopes[k - first], H);
  }
}

void PairTerm::add_slope_of(const NearPair& pair, double w, const PairMatrix& slope, BlockMatrix& H) const {
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t j = 0; j < 4; ++j) {
      const Index row = pair.points[i], column = pair.points[j];
      if (row < 0 || column < 0 || row < column || !contact_.is_vertex(row) || !contact_.is_vertex(column)) continue;
      H.add_to_block(row, column, w * slope.block<3, 3>(3 * static_cast<Eigen::Index>(i), 3 * static_cast<Eigen::Index>(j)));
    }
}

// A gap is what is left of positions that are far larger, at both ends of the chord; and a mean force is known as well as its work
// was integrated.
void PairTerm::add_magnitude(const Vector& x, double w, Vector& sizes) const {
  for (const Active& active : active(x)) {
    const NearPair& pair = near_[active.pair];
    const PairChord chord = chord_of(active.pair, x);
    PairVector lengths;
    for (std::size_t i = 0; i < 4; ++i)
      lengths.segment<3>(3 * static_cast<Eigen::Index>(i)).setConstant(chord.from[i].norm() + chord.to[i].norm());
    PairVector size = hessian_of(active, x).cwiseAbs() * lengths;
    double way = 0;
    for (std::size_t i = 0; i < 4; ++i) way = std::max(way, (chord.to[i] - chord.from[i]).norm());
    const double force = active.mean.gradient.lpNorm<Eigen::Infinity>(), missed = tolerance_ + active.mean.missed;
    size.array() += (missed < kMostMissed * force * way ? missed / way : kMostMissed * force) / kSumRounding;
    for (std::size_t i = 0; i < 4; ++i)
      if (pair.points[i] >= 0 && contact_.is_vertex(pair.points[i]))
        vertex(sizes, pair.points[i]) += w * size.segment<3>(3 * static_cast<Eigen::Index>(i));
  }
}

double PairTerm::longest_step(const Vector& x, const Vector& dx) const {
  const Vector there = x + dx;
  cover(there);
  const Stopwatch watch(contact_.seconds().pairs);
  constexpr std::size_t kBlock = 256;
  const std::size_t blocks = (near_.size() + kBlock - 1) / kBlock;
  std::vector<double> longest(blocks, 1);
  parallel_for(static_cast<Index>(blocks), [&](Index block) {
    const std::size_t begin = static_cast<std::size_t>(block) * kBlock, end = std::min(near_.size(), begin + kBlock);
    double& least = longest[static_cast<std::size_t>(block)];
    for (std::size_t k = begin; k < end; ++k) {
      const PairChord way = way_of(k, x, obstacles_, there);
      if (way.apart_until(0, normals_[k], way.pair.thickness + way.pair.barrier.distance) < 1)
        least = std::min(least, way.free_share());
    }
  });
  double least = 1;
  for (double of_block : longest) least = std::min(least, of_block);
  return least;
}

void PairTerm::follow(double share) const {
  if (!contact_.obstacles().moves()) return;
  obstacles_ = share == 1 ? obstacles_end_ : Vector(obstacles_n_ + share * (obstacles_end_ - obstacles_n_));
  at_.resize(0);
}

}  // namespace lilyan
