// A sparse matrix of 3x3 blocks with symmetric structure whose values need not be symmetric.
//
// It shares the pattern of a BlockMatrix. For every place of the pattern, of vertices i >= j, it stores
//
//   lower(place)              the block (i, j), row by row
//   transposed_upper(place)   the block (j, i), transposed and then row by row
//
// so a symmetric matrix has the same numbers in both. A kernel adds an element's blocks K_ab to lower and K_ba^T to
// transposed_upper at the place of (a, b), a >= b; also where a = b, since a diagonal block is stored in both.
#pragma once

#include <lilyan/algebra/block_matrix.hpp>

#include <memory>
#include <vector>

namespace lilyan {

class GeneralBlockMatrix {
 public:
  explicit GeneralBlockMatrix(std::shared_ptr<const BlockPattern> pattern);
  const BlockPattern& pattern() const { return *pattern_; }
  void set_zero();
  double* lower(Index place) { return lower_.data() + 9 * static_cast<std::size_t>(place); }
  double* transposed_upper(Index place) { return upper_.data() + 9 * static_cast<std::size_t>(place); }
  const std::vector<double>& lower_values() const { return lower_; }
  const std::vector<double>& upper_values() const { return upper_; }

  void add_to_block(Index row, Index column, const Mat3& block);  // of two vertices that meet in the pattern
  void add(double w, const BlockMatrix& other);                   // this += w other, whose pattern is this one's or within it
  void add(double w, const GeneralBlockMatrix& other);            // likewise
  void add_to_diagonal(double w, const Vector& per_component);    // 3 per vertex
  Vector times(const Vector& x) const;

 private:
  void add(double w, const BlockPattern& pattern, const std::vector<double>& from, std::vector<double>& to);

  std::shared_ptr<const BlockPattern> pattern_;
  std::vector<double> lower_, upper_;
};

}  // namespace lilyan
