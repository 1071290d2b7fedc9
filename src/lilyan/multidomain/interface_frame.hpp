// The frame that follows an interface of a reduced body: where it is, how it is turned, and how both change with q.
//
//   x = xh + ah q                                  centroid of the interface, weighted [m]
//   A = [a1 a2 a3] B^T = R S                       best affine fit of the interface's motion; R: its rotation (polar decomposition)
//   a_c = b_c + sum_l q_l a_cl                     b_c: the columns of B, axes of the interface at rest
//
// The fit is F_l = [sum w (U_l - ah_l) Y^T] C^-1 with Y = X - xh, C = sum w Y Y^T and a_cl = F_l b_c. An interface whose smallest
// eigenvalue of C is below 1e-3 of the largest is planar: b_1, b_2 lie in its plane, C is inverted there alone, and
//
//   a3 = a1 x a2                                   so that a tilt is recovered whole; an extra point off the plane that does not
//                                                  move with it, as in [Barbic 2011, sec. 3], recovers half of it
//
// With r_c the columns of R B and N = (tr(S) I - R S R^T)^-1 = N^T the angular velocity and acceleration are
//
//   omega = N sum_c r_c x ad_c = Jw qd,            ad_c = d a_c/dt
//   alpha = Jw qdd + gamma,   gamma = N (sum_c r_c x (aq_c - omega x ad_c) - (tr(Q) I - Q) omega),   Q = (Ad - omega~ A) R^T
//
// in the body's axes, [Barbic 2011, eq. 7-9] written for the columns. aq_3 = 2 ad_1 x ad_2 of a planar interface is the part of A's
// second derivative that eq. 6 lacks; it is 0 otherwise.
//
// Axes fastened to the interface that are turned by Rh at rest are R Rh later; x, Jw and gamma do not depend on Rh.
#pragma once

#include <lilyan/core/vector.hpp>
#include <lilyan/reduction/symmetric_tiles.hpp>

#include <vector>

namespace lilyan {

class InterfaceFrame {
 public:
  using Axes = Eigen::Matrix<double, Eigen::Dynamic, 3>;  // one row per coordinate

  // vertices: those of the interface; weights: positive, one per vertex, an area for instance. Throws InputError (id
  // "multidomain.interface") for fewer than three vertices, for vertices on a line and for weights that are not positive.
  InterfaceFrame(const Vector& X, const Eigen::MatrixXd& U, const std::vector<Index>& vertices, const Vector& weights);

  Index size() const { return static_cast<Index>(along_.rows()); }  // r
  bool is_planar() const { return is_planar_; }
  const Vec3& center() const { return center_; }  // xh
  const Axes& along() const { return along_; }    // ah^T
  const Mat3& axes() const { return axes_; }      // B

  // Where the interface is; false if it is turned inside out or flattened, so that no rotation fits.
  struct Pose {
    Vec3 x;
    Mat3 a, R, N;  // a: columns a1, a2, a3
  };
  bool pose(const Eigen::Ref<const Vector>& q, Pose& pose) const;
  // x and a alone. The fit A is a B^T.
  void fit(const Eigen::Ref<const Vector>& q, Pose& pose) const;

  // Jw^T Q there: the turning in axes Q.
  void turning(const Pose& pose, Eigen::Ref<Axes> Jw, const Mat3& Q = Mat3::Identity()) const;

  struct Rates {
    Vec3 v, omega, gamma;
  };
  Rates rates(const Pose& pose, const Eigen::Ref<const Vector>& qd) const;

 private:
  Vec3 center_;
  Mat3 axes_;
  bool is_planar_;
  Axes along_;
  Axes a_[3];  // a_cl, a row per l; a_[2] is zero where the interface is planar

  using Columns = Eigen::Matrix<double, 12, 1>;  // x, a1, a2, a3
  Columns moved(const Eigen::Ref<const Vector>& q) const;
  static constexpr std::size_t kFours = 3;  // of Columns
  std::vector<Four> columns_;               // ah_l, a_1l, a_2l, a_3l for every l, so that one sweep finds all
};

}  // namespace lilyan
