#include <lilyan/algebra/symmetric_matrix.hpp>

#include <lilyan/core/error.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lilyan {

SymmetricMatrix::SymmetricMatrix(std::shared_ptr<const SymmetricPattern> pattern)
    : pattern_(std::move(pattern)), values_(static_cast<std::size_t>(pattern_->entries()), 0.0) {}

void SymmetricMatrix::add_to_diagonal(double factor, const Vector& d) {
  for (Index i = 0; i < size(); ++i) values_[pattern_->column_begin[i]] += factor * d[i];
}

void SymmetricMatrix::multiply(const Vector& x, Vector& y) const {
  y.setZero(size());
  const SymmetricPattern& P = *pattern_;
  for (Index j = 0; j < size(); ++j) {
    const std::int64_t begin = P.column_begin[j], end = P.column_begin[j + 1];
    const double xj = x[j];
    double yj = values_[begin] * xj;
    for (std::int64_t k = begin + 1; k < end; ++k) {
      y[P.row[k]] += values_[k] * xj;
      yj += values_[k] * x[P.row[k]];
    }
    y[j] += yj;
  }
}

Vector SymmetricMatrix::row_sums() const {
  Vector sums = Vector::Zero(size());
  for (Index j = 0; j < size(); ++j)
    for (std::int64_t k = pattern_->column_begin[j]; k < pattern_->column_begin[j + 1]; ++k) {
      sums[j] += std::abs(values_[k]);
      if (pattern_->row[k] != j) sums[pattern_->row[k]] += std::abs(values_[k]);
    }
  return sums;
}

bool SymmetricMatrix::all_finite() const {
  return std::all_of(values_.begin(), values_.end(), [](double value) { return std::isfinite(value); });
}

Restriction::Restriction(const BlockPattern& blocks, const std::vector<Index>& free) {
  if (9 * static_cast<std::uint64_t>(blocks.blocks()) > std::numeric_limits<std::uint32_t>::max())
    throw InputError({"algebra.size", "", "the stiffness matrix has more than 2^32 entries", "use a coarser mesh"});

  auto pattern = std::make_shared<SymmetricPattern>();
  pattern->size = static_cast<Index>(free.size());
  std::vector<Index> unknown(3 * static_cast<std::size_t>(blocks.vertices()), -1);
  for (Index i = 0; i < pattern->size; ++i) unknown[free[i]] = i;

  const std::size_t most = 9 * static_cast<std::size_t>(blocks.blocks()) - 3 * static_cast<std::size_t>(blocks.vertices());
  pattern->row.reserve(most);
  source_.reserve(most);
  pattern->column_begin.push_back(0);
  for (Index j = 0; j < pattern->size; ++j) {
    const Index vertex = free[j] / 3, axis = free[j] % 3;
    pattern->group.push_back(vertex);
    pattern->axis.push_back(static_cast<std::uint8_t>(axis));
    const auto rows = blocks.rows(vertex);
    for (std::size_t k = 0; k < rows.size(); ++k)
      for (Index row_axis = 0; row_axis < 3; ++row_axis) {
        const Index i = unknown[3 * static_cast<std::size_t>(rows[k]) + row_axis];
        if (i < j) continue;  // held, or in the upper triangle of the diagonal block
        pattern->row.push_back(i);
        source_.push_back(9 * static_cast<std::uint32_t>(blocks.first_block(vertex) + static_cast<Index>(k)) +
                          static_cast<std::uint32_t>(3 * row_axis + axis));
      }
    pattern->column_begin.push_back(static_cast<std::int64_t>(pattern->row.size()));
  }
  pattern_ = std::move(pattern);
}

void Restriction::apply(const BlockMatrix& H, SymmetricMatrix& A) const {
  const double* from = H.values().data();
  double* to = A.values().data();
  for (std::size_t k = 0; k < source_.size(); ++k) to[k] = from[source_[k]];
}

}  // namespace lilyan
