#include <lilyan/algebra/reused_factor.hpp>

#include <lilyan/core/stopwatch.hpp>

#include <cassert>

namespace lilyan {

namespace {

// A solve costs about 1/20 of a factorisation (bench/solver_bench), so eight iterations are still a bargain.
constexpr int kMostIterations = 8;

}  // namespace

ReusedFactor::ReusedFactor(std::shared_ptr<const SymmetricPattern> pattern)
    : direct_(make_direct_solver(pattern)), shifted_(std::move(pattern)) {}

bool ReusedFactor::try_iterating(const SymmetricMatrix& A, const Vector& b, const CgTolerance& tolerance, Vector& x) {
  met_negative_curvature_ = false;
  if (!factored_) return false;
  const Stopwatch watch(seconds_.solve);
  const CgOutcome outcome = conjugate_gradients(A, *direct_, b, tolerance, kMostIterations, x);
  met_negative_curvature_ = outcome.status == CgStatus::negative_curvature;
  return outcome.status == CgStatus::converged;
}

SolveStatus ReusedFactor::factorise_and_solve(const SymmetricMatrix& A, double shift, const Vector& metric, const Vector& b,
                                              Vector& x) {
  shifted_.values() = A.values();
  if (shift > 0) shifted_.add_to_diagonal(shift, metric);
  ++factorizations_;
  factored_ = nullptr;  // whatever comes, the old factor is gone
  {
    const Stopwatch watch(seconds_.factorisation);
    if (!direct_->factorise(shifted_)) return SolveStatus::not_positive_definite;
  }
  factored_ = std::make_shared<const std::vector<double>>(shifted_.values());
  const Stopwatch watch(seconds_.solve);
  direct_->solve(b, x);
  return SolveStatus::solved;
}

void ReusedFactor::recall(const Values& values) {
  if (values == factored_) return;
  factored_ = nullptr;
  if (!values) return;
  shifted_.values() = *values;
  const Stopwatch watch(seconds_.factorisation);
  [[maybe_unused]] const bool was_factored_before = direct_->factorise(shifted_);
  assert(was_factored_before);
  factored_ = values;
}

}  // namespace lilyan
