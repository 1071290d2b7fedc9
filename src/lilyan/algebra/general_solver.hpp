// Solves once with a sparse symmetric matrix that may be indefinite (LU with pivoting).
#pragma once

#include <lilyan/algebra/symmetric_matrix.hpp>

namespace lilyan {

bool solve_indefinite(const SymmetricMatrix& A, const Vector& b, Vector& x);  // false where A is singular

}  // namespace lilyan
