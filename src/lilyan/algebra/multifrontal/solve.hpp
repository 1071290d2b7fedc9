// Solves with a multifrontal factor: L y = b from the leaves to the roots, L^T x = y back.
//
// What the elimination of a front's pivots takes from its rows is passed from child to parent, as the updates of the factorisation
// are. So the order of all sums depends on the tree alone.
#pragma once

#include <lilyan/algebra/multifrontal/factor.hpp>

#include <Eigen/Core>

namespace lilyan {

// Numbers that one solve writes besides its result.
struct SolveWork {
  std::vector<double> y;     // by position
  std::vector<double> rows;  // what every front leaves to its rows
};

void solve(const MultifrontalFactor& factor, const double* b, double* x, SolveWork& work);

// All columns of B at once; parts of them on different threads.
void solve_many(const MultifrontalFactor& factor, const Eigen::MatrixXd& B, Eigen::MatrixXd& X);

}  // namespace lilyan
