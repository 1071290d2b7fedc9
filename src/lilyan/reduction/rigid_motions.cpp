#include <lilyan/reduction/rigid_motions.hpp>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <Eigen/SVD>

#include <algorithm>
#include <vector>

namespace lilyan {

namespace {

using Six = Eigen::Matrix<double, Eigen::Dynamic, 6>;

// Translations along x, y, z and rotations about the principal axes through the mass centre, three rows a vertex, with equal
// kinetic energies where nothing is held.
Six motions_of_part(const System& system, const Vector& X, const std::vector<Index>& part) {
  const Vector& mass = system.vertex_mass();
  double total = 0;
  Vec3 moment = Vec3::Zero();
  for (Index v : part) total += mass[v], moment += mass[v] * vertex(X, v);
  const Vec3 c = moment / total;
  Mat3 inertia = Mat3::Zero();
  for (Index v : part) {
    const Vec3 r = vertex(X, v) - c;
    inertia += mass[v] * (r.squaredNorm() * Mat3::Identity() - r * r.transpose());
  }
  const Eigen::SelfAdjointEigenSolver<Mat3> principal(inertia);
  Six motions(3 * static_cast<Eigen::Index>(part.size()), 6);
  for (Eigen::Index k = 0; k < static_cast<Eigen::Index>(part.size()); ++k) {
    const Vec3 r = vertex(X, part[k]) - c;
    for (Index axis = 0; axis < 3; ++axis) {
      const double radius = std::sqrt(principal.eigenvalues()[axis] / total);
      motions.col(axis).segment<3>(3 * k) = Vec3::Unit(axis);
      motions.col(3 + axis).segment<3>(3 * k) = principal.eigenvectors().col(axis).cross(r) / radius;
    }
  }
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
