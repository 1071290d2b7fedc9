// Sorts the rows of a border into light ones, which a preconditioner may treat as stiff springs, and heavy ones.
//
//   light   few unknowns, nothing in D, and B_k about parallel to C_k:  B_k = beta G_k,  C_k = G_k  but for the little that a
//           constraint's direction turns in a step
//   heavy   all others: a volume, which couples all vertices of a surface; rows with an entry of D
#pragma once

#include <lilyan/algebra/equations/border.hpp>

#include <vector>

namespace lilyan {

struct LightRow {
  Index row;                    // of the border
  std::vector<Index> unknowns;  // ascending
  std::vector<double> G;        // the mean of C_k and B_k/beta, at these unknowns
  double beta;                  // of either sign, not 0
};

struct BorderSplit {
  std::vector<LightRow> light;
  std::vector<Index> heavy;  // rows
};

BorderSplit split_border(const Border& border);

}  // namespace lilyan
