// Linear constraints on the unknowns, and systems solved among the directions that they leave free.
#pragma once

#include <lilyan/algebra/dense.hpp>
#include <lilyan/algebra/direct_solver.hpp>
#include <lilyan/algebra/equations/general_solver.hpp>
#include <lilyan/core/vector.hpp>

#include <Eigen/SparseCore>

#include <memory>

namespace lilyan {

// The directions that linear constraints leave free: G u = 0, measured by the masses.
//
//   w = M^1/2 u,   B = D G M^-1/2,   P w = w - B^T (B B^T)^-1 B w        B: rows of length 1 by the diagonal D;  P w: nearest to w
//   with B P w = 0
//
// Rows of G that follow from others are left out, by a sparse QR decomposition that finds the rank of B^T.
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

// Solves with a sparse symmetric matrix among the directions that constraints leave free.
//
//   A u + G^T mu = b,   G u = 0        G = B M^1/2, B the rows of a TangentSpace
//
// by Cholesky's factorisation of A' = A + G^T gamma G, which has the same solution, and the dense Schur complement S = G A'^-1 G^T:
//
//   y = A'^-1 b,   u = y - A'^-1 G^T S^-1 G y
//
// A may be singular, or nearly so, along what the constraints hold: two bodies that are free without them are held together by
// gamma, and no digits cancel between y and its correction. Rows that join many unknowns (a volume) are not added to A, so that it
// stays sparse. [Golub and Greif 2003, sec. 2]
class ConstrainedSolver {
 public:
  // Keeps a reference to the tangent space, which must outlive it. Without rows it is a plain DirectSolver.
  ConstrainedSolver(const Vector& mass, const TangentSpace& tangent);

  bool factorise(const SymmetricMatrix& A);  // false where A' is not positive definite; any earlier factor is then lost
  void solve(const Vector& b, Vector& u);    // after a `factorise` that returned true

 private:
  Vector mass_;
  const TangentSpace& tangent_;
  TangentSpace::Rows G_;
  std::shared_ptr<const SymmetricPattern> pattern_;  // that the solver was made for
  std::unique_ptr<DirectSolver> solver_;
  DenseCholesky schur_;
  Vector correction_;
};

// A + the entries of `more` (both triangles given), on a pattern that has room for both.
SymmetricMatrix with_entries(const SymmetricMatrix& A, const Entries& more);

// A + strength G^T gamma G over the rows that join few unknowns; gamma_k: the largest A_ii/m_i among the unknowns of row k.
SymmetricMatrix with_penalty(const SymmetricMatrix& A, const Vector& mass, const TangentSpace& tangent, double strength);

}  // namespace lilyan
