// Cholesky factorisation column by column (Eigen): best for small systems, where dense blocks do not pay.
#pragma once

#include <lilyan/algebra/direct_solver.hpp>
#include <lilyan/algebra/ordering.hpp>

namespace lilyan {

std::unique_ptr<DirectSolver> make_simplicial_solver(std::shared_ptr<const SymmetricPattern> pattern, const Ordering& ordering);

}  // namespace lilyan
