// Cholesky factorisation by dense fronts over a tree: for systems of every size.
//
// `factorise`, `solve` and `solve_columns` share their work between the threads in use; results have the same bits for any number
// of them. `solve` only reads the factor: several threads may solve at once.
#pragma once

#include <lilyan/algebra/direct_solver.hpp>
#include <lilyan/algebra/ordering.hpp>

namespace lilyan {

std::unique_ptr<DirectSolver> make_multifrontal_solver(std::shared_ptr<const SymmetricPattern> pattern, const Ordering& ordering);

}  // namespace lilyan
