#include <lilyan/algebra/multigrid/reused_multigrid.hpp>

#include <lilyan/core/error.hpp>
#include <lilyan/core/platform/available_memory.hpp>
#include <lilyan/core/stopwatch.hpp>

#include <fmt/format.h>

#include <cassert>

namespace lilyan {

namespace {

constexpr int kMostCgIterations = 200;  // more are a failure
constexpr int kBargain = 20;            // a set-up costs about as much as so many (bench/solver_bench)

// Of the rows of conjugate gradients in double and of the finest level in single precision, the prolongation there and back (six
// blocks per row), the coarser levels (an eighth of the finest) and what is remembered.
double predicted_bytes(const SymmetricPattern& pattern) {
  const double entries = static_cast<double>(pattern.entries()), blocks = 2 * entries / 9, rows = pattern.size / 3.0;
  return blocks * (72 + 36 + 24) + 1.125 * rows * 2 * 6 * 76 + rows * 400 + 8 * entries;
}

void refuse_beyond_limit(const SymmetricPattern& pattern, std::optional<double> memory_limit) {
  const double bytes = predicted_bytes(pattern), limit = memory_limit ? *memory_limit : available_memory();
  if (bytes <= limit) return;
  throw InputError({"algebra.memory", "",
                    fmt::format("multigrid for {} unknowns would take {:.3g} GiB of memory; {:.3g} GiB are free", pattern.size,
                                bytes / 0x1p30, limit / 0x1p30),
                    "use a coarser mesh, an explicit integrator, or a machine with more memory"});
}

}  // namespace

ReusedMultigrid::ReusedMultigrid(std::shared_ptr<const SymmetricPattern> pattern, std::optional<double> memory_limit)
    : pattern_(std::move(pattern)), rows_((refuse_beyond_limit(*pattern_, memory_limit), *pattern_)), gradients_(rows_) {}

SolveStatus ReusedMultigrid::try_iterating(const SymmetricMatrix& A, Definiteness definiteness, const Vector& b,
                                           const CgTolerance& tolerance, Vector& x) {
  const bool is_stale = !hierarchy_ || remembered_.iterations > kBargain;
  const bool is_of_another_kind = definiteness == Definiteness::projected && remembered_.definiteness == Definiteness::exact;
  if (is_stale || is_of_another_kind) return SolveStatus::too_slow;
  return iterate(A, b, tolerance, x);
}

SolveStatus ReusedMultigrid::set_up_and_solve(const SymmetricMatrix& A, Definiteness definiteness, const Vector& positions,
                                              const Vector& b, const CgTolerance& tolerance, Vector& x) {
  if (definiteness == Definiteness::exact && met_negative_curvature_) return SolveStatus::not_positive_definite;
  SolveStatus status = SolveStatus::not_positive_definite;
  for (const Precision precision : {Precision::single_, Precision::double_}) {
    ++counts_.set_ups;
    forget();
    if (!set_up(A, positions, precision)) return SolveStatus::not_positive_definite;
    remembered_ = {.matrix = std::make_shared<const std::vector<double>>(A.values()),
                   .positions = std::make_shared<const std::vector<double>>(positions.begin(), positions.end()),
                   .definiteness = definiteness};
    status = iterate(A, b, tolerance, x);
    if (precision == Precision::double_) forget();  // slow and large; the next matrix may not need it
    if (status == SolveStatus::solved || definiteness == Definiteness::exact) break;
  }
  return status;
}

bool ReusedMultigrid::set_up(const SymmetricMatrix& A, const Vector& positions, Precision precision) {
  const Stopwatch watch(seconds_.factorisation);
  hierarchy_ = make_hierarchy(rows_, A, positions, precision);
  return hierarchy_ != nullptr;
}

SolveStatus ReusedMultigrid::iterate(const SymmetricMatrix& A, const Vector& b, const CgTolerance& tolerance, Vector& x) {
  const Stopwatch watch(seconds_.solve);
  const CgOutcome outcome = gradients_.solve(A, *hierarchy_, b, tolerance, kMostCgIterations, x);
  counts_.iterations += outcome.iterations;
  switch (outcome.status) {
    case CgStatus::converged: remembered_.iterations = outcome.iterations; return SolveStatus::solved;
    case CgStatus::negative_curvature: met_negative_curvature_ = true; return SolveStatus::not_positive_definite;
    case CgStatus::too_slow: break;
  }
  return SolveStatus::too_slow;
}

void ReusedMultigrid::recall(const Remembered& remembered) {
  met_negative_curvature_ = false;
  if (remembered == remembered_) return;
  forget();
  if (!remembered.matrix) return;
  SymmetricMatrix A(pattern_);
  A.values() = *remembered.matrix;
  const std::vector<double>& x = *remembered.positions;
  [[maybe_unused]] const bool was_set_up_before =
      set_up(A, Eigen::Map<const Vector>(x.data(), static_cast<Eigen::Index>(x.size())), Precision::single_);
  assert(was_set_up_before);
  remembered_ = remembered;
}

void ReusedMultigrid::forget() {
  remembered_ = {};
  hierarchy_ = nullptr;  // its memory may be needed for the next
}

const std::string& ReusedMultigrid::name() const {
  static const std::string name = "multigrid";
  return name;
}

double ReusedMultigrid::bytes() const { return predicted_bytes(*pattern_); }

}  // namespace lilyan
