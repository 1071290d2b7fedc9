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
#pragma once

#include <lilyan/algebra/dense.hpp>
#include <lilyan/algebra/direct_solver.hpp>
#include <lilyan/algebra/tangent_space.hpp>

namespace lilyan {

// A + the entries of `more` (both triangles given), on a pattern that has room for both.
SymmetricMatrix with_entries(const SymmetricMatrix& A, const Entries& more);

// A + strength G^T gamma G over the rows that join few unknowns; gamma_k: the largest A_ii/m_i among the unknowns of row k.
SymmetricMatrix with_penalty(const SymmetricMatrix& A, const Vector& mass, const TangentSpace& tangent, double strength);

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

}  // namespace lilyan
