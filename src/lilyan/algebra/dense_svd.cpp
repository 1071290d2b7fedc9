// Singular values, apart from the other decompositions: they take half a minute to compile.
#include <lilyan/algebra/dense.hpp>

#include <Eigen/SVD>

#include <algorithm>
#include <limits>

namespace lilyan {

namespace {

using Dense = Eigen::MatrixXd;

}  // namespace

SingularValues singular_values(const Dense& A) {
  const Eigen::JacobiSVD<Dense> svd(A, Eigen::ComputeFullU | Eigen::ComputeFullV);
  return {svd.matrixU(), svd.singularValues(), svd.matrixV()};
}

SingularValues right_singular_vectors(const Dense& A) {
  const Eigen::JacobiSVD<Dense> svd(A, Eigen::ComputeFullV);
  return {{}, svd.singularValues(), svd.matrixV()};
}

SingularValues left_singular_vectors(const Dense& A) {
  const Eigen::BDCSVD<Dense> svd(A, Eigen::ComputeThinU);
  return {svd.matrixU(), svd.singularValues(), {}};
}

// Values below round-off of the largest count as 0.
Dense SingularValues::solve(const Dense& B) const {
  if (values.size() == 0) return Dense::Zero(V.rows(), B.cols());
  const double zero = static_cast<double>(values.size()) * std::numeric_limits<double>::epsilon() * values[0];
  const Eigen::Index rank = (values.array() >= std::max(zero, std::numeric_limits<double>::min())).count();
  const Dense in_U = U.leftCols(rank).adjoint() * B;
  return V.leftCols(rank) * (values.head(rank).asDiagonal().inverse() * in_U);
}

}  // namespace lilyan
