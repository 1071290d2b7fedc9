// Cholesky factorisation column by column (Eigen): best for chains, whose columns have few entries.
#pragma once

#include <lilyan/algebra/direct_solver.hpp>
#include <lilyan/algebra/ordering.hpp>

#include <optional>

namespace lilyan {

// Its `solve` only reads the factor: several threads may solve at once.
std::unique_ptr<DirectSolver> make_simplicial_solver(std::shared_ptr<const SymmetricPattern> pattern, const Ordering& ordering);

// How many eigenvalues of A are negative: as many as entries of D in A = L D L^T (Sylvester's law of inertia). None where a pivot
// is zero.
std::optional<Index> negative_eigenvalues(const SymmetricMatrix& A, const Ordering& ordering);

}  // namespace lilyan
