#include <lilyan/algebra/mass_root.hpp>

#include <lilyan/core/error.hpp>

#include <Eigen/SparseCholesky>

#include <cassert>
#include <vector>

namespace lilyan {

struct MassRoot::Factor : Eigen::SimplicialLLT<Eigen::SparseMatrix<double>> {
  using SimplicialLLT::SimplicialLLT;
};

MassRoot::MassRoot(const Vector& diagonal) : scale_(diagonal), root_(diagonal.cwiseSqrt()) {}

MassRoot::MassRoot(SymmetricMatrix M, Vector scale, double spread)
    : scale_(std::move(scale)), spread_(spread), sparse_(std::make_shared<const SymmetricMatrix>(std::move(M))) {
  const SymmetricPattern& pattern = *sparse_->pattern();
  std::vector<Eigen::Triplet<double>> entries;  // without the zeros that the pattern has for the stiffness
  for (Index j = 0; j < pattern.size; ++j)
    for (std::int64_t k = pattern.column_begin[j]; k < pattern.column_begin[j + 1]; ++k)
      if (sparse_->values()[k] != 0) entries.emplace_back(pattern.row[k], j, sparse_->values()[k]);
  Eigen::SparseMatrix<double> lower(pattern.size, pattern.size);
  lower.setFromTriplets(entries.begin(), entries.end());
  factor_ = std::make_shared<const Factor>(lower);
  if (factor_->info() != Eigen::Success)
    throw InputError({"scene.mass", "", "the mass matrix is not positive definite", "cells must have positive volumes"});
}

MassRoot MassRoot::with_added(const Vector& added) const {
  if (is_diagonal()) return MassRoot(scale_ + added);
  SymmetricMatrix M = *sparse_;
  M.add_to_diagonal(1, added);
  return MassRoot(std::move(M), scale_ + added, spread_);  // (s + a)/(m + a) is not above s/m >= 1
}

Vector MassRoot::times(const Vector& u) const {
  if (is_diagonal()) return root_.cwiseProduct(u);
  return factor_->matrixU() * Vector(factor_->permutationP() * u);
}

Vector MassRoot::solve(const Vector& w) const {
  if (is_diagonal()) return w.cwiseQuotient(root_);
  return factor_->permutationPinv() * Vector(factor_->matrixU().solve(w));
}

Vector MassRoot::transpose_times(const Vector& w) const {
  if (is_diagonal()) return root_.cwiseProduct(w);
  return factor_->permutationPinv() * Vector(factor_->matrixL() * w);
}

Vector MassRoot::transpose_solve(const Vector& f) const {
  if (is_diagonal()) return f.cwiseQuotient(root_);
  return factor_->matrixL().solve(Vector(factor_->permutationP() * f));
}

Eigen::MatrixXd MassRoot::times(const Eigen::MatrixXd& U) const {
  Eigen::MatrixXd W(U.rows(), U.cols());
  for (Eigen::Index k = 0; k < U.cols(); ++k) W.col(k) = times(Vector(U.col(k)));
  return W;
}

Eigen::MatrixXd MassRoot::solve(const Eigen::MatrixXd& W) const {
  Eigen::MatrixXd U(W.rows(), W.cols());
  for (Eigen::Index k = 0; k < W.cols(); ++k) U.col(k) = solve(Vector(W.col(k)));
  return U;
}

Vector MassRoot::mass_times(const Vector& u) const {
  if (is_diagonal()) return scale_.cwiseProduct(u);
  Vector Mu;
  sparse_->multiply(u, Mu);
  return Mu;
}

void MassRoot::add_to(double w, SymmetricMatrix& K) const {
  if (is_diagonal()) return K.add_to_diagonal(w, scale_);
  assert(K.pattern() == sparse_->pattern());
  for (std::size_t k = 0; k < K.values().size(); ++k) K.values()[k] += w * sparse_->values()[k];
}

}  // namespace lilyan
