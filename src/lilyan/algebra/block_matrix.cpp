#include <lilyan/algebra/block_matrix.hpp>

#include <algorithm>
#include <cassert>

namespace lilyan {

namespace {

// FNV-1a over the numbers, cut to what a double holds exactly.
std::uint64_t fingerprint_of(const std::vector<Index>& column_begin, const std::vector<Index>& row) {
  std::uint64_t hash = 14695981039346656037u;
  for (const std::vector<Index>* numbers : {&column_begin, &row})
    for (Index number : *numbers) hash = (hash ^ static_cast<std::uint64_t>(number)) * 1099511628211u;
  return hash & ((std::uint64_t{1} << 53) - 1);
}

}  // namespace

std::span<const Index> BlockPattern::rows(Index column) const {
  return std::span(row_).subspan(column_begin_[column], column_begin_[column + 1] - column_begin_[column]);
}

Index BlockPattern::place_of(Index row, Index column) const {
  const std::span<const Index> in_column = rows(column);
  const auto found = std::lower_bound(in_column.begin(), in_column.end(), row);
  if (found == in_column.end() || *found != row) return -1;
  return column_begin_[column] + static_cast<Index>(found - in_column.begin());
}

int BlockPatternBuilder::add(std::vector<Index> elements, Index per_element) {
  groups_.push_back({std::move(elements), per_element});
  return static_cast<int>(groups_.size()) - 1;
}

template <class Pair>
void BlockPatternBuilder::for_each_pair(const Pair& pair) const {
  for (const Group& group : groups_)
    for (std::size_t first = 0; first < group.elements.size(); first += group.per_element)
      for (Index a = 1; a < group.per_element; ++a)
        for (Index b = 0; b < a; ++b) pair(group.elements[first + a], group.elements[first + b]);
}

bool BlockPatternBuilder::is_within(const BlockPattern& pattern) const {
  bool is_within = true;
  for_each_pair([&](Index a, Index b) { is_within = is_within && pattern.place_of(a, b) >= 0; });
  return is_within;
}

std::shared_ptr<const BlockPattern> BlockPatternBuilder::build() const { return build_with(BlockPatternBuilder(vertices_)); }

// The rows of all columns in one list, with those that meet in several elements: contact has millions of elements.
std::shared_ptr<const BlockPattern> BlockPatternBuilder::build_with(const BlockPatternBuilder& more) const {
  assert(vertices_ == more.vertices_);
  const auto for_all = [&](const auto& pair) {
    for_each_pair(pair);
    more.for_each_pair(pair);
  };
  std::vector<std::size_t> end(static_cast<std::size_t>(vertices_) + 1, 0);  // of each column's rows; first, of the one before
  for_all([&](Index, Index b) { ++end[static_cast<std::size_t>(b) + 1]; });
  for (std::size_t v = 1; v < end.size(); ++v) end[v] += end[v - 1];
  std::vector<Index> rows(end.back());
  for_all([&](Index a, Index b) {
    assert(b < a);
    rows[end[static_cast<std::size_t>(b)]++] = a;
  });

  auto pattern = std::make_shared<BlockPattern>();
  pattern->column_begin_.reserve(static_cast<std::size_t>(vertices_) + 1);
  pattern->column_begin_.push_back(0);
  std::vector<Index> column, last_column_of(static_cast<std::size_t>(vertices_), -1);
  std::size_t next = 0;
  for (Index v = 0; v < vertices_; ++v) {
    column.assign(1, v);
    for (; next < end[static_cast<std::size_t>(v)]; ++next)
      if (Index& last = last_column_of[static_cast<std::size_t>(rows[next])]; last != v) {
        last = v;
        column.push_back(rows[next]);
      }
    std::sort(column.begin(), column.end());
    pattern->row_.insert(pattern->row_.end(), column.begin(), column.end());
    pattern->column_begin_.push_back(static_cast<Index>(pattern->row_.size()));
  }
  pattern->row_.shrink_to_fit();

  for (const Group& group : groups_) {
    std::vector<Index>& places = pattern->places_.emplace_back();
    places.reserve(group.elements.size() * static_cast<std::size_t>(group.per_element + 1) / 2);
    for (std::size_t first = 0; first < group.elements.size(); first += group.per_element)
      for (Index a = 0; a < group.per_element; ++a)
        for (Index b = 0; b <= a; ++b) {
          places.push_back(pattern->place_of(group.elements[first + a], group.elements[first + b]));
        }
  }
  pattern->fingerprint_ = fingerprint_of(pattern->column_begin_, pattern->row_);
  return pattern;
}

BlockMatrix::BlockMatrix(std::shared_ptr<const BlockPattern> pattern)
    : pattern_(std::move(pattern)), values_(9 * static_cast<std::size_t>(pattern_->blocks()), 0.0) {}

void BlockMatrix::set_zero() { std::fill(values_.begin(), values_.end(), 0.0); }

void BlockMatrix::add_to_block(Index row, Index column, const Mat3& block) {
  const Index place = pattern_->place_of(row, column);
  assert(place >= 0);
  double* values = this->block(place);
  for (int e = 0; e < 9; ++e) values[e] += block(e / 3, e % 3);
}

void BlockMatrix::add(double w, const BlockMatrix& other) {
  for_each_place(*other.pattern_, *pattern_, [&](Index from, Index to) {
    assert(to >= 0);
    const double* block = other.values_.data() + 9 * static_cast<std::size_t>(from);
    for (int e = 0; e < 9; ++e) this->block(to)[e] += w * block[e];
  });
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
