// Groups the rows of a matrix that are strongly coupled: an aggregate becomes one row of the next coarser level.
//
//   i and j are strongly coupled where |A_ij|^2 > strength^2 |A_ii| |A_jj|, Frobenius' norms          [Vanek 1996]
//
// A row that nothing is strongly coupled to is in no aggregate: the smoother alone solves for it.
#pragma once

#include <lilyan/algebra/multigrid/block_rows.hpp>
#include <lilyan/core/vector.hpp>

namespace lilyan {

struct Aggregates {
  Index count = 0;
  std::vector<Index> of_row;  // -1: none

  // Rows of an aggregate, ascending.
  std::vector<Index> first;  // count + 1
  std::vector<Index> row;
};

template <int N, class Scalar>
Aggregates make_aggregates(const BlockRows<N, N, Scalar>& A, double strength);

// The six rigid motions of a body as they are seen by the rows of a level, and bases of them on aggregates.
//
//   u(x) = t + w x (x - c):   B_i (t, w) is the value of u in row i, given about the row's own centre c_i
//
// Rows carry the motions about their own centres, so that nothing cancels for small bodies far from the origin.
template <int N>
struct RigidModes {
  using Modes = Eigen::Matrix<double, N, 6>;
  std::vector<Modes> of_row;
  std::vector<Vec3> center;
};

// An orthonormal basis Q_a of the motions on each aggregate a, Q_a R_a = B; R_a are the motions as the coarse row sees them. A
// motion that depends on those before it has a column of zeros.
template <int N>
struct AggregateBases {
  std::vector<Eigen::Matrix<double, N, 6>> of_row;  // rows of Q; zero for rows in no aggregate
  RigidModes<6> coarse;
};

template <int N>
AggregateBases<N> make_bases(const RigidModes<N>& modes, const Aggregates& aggregates);

}  // namespace lilyan
