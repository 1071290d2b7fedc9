// The rotation that fits a deformation gradient best, and how it turns when F changes.
//
//   R maximises tr(R^T F Q) over the proper rotations: the polar decomposition of F Q
//   R = R(F):   R^T dR = [w]x,   w = (tr(S) I - S)^-1 a(R^T dF Q),   S = R^T F Q symmetric
//
// a(M)_k = -eps_kij M_ij is twice the axis of M's skew part; a(s q^T) = q x s. With a hinge D, a unit vector at rest, R takes D to
// the direction of F D and maximises tr(R^T F Q) among the rotations that do.
//
// Where F Q is turned inside out far enough, two of its singular values s_2 + s_3 = 0 cancel: the best rotation is not unique and
// jumps from one side to the other. Such a turn is taken to be none (its part of w is 0), so that everything stays finite.
#pragma once

#include <lilyan/core/vector.hpp>

namespace lilyan {

// The axis of M - M^T: 2 w for M = [w]x, and q x s for M = s q^T.
inline Vec3 axial(const Mat3& M) { return {M(2, 1) - M(1, 2), M(0, 2) - M(2, 0), M(1, 0) - M(0, 1)}; }

struct RotationFit {
  Mat3 Q = Mat3::Identity();
  Vec3 hinge = Vec3::Zero();  // zero: none
};

// Conditions c = sum_m P_m a(R^T F Q_m) = 0 that R fulfils, one without a hinge and two with one, and the matrix by which R turns
// when they are disturbed: w = turn times the change of c.
struct FittedRotation {
  struct Condition {
    Mat3 P, Q;
  };
  Mat3 R;
  Mat3 turn;
  Condition conditions[2];
  int count = 1;
};

FittedRotation fit_rotation(const Mat3& F, const RotationFit& fit);

}  // namespace lilyan
