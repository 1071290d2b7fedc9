// The bound of a cell's stiffness by Galerkin's: a body whose inside is free to move has less energy than one whose inside follows
// the cell's functions.
//
//   K0 v = lambda Kgal v,   K v = min(lambda, 1) Kgal v        v: what is no rigid motion of the cell
#pragma once

#include <lilyan/coarsening/coarse_mesh.hpp>

#include <optional>

namespace lilyan {

struct BoundedStiffness {
  Eigen::MatrixXd K;     // 24 x 24, or 8 x 8 of a quad [N/m]
  Eigen::MatrixXd part;  // K = N part^T N^T K0 N part N^T, N being straining_basis: 18 x 18, or 5 x 5
  Index bounded = 0;     // how many shapes would be stiffer
};

// None if Kgal is not positive on all that is no rigid motion, up to rounding.
std::optional<BoundedStiffness> bounded_stiffness(const Eigen::MatrixXd& K0, const Eigen::MatrixXd& galerkin, const BoxCell& cell);

}  // namespace lilyan
