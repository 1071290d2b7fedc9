// Singular values, apart from the other decompositions: they take as long to compile as all of those.
#include <lilyan/algebra/dense.hpp>

#include <Eigen/SVD>

#include <algorithm>
#include <limits>

namespace lilyan {

namespace {

using Dense = Eigen::MatrixXd;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// Eigen does not set the factors of a matrix that is not finite.
SingularValues checked(SingularValues factors, Eigen::ComputationInfo info) {
  if (info != Eigen::Success) {
    factors.U.setConstant(kNan);
    factors.values.setConstant(kNan);
    factors.V.setConstant(kNan);
  }
  return factors;
}

}  // namespace

SingularValues singular_values(const Dense& A) {
  if (A.size() == 0) return {Dense::Identity(A.rows(), A.rows()), Vector(), Dense::Identity(A.cols(), A.cols())};
  const Eigen::JacobiSVD<Dense> svd(A, Eigen::ComputeFullU | Eigen::ComputeFullV);
  return checked({svd.matrixU(), svd.singularValues(), svd.matrixV()}, svd.info());
}

SingularValues right_singular_vectors(const Dense& A) {
  const Eigen::JacobiSVD<Dense> svd(A, Eigen::ComputeFullV);
  return checked({{}, svd.singularValues(), svd.matrixV()}, svd.info());
}

SingularValues left_singular_vectors(const Dense& A) {
  const Eigen::BDCSVD<Dense> svd(A, Eigen::ComputeThinU);
  return checked({svd.matrixU(), svd.singularValues(), {}}, svd.info());
}

// Values below round-off of the largest count as 0.
Dense SingularValues::solve(const Dense& B) const {
  if (values.size() == 0) return Dense::Zero(V.rows(), B.cols());
  if (!values.allFinite()) return Dense::Constant(V.rows(), B.cols(), kNan);
  const double zero = static_cast<double>(values.size()) * std::numeric_limits<double>::epsilon() * values[0];
  const Eigen::Index rank = (values.array() >= std::max(zero, std::numeric_limits<double>::min())).count();
  const Dense in_U = U.leftCols(rank).adjoint() * B;
  return V.leftCols(rank) * (values.head(rank).asDiagonal().inverse() * in_U);
}

}  // namespace lilyan
