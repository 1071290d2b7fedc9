#include <lilyan/algebra/block_matrix.hpp>

#include <algorithm>
#include <cassert>

namespace lilyan {

std::span<const Index> BlockPattern::rows(Index column) const {
  return std::span(row_).subspan(column_begin_[column], column_begin_[column + 1] - column_begin_[column]);
}

int BlockPatternBuilder::add(std::vector<Index> elements, Index per_element) {
  groups_.push_back({std::move(elements), per_element});
  return static_cast<int>(groups_.size()) - 1;
}

std::shared_ptr<const BlockPattern> BlockPatternBuilder::build() const {
  std::vector<std::vector<Index>> rows(vertices_);
  for (Index v = 0; v < vertices_; ++v) rows[v].push_back(v);
  for (const Group& group : groups_)
    for (std::size_t first = 0; first < group.elements.size(); first += group.per_element)
      for (Index a = 1; a < group.per_element; ++a)
        for (Index b = 0; b < a; ++b) {
          assert(group.elements[first + b] < group.elements[first + a]);
          rows[group.elements[first + b]].push_back(group.elements[first + a]);
        }

  auto pattern = std::make_shared<BlockPattern>();
  pattern->column_begin_.reserve(static_cast<std::size_t>(vertices_) + 1);
  pattern->column_begin_.push_back(0);
  for (std::vector<Index>& column : rows) {
    std::sort(column.begin(), column.end());
    column.erase(std::unique(column.begin(), column.end()), column.end());
    pattern->row_.insert(pattern->row_.end(), column.begin(), column.end());
    pattern->column_begin_.push_back(static_cast<Index>(pattern->row_.size()));
  }

  for (const Group& group : groups_) {
    std::vector<Index>& places = pattern->places_.emplace_back();
    for (std::size_t first = 0; first < group.elements.size(); first += group.per_element)
      for (Index a = 0; a < group.per_element; ++a)
        for (Index b = 0; b <= a; ++b) {
          const Index column = group.elements[first + b];
          const auto in_column = pattern->rows(column);
          const auto found = std::lower_bound(in_column.begin(), in_column.end(), group.elements[first + a]);
          places.push_back(pattern->column_begin_[column] + static_cast<Index>(found - in_column.begin()));
        }
  }
  return pattern;
}

BlockMatrix::BlockMatrix(std::shared_ptr<const BlockPattern> pattern)
    : pattern_(std::move(pattern)), values_(9 * static_cast<std::size_t>(pattern_->blocks()), 0.0) {}

void BlockMatrix::set_zero() { std::fill(values_.begin(), values_.end(), 0.0); }

void BlockMatrix::add_to_block(Index row, Index column, const Mat3& block) {
  const std::span<const Index> rows = pattern_->rows(column);
  const auto found = std::lower_bound(rows.begin(), rows.end(), row);
  assert(found != rows.end() && *found == row);
  double* values = this->block(pattern_->first_block(column) + static_cast<Index>(found - rows.begin()));
  for (int e = 0; e < 9; ++e) values[e] += block(e / 3, e % 3);
}

void BlockMatrix::add(double w, const BlockMatrix& other) {
  assert(values_.size() == other.values_.size());
  for (std::size_t k = 0; k < values_.size(); ++k) values_[k] += w * other.values_[k];
}

void BlockMatrix::add_to_diagonal(double w, const Vector& per_component) {
  for (Index v = 0; v < pattern_->vertices(); ++v)
    for (int i = 0; i < 3; ++i) block(pattern_->first_block(v))[4 * i] += w * per_component[3 * v + i];
}

Vector BlockMatrix::times(const Vector& x) const {
  Vector y = Vector::Zero(x.size());
  for (Index column = 0; column < pattern_->vertices(); ++column) {
    const double* K = values_.data() + 9 * static_cast<std::size_t>(pattern_->first_block(column));
    for (Index row : pattern_->rows(column)) {
      for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) {
          y[3 * row + i] += K[3 * i + k] * x[3 * column + k];
          if (row != column) y[3 * column + k] += K[3 * i + k] * x[3 * row + i];
        }
      K += 9;
    }
  }
  return y;
}

}  // namespace lilyan
