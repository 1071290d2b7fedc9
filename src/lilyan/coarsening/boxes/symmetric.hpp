// Small dense symmetric matrices.
#pragma once

#include <Eigen/Core>

namespace lilyan {

// Without what rounding left of an antisymmetric part.
inline Eigen::MatrixXd symmetric(const Eigen::MatrixXd& A) { return 0.5 * (A + A.transpose()); }

}  // namespace lilyan
