#include <lilyan/energy/contact/chord_integral.hpp>

#include <lilyan/energy/mean_rule.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace lilyan {

double PairChord::fastest() const {
  const std::size_t points = static_cast<std::size_t>(points_of(pair.kind)), first = points_of_first(pair.kind);
  double fastest = 0;
  for (std::size_t i = 0; i < first; ++i)
    for (std::size_t j = first; j < points; ++j) fastest = std::max(fastest, ((to[i] - from[i]) - (to[j] - from[j])).squaredNorm());
  return std::sqrt(fastest);
}

// Along n both pieces are spans of points that move steadily, so what is between them is least at one of the ends of any part.
double PairChord::apart_until(double s, const Vec3& n, double least) const {
  const std::size_t points = static_cast<std::size_t>(points_of(pair.kind)), first = points_of_first(pair.kind);
  std::array<double, 4> at{}, moved{};
  for (std::size_t i = 0; i < points; ++i) {
    at[i] = n.dot(from[i]);
    moved[i] = n.dot(to[i]) - at[i];
  }
  double until = 1;
  for (std::size_t i = 0; i < first; ++i)
    for (std::size_t j = first; j < points; ++j) {
      const double apart = at[i] - at[j] - least, closing = moved[j] - moved[i];
      if (apart - closing < 0) until = std::min(until, closing > 0 ? apart / closing : 0.0);
    }
  return std::max(s, until);
}

double PairChord::apart_at(double s, const Vec3& n) const {
  const std::size_t points = static_cast<std::size_t>(points_of(pair.kind)), first = points_of_first(pair.kind);
  const PairPoints y = at(s);
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < first; ++i)
    for (std::size_t j = first; j < points; ++j) least = std::min(least, n.dot(y[i] - y[j]));
  return least;
}

// What is between two points y_i and y_j along n_s = (1 - u) n_begin + u n_end is a square function of u, with the coefficients b
// of Bernstein's polynomials; and n_s is never longer than 1.
bool PairChord::apart_between(double begin, const Vec3& n_begin, double end, const Vec3& n_end, double least) const {
  const std::size_t points = static_cast<std::size_t>(points_of(pair.kind)), first = points_of_first(pair.kind);
  const PairPoints y_begin = at(begin), y_end = at(end);
  for (std::size_t i = 0; i < first; ++i)
    for (std::size_t j = first; j < points; ++j) {
      const Vec3 r_begin = y_begin[i] - y_begin[j], r_end = y_end[i] - y_end[j];
      const double b_0 = n_begin.dot(r_begin), b_1 = 0.5 * (n_begin.dot(r_end) + n_end.dot(r_begin)), b_2 = n_end.dot(r_end);
      double lowest = std::min(b_0, b_2);
      if (b_1 < lowest) lowest = b_0 - (b_0 - b_1) * (b_0 - b_1) / (b_0 - 2 * b_1 + b_2);
      if (!(lowest >= least)) return false;
    }
  return true;
}

PairPoints PairChord::at(double s) const {
  if (s == 0) return from;
  if (s == 1) return to;
  PairPoints y = from;
  for (std::size_t i = 0; i < 4; ++i) y[i] += s * (to[i] - from[i]);
  return y;
}

namespace {

constexpr int kGauss = 8;  // points on a piece
using AtPoints = Eigen::Matrix<double, kGauss, 1>;

const QuadratureRule& rule() {
  static const QuadratureRule rule = gauss_legendre(kGauss);
  return rule;
}

// Row j integrates a function that is given at the points of the rule, as its polynomial through them, from 0 up to point j.
const Eigen::Matrix<double, kGauss, kGauss>& up_to_points() {
  static const Eigen::Matrix<double, kGauss, kGauss> matrix = [] {
    const std::vector<double>& points = rule().points;
    const auto basis = [&](std::size_t i, double t) {
      double product = 1;
      for (std::size_t k = 0; k < kGauss; ++k)
        if (k != i) product *= (t - points[k]) / (points[i] - points[k]);
      return product;
    };
    Eigen::Matrix<double, kGauss, kGauss> made;
    for (std::size_t j = 0; j < kGauss; ++j)
      for (std::size_t i = 0; i < kGauss; ++i) {
        double sum = 0;
        for (std::size_t k = 0; k < kGauss; ++k) sum += rule().weights[k] * points[j] * basis(i, points[j] * points[k]);
        made(static_cast<Eigen::Index>(j), static_cast<Eigen::Index>(i)) = sum;
      }
    return made;
  }();
  return matrix;
}

// Adds up Gauss's rule over pieces, refined where it misses the work: that of the whole piece, and that up to each of its points. A
// pair that comes near and leaves again does little work in all, and a rule may have that right where it has the force wrong.
class PieceSum {
 public:
  PieceSum(const PairChord& chord, double E_0, double tolerance, std::size_t most_pieces, PairChord::Mean& mean)
      : chord_(chord), E_0_(E_0), tolerance_(tolerance), most_pieces_(most_pieces), mean_(mean) {
    for (int i = 0; i < 4; ++i) {
      const Vec3 &from = chord.from[static_cast<std::size_t>(i)], &to = chord.to[static_cast<std::size_t>(i)];
      moved_.segment<3>(3 * i) = to - from;
      size_ = std::max({size_, from.lpNorm<Eigen::Infinity>(), to.lpNorm<Eigen::Infinity>()});
    }
  }

  // Whether the work is known but for what rounding of positions may explain; and whether there were too few pieces for the
  // tolerance. Edges that are parallel but for rounding have rounding for energy.
  bool is_resolved() const {
    constexpr double kUnresolved = 1e-3, kNothing = 1e-12;  // of the energy, and of the barrier's
    const Barrier& barrier = chord_.pair.barrier;
    return mean_.missed <=
           std::max({tolerance_, kUnresolved * highest_, kNothing * barrier.stiffness * barrier.distance * barrier.distance});
  }
  bool ran_out() const { return mean_.pieces.size() >= most_pieces_; }
  double highest() const { return highest_; }  // energy at a point of the rule [J]

  // A piece of the way, divided where another piece of surface becomes the closest and the force has a kink: no rule sees the part
  // of its error that is across the way.
  template <class At>
  void add(const At& at, double begin, double end) {
    constexpr int kLooks = 8;
    double from = begin, a = begin;
    int form = chord_.pair.form(at(a));
    for (int k = 1; k <= kLooks; ++k) {
      const double next = k == kLooks ? end : begin + (end - begin) * k / kLooks;
      const int form_there = chord_.pair.form(at(next));
      if (form_there != form) {
        const double change = where_it_changes(at, form, a, next);
        if (change > from && change < end) {
          add_smooth(at, from, change, 0);
          from = change;
        }
        form = form_there;
      }
      a = next;
    }
    add_smooth(at, from, end, 0);
  }

 private:
  template <class At>
  void add_smooth(const At& at, double begin, double end, int level) {
    constexpr int kMostLevels = 20;
    const double length = end - begin;
    PairVector sum = PairVector::Zero(), g;
    AtPoints E, power;  // and the work by the share of the way
    double R = 0, steepest = 0;
    for (std::size_t j = 0; j < kGauss; ++j) {
      const double s = begin + length * rule().points[j];
      const auto row = static_cast<Eigen::Index>(j);
      E[row] = chord_.pair.gradient(at(s), g);
      power[row] = g.dot(moved_);
      sum += rule().weights[j] * length * g;
      R += rule().weights[j] * length * (E[row] - E_0_) / s;
      steepest = std::max(steepest, g.lpNorm<Eigen::Infinity>());
    }
    highest_ = std::max(highest_, E.maxCoeff());
    const double E_begin = chord_.pair.value(at(begin)), E_end = chord_.pair.value(at(end));
    const double missed = std::abs(E_end - E_begin - sum.dot(moved_));
    const double missed_on_the_way = (E.array() - E_begin - length * (up_to_points() * power).array()).abs().maxCoeff();
    // Rounding: of the sums, and of a gap that is what is left of positions.
    const double rounding = 16 * std::numeric_limits<double>::epsilon() * (E_begin + E_end);
    const double known = rounding + std::numeric_limits<double>::epsilon() * steepest * size_;
    const bool may_divide = level < kMostLevels && !ran_out();
    const double allowed = std::max(tolerance_, known);
    // The sum has twice the order of what is known on the way, and so about the square of its error.
    const double allowed_on_the_way = std::max(std::sqrt(allowed * E.maxCoeff()), known);
    if ((missed > allowed || missed_on_the_way > allowed_on_the_way) && may_divide) {
      const double middle = 0.5 * (begin + end);
      add_smooth(at, begin, middle, level + 1);
      add_smooth(at, middle, end, level + 1);
      return;
    }
    mean_.gradient += sum;
    mean_.energy += begin > 0 && end > 2 * begin ? energy_by_shares(at, begin, end) : R;
    if (missed > rounding) mean_.missed += missed;
    mean_.pieces.push_back({begin, end});
  }

  // R of a piece that is long beside the way to its beginning, where 1/s is no polynomial: doubling the share of the way.
  template <class At>
  double energy_by_shares(const At& at, double begin, double end) const {
    double R = -E_0_ * std::log(end / begin);
    for (double from = begin; from < end;) {
      const double to = 2 * from < end ? 2 * from : end;
      for (std::size_t j = 0; j < kGauss; ++j) {
        const double s = from + (to - from) * rule().points[j];
        R += rule().weights[j] * (to - from) * chord_.pair.value(at(s)) / s;
      }
      from = to;
    }
    return R;
  }

  // Between a, where it has the form given, and b, where it has not.
  template <class At>
  double where_it_changes(const At& at, int form, double a, double b) const {
    constexpr double kMissed = 1e-9;  // the force is continuous: only its slope is wrong there
    while (b - a > kMissed) {
      const double middle = 0.5 * (a + b);
      (chord_.pair.form(at(middle)) == form ? a : b) = middle;
    }
    return b;
  }

  const PairChord& chord_;
  double E_0_, tolerance_;
  std::size_t most_pieces_;
  PairChord::Mean& mean_;
  PairVector moved_;
  double size_ = 0;  // of the positions [m]
  double highest_ = 0;
};

// Sums up the mean over the pieces that are within.
template <class At>
PieceSum sum_of(const PairChord& chord, const At& at, const std::vector<PairChord::Piece>& pieces, double tolerance,
                std::size_t most_pieces, PairChord::Mean& mean) {
  const double E_0 = chord.pair.value(chord.from);
  mean.acts = !pieces.empty();
  PieceSum sum(chord, E_0, tolerance, most_pieces, mean);
  double s = 0;  // up to which all is added
  for (const PairChord::Piece& piece : pieces) {
    if (E_0 > 0 && piece.begin > s) mean.energy -= E_0 * std::log(piece.begin / s);
    sum.add(at, piece.begin, piece.end);
    s = piece.end;
  }
  if (E_0 > 0 && s < 1) mean.energy -= E_0 * std::log(1 / s);
  return sum;
}

// False where the chord passes through, or so near that no rule has the work.
//
// The tolerance is that of all energy. What strikes a body at rest stores far more in a pair than all energy so far: rounding alone
// is above the tolerance then, and the pieces run out at the beginning of the way. Then the pair's own energy says what is small.
template <class At>
bool integrate(const PairChord& chord, const At& at, PairChord::Mean& mean) {
  constexpr std::size_t kMostPieces = 100, kMostInAll = 2000;
  constexpr double kShareOfPair = 1e-12;
  const std::optional<std::vector<PairChord::Piece>> pieces = pieces_within(chord);
  if (!pieces) return false;
  const PieceSum sum = sum_of(chord, at, *pieces, chord.tolerance, kMostPieces, mean);
  if (!sum.ran_out() && sum.is_resolved()) return true;
  mean = {};
  return sum_of(chord, at, *pieces, std::max(chord.tolerance, kShareOfPair * sum.highest()), kMostInAll, mean).is_resolved();
}

}  // namespace

PairChord::Mean PairChord::mean() const {
  Mean mean;
  if (!integrate(
          *this, [&](double s) { return at(s); }, mean))
    mean.energy = std::numeric_limits<double>::infinity();
  return mean;
}

// Where Gauss's rule has the force to rounding, one of somewhat fewer points has the slope as well as Newton's method needs it.
PairMatrix PairChord::hessian(const Mean& mean) const {
  static const QuadratureRule coarser = gauss_legendre(5);
  PairMatrix H = PairMatrix::Zero();
  for (const Piece& piece : mean.pieces)
    for (std::size_t j = 0; j < coarser.points.size(); ++j) {
      const double s = piece.begin + (piece.end - piece.begin) * coarser.points[j];
      pair.add_hessian(at(s), coarser.weights[j] * (piece.end - piece.begin) * s, H);
    }
  return H;
}

bool PairChord::passes_through() const { return !pieces_within(*this); }

double PairChord::free_share() const {
  constexpr double kSafe = 0.9, kLeast = 0.1;  // of a gap in a step, of the first gap at the end
  constexpr int kMostSteps = 100;              // along a surface that is near all the way
  const Vec3 r = pair_distance(pair.kind, from).r;
  const double first = r.norm() - pair.thickness;
  if (!(first > 0) || apart_until(0, r.normalized(), pair.thickness + kLeast * first) >= 1) return 1;
  const double speed = fastest();
  if (speed == 0) return 1;
  double s = 0, d = first;
  for (int k = 0; k < kMostSteps && s < 1 && d > kLeast * first; ++k) {
    s += kSafe * d / speed;
    d = pair.gap(at(std::min(s, 1.0)));
  }
  return std::min(s, 1.0);
}

}  // namespace lilyan
