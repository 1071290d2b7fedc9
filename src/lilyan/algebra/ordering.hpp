// An elimination order that keeps the Cholesky factor small, with the size of that factor.
//
// Works on the graph of groups (vertices), not of unknowns. The order as given, approximate minimum degree and nested dissection
// are tried and the one with the fewest operations is kept: a slender bar with well-numbered vertices prefers the first, a thick
// body the last.
#pragma once

#include <lilyan/algebra/symmetric_matrix.hpp>

#include <string>

namespace lilyan {

struct Ordering {
  std::string name;                // "natural", "amd" or "metis"
  std::vector<Index> permutation;  // the unknown that is eliminated k-th
  double flops = 0;                // sum over columns of the factor of (entries in the column)^2
  double entries = 0;              // of the factor
};

Ordering fill_reducing_ordering(const SymmetricPattern& pattern);

}  // namespace lilyan
