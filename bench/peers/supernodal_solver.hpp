// Cholesky factorisation by dense blocks of columns (CHOLMOD's supernodal module over OpenBLAS), beside ours in solver_bench.
//
// On one thread, with indices of 64 bits, so that the factor may be as large as memory allows. The supernodal module is under the
// GPL.
#pragma once

#include <lilyan/algebra/direct_solver.hpp>
#include <lilyan/algebra/ordering.hpp>

namespace lilyan::bench {

// Of a pattern with at least one unknown.
std::unique_ptr<DirectSolver> make_supernodal_solver(std::shared_ptr<const SymmetricPattern> pattern, const Ordering& ordering);

}  // namespace lilyan::bench
