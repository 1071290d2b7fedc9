#include <lilyan/algebra/reused_factor.hpp>

#include <lilyan/core/stopwatch.hpp>

namespace lilyan {

namespace {

// A solve costs about 1/20 of a factorisation (bench/solver_bench), so eight iterations are still a bargain.
constexpr int kMostIterations = 8;

}  // namespace

ReusedFactor::ReusedFactor(std::shared_ptr<const SymmetricPattern> pattern)
    : pattern_(std::move(pattern)), direct_(make_direct_solver(pattern_)) {}

SolveStatus ReusedFactor::try_iterating(const SymmetricMatrix& A, Definiteness definiteness, const Vector& b,
                                        const CgTolerance& tolerance, Vector& x) {
  if (!factored_ || definiteness != Definiteness::exact) return SolveStatus::too_slow;
  const Stopwatch watch(seconds_.solve);
  const CgOutcome outcome = conjugate_gradients(A, *direct_, b, tolerance, kMostIterations, x);
  counts_.iterations += outcome.iterations;
  switch (outcome.status) {
    case CgStatus::converged: return SolveStatus::solved;
    case CgStatus::negative_curvature: return SolveStatus::not_positive_definite;
    case CgStatus::too_slow: break;
  }
  return SolveStatus::too_slow;
}

SolveStatus ReusedFactor::set_up_and_solve(const SymmetricMatrix& A, Definiteness, const Vector&, const Vector& b,
                                           const CgTolerance&, Vector& x) {
  return factorise_and_solve(A, b, x);
}

SolveStatus ReusedFactor::factorise_and_solve(const SymmetricMatrix& A, const Vector& b, Vector& x) {
  ++counts_.set_ups;
  factored_ = nullptr;  // whatever comes, the old factor is gone
  {
    const Stopwatch watch(seconds_.factorisation);
    if (!direct_->factorise(A)) return SolveStatus::not_positive_definite;
  }
  factored_ = std::make_shared<const std::vector<double>>(A.values());
  const Stopwatch watch(seconds_.solve);
  direct_->solve(b, x);
  return SolveStatus::solved;
}

bool ReusedFactor::recall(const Remembered& remembered) {
  if (remembered.matrix == factored_) return true;
  factored_ = nullptr;
  if (!remembered.matrix) return true;
  SymmetricMatrix A(pattern_);
  if (remembered.matrix->size() != A.values().size()) return false;
  A.values() = *remembered.matrix;
  const Stopwatch watch(seconds_.factorisation);
  if (!direct_->factorise(A)) return false;
  factored_ = remembered.matrix;
  return true;
}

const std::string& ReusedFactor::name() const {
  static const std::string name = "factor";
  return name;
}

}  // namespace lilyan
