// The moments of a reduced body's mass: all that its inertia needs to know of the vertices.
//
//   x_p = X_p + U_p q                              position of vertex p in the body's frame [m];  m_p: its mass [kg]
//   m = sum m_p
//   S = sum m_p x_p = S0 + SU q                    [kg m]
//   xU[a,b,l] = sum m_p x_pa U_pbl = E1 + E2 q     a, b: axes of the frame, l: a coordinate
//   xx = sum m_p x_p x_p^T,  J = tr(xx) I - xx     [kg m^2]
//   M = U^T m U                                    constant
//
// The frame moves with V = (v, omega), the velocity of its origin and its angular velocity, in its own axes. Then
//
//   p = m v + omega x S + SU qd                    linear momentum [kg m/s]
//   L = S x v + J omega + xU~ qd                   angular momentum about the origin;  xU~[a,l] = eps_abc xU[b,c,l]
//   T = 1/2 (v.p + omega.L + qd.(SU^T v + xU~^T omega + M qd))
//
// in the axes of the frame, all in O(r^2). The constants W1 to W7 of [Barbic 2011, app. B] are entries of S0, SU, E1 and E2.
#pragma once

#include <lilyan/materials/mandel.hpp>

namespace lilyan {

class MassMoments {
 public:
  using Levers = Eigen::Matrix<double, Eigen::Dynamic, 9>;  // one row per coordinate; (a,b) stands in column 3a + b
  using Axes = Eigen::Matrix<double, Eigen::Dynamic, 3>;

  // Of no coordinates and no mass.
  MassMoments() = default;
  // X: 3n, U: 3n x r over all components, vertex_mass: n.
  MassMoments(const Vector& X, const Eigen::MatrixXd& U, const Vector& vertex_mass);

  Index size() const { return static_cast<Index>(M_.rows()); }  // r
  double mass() const { return m_; }
  const Eigen::MatrixXd& reduced_mass() const { return M_; }  // M
  const Axes& first() const { return SU_; }                   // SU^T

  // What depends on q. Evaluating into the same object again allocates nothing.
  struct At {
    Vec3 S = Vec3::Zero();
    Mat3 xx = Mat3::Zero(), J = Mat3::Zero();
    Levers xU;
  };
  void evaluate(const Eigen::Ref<const Vector>& q, At& at) const;

  // xU~ at q, as a row per coordinate, from the levers there.
  static void twist(const Levers& xU, Eigen::Ref<Axes> twisted);
  // d(xU~)/dt, which depends on qd alone.
  void twist_rate(const Eigen::Ref<const Vector>& qd, Eigen::Ref<Axes> rate) const;

  // sum m_p x_p y_p^T of two shapes of the body, x at q and y at another q whose levers are given.
  Mat3 cross_moment(const Eigen::Ref<const Vector>& q, const Eigen::Ref<const Vector>& other, const Levers& other_xU) const;

 private:
  double m_ = 0;
  Vec3 S0_ = Vec3::Zero();
  Mat3 E0_ = Mat3::Zero();  // sum m X X^T
  Axes SU_;
  Levers E1_;                   // sum m X U
  Eigen::MatrixXd E2_;          // 9r x r: the rows of a pair of axes stand together, one per l; sum m U_ak U_bl in column k
  Eigen::MatrixXd twist_rate_;  // 3r x r
  Eigen::MatrixXd M_;
};

// A reduced body in motion: the velocities of its frame and of its coordinates.
struct ReducedMotion {
  Vec3 v = Vec3::Zero();      // [m/s]
  Vec3 omega = Vec3::Zero();  // [rad/s]
  Vector qd;
};

// (p, L).
Vec6 momenta(const MassMoments& moments, const MassMoments::At& at, const ReducedMotion& motion);
double kinetic_energy(const MassMoments& moments, const MassMoments::At& at, const ReducedMotion& motion);

}  // namespace lilyan
