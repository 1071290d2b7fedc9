// Co-rotated linear elasticity: small strain, seen from a frame that turns with the element.
//
//   Psi = 1/2 eps.C eps,   eps = sym(R^T F) - I,   R = R(F) a proper rotation        C [Pa] in Mandel's notation
//
// W = V Psi is 1/2 u^T K u of the displacements u_a = R^T (x_a - b) - (X_a - b_0) of a linear tet, b and b_0 its barycentres. The
// stress is the derivative with dR/dF, so that the force is a true gradient, and free of torque, for any C and either rule for R.
// The published force, with its factor 1/2, pushes at rest; without dR/dF it is the gradient for `polar` and an isotropic C only.
// [Kharevych 2010, sec. 2.2.3, corrected; tests/energy/elements/corotated_elasticity_test.cpp]
#pragma once

#include <lilyan/algebra/symmetric_matrix.hpp>
#include <lilyan/materials/mandel.hpp>
#include <lilyan/materials/response.hpp>
#include <lilyan/materials/rotation_fit.hpp>

#include <optional>

namespace lilyan {

// polar: R of F = R S. displacement: the R that minimises sum_a |u_a|^2, which depends on the tet's shape at rest.
enum class RotationRule { polar, displacement };

// What pins do to the rotation of a tet that has two or more vertices held whole. free: nothing. held: with three or four the tet
// turns as those vertices do, which is not at all where they stay where they rest; with two it turns with their edge and about it.
enum class PinnedTets { free, held };

struct Corotated {
  UpperTriangle coefficients;  // of C [Pa]
  RotationRule rotation = RotationRule::polar;
  PinnedTets pinned = PinnedTets::free;

  static constexpr StrainMeasure kMeasure = StrainMeasure::corotated;
  static constexpr std::optional<int> kDegree = std::nullopt;
  const UpperTriangle& moduli() const { return coefficients; }
};

// The co-rotated law at one deformation gradient: energy density, stress and stiffness with the turning of R.
//
//   G = R^T F,  eps = sym(G) - I,  sigma = C eps,  Psi = 1/2 eps.sigma
//   lambda = turn^T a(G sigma)                        what a turn of R costs
//   R^T P = sigma + sum_m [P_m lambda]x Q_m^T         P = dPsi/dF; without a hinge sigma + [lambda]x Q^T
//
// With L = Psi + lambda.c, c the conditions on R (rotation_fit.hpp), dL/dR = 0: the second derivative of Psi(F) is that of L along
// dF and the turn w that goes with it. C isotropic and Q = I make G sigma symmetric and lambda = 0.
class CorotatedPoint {
 public:
  CorotatedPoint(const Mat3& F, const Mat6& C, const RotationFit& fit);

  double energy_density() const { return 0.5 * strain_.dot(stress_); }    // [J/m^3]
  Mat3 first_piola_stress() const { return fitted_.R * turned_stress_; }  // [Pa]
  const Vec6& stress() const { return stress_; }                          // sigma, in the turned frame
  Mat9 stiffness(Definiteness definiteness) const;                        // dP/dF; row and column 3 j + i stand for F_ij

 private:
  FittedRotation fitted_;
  const Mat6& C_;
  Mat3 G_;
  Vec6 strain_, stress_;
  Vec3 lambda_;
  Mat3 turned_stress_;  // R^T P
};

// The same law with a rotation R that does not turn: quadratic in F.
class FrozenPoint {
 public:
  FrozenPoint(const Mat3& F, const Mat6& C, const Mat3& R);

  double energy_density() const { return 0.5 * strain_.dot(stress_); }
  Mat3 first_piola_stress() const { return R_ * symmetric_tensor(stress_); }
  Mat9 stiffness(Definiteness) const;  // positive semi-definite as it is

 private:
  const Mat6& C_;
  const Mat3& R_;
  Vec6 strain_, stress_;
};

}  // namespace lilyan
