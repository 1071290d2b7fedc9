// Algebra of the stiffness of a cell that is done once, or hardly ever: with matrices of any size, which compile faster than those
// of a fixed one.
#pragma once

#include <lilyan/core/vector.hpp>

namespace lilyan {

// Translations, and small turns about the origin, as moves of corners at X (a column each) [m]; orthonormal columns. `turns`: the
// matrix [X] with [X] d = sum_i X_i x d_i.
Eigen::MatrixXd rigid_moves(const Eigen::MatrixXd& X, const Eigen::MatrixXd& turns);

// M: the inverse of K among the moves e with [g] e = 0, `turning` = [g], and 0 for turns about X. It stays finite where K has
// shapes of no stiffness besides the rigid ones. Of translations it means nothing.
Eigen::MatrixXd compliance_without_turns(const Eigen::MatrixXd& K, const Eigen::MatrixXd& X, const Eigen::MatrixXd& turns,
                                         const Eigen::MatrixXd& turning);

}  // namespace lilyan
