// A symmetric sparse matrix of 3x3 blocks, a block for every pair of vertices that meet in an element.
//
// The pattern and the place of every element's blocks in it are computed once; after that assembly only adds numbers.
// Stored are the blocks (i, j) with i >= j, column by column; the upper part of a diagonal block is kept, and symmetric.
#pragma once

#include <lilyan/core/vector.hpp>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace lilyan {

class BlockPattern {
 public:
  Index vertices() const { return static_cast<Index>(column_begin_.size()) - 1; }
  Index blocks() const { return static_cast<Index>(row_.size()); }
  std::span<const Index> rows(Index column) const;  // ascending, the diagonal first
  Index first_block(Index column) const { return column_begin_[column]; }
  Index place_of(Index row, Index column) const;  // row >= column; -1 where they do not meet

  // The same for the same blocks, and hardly ever for others; below 2^53.
  std::uint64_t fingerprint() const { return fingerprint_; }

  // Places of an element's blocks: for local vertices a >= b, place a(a+1)/2 + b.
  std::span<const Index> places(int group) const { return places_[group]; }

 private:
  friend class BlockPatternBuilder;
  std::vector<Index> column_begin_, row_;
  std::vector<std::vector<Index>> places_;  // a group of elements each
  std::uint64_t fingerprint_ = 0;
};

// Calls pair(place in `part`, place in `whole`) for all blocks of a pattern within another.
template <class Pair>
void for_each_place(const BlockPattern& part, const BlockPattern& whole, const Pair& pair) {
  if (part.fingerprint() == whole.fingerprint()) {
    for (Index place = 0; place < part.blocks(); ++place) pair(place, place);
    return;
  }
  for (Index column = 0; column < part.vertices(); ++column) {
    Index place = part.first_block(column);
    for (Index row : part.rows(column)) pair(place++, whole.place_of(row, column));
  }
}

class BlockPatternBuilder {
 public:
  explicit BlockPatternBuilder(Index vertices) : vertices_(vertices) {}

  // Elements of `per_element` vertices each, ascending within an element. Returns the number of the group, for `places`.
  int add(std::vector<Index> elements, Index per_element);

  bool is_within(const BlockPattern& pattern) const;  // all that meet here meet there
  std::shared_ptr<const BlockPattern> build() const;
  std::shared_ptr<const BlockPattern> build_with(const BlockPatternBuilder& more) const;  // whose groups get no places

 private:
  struct Group {
    std::vector<Index> elements;
    Index per_element;
  };
  // Calls pair(a, b), a > b, for all vertices that meet in an element.
  template <class Pair>
  void for_each_pair(const Pair& pair) const;

  Index vertices_;
  std::vector<Group> groups_;
};

class BlockMatrix {
 public:
  explicit BlockMatrix(std::shared_ptr<const BlockPattern> pattern);
  const BlockPattern& pattern() const { return *pattern_; }
  const std::shared_ptr<const BlockPattern>& shared_pattern() const { return pattern_; }
  void set_zero();
  double* block(Index place) { return values_.data() + 9 * static_cast<std::size_t>(place); }  // row by row
  const std::vector<double>& values() const { return values_; }
  void add_to_block(Index row, Index column, const Mat3& block);  // row >= column; they meet in the pattern
  void add(double w, const BlockMatrix& other);                   // this += w other, whose pattern is this one's or within it
  void add_to_diagonal(double w, const Vector& per_component);    // 3 a vertex
  Vector times(const Vector& x) const;

 private:
  std::shared_ptr<const BlockPattern> pattern_;
  std::vector<double> values_;
};

}  // namespace lilyan
