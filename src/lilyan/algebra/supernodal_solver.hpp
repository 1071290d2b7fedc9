// Cholesky factorisation by dense blocks of columns (CHOLMOD's supernodal module over BLAS): for comparison with ours.
//
// Indices are 64 bits wide, so the factor may be as large as memory allows. Compiled only with LILYAN_CHOLMOD,
// whose supernodal module is under the GPL.
#pragma once

#include <lilyan/algebra/direct_solver.hpp>
#include <lilyan/algebra/ordering.hpp>

namespace lilyan {

std::unique_ptr<DirectSolver> make_supernodal_solver(std::shared_ptr<const SymmetricPattern> pattern, const Ordering& ordering);

}  // namespace lilyan
