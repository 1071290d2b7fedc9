// Solves once with a sparse matrix that is not definite, or not symmetric (LU with pivoting).
#pragma once

#include <lilyan/algebra/block_matrix.hpp>
#include <lilyan/algebra/symmetric_matrix.hpp>

#include <vector>

namespace lilyan {

// One number of a sparse matrix; those of the same place add up.
struct Entry {
  Index row, column;
  double value;
};
using Entries = std::vector<Entry>;

// A x = b for the square matrix of these entries; false where A is singular.
bool solve_general(const Entries& A, const Vector& b, Vector& x);

bool solve_indefinite(const SymmetricMatrix& A, const Vector& b, Vector& x);  // false where A is singular

void append(const SymmetricMatrix& A, Entries& entries);        // both triangles
void append(const BlockMatrix& A, double w, Entries& entries);  // w A, both triangles, by components

}  // namespace lilyan
