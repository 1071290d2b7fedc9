#include <lilyan/coarsening/rigid_fit.hpp>

#include <Eigen/Geometry>
#include <Eigen/QR>

namespace lilyan {

Eigen::MatrixXd rigid_fit(const FineBody& body, const Eigen::MatrixXd& probes, const BoxCell& cell,
                          const std::vector<Index>& vertices, const Eigen::MatrixXd& amplitudes) {
  const int d = cell.dimension;
  const double size = cell.frame.half.head(d).norm();
  Mat6 normal = Mat6::Zero();
  Eigen::MatrixXd right = Eigen::MatrixXd::Zero(6, amplitudes.cols());
  for (Index v : vertices) {
    const Vec3 arm = (vertex(body.X, v) - cell.frame.centre) / size;
    Eigen::Matrix<double, Eigen::Dynamic, 6, Eigen::ColMajor, 3, 6> motion(d, 6);  // of x (and y, z) by t, w
    for (int k = 0; k < 3; ++k) {
      motion.col(k) = Vec3::Unit(k).head(d);
      motion.col(3 + k) = Vec3::Unit(k).cross(arm).head(d);
    }
    Eigen::MatrixXd missing = -probes.middleRows(3 * Eigen::Index{v}, d) * amplitudes;
    const Vector phi = box_functions(cell, cell.frame.coordinates(vertex(body.X, v)));
    for (Eigen::Index i = 0; i < phi.size(); ++i) missing.middleCols(d * i, d).diagonal().array() += phi[i];
    normal += motion.transpose() * motion;
    right += motion.transpose() * missing;
  }
  Eigen::MatrixXd fit = normal.completeOrthogonalDecomposition().solve(right);
  fit.bottomRows<3>() /= size;
  return fit;
}

}  // namespace lilyan
