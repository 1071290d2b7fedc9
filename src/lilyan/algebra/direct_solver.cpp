#include <lilyan/algebra/direct_solver.hpp>

#include <lilyan/algebra/ordering.hpp>
#include <lilyan/core/error.hpp>
#include <lilyan/core/platform/available_memory.hpp>

#include <fmt/format.h>

namespace lilyan {

namespace {

std::unique_ptr<DirectSolver> choose(std::shared_ptr<const SymmetricPattern> pattern, const Ordering& ordering) {
  // Chains: their fronts are too small for lanes (bench/solver_bench prints both).
  constexpr double kSimplicialFlopsPerUnknown = 30;
  if (ordering.flops < kSimplicialFlopsPerUnknown * pattern->size) return make_simplicial_solver(std::move(pattern), ordering);
  return make_multifrontal_solver(std::move(pattern), ordering);
}

}  // namespace

std::unique_ptr<DirectSolver> make_direct_solver(std::shared_ptr<const SymmetricPattern> pattern,
                                                 std::optional<double> memory_limit) {
  const Index size = pattern->size;
  auto refuse_beyond_limit = [&](double bytes) {
    const double limit = memory_limit ? *memory_limit : available_memory();
    if (bytes <= limit) return;
    throw InputError({"algebra.memory", "",
                      fmt::format("the factor of the {} x {} stiffness matrix would take {:.3g} GiB of memory; {:.3g} GiB are free",
                                  size, size, bytes / 0x1p30, limit / 0x1p30),
                      "use a coarser mesh, an explicit integrator, or a machine with more memory"});
  };
  const Ordering ordering = fill_reducing_ordering(*pattern);
  refuse_beyond_limit(8 * ordering.entries);  // before any factorisation reserves its memory
  std::unique_ptr<DirectSolver> solver = choose(std::move(pattern), ordering);
  refuse_beyond_limit(solver->prediction().bytes);
  return solver;
}

}  // namespace lilyan
