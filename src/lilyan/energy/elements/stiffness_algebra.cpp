#include <lilyan/energy/elements/stiffness_algebra.hpp>

#include <lilyan/algebra/dense.hpp>

namespace lilyan {

Eigen::MatrixXd rigid_moves(const Eigen::MatrixXd& X, const Eigen::MatrixXd& turns) {
  const Eigen::Index dim = X.rows(), moves = dim + turns.rows();
  Eigen::MatrixXd all(X.size(), moves);
  for (Eigen::Index a = 0; a < X.cols(); ++a) all.block(dim * a, 0, dim, dim).setIdentity();
  all.rightCols(turns.rows()) = turns.transpose();
  return orthonormal_columns(all);
}

// K with stiff rigid moves is regular. P takes the turns about X out again and divides the turn off: [g] P = 0, P [X]^T = 0.
Eigen::MatrixXd compliance_without_turns(const Eigen::MatrixXd& K, const Eigen::MatrixXd& X, const Eigen::MatrixXd& turns,
                                         const Eigen::MatrixXd& turning) {
  constexpr double kSoftest = 1e-13;
  const Eigen::MatrixXd I = Eigen::MatrixXd::Identity(K.rows(), K.cols());
  const double stiff = K.diagonal().maxCoeff();
  if (!(stiff > 0)) return 0 * I;
  const Eigen::MatrixXd rigid = rigid_moves(X, turns);
  const Eigen::MatrixXd regular = K + stiff * rigid * rigid.transpose() + kSoftest * stiff * I;
  const Eigen::MatrixXd scale = turning * turns.transpose();
  const Eigen::MatrixXd P = I - turns.transpose() * solve_regular(scale, turning);
  return P * DenseCholesky(regular).solve(P.transpose());
}

}  // namespace lilyan
