// Velocities and forces of frames as 6-vectors, and how they pass from a frame to one that is fastened to it.
//
//   V = (v, omega)      velocity of the origin and angular velocity, in the axes of the frame
//   W = (f, tau)        force, and torque about the origin; W.V is a power
//
// A frame j stands at x in frame i, and R takes its axes to those of i. If j is fastened to i, then V_j = T V_i and the same wrench
// on i is T^T W_j:
//
//   T = [R^T, -R^T x~ ; 0, R^T]          x~ y = x x y
#pragma once

#include <lilyan/materials/mandel.hpp>

#include <Eigen/Geometry>

namespace lilyan {

struct FramePlacement {
  Vec3 x = Vec3::Zero();  // [m]
  Mat3 R = Mat3::Identity();

  Mat6 matrix() const {  // T
    Mat6 T;
    T.topLeftCorner<3, 3>() = R.transpose();
    T.topRightCorner<3, 3>() = -R.transpose() * cross_matrix(x);
    T.bottomLeftCorner<3, 3>().setZero();
    T.bottomRightCorner<3, 3>() = R.transpose();
    return T;
  }
  Vec6 velocity(const Vec6& V) const {  // T V
    Vec6 result;
    result.head<3>() = R.transpose() * (V.head<3>() + V.tail<3>().cross(x));
    result.tail<3>() = R.transpose() * V.tail<3>();
    return result;
  }
  Vec6 wrench(const Vec6& W) const {  // T^T W
    Vec6 result;
    result.head<3>() = R * W.head<3>();
    result.tail<3>() = x.cross(result.head<3>()) + R * W.tail<3>();
    return result;
  }
  // T^T I T: a symmetric inertia of frame j, seen from i.
  Mat6 inertia(const Mat6& I) const {
    const Mat3 A = R * I.topLeftCorner<3, 3>() * R.transpose(), B = R * I.topRightCorner<3, 3>() * R.transpose(),
               D = R * I.bottomRightCorner<3, 3>() * R.transpose();
    const Mat3 X = cross_matrix(x), AX = A * X, XB = X * B;
    Mat6 result;
    result.topLeftCorner<3, 3>() = A;
    result.topRightCorner<3, 3>() = B - AX;
    result.bottomLeftCorner<3, 3>() = result.topRightCorner<3, 3>().transpose();
    result.bottomRightCorner<3, 3>() = D + XB + XB.transpose() - X * AX;
    return result;
  }
  // This frame seen from the frame that i itself is placed in.
  FramePlacement in(const FramePlacement& i) const { return {i.x + i.R * x, i.R * R}; }
};

// B^T y for a tall matrix of N columns, all sums in one sweep.
template <int N, class Tall, class Column>
Eigen::Matrix<double, N, 1> product(const Tall& B, const Column& y) {
  const Eigen::Index r = B.rows(), stride = B.outerStride();
  const double *const b = B.data(), *const values = y.data();
  Eigen::Matrix<double, N, 1> result = Eigen::Matrix<double, N, 1>::Zero();
  for (Eigen::Index l = 0; l < r; ++l)
    for (int c = 0; c < N; ++c) result[c] += b[c * stride + l] * values[l];
  return result;
}
template <class Column>
Vec3 product(const Eigen::Matrix<double, Eigen::Dynamic, 3>& B, const Column& y) {
  return product<3>(B, y);
}

// Y = B S, or Y += B S, for tall matrices of N columns.
enum class Store { set, add };
template <Store store, int N, class Tall, class Result>
void multiply_tall(const Tall& B, const Eigen::Matrix<double, N, N>& S, Result&& Y) {
  const Eigen::Index r = B.rows(), stride = B.outerStride();
  const double* __restrict const b = B.data();
  for (int c = 0; c < N; ++c) {
    double* __restrict const y = Y.data() + c * Y.outerStride();
    for (Eigen::Index l = 0; l < r; ++l) {
      double sum = store == Store::add ? y[l] : 0;
      for (int a = 0; a < N; ++a) sum += b[a * stride + l] * S(a, c);
      y[l] = sum;
    }
  }
}

// y += B z, a tall matrix of N columns.
template <int N, class Tall>
void add_combination(const Tall& B, const Eigen::Matrix<double, N, 1>& z, double* __restrict y) {
  const Eigen::Index r = B.rows(), stride = B.outerStride();
  const double* __restrict const b = B.data();
  double weights[N];
  for (int c = 0; c < N; ++c) weights[c] = z[c];
  for (Eigen::Index l = 0; l < r; ++l) {
    double sum = y[l];
    for (int c = 0; c < N; ++c) sum += b[c * stride + l] * weights[c];
    y[l] = sum;
  }
}

// The nearest rotation to one that rounding has spoiled.
inline Mat3 without_rounding(const Mat3& R) { return 0.5 * R * (3 * Mat3::Identity() - R.transpose() * R); }

// exp(w~): the rotation by |w| about w.
inline Mat3 rotation_by(const Vec3& w) {
  const double angle = w.norm();
  if (angle < 1e-8) return without_rounding(Mat3::Identity() + cross_matrix(w));
  return Eigen::AngleAxisd(angle, w / angle).toRotationMatrix();
}

}  // namespace lilyan
