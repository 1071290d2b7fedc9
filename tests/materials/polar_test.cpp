// Rotations of polar decompositions, one at a time and eight at once.
#include <lilyan/materials/rotation_fit.hpp>
#include <lilyan/materials/tensor.hpp>

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include <cmath>
#include <limits>
#include <random>

namespace lilyan::test {
namespace {

TEST(PolarDecomposition, OfEightMatricesIsThatOfEach) {
  std::mt19937 numbers(9);
  std::uniform_real_distribution<double> any(-1, 1);
  const auto three = [&] { return Vec3(any(numbers), any(numbers), any(numbers)); };
  const auto turn = [&] { return Eigen::AngleAxisd(3 * any(numbers), three().normalized()).toRotationMatrix(); };
  Tensor<Lanes> A, R, N;
  Mat3 matrices[kLanes];
  for (int lane = 0; lane < kLanes; ++lane) {
    Mat3 noise;
    for (int c = 0; c < 3; ++c) noise.col(c) = three();
    matrices[lane] = (lane + 1) * turn() * (Mat3::Identity() + 0.12 * lane * noise);
    if (matrices[lane].determinant() < 0) matrices[lane].col(0) *= -1;
    if (lane == 3) matrices[lane].col(1) *= -1;                                            // mirrored
    if (lane == 5) matrices[lane](0, 0) = std::numeric_limits<double>::quiet_NaN();        // lost
    if (lane == 6) matrices[lane].col(2) = matrices[lane].col(0) + matrices[lane].col(1);  // flat
    for (int e = 0; e < 9; ++e) A[e / 3][e % 3][lane] = matrices[lane](e / 3, e % 3);
  }
  const LaneMask fits = polar_decomposition(A, R, N);
  for (int lane = 0; lane < kLanes; ++lane) {
    EXPECT_EQ(fits[lane] != 0, lane != 3 && lane != 5 && lane != 6) << lane;
    if (!fits[lane]) continue;
    Mat3 rotation, inverse;
    for (int e = 0; e < 9; ++e) {
      rotation(e / 3, e % 3) = R[e / 3][e % 3][lane];
      inverse(e / 3, e % 3) = N[e / 3][e % 3][lane];
    }
    EXPECT_LT((rotation * rotation.transpose() - Mat3::Identity()).norm(), 1e-14);
    const Mat3 P = matrices[lane] * rotation.transpose();
    EXPECT_LT((P - P.transpose()).norm(), 1e-14 * P.norm());
    EXPECT_LT((inverse * (P.trace() * Mat3::Identity() - P) - Mat3::Identity()).norm(), 1e-12) << lane;
    // The same bits beside others.
    Tensor<Lanes> same, R_same, N_same;
    for (int e = 0; e < 9; ++e) same[e / 3][e % 3] = splat<Lanes>(matrices[lane](e / 3, e % 3));
    polar_decomposition(same, R_same, N_same);
    for (int e = 0; e < 9; ++e) {
      EXPECT_EQ(R_same[e / 3][e % 3][0], R[e / 3][e % 3][lane]);
      EXPECT_EQ(N_same[e / 3][e % 3][0], N[e / 3][e % 3][lane]);
    }
  }
}

TEST(PolarDecomposition, IsTheFitBySingularValuesWhereThereIsOne) {
  std::mt19937 numbers(10);
  std::uniform_real_distribution<double> any(-1, 1);
  const auto three = [&] { return Vec3(any(numbers), any(numbers), any(numbers)); };
  const auto turn = [&] { return Eigen::AngleAxisd(3 * any(numbers), three().normalized()).toRotationMatrix(); };
  for (int k = 0; k < 200; ++k) {
    const Vec3 stretches(1 + any(numbers), 1 + any(numbers), std::pow(10, -k / 20.0));  // to nearly flat
    const Mat3 F = turn() * stretches.asDiagonal() * turn();
    Mat3 R, N;
    if (!polar_rotation(F, R, N)) continue;
    const FittedRotation fitted = fit_rotation(F, {});
    const double blur = 1e-14 * fitted.turn.norm() * F.norm();  // by so much rounding in F turns R
    EXPECT_LT((R - fitted.R).norm(), 10 * blur) << k;
    EXPECT_LT((R.transpose() * N * R - fitted.turn).norm(), 100 * blur * fitted.turn.norm()) << k;
  }
}

}  // namespace
}  // namespace lilyan::test
