#include <lilyan/materials/projected_tangent.hpp>

#include <Eigen/Eigenvalues>
#include <Eigen/SVD>

#include <algorithm>

namespace lilyan {

ProjectedTangent::ProjectedTangent(const Mat3& F, const Response<double>& psi) {
  const Eigen::JacobiSVD<Mat3> svd(F, Eigen::ComputeFullU | Eigen::ComputeFullV);
  U_ = svd.matrixU();
  V_ = svd.matrixV();
  Vec3 sigma = svd.singularValues();
  if (U_.determinant() < 0) U_.col(2) *= -1, sigma[2] *= -1;
  if (V_.determinant() < 0) V_.col(2) *= -1, sigma[2] *= -1;

  const Vec3 e = 0.5 * (sigma.array().square() - 1.0);
  const double a = e.sum();
  const Vec3 da = sigma;
  const Vec3 db = sigma.array() * (a - e.array());
  const Vec3 dJ(sigma[1] * sigma[2], sigma[2] * sigma[0], sigma[0] * sigma[1]);

  Mat3 stretches = psi.aa * da * da.transpose() + psi.ab * (da * db.transpose() + db * da.transpose()) + psi.bb * db * db.transpose() +
                   psi.aj * (da * dJ.transpose() + dJ * da.transpose()) + psi.bj * (db * dJ.transpose() + dJ * db.transpose()) +
                   psi.jj * dJ * dJ.transpose();
  mean_.setZero();
  swapped_.setZero();
  for (int k = 0; k < 3; ++k) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    const double ij = sigma[i] * sigma[j];
    stretches(k, k) += psi.a + psi.b * (a - e[k]);
    stretches(i, j) += psi.b * ij + psi.j * sigma[k];
    stretches(j, i) = stretches(i, j);
    const double twist = std::max(0.0, psi.a + psi.b * (e[k] + 0.5 * (ij - 1)) + psi.j * sigma[k]);
    const double flip = std::max(0.0, psi.a + psi.b * (e[k] - 0.5 * (ij + 1)) - psi.j * sigma[k]);
    mean_(i, j) = mean_(j, i) = 0.5 * (flip + twist);
    swapped_(i, j) = swapped_(j, i) = 0.5 * (flip - twist);
  }
  const Eigen::SelfAdjointEigenSolver<Mat3> eigen(stretches);
  A_ = eigen.eigenvectors() * eigen.eigenvalues().cwiseMax(0.0).asDiagonal() * eigen.eigenvectors().transpose();
}

Mat3 ProjectedTangent::block(const Vec3& g_a, const Vec3& g_b) const {
  const Vec3 p = V_.transpose() * g_a, q = V_.transpose() * g_b;
  Mat3 K;
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) K(i, k) = A_(i, k) * p[i] * q[k] + swapped_(i, k) * p[k] * q[i];
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) K(i, i) += mean_(i, j) * p[j] * q[j];
  return U_ * K * U_.transpose();
}

}  // namespace lilyan
