#include <lilyan/energy/contact/chord_integral.hpp>

#include <lilyan/energy/mean_rule.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

namespace lilyan {

namespace {

constexpr double kTouching = 1e-6;  // of the barrier's distance: what comes so near has passed through

using Piece = PairChord::Piece;

// Where the gap is D between a and b, at which it is on different sides of D.
template <class Gap>
double crossing(const Gap& gap, double D, double a, double b) {
  const bool rises = gap(a) < D;
  for (int k = 0; k < 100 && b - a > 4 * std::numeric_limits<double>::epsilon() * b; ++k) {
    const double middle = 0.5 * (a + b);
    ((gap(middle) < D) == rises ? a : b) = middle;
  }
  return 0.5 * (a + b);
}

// The pieces of the way in which the pair acts; none where it passes through.
template <class Gap>
std::optional<std::vector<Piece>> pieces_within(const Gap& gap, double D, double speed) {
  std::vector<Piece> pieces;
  double s = 0, d = gap(0);
  if (d - speed >= D) return pieces;
  double begin = 0;
  while (true) {
    if (d < kTouching * D) return std::nullopt;
    const double step = speed == 0 ? 1 : d > D ? std::max(d - D, 0.01 * D) / speed : 0.7 * d / speed;
    const double next = std::min(1.0, s + step), d_next = gap(next);
    if (d >= D && d_next < D) begin = crossing(gap, D, s, next);
    if (d < D && d_next >= D) pieces.push_back({begin, crossing(gap, D, s, next)});
    s = next;
    d = d_next;
    if (s == 1) break;
  }
  if (d < kTouching * D) return std::nullopt;
  if (d < D) pieces.push_back({begin, 1});
  return pieces;
}

}  // namespace

double PairChord::fastest() const {
  const auto points = static_cast<std::size_t>(points_of(pair.kind));
  std::array<Vec3, 4> moved;
  Vec3 mean = Vec3::Zero();
  for (std::size_t i = 0; i < points; ++i) {
    moved[i] = to[i] - from[i];
    mean += moved[i] / static_cast<double>(points);
  }
  const std::size_t first = pair.kind == PairKind::edge_edge ? 2 : 1;  // points of the first piece
  double one = 0, other = 0;
  for (std::size_t i = 0; i < points; ++i) {
    double& of = i < first ? one : other;
    of = std::max(of, (moved[i] - mean).norm());
  }
  return one + other;
}

PairPoints PairChord::at(double s) const {
  if (s == 0) return from;
  if (s == 1) return to;
  PairPoints y = from;
  for (std::size_t i = 0; i < 4; ++i) y[i] += s * (to[i] - from[i]);
  return y;
}

namespace {

// Adds up Gauss's rule over pieces, refined where it misses the work.
class PieceSum {
 public:
  PieceSum(const PairChord& chord, double E_0, PairChord::Mean& mean) : chord_(chord), E_0_(E_0), mean_(mean) {
    for (int i = 0; i < 4; ++i) {
      const Vec3 &from = chord.from[static_cast<std::size_t>(i)], &to = chord.to[static_cast<std::size_t>(i)];
      moved_.segment<3>(3 * i) = to - from;
      size_ = std::max({size_, from.lpNorm<Eigen::Infinity>(), to.lpNorm<Eigen::Infinity>()});
    }
  }

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
    static const QuadratureRule rule = gauss_legendre(8);
    constexpr int kMostLevels = 20;
    constexpr std::size_t kMostPieces = 100;
    const double length = end - begin;
    PairVector sum = PairVector::Zero(), g;
    double R = 0, steepest = 0;
    for (std::size_t j = 0; j < rule.points.size(); ++j) {
      const double s = begin + length * rule.points[j], E = chord_.pair.gradient(at(s), g);
      sum += rule.weights[j] * length * g;
      R += rule.weights[j] * length * (E - E_0_) / s;
      steepest = std::max(steepest, g.lpNorm<Eigen::Infinity>());
    }
    const double E_begin = chord_.pair.value(at(begin)), E_end = chord_.pair.value(at(end));
    const double missed = std::abs(E_end - E_begin - sum.dot(moved_));
    // Rounding: of the sums, and of a gap that is what is left of positions.
    const double known = 16 * std::numeric_limits<double>::epsilon() * (E_begin + E_end + steepest * size_);
    const bool may_divide = level < kMostLevels && mean_.pieces.size() < kMostPieces;
    if (missed > std::max(chord_.tolerance, known) && may_divide) {
      const double middle = 0.5 * (begin + end);
      add_smooth(at, begin, middle, level + 1);
      add_smooth(at, middle, end, level + 1);
      return;
    }
    mean_.gradient += sum;
    mean_.energy += R;
    if (missed > known) mean_.missed += missed;
    mean_.pieces.push_back({begin, end});
  }

  // Between a, where it has the form given, and b, where it has not.
  template <class At>
  double where_it_changes(const At& at, int form, double a, double b) const {
    while (b - a > 4 * std::numeric_limits<double>::epsilon() * b) {
      const double middle = 0.5 * (a + b);
      (chord_.pair.form(at(middle)) == form ? a : b) = middle;
    }
    return b;
  }

  const PairChord& chord_;
  double E_0_;
  PairChord::Mean& mean_;
  PairVector moved_;
  double size_ = 0;  // of the positions [m]
};

// False where the chord passes through.
template <class At>
bool integrate(const PairChord& chord, const At& at, PairChord::Mean& mean) {
  const double D = chord.pair.barrier.distance;
  const auto gap = [&](double s) { return chord.pair.gap(at(s)); };
  const std::optional<std::vector<Piece>> pieces = pieces_within(gap, D, chord.fastest());
  if (!pieces) return false;
  const double E_0 = chord.pair.value(chord.from);
  mean.acts = !pieces->empty();
  PieceSum sum(chord, E_0, mean);
  double s = 0;  // up to which all is added
  for (const Piece& piece : *pieces) {
    if (E_0 > 0 && piece.begin > s) mean.energy -= E_0 * std::log(piece.begin / s);
    sum.add(at, piece.begin, piece.end);
    s = piece.end;
  }
  if (E_0 > 0 && s < 1) mean.energy -= E_0 * std::log(1 / s);
  return true;
}

}  // namespace

PairChord::Mean PairChord::mean() const {
  Mean mean;
  if (!integrate(
          *this, [&](double s) { return at(s); }, mean))
    mean.energy = std::numeric_limits<double>::infinity();
  return mean;
}

PairMatrix PairChord::hessian(const Mean& mean) const {
  static const QuadratureRule rule = gauss_legendre(8);
  PairMatrix H = PairMatrix::Zero();
  for (const Piece& piece : mean.pieces)
    for (std::size_t j = 0; j < rule.points.size(); ++j) {
      const double s = piece.begin + (piece.end - piece.begin) * rule.points[j];
      H += rule.weights[j] * (piece.end - piece.begin) * s * pair.hessian(at(s));
    }
  return H;
}

bool PairChord::passes_through() const {
  return !pieces_within([&](double s) { return pair.gap(at(s)); }, pair.barrier.distance, fastest());
}

double PairChord::free_share() const {
  constexpr double kSafe = 0.9, kLeast = 0.1;  // of a gap in a step, of the first gap at the end
  const double speed = fastest(), first = pair.gap(from);
  double s = 0, d = first;
  while (s < 1 && d > kLeast * first) {
    if (speed == 0) return 1;
    s += kSafe * d / speed;
    d = pair.gap(at(std::min(s, 1.0)));
  }
  return std::min(s, 1.0);
}

}  // namespace lilyan
