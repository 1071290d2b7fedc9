#include <lilyan/reduction/rigid_motions.hpp>

#include <lilyan/dynamics/rigid_fields.hpp>

#include <Eigen/Cholesky>
#include <Eigen/SVD>

#include <algorithm>
#include <vector>

namespace lilyan {

namespace {

using Six = Eigen::Matrix<double, Eigen::Dynamic, 6>;

// Translations along x, y, z and rotations about the principal axes through the mass centre, three rows a vertex, with equal
// kinetic energies where nothing is held.
Six motions_of_part(const System& system, const Vector& X, const std::vector<Index>& part) {
  const RigidFields fields = principal_rigid_fields(system, part, X);
  Six motions(3 * static_cast<Eigen::Index>(part.size()), 6);
  for (Eigen::Index k = 0; k < static_cast<Eigen::Index>(part.size()); ++k)
    motions.middleRows<3>(3 * k) = fields.at(vertex(X, part[k]));
  return motions;
}

// The combinations of the motions that leave the held components where they are.
Eigen::MatrixXd allowed(const Six& held) {
  constexpr double kZero = 1e-9;  // relative to a motion of the whole part; coordinates are rounded at 1e-16
  if (held.rows() == 0) return Eigen::MatrixXd::Identity(6, 6);
  Six tall = Six::Zero(std::max<Eigen::Index>(6, held.rows()), 6);
  tall.topRows(held.rows()) = held;
  const Eigen::JacobiSVD<Six> svd(tall, Eigen::ComputeFullV);
  const Eigen::Index rank = (svd.singularValues().array() > kZero).count();
  return svd.matrixV().rightCols(6 - rank);
}

}  // namespace

Eigen::MatrixXd rigid_motions(const System& system, const Vector& X) {
  const Coordinates& coordinates = system.coordinates();
  std::vector<Index> unknown(coordinates.components(), -1);
  for (Index i = 0; i < coordinates.size(); ++i) unknown[coordinates.free()[i]] = i;

  Eigen::MatrixXd all(coordinates.size(), 0);
  for (const std::vector<Index>& part : system.parts().vertices()) {
    const Six motions = motions_of_part(system, X, part);
    std::vector<Eigen::Index> held, free;  // rows of `motions`
    for (Eigen::Index row = 0; row < motions.rows(); ++row) (unknown[3 * part[row / 3] + row % 3] < 0 ? held : free).push_back(row);
    const Eigen::MatrixXd moving = motions(free, Eigen::all) * allowed(motions(held, Eigen::all));
    if (moving.cols() == 0) continue;

    Eigen::MatrixXd columns = Eigen::MatrixXd::Zero(coordinates.size(), moving.cols());
    Vector mass = Vector::Zero(coordinates.size());
    for (Eigen::Index k = 0; k < moving.rows(); ++k) {
      const Index component = 3 * part[free[k] / 3] + static_cast<Index>(free[k] % 3);
      columns.row(unknown[component]) = moving.row(k);
      mass[unknown[component]] = system.mass()[component];
    }
    const Eigen::LLT<Eigen::MatrixXd> gram(columns.transpose() * mass.asDiagonal() * columns);
    columns = gram.matrixU().solve<Eigen::OnTheRight>(columns);
    all.conservativeResize(Eigen::NoChange, all.cols() + columns.cols());
    all.rightCols(columns.cols()) = columns;
  }
  return all;
}

}  // namespace lilyan
