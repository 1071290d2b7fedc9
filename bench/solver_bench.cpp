// Which Cholesky factorisation wins at which size: the table behind the rule in algebra/direct_solver.cpp.
#include "bars.hpp"

#include <lilyan/algebra/ordering.hpp>
#include <lilyan/algebra/simplicial_solver.hpp>
#ifdef LILYAN_CHOLMOD
#include <lilyan/algebra/supernodal_solver.hpp>
#endif
#include <lilyan/dynamics/workspace/hessian_storage.hpp>

#include <fmt/format.h>

namespace lilyan::bench {
namespace {

void print_row(const std::array<Index, 3>& cells) {
  const Bar bar = make_bar("", cells, 5, reference_stvk());
  HessianStorage storage(*bar.system);
  SymmetricMatrix A(storage.restriction.pattern());
  for (const auto& potential : bar.system->potentials())
    potential->add_hessian(bar.start.x, 0, 1.0 / 900, Definiteness::projected, storage.blocks);
  storage.restriction.apply(storage.blocks, A);
  A.add_to_diagonal(1, bar.system->metric().diagonal());

  const Ordering ordering = fill_reducing_ordering(*A.pattern());
  fmt::print("{:>9} {:>9} {:>8} {:>10.3g}", fmt::format("{}x{}x{}", cells[0], cells[1], cells[2]), A.size(), ordering.name,
             ordering.flops);
  Vector x;
  auto measure = [&](std::unique_ptr<DirectSolver> solver) {
    const double factor = best_ms([&] { solver->factorise(A); }),
                 solve = best_ms([&] { solver->solve(bar.system->metric().diagonal(), x); });
    fmt::print("   {:>10.3f} {:>8.3f}", factor, solve);
  };
  measure(make_simplicial_solver(A.pattern(), ordering));
#ifdef LILYAN_CHOLMOD
  measure(make_supernodal_solver(A.pattern(), ordering));
#endif
  fmt::print("\n");
}

}  // namespace
}  // namespace lilyan::bench

int main() {
  fmt::print("CPU ms, one thread, best of many\n{:>9} {:>9} {:>8} {:>10}   {:>10} {:>8}   {:>10} {:>8}\n", "cells", "unknowns",
             "ordering", "flops", "simplicial", "solve", "supernodal", "solve");
  for (const std::array<lilyan::Index, 3>& cells :
       {std::array<lilyan::Index, 3>{2, 2, 8}, {2, 2, 20}, {3, 3, 12}, {3, 3, 30}, {4, 4, 16}, {4, 4, 43}, {6, 6, 24}, {8, 8, 32}})
    lilyan::bench::print_row(cells);
}
