// A square root of a mass matrix, M = R^T R, which makes K u = lambda M u an ordinary eigenproblem of w = R u.
//
//   R^-T K R^-1 w = lambda w
//
// Of a diagonal M it is M^1/2; of a sparse one R = L^T P, from Cholesky's factor of P M P^T = L L^T.
#pragma once

#include <lilyan/algebra/symmetric_matrix.hpp>

#include <memory>

namespace lilyan {

class MassRoot {
 public:
  explicit MassRoot(const Vector& diagonal);  // positive
  // Sparse and positive definite; `scale` is a diagonal of its size, `spread` bounds scale_i/M: u.diag(scale) u <= spread u.M u.
  MassRoot(SymmetricMatrix M, Vector scale, double spread);

  MassRoot with_added(const Vector& added) const;  // of M + diag(added), nothing of it negative

  const Vector& scale() const { return scale_; }  // M itself if it is diagonal
  double spread() const { return spread_; }       // 1 if it is diagonal
  bool is_diagonal() const { return !sparse_; }

  Vector times(const Vector& u) const;            // R u
  Vector solve(const Vector& w) const;            // R^-1 w
  Vector transpose_times(const Vector& w) const;  // R^T w
  Vector transpose_solve(const Vector& f) const;  // R^-T f
  Eigen::MatrixXd times(const Eigen::MatrixXd& U) const;
  Eigen::MatrixXd solve(const Eigen::MatrixXd& W) const;

  Vector mass_times(const Vector& u) const;         // M u
  void add_to(double w, SymmetricMatrix& K) const;  // K += w M; of a sparse M on the pattern of K

 private:
  struct Factor;  // of a sparse M
  Vector scale_, root_;
  double spread_ = 1;
  std::shared_ptr<const SymmetricMatrix> sparse_;
  std::shared_ptr<const Factor> factor_;
};

}  // namespace lilyan
