#include <lilyan/algebra/general_block_matrix.hpp>

#include <lilyan/algebra/threads.hpp>

#include <algorithm>
#include <cassert>

namespace lilyan {

namespace {

void add_values(double w, const std::vector<double>& from, std::vector<double>& to) {
  constexpr std::size_t kChunk = 1 << 15;
  assert(from.size() == to.size());
  parallel_for(static_cast<Index>((to.size() + kChunk - 1) / kChunk), [&](Index chunk) {
    const std::size_t begin = static_cast<std::size_t>(chunk) * kChunk, end = std::min(to.size(), begin + kChunk);
    for (std::size_t k = begin; k < end; ++k) to[k] += w * from[k];
  });
}

}  // namespace

GeneralBlockMatrix::GeneralBlockMatrix(std::shared_ptr<const BlockPattern> pattern)
    : pattern_(std::move(pattern)),
      lower_(9 * static_cast<std::size_t>(pattern_->blocks()), 0.0),
      upper_(9 * static_cast<std::size_t>(pattern_->blocks()), 0.0) {}

void GeneralBlockMatrix::set_zero() {
  std::fill(lower_.begin(), lower_.end(), 0.0);
  std::fill(upper_.begin(), upper_.end(), 0.0);
}

void GeneralBlockMatrix::add_to_block(Index row, Index column, const Mat3& block) {
  const Index first = std::min(row, column), last = std::max(row, column);
  const Index place = pattern_->place_of(last, first);
  assert(place >= 0);
  if (row >= column)
    for (int e = 0; e < 9; ++e) lower(place)[e] += block(e / 3, e % 3);
  if (row <= column)
    for (int e = 0; e < 9; ++e) transposed_upper(place)[e] += block(e % 3, e / 3);
}

void GeneralBlockMatrix::add(double w, const BlockMatrix& other) {
  add(w, other.pattern(), other.values(), lower_);
  add(w, other.pattern(), other.values(), upper_);
}

void GeneralBlockMatrix::add(double w, const BlockPattern& pattern, const std::vector<double>& from, std::vector<double>& to) {
  if (pattern.fingerprint() == pattern_->fingerprint()) return add_values(w, from, to);
  for_each_place(pattern, *pattern_, [&](Index part, Index whole) {
    assert(whole >= 0);
    for (std::size_t e = 0; e < 9; ++e)
      to[9 * static_cast<std::size_t>(whole) + e] += w * from[9 * static_cast<std::size_t>(part) + e];
  });
}

void GeneralBlockMatrix::add(double w, const GeneralBlockMatrix& other) {
  add(w, *other.pattern_, other.lower_, lower_);
  add(w, *other.pattern_, other.upper_, upper_);
}

void GeneralBlockMatrix::add_to_diagonal(double w, const Vector& per_component) {
  for (Index v = 0; v < pattern_->vertices(); ++v)
    for (int i = 0; i < 3; ++i) {
      lower(pattern_->first_block(v))[4 * i] += w * per_component[3 * v + i];
      transposed_upper(pattern_->first_block(v))[4 * i] += w * per_component[3 * v + i];
    }
}

Vector GeneralBlockMatrix::times(const Vector& x) const {
  Vector y = Vector::Zero(x.size());
  for (Index column = 0; column < pattern_->vertices(); ++column) {
    const std::size_t first = 9 * static_cast<std::size_t>(pattern_->first_block(column));
    const double *K = lower_.data() + first, *K_upper = upper_.data() + first;
    for (Index row : pattern_->rows(column)) {
      for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) {
          y[3 * row + i] += K[3 * i + k] * x[3 * column + k];
          if (row != column) y[3 * column + k] += K_upper[3 * i + k] * x[3 * row + i];
        }
      K += 9;
      K_upper += 9;
    }
  }
  return y;
}

}  // namespace lilyan
