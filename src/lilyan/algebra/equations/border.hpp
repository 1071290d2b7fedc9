// A sparse matrix with a border of a few more rows and columns, as constraints add them:
//
//   J = [A B]   A: n x n sparse;  B: n x m;  C: m x n;  D: m x m
//       [C D]
#pragma once

#include <lilyan/algebra/equations/general_solver.hpp>
#include <lilyan/algebra/general_matrix.hpp>

namespace lilyan {

struct Border {
  Index rows = 0;     // m
  Entries B;          // row: an unknown of A; column: 0 .. m-1; entries of the same place add up
  Entries C;          // row: 0 .. m-1; column: an unknown of A
  Eigen::MatrixXd D;  // m x m; empty: zero
  Entries more;       // numbers that are added to A, at places that its pattern need not have
};

void multiply(const GeneralMatrix& A, const Border& border, const Vector& x, Vector& y);  // y = J x
bool have_same_structure(const Border& a, const Border& b);                               // the same places in the same order
bool all_finite(const Border& border);

}  // namespace lilyan
