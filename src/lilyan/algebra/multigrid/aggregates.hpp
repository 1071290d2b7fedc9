// Groups the rows of a matrix that are strongly coupled: an aggregate becomes one row of the next coarser level.
//
//   i and j are strongly coupled where |A_ij|^2 > strength^2 |A_ii| |A_jj|, Frobenius' norms          [Vanek 1996]
//
// A row that nothing is strongly coupled to is in no aggregate: the smoother alone solves for it.
#pragma once

#include <lilyan/algebra/multigrid/block_rows.hpp>

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

}  // namespace lilyan
