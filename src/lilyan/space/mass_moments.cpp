#include <lilyan/space/mass_moments.hpp>

#include <Eigen/Geometry>

namespace lilyan {

namespace {

// Axis a and the two that follow it.
constexpr int kNext[3] = {1, 2, 0}, kAfter[3] = {2, 0, 1};

// Every third row of U from row a on, one per vertex.
Eigen::MatrixXd axis_of(const Eigen::MatrixXd& U, Eigen::Index a) { return U(Eigen::seqN(a, U.rows() / 3, 3), Eigen::all); }

}  // namespace

MassMoments::MassMoments(const Vector& X, const Eigen::MatrixXd& U, const Vector& vertex_mass) {
  const Eigen::Index n = vertex_mass.size(), r = U.cols();
  const auto positions = X.reshaped(3, n);
  m_ = vertex_mass.sum();
  S0_ = positions * vertex_mass;
  E0_ = positions * vertex_mass.asDiagonal() * positions.transpose();

  SU_.resize(r, 3);
  E1_.resize(r, 9);
  E2_.resize(9 * r, r);
  M_ = Eigen::MatrixXd::Zero(r, r);
  const Eigen::MatrixXd along[3] = {axis_of(U, 0), axis_of(U, 1), axis_of(U, 2)};
  for (Eigen::Index b = 0; b < 3; ++b) {
    const Eigen::MatrixXd weighted = vertex_mass.asDiagonal() * along[b];  // n x r
    SU_.col(b) = weighted.colwise().sum().transpose();
    for (Eigen::Index a = 0; a < 3; ++a) {
      E1_.col(3 * a + b) = weighted.transpose() * positions.row(a).transpose();
      E2_.middleRows((3 * a + b) * r, r) = weighted.transpose() * along[a];
    }
    M_ += E2_.middleRows(4 * b * r, r);
  }
  M_ = (0.5 * (M_ + M_.transpose())).eval();

  twist_rate_.resize(3 * r, r);
  for (Eigen::Index a = 0; a < 3; ++a)
    twist_rate_.middleRows(a * r, r) =
        E2_.middleRows((3 * kNext[a] + kAfter[a]) * r, r) - E2_.middleRows((3 * kAfter[a] + kNext[a]) * r, r);
}

void MassMoments::evaluate(const Eigen::Ref<const Vector>& q, At& at) const {
  at.xU = E1_;
  at.xU.reshaped().noalias() += E2_ * q;
  at.S = S0_;
  for (Eigen::Index a = 0; a < 3; ++a) at.S[a] += SU_.col(a).dot(q);
  for (Eigen::Index a = 0; a < 3; ++a)
    for (Eigen::Index b = 0; b <= a; ++b)
      at.xx(a, b) = at.xx(b, a) = E0_(a, b) + E1_.col(3 * a + b).dot(q) + at.xU.col(3 * b + a).dot(q);
  at.J = at.xx.trace() * Mat3::Identity() - at.xx;
}

void MassMoments::twist(const Levers& xU, Eigen::Ref<Axes> twisted) {
  for (Eigen::Index a = 0; a < 3; ++a) twisted.col(a) = xU.col(3 * kNext[a] + kAfter[a]) - xU.col(3 * kAfter[a] + kNext[a]);
}

void MassMoments::twist_rate(const Eigen::Ref<const Vector>& qd, Eigen::Ref<Axes> rate) const {
  const Eigen::Index r = size();
  for (Eigen::Index a = 0; a < 3; ++a) rate.col(a).noalias() = twist_rate_.middleRows(a * r, r) * qd;
}

Mat3 MassMoments::cross_moment(const Eigen::Ref<const Vector>& q, const Eigen::Ref<const Vector>& other,
                               const Levers& other_xU) const {
  Mat3 G = E0_;
  for (Eigen::Index a = 0; a < 3; ++a)
    for (Eigen::Index b = 0; b < 3; ++b) G(a, b) += E1_.col(3 * a + b).dot(other) + other_xU.col(3 * b + a).dot(q);
  return G;
}

Vec6 momenta(const MassMoments& moments, const MassMoments::At& at, const ReducedMotion& motion) {
  MassMoments::Axes twisted(moments.size(), 3);
  MassMoments::twist(at.xU, twisted);
  Vec6 result;
  result << moments.mass() * motion.v + motion.omega.cross(at.S) + moments.first().transpose() * motion.qd,
      at.S.cross(motion.v) + at.J * motion.omega + twisted.transpose() * motion.qd;
  return result;
}

double kinetic_energy(const MassMoments& moments, const MassMoments::At& at, const ReducedMotion& motion) {
  MassMoments::Axes twisted(moments.size(), 3);
  MassMoments::twist(at.xU, twisted);
  const Vector own = moments.first() * motion.v + twisted * motion.omega + moments.reduced_mass() * motion.qd;
  const Vec6 frame = momenta(moments, at, motion);
  return 0.5 * (motion.v.dot(frame.head<3>()) + motion.omega.dot(frame.tail<3>()) + motion.qd.dot(own));
}

}  // namespace lilyan
