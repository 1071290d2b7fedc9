// The directions that linear constraints leave free: G u = 0, measured by the masses.
//
//   w = M^1/2 u,   B = D G M^-1/2,   P w = w - B^T (B B^T)^-1 B w        B: rows of length 1 by the diagonal D;  P w: nearest to w
//   with B P w = 0
//
// Rows of G that follow from others are left out, by a sparse QR decomposition that finds the rank of B^T.
#pragma once

#include <lilyan/algebra/equations/general_solver.hpp>
#include <lilyan/core/vector.hpp>

#include <Eigen/SparseCore>

#include <memory>

namespace lilyan {

class TangentSpace {
 public:
  using Rows = Eigen::SparseMatrix<double, Eigen::RowMajor>;

  TangentSpace() = default;  // nothing is constrained

  // G is given by its entries, a column for each unknown, and has `rows` rows; mass > 0.
  TangentSpace(const Entries& G, Index rows, const Vector& mass);

  Index rows() const { return static_cast<Index>(B_.rows()); }  // that do not follow from others
  const Rows& B() const { return B_; }
  void project(Vector& w) const;  // w = P w; nothing where there are no rows

  // The lambda, one for each row of G, for which |M^-1/2 (gradient + G^T lambda)| is smallest; 0 for rows that were left out.
  Vector multipliers(const Vector& gradient) const;

 private:
  Vector solve_gram(const Vector& b) const;  // (B B^T)^-1 b

  Vector root_;  // M^1/2
  Rows B_;
  std::vector<Index> kept_;  // row of G that each row of B comes from
  Vector scale_;             // D, of each row of B
  Index all_rows_ = 0;
  struct Factor;
  std::shared_ptr<const Factor> gram_;  // of B B^T
};

}  // namespace lilyan
