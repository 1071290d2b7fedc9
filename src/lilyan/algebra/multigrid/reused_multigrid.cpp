#include <lilyan/algebra/multigrid/reused_multigrid.hpp>

#include <lilyan/core/error.hpp>
#include <lilyan/core/platform/available_memory.hpp>
#include <lilyan/core/stopwatch.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace lilyan {
namespace {

constexpr Index kRowsPerSum = 1365;  // some 4096 numbers

constexpr int kMostCgIterations = 200;  // more are a failure
constexpr int kBargain = 20;            // a set-up costs about as much as so many (bench/solver_bench)

// Of the rows of conjugate gradients in double and of the finest level in single precision, the prolongation there and back (six
// blocks per row), the coarser levels (an eighth of the finest) and what is remembered.
double predicted_bytes(const SymmetricPattern& pattern) {
  const double entries = static_cast<double>(pattern.entries()), blocks = 2 * entries / 9, rows = pattern.size / 3.0;
  return blocks * (72 + 36 + 24) + 1.125 * rows * 2 * 6 * 76 + rows * 400 + 8 * entries;
}

void refuse_beyond_limit(const SymmetricPattern& pattern, std::optional<double> memory_limit) {
  const double bytes = predicted_bytes(pattern), limit = memory_limit ? *memory_limit : available_memory();
  if (bytes <= limit) return;
  throw InputError({"algebra.memory", "",
                    fmt::format("multigrid for {} unknowns would take {:.3g} GiB of memory; {:.3g} GiB are free", pattern.size,
                                bytes / 0x1p30, limit / 0x1p30),
                    "use a coarser mesh, an explicit integrator, or a machine with more memory"});
}

}  // namespace

PartGradients::PartGradients(const VertexRows& rows) : rows_(rows) {
  rows.shape(A_);
  for (Index row = 0; row < rows.rows(); ++row) {
    const Index part = rows.part()[row];
    if (segments_.empty() || segments_.back().part != part || row - segments_.back().begin == kRowsPerSum)
      segments_.push_back({row, row, part});
    segments_.back().end = row + 1;
  }
  partial_.resize(segments_.size());
}

// body(number of the segment, its first component, how many it has)
template <class Body>
void PartGradients::for_each_segment(const Body& body) const {
  parallel_for(static_cast<Index>(segments_.size()), [&](Index s) {
    const Segment& segment = segments_[s];
    body(s, 3 * Eigen::Index{segment.begin}, 3 * Eigen::Index{segment.end - segment.begin});
  });
}

void PartGradients::sum(const Vector& a, const Vector& b, std::vector<double>& of_part) {
  for_each_segment(
      [&](Index s, Eigen::Index begin, Eigen::Index size) { partial_[s] = a.segment(begin, size).dot(b.segment(begin, size)); });
  of_part.assign(static_cast<std::size_t>(rows_.parts()), 0);
  for (std::size_t s = 0; s < segments_.size(); ++s) of_part[segments_[s].part] += partial_[s];
}

// Every part is scaled to numbers of size 1: single precision would round those of a small one to zero.
void PartGradients::precondition(Hierarchy& cycle) {
  for_each_segment(
      [&](Index s, Eigen::Index begin, Eigen::Index size) { partial_[s] = r_.segment(begin, size).lpNorm<Eigen::Infinity>(); });
  std::vector<double> scale(static_cast<std::size_t>(rows_.parts()), 0);
  for (std::size_t s = 0; s < segments_.size(); ++s) scale[segments_[s].part] = std::max(scale[segments_[s].part], partial_[s]);
  for (double& of_part : scale)
    if (of_part == 0) of_part = 1;
  scaled_.resize(r_.size());
  for_each_segment([&](Index s, Eigen::Index begin, Eigen::Index size) {
    scaled_.segment(begin, size) = r_.segment(begin, size) / scale[segments_[s].part];
  });
  cycle.apply(scaled_, z_);
  for_each_segment([&](Index s, Eigen::Index begin, Eigen::Index size) { z_.segment(begin, size) *= scale[segments_[s].part]; });
}

void PartGradients::multiply(const Vector& x, Vector& y) const {
  for_each_row_range(rows_.rows(), [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) store<3>(A_.times(i, x.data()), y.data() + 3 * static_cast<std::size_t>(i));
  });
}

std::vector<double> PartGradients::goals(const CgTolerance& tolerance, const std::vector<double>& rz) const {
  std::vector<double> goals(rz.size());
  for (std::size_t p = 0; p < rz.size(); ++p) goals[p] = tolerance.relative * tolerance.relative * rz[p];
  if (tolerance.absolute.size() == 0) return goals;
  // A part of the matrix is made of one part of the tolerance or, where something joins them, of several.
  for (Index row = 0; row < rows_.rows(); ++row) {
    const Index part =
        tolerance.part_of_unknown.empty() ? 0 : tolerance.part_of_unknown[static_cast<std::size_t>(rows_.first_unknown(row))];
    double& goal = goals[rows_.part()[row]];
    goal = std::min(goal, tolerance.absolute[part]);
  }
  return goals;
}

CgOutcome PartGradients::solve(const SymmetricMatrix& A, Hierarchy& cycle, const Vector& b, const CgTolerance& tolerance,
                               int max_iterations, Vector& x) {
  rows_.fill(A, A_);
  rows_.spread(b, r_);
  x_.setZero(r_.size());
  Ad_.resize(r_.size());
  precondition(cycle);
  d_ = z_;
  std::vector<double> rz, rz_next, curvature;
  sum(r_, z_, rz);
  const std::vector<double> goal = goals(tolerance, rz);
  std::vector<double> step(rz.size()), keep(rz.size());
  auto is_done = [&](std::size_t p) { return rz[p] <= goal[p]; };
  auto finish = [&](CgStatus status, int iterations) {
    rows_.collect(x_, x);
    return CgOutcome{status, iterations};
  };
  for (int k = 0;; ++k) {
    bool all_done = true;
    for (std::size_t p = 0; p < rz.size(); ++p) {
      if (!(rz[p] >= 0)) return finish(CgStatus::negative_curvature, k);
      all_done = all_done && is_done(p);
    }
    if (all_done) return finish(CgStatus::converged, k);
    if (k == max_iterations) return finish(CgStatus::too_slow, k);
    multiply(d_, Ad_);
    sum(d_, Ad_, curvature);
    for (std::size_t p = 0; p < rz.size(); ++p) {
      step[p] = 0;
      if (is_done(p)) continue;
      if (!(curvature[p] > 0)) return finish(CgStatus::negative_curvature, k + 1);
      step[p] = rz[p] / curvature[p];
    }
    for_each_segment([&](Index s, Eigen::Index begin, Eigen::Index size) {
      const double alpha = step[segments_[s].part];
      x_.segment(begin, size) += alpha * d_.segment(begin, size);
      r_.segment(begin, size) -= alpha * Ad_.segment(begin, size);
    });
    precondition(cycle);
    sum(r_, z_, rz_next);
    for (std::size_t p = 0; p < rz.size(); ++p) {
      keep[p] = is_done(p) ? 0 : rz_next[p] / rz[p];
      if (!is_done(p)) rz[p] = rz_next[p];
    }
    for_each_segment([&](Index s, Eigen::Index begin, Eigen::Index size) {
      d_.segment(begin, size) = z_.segment(begin, size) + keep[segments_[s].part] * d_.segment(begin, size);
    });
  }
}

ReusedMultigrid::ReusedMultigrid(std::shared_ptr<const SymmetricPattern> pattern, std::optional<double> memory_limit)
    : pattern_(std::move(pattern)), rows_((refuse_beyond_limit(*pattern_, memory_limit), *pattern_)), gradients_(rows_) {}

SolveStatus ReusedMultigrid::try_iterating(const SymmetricMatrix& A, Definiteness definiteness, const Vector& b,
                                           const CgTolerance& tolerance, Vector& x) {
  const bool is_stale = !hierarchy_ || remembered_.iterations > kBargain;
  const bool is_of_another_kind = definiteness == Definiteness::projected && remembered_.definiteness == Definiteness::exact;
  if (is_stale || is_of_another_kind) return SolveStatus::too_slow;
  return iterate(A, b, tolerance, x);
}

SolveStatus ReusedMultigrid::set_up_and_solve(const SymmetricMatrix& A, Definiteness definiteness, const Vector& positions,
                                              const Vector& b, const CgTolerance& tolerance, Vector& x) {
  if (definiteness == Definiteness::exact && met_negative_curvature_) return SolveStatus::not_positive_definite;
  SolveStatus status = SolveStatus::not_positive_definite;
  for (const Precision precision : {Precision::single_, Precision::double_}) {
    ++counts_.set_ups;
    forget();
    if (!set_up(A, positions, precision)) return SolveStatus::not_positive_definite;
    remembered_ = {.matrix = std::make_shared<const std::vector<double>>(A.values()),
                   .positions = std::make_shared<const std::vector<double>>(positions.begin(), positions.end()),
                   .definiteness = definiteness};
    status = iterate(A, b, tolerance, x);
    if (precision == Precision::double_) forget();  // slow and large; the next matrix may not need it
    if (status == SolveStatus::solved || definiteness == Definiteness::exact) break;
  }
  return status;
}

bool ReusedMultigrid::set_up(const SymmetricMatrix& A, const Vector& positions, Precision precision) {
  const Stopwatch watch(seconds_.factorisation);
  hierarchy_ = make_hierarchy(rows_, A, positions, precision);
  return hierarchy_ != nullptr;
}

SolveStatus ReusedMultigrid::iterate(const SymmetricMatrix& A, const Vector& b, const CgTolerance& tolerance, Vector& x) {
  const Stopwatch watch(seconds_.solve);
  const CgOutcome outcome = gradients_.solve(A, *hierarchy_, b, tolerance, kMostCgIterations, x);
  counts_.iterations += outcome.iterations;
  switch (outcome.status) {
    case CgStatus::converged: remembered_.iterations = outcome.iterations; return SolveStatus::solved;
    case CgStatus::negative_curvature: met_negative_curvature_ = true; return SolveStatus::not_positive_definite;
    case CgStatus::too_slow: break;
  }
  return SolveStatus::too_slow;
}

bool ReusedMultigrid::recall(const Remembered& remembered) {
  met_negative_curvature_ = false;
  if (remembered == remembered_) return true;
  forget();
  if (!remembered.matrix) return true;
  SymmetricMatrix A(pattern_);
  if (!remembered.positions || remembered.matrix->size() != A.values().size()) return false;
  A.values() = *remembered.matrix;
  const std::vector<double>& x = *remembered.positions;
  const std::size_t vertices = rows_.rows() == 0 ? 0 : static_cast<std::size_t>(rows_.vertex(rows_.rows() - 1)) + 1;
  if (x.size() % 3 != 0 || x.size() / 3 < vertices) return false;
  if (!set_up(A, Eigen::Map<const Vector>(x.data(), static_cast<Eigen::Index>(x.size())), Precision::single_)) {
    forget();
    return false;
  }
  remembered_ = remembered;
  return true;
}

void ReusedMultigrid::forget() {
  remembered_ = {};
  hierarchy_ = nullptr;  // its memory may be needed for the next
}

const std::string& ReusedMultigrid::name() const {
  static const std::string name = "multigrid";
  return name;
}

double ReusedMultigrid::bytes() const { return predicted_bytes(*pattern_); }

}  // namespace lilyan
