#include <lilyan/algebra/multigrid/part_gradients.hpp>

#include <algorithm>
#include <cmath>

namespace lilyan {

namespace {

constexpr Index kRowsPerSum = 1365;  // some 4096 numbers

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

}  // namespace lilyan
