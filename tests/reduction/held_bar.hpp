// A bar at rest with one end held, and how far columns are from being orthonormal with its masses.
#pragma once

#include <tests/support/bodies.hpp>

namespace lilyan::test {

inline BodySpec held_bar(const std::array<Index, 3>& cells = {6, 2, 2}) {
  BodySpec spec = resting_bar();
  spec.size = Vec3(4, 1, 0.8);  // no two bending modes alike
  spec.cells = cells;
  spec.pins = [](const Vector& X) {
    Pin pin;
    pin.vertices = end_of(X, -1);
    return std::vector<Pin>{pin};
  };
  return spec;
}

// The largest entry of U^T M U - 1.
inline double defect(const System& system, const Eigen::MatrixXd& U) {
  Eigen::MatrixXd gram(U.cols(), U.cols());
  for (Eigen::Index k = 0; k < U.cols(); ++k) gram.col(k) = U.transpose() * system.metric().times(U.col(k));
  return (gram - Eigen::MatrixXd::Identity(U.cols(), U.cols())).cwiseAbs().maxCoeff();
}

}  // namespace lilyan::test
