#include <lilyan/algebra/eigen_solver.hpp>

#include <lilyan/algebra/constrained_solver.hpp>
#include <lilyan/algebra/dense.hpp>
#include <lilyan/algebra/direct_solver.hpp>
#include <lilyan/algebra/ordering.hpp>
#include <lilyan/core/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <random>

namespace lilyan {

namespace {

using Dense = Eigen::MatrixXd;

// Eigenvalues closer than this, relatively, count as one: a pair that is cut in two by the number asked for is not incomplete.
constexpr double kSame = 1e-6;

// A search finds eigenvalues to a rounding error of its largest one; those smaller than this share of it are left to the next.
constexpr double kRange = 1e-6;

Vector start_vector(Index size, unsigned seed) {
  std::mt19937_64 random(seed);
  Vector start(size);
  for (double& value : start) value = static_cast<double>(random() >> 11) * 0x1p-53 - 0.5;
  return start;
}

// Eigenpairs of the shifted and inverted matrix, found one search after the other, each in the complement of what is locked.
class Search {
 public:
  Search(const SymmetricMatrix& K, const MassRoot& mass, const TangentSpace& tangent, const Dense& known)
      : root_(mass), tangent_(tangent), known_(known.cols()), locked_(mass.times(known)), solver_(mass.scale(), tangent) {
    constexpr double kShift = 1e-11;  // of the largest eigenvalue: far above rounding, below what bodies vibrate at
    const double bound = eigenvalue_bound(K, mass.scale());
    // Beyond the bound every shift makes the matrix definite, so this ends.
    for (shift_ = -kShift * bound; !try_shift(K, mass); shift_ *= 100) {
    }
  }

  double shift() const { return shift_; }
  const EigenWork& work() const { return work_done_; }
  double lambda(double inverted) const { return shift_ + 1 / inverted; }

  // In the complement of what is locked.
  LanczosPairs largest(Index count, const LanczosSettings& settings) {
    Vector start = start_vector(static_cast<Index>(root_.scale().size()), ++searches_);
    tangent_.project(start);
    leave_complement(start);
    return largest_eigenpairs([this](const Vector& x, Vector& y) { apply(x, y); }, start, count, settings);
  }

  // The inverse applied to every column, in the complement of what was known from the beginning.
  Dense iterated(const Dense& vectors) {
    locked_.conservativeResize(Eigen::NoChange, known_);
    Dense result(vectors.rows(), vectors.cols());
    Vector y;
    for (Eigen::Index k = 0; k < vectors.cols(); ++k) {
      apply(vectors.col(k), y);
      result.col(k) = y.normalized();
    }
    return result;
  }

  void lock(const Dense& vectors) {
    const Eigen::Index before = locked_.cols();
    locked_.conservativeResize(Eigen::NoChange, before + vectors.cols());
    locked_.rightCols(vectors.cols()) = vectors;
  }

 private:
  bool try_shift(const SymmetricMatrix& K, const MassRoot& mass) {
    SymmetricMatrix shifted = K;
    mass.add_to(-shift_, shifted);
    ++work_done_.factorisations;
    return solver_.factorise(shifted);
  }

  void leave_complement(Vector& w) const { w -= locked_ * (locked_.transpose() * w); }

  void apply(const Vector& x, Vector& y) {
    work_ = x;
    leave_complement(work_);
    work_ = root_.transpose_times(work_);
    ++work_done_.solves;
    solver_.solve(work_, y);
    y = root_.times(y);
    tangent_.project(y);
    leave_complement(y);
  }

  const MassRoot& root_;  // R
  const TangentSpace& tangent_;
  Eigen::Index known_;
  Dense locked_;  // orthonormal; the first `known_` from the beginning
  ConstrainedSolver solver_;
  double shift_ = 0;
  unsigned searches_ = 0;
  EigenWork work_done_;
  Vector work_;
};

// The first `count` of ascending pairs, w = R u; the largest component of every u positive.
EigenPairs lowest(const Vector& values, const Dense& w, const MassRoot& root, Index count) {
  const Eigen::Index found = std::min<Eigen::Index>(values.size(), count);
  EigenPairs pairs{
      values.head(found), root.solve(Dense(w.leftCols(found))), count - static_cast<Index>(found), Completeness::unknown, {}};
  for (auto u : pairs.vectors.colwise()) {
    Eigen::Index largest = 0;
    u.cwiseAbs().maxCoeff(&largest);
    if (u[largest] < 0) u *= -1;
  }
  return pairs;
}

// The best eigenpairs of R^-T K R^-1 in the space that the columns of W span (Rayleigh and Ritz).
struct RitzPairs {
  Vector values;
  Dense vectors;
  double residual = 0;  // the largest, relative to its eigenvalue; of eigenvalues above `zero`
};

RitzPairs ritz(const SymmetricMatrix& K, const MassRoot& root, const TangentSpace& tangent, const Dense& W, double zero) {
  const Dense Q = orthonormal_columns(W);
  Dense AQ(Q.rows(), Q.cols());
  Vector y;
  for (Eigen::Index k = 0; k < Q.cols(); ++k) {
    K.multiply(root.solve(Vector(Q.col(k))), y);
    y = root.transpose_solve(y);
    tangent.project(y);
    AQ.col(k) = y;
  }
  const Spectrum inner = symmetric_spectrum(Q.transpose() * AQ);
  RitzPairs pairs{inner.values, Q * inner.vectors};
  const Dense remainder = AQ * inner.vectors - pairs.vectors * pairs.values.asDiagonal();
  for (Eigen::Index k = 0; k < pairs.values.size(); ++k)
    if (pairs.values[k] > zero) pairs.residual = std::max(pairs.residual, remainder.col(k).norm() / pairs.values[k]);
  return pairs;
}

// Inverse iteration of all vectors together: it tells apart what one search left of another's directions. Once is enough but
// where many eigenvalues coincide; it ends where rounding does not let it get any better.
RitzPairs refine(Search& search, const SymmetricMatrix& K, const MassRoot& root, const TangentSpace& tangent, const Dense& vectors,
                 double tolerance) {
  RitzPairs best = ritz(K, root, tangent, search.iterated(vectors), -search.shift());
  while (best.residual > tolerance) {
    RitzPairs next = ritz(K, root, tangent, search.iterated(best.vectors), -search.shift());
    if (!(next.residual < 0.5 * best.residual)) break;
    best = std::move(next);
  }
  return best;
}

// R^-T K R^-1
Dense dense_problem(const SymmetricMatrix& K, const MassRoot& root) {
  Dense A = Dense::Zero(K.size(), K.size());
  if (!root.is_diagonal()) {
    Vector y;
    for (Index j = 0; j < K.size(); ++j) {
      K.multiply(root.solve(Vector(Vector::Unit(K.size(), j))), y);
      A.col(j) = root.transpose_solve(y);
    }
    return 0.5 * (A + A.transpose());
  }
  const Vector r = root.scale().cwiseSqrt();
  const SymmetricPattern& pattern = *K.pattern();
  for (Index j = 0; j < K.size(); ++j)
    for (std::int64_t k = pattern.column_begin[j]; k < pattern.column_begin[j + 1]; ++k) {
      const Index i = pattern.row[k];
      A(i, j) = A(j, i) = K.values()[k] / (r[i] * r[j]);
    }
  return A;
}

// All eigenvalues of R^-T K R^-1 at once; the known ones, and what is constrained, are moved beyond the others.
EigenPairs solve_densely(const SymmetricMatrix& K, const MassRoot& root, const TangentSpace& tangent, const Dense& known,
                         Index count) {
  Dense A = dense_problem(K, root);
  const double beyond = 2 * root.spread() * eigenvalue_bound(K, root.scale());
  if (tangent.rows() > 0) {
    const Dense Bt = Dense(tangent.B()).transpose();
    const Dense Q = orthonormal_columns(Bt);
    A -= Q * (Q.transpose() * A);
    A -= (A * Q) * Q.transpose();
    A += beyond * Q * Q.transpose();
  }
  const Dense Q = root.times(known);
  A += beyond * Q * Q.transpose();
  const Spectrum all = symmetric_spectrum(A);
  EigenPairs pairs = lowest(all.values, all.vectors, root, count);
  pairs.completeness = Completeness::dense;
  return pairs;
}

// The number of eigenvalues below s; none where that would take too long, or s is one of them. Constraints are penalties here, so
// that the number may be too large, never too small.
std::optional<Index> count_below(const SymmetricMatrix& K, const MassRoot& mass, const TangentSpace& tangent, double s) {
  constexpr double kMostFlops = 2e9;  // a second or two
  constexpr double kPenalty = 100;    // of the stiffness at hand
  SymmetricMatrix shifted = tangent.rows() > 0 ? with_penalty(K, mass.scale(), tangent, kPenalty) : K;
  const Ordering ordering = fill_reducing_ordering(*shifted.pattern());
  if (ordering.flops > kMostFlops) return std::nullopt;
  mass.add_to(-s, shifted);
  return negative_eigenvalues(shifted, ordering);
}

// Whether the pivots of K - s M say the same number of eigenvalues below s, the middle of the last gap; none where not affordable.
std::optional<bool> count_agrees(const SymmetricMatrix& K, const MassRoot& mass, const TangentSpace& tangent, Index known,
                                 const Vector& values, double next) {
  for (Eigen::Index k = values.size(); k-- > 0;) {
    const double above = k + 1 < values.size() ? values[k + 1] : next;
    if (above - values[k] <= kSame * above) continue;
    const std::optional<Index> counted = count_below(K, mass, tangent, 0.5 * (values[k] + above));
    const Index expected = known + static_cast<Index>(k) + 1;
    if (!counted || (tangent.rows() > 0 && *counted > expected)) return std::nullopt;
    return *counted == expected;
  }
  return std::nullopt;  // all of them coincide
}

}  // namespace

double eigenvalue_bound(const SymmetricMatrix& K, const Vector& mass) {
  return K.size() == 0 ? 0 : K.row_sums().cwiseQuotient(mass).maxCoeff();
}

EigenPairs smallest_eigenpairs(const SymmetricMatrix& K, const Vector& mass, const Eigen::MatrixXd& known, Index count,
                               const EigenSettings& settings) {
  return smallest_eigenpairs(K, mass, TangentSpace(), known, count, settings);
}

EigenPairs smallest_eigenpairs(const SymmetricMatrix& K, const Vector& mass, const TangentSpace& tangent,
                               const Eigen::MatrixXd& known, Index count, const EigenSettings& settings) {
  return smallest_eigenpairs(K, MassRoot(mass), tangent, known, count, settings);
}

EigenPairs smallest_eigenpairs(const SymmetricMatrix& K, const MassRoot& mass, const TangentSpace& tangent,
                               const Eigen::MatrixXd& known, Index count, const EigenSettings& settings) {
  constexpr Index kDense = 300;  // unknowns; so few are solved as quickly all at once
  auto begin = [&](const char* stage) {
    if (settings.progress) settings.progress(stage);
  };
  if (count == 0) return {Vector(0), Dense(K.size(), 0), 0, Completeness::dense, {}};
  if (K.size() <= kDense || 4 * (std::int64_t{count} + 10) >= K.size() - tangent.rows() - known.cols()) {
    constexpr Index kMostDense = 6000;  // unknowns: a few minutes and a gigabyte
    if (K.size() > kMostDense)
      throw InputError({"modes.count", "-n",
                        fmt::format("{} of {} modes are more than a quarter of them", count, K.size() - tangent.rows()),
                        "ask for fewer modes, or use a coarser mesh"});
    begin("solving for all eigenvalues");
    return solve_densely(K, mass, tangent, known, count);
  }

  begin("factorising");
  Search search(K, mass, tangent, known);
  begin("searching for eigenvalues");
  std::vector<double> values;
  Dense vectors(K.size(), 0);
  std::optional<double> next;  // the lowest eigenvalue beyond those wanted; while there is none, some may be missing
  while (!next) {
    const Index left = count - static_cast<Index>(values.size());
    const LanczosPairs found = search.largest(std::max<Index>(left, 1), settings.lanczos);
    if (found.values.size() == 0) break;
    if (left <= 0) {
      std::nth_element(values.begin(), values.begin() + (count - 1), values.end());
      const double lowest_found = search.lambda(found.values[0]);
      if (lowest_found >= values[count - 1] * (1 - kSame)) next = lowest_found;
    }
    if (!next) {
      const Eigen::Index precise = (found.values.array() >= kRange * found.values[0]).count();
      for (double inverted : found.values.head(precise)) values.push_back(search.lambda(inverted));
      vectors.conservativeResize(Eigen::NoChange, vectors.cols() + precise);
      vectors.rightCols(precise) = found.vectors.leftCols(precise);
      search.lock(found.vectors.leftCols(precise));
    }
  }

  if (values.empty()) return lowest(Vector(0), vectors, mass, count);
  const RitzPairs refined = refine(search, K, mass, tangent, vectors, 10 * settings.lanczos.tolerance);
  EigenPairs pairs = lowest(refined.values, refined.vectors, mass, count);
  pairs.work = search.work();
  if (!next) return pairs;
  begin("counting eigenvalues");
  const std::optional<bool> agrees = count_agrees(K, mass, tangent, static_cast<Index>(known.cols()), pairs.values, *next);
  if (agrees) ++pairs.work.factorisations;
  pairs.completeness = !agrees ? Completeness::complement : *agrees ? Completeness::counted : Completeness::unknown;
  return pairs;
}

}  // namespace lilyan
