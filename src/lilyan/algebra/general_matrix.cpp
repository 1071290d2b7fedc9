#include <lilyan/algebra/general_matrix.hpp>

#include <lilyan/algebra/threads.hpp>

#include <algorithm>
#include <cassert>
#include <cmath>

namespace lilyan {

// GeneralBlockMatrix

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

// GeneralMatrix

namespace {

bool are_finite(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
}

// y = A x, `down` being the values below the diagonal and `across` those of the transposed places.
void multiply_by(const SymmetricPattern& P, const std::vector<double>& down, const std::vector<double>& across, const Vector& x,
                 Vector& y) {
  y.setZero(P.size);
  for (Index j = 0; j < P.size; ++j) {
    const std::int64_t begin = P.column_begin[j], end = P.column_begin[j + 1];
    const double xj = x[j];
    double yj = down[begin] * xj;
    for (std::int64_t k = begin + 1; k < end; ++k) {
      y[P.row[k]] += down[k] * xj;
      yj += across[k] * x[P.row[k]];
    }
    y[j] += yj;
  }
}

}  // namespace

GeneralMatrix::GeneralMatrix(std::shared_ptr<const SymmetricPattern> pattern)
    : pattern_(std::move(pattern)),
      lower_(static_cast<std::size_t>(pattern_->entries()), 0.0),
      upper_(static_cast<std::size_t>(pattern_->entries()), 0.0) {}

void GeneralMatrix::set(const SymmetricMatrix& A) {
  assert(A.values().size() == lower_.size());
  lower_ = A.values();
  upper_ = A.values();
}

void GeneralMatrix::add(double w, const SymmetricMatrix& A) {
  assert(A.values().size() == lower_.size());
  for (std::size_t k = 0; k < lower_.size(); ++k) {
    lower_[k] += w * A.values()[k];
    upper_[k] += w * A.values()[k];
  }
}

bool GeneralMatrix::add_at(Index row, Index column, double value) {
  const auto begin = pattern_->row.begin() + pattern_->column_begin[std::min(row, column)];
  const auto end = pattern_->row.begin() + pattern_->column_begin[std::min(row, column) + 1];
  const auto found = std::lower_bound(begin, end, std::max(row, column));
  if (found == end || *found != std::max(row, column)) return false;
  const auto k = static_cast<std::size_t>(found - pattern_->row.begin());
  if (row >= column) lower_[k] += value;
  if (row <= column) upper_[k] += value;
  return true;
}

void GeneralMatrix::add_to_diagonal(double factor, const Vector& d) {
  for (Index i = 0; i < size(); ++i) {
    lower_[pattern_->column_begin[i]] += factor * d[i];
    upper_[pattern_->column_begin[i]] += factor * d[i];
  }
}

void GeneralMatrix::scale(const Vector& rows, const Vector& columns) {
  for (Index j = 0; j < size(); ++j)
    for (std::int64_t k = pattern_->column_begin[j]; k < pattern_->column_begin[j + 1]; ++k) {
      const Index i = pattern_->row[k];
      lower_[k] *= rows[i] * columns[j];
      upper_[k] *= rows[j] * columns[i];
    }
}

void GeneralMatrix::multiply(const Vector& x, Vector& y) const { multiply_by(*pattern_, lower_, upper_, x, y); }
void GeneralMatrix::multiply_transposed(const Vector& x, Vector& y) const { multiply_by(*pattern_, upper_, lower_, x, y); }

void GeneralMatrix::symmetric_part(SymmetricMatrix& S) const {
  assert(S.values().size() == lower_.size());
  for (std::size_t k = 0; k < lower_.size(); ++k) S.values()[k] = 0.5 * (lower_[k] + upper_[k]);
}

bool GeneralMatrix::all_finite() const { return are_finite(lower_) && are_finite(upper_); }

void Restriction::apply(const GeneralBlockMatrix& J, GeneralMatrix& A) const {
  constexpr std::size_t kChunk = 1 << 15;
  const std::size_t entries = source_.size();
  parallel_for(static_cast<Index>((entries + kChunk - 1) / kChunk), [&](Index chunk) {
    const std::size_t begin = static_cast<std::size_t>(chunk) * kChunk, end = std::min(entries, begin + kChunk);
    for (std::size_t k = begin; k < end; ++k) A.lower()[k] = J.lower_values()[source_[k]];
    for (std::size_t k = begin; k < end; ++k) A.upper()[k] = J.upper_values()[source_[k]];
  });
}

}  // namespace lilyan
