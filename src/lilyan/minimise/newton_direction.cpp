#include <lilyan/minimise/newton_direction.hpp>

#include <lilyan/algebra/multigrid/reused_multigrid.hpp>
#include <lilyan/algebra/reused_factor.hpp>
#include <lilyan/core/error.hpp>
#include <lilyan/core/stopwatch.hpp>
#include <lilyan/minimise/parts.hpp>

#include <algorithm>
#include <cmath>

namespace lilyan {

namespace {

// So many indefinite Hessians in a row are taken for a hard piece of the way; after more of them the treatment itself is in the
// way.
constexpr int kPatience = 50;

// A direction of a Hessian that was made definite is a guess: to solve for it better than this gains nothing.
constexpr double kOfTreated = 0.1;

std::unique_ptr<LinearSolver> make_linear_solver(LinearKind kind, const std::shared_ptr<const SymmetricPattern>& pattern) {
  switch (kind) {
    case LinearKind::factor: return std::make_unique<ReusedFactor>(pattern);
    case LinearKind::multigrid: return std::make_unique<ReusedMultigrid>(pattern);
  }
  return nullptr;
}

// Whether d leads downhill in every part whose gradient is not zero, or in parts that are joined together. A factor makes no other
// directions; an iterative solver can.
bool leads_down(const Objective& objective, const Vector& minus_g, const Vector& d) {
  const std::span<const Index> part_of = objective.part_of_unknown(), joined = objective.joined_parts();
  const std::size_t parts = static_cast<std::size_t>(std::max<Index>(1, objective.parts()));
  std::vector<double> gain(parts, 0);
  std::vector<bool> is_pulled(parts, false), is_moved(parts, false);
  for (Eigen::Index i = 0; i < d.size(); ++i) {
    std::size_t part = parts > 1 ? static_cast<std::size_t>(part_of[static_cast<std::size_t>(i)]) : 0;
    if (!joined.empty()) part = static_cast<std::size_t>(joined[part]);
    gain[part] += minus_g[i] * d[i];
    is_pulled[part] = is_pulled[part] || minus_g[i] != 0;
    is_moved[part] = is_moved[part] || d[i] != 0;
  }
  for (std::size_t part = 0; part < parts; ++part)
    if (is_pulled[part] && (!(gain[part] >= 0) || !is_moved[part])) return false;
  return true;
}

}  // namespace

NewtonDirection::NewtonDirection(std::shared_ptr<const SymmetricPattern> pattern, HessianTreatment treatment, LinearKind kind)
    : pattern_(std::move(pattern)),
      treatment_(treatment),
      wanted_(kind),
      kind_(kind),
      solver_(make_linear_solver(kind, pattern_)),
      H_(pattern_) {}

void NewtonDirection::use(LinearKind kind) {
  if (kind == kind_) return;
  kind_ = kind;
  replace_solver();
}

void NewtonDirection::adopt(const std::shared_ptr<const SymmetricPattern>& pattern) {
  pattern_ = pattern;
  H_ = SymmetricMatrix(pattern_);
  replace_solver();
}

void NewtonDirection::replace_solver() {
  former_counts_ = counts();
  former_seconds_ = seconds();
  solver_ = nullptr;  // its memory may be needed for the next
  solver_ = make_linear_solver(kind_, pattern_);
}

bool NewtonDirection::recall(const SolverMemory& memory) {
  gave_up_ = memory.gave_up;
  use(gave_up_ ? LinearKind::factor : wanted_);
  shift_ = memory.shift;
  treated_in_a_row_ = 0;
  return solver_->recall(memory.kind == kind_ ? memory.linear : LinearSolver::Remembered());
}

SolverCounts NewtonDirection::counts() const {
  return {former_counts_.set_ups + solver_->counts().set_ups, former_counts_.iterations + solver_->counts().iterations};
}

SolverSeconds NewtonDirection::seconds() const {
  return {former_seconds_.factorisation + solver_->seconds().factorisation, former_seconds_.solve + solver_->seconds().solve};
}

bool NewtonDirection::solve(Objective& objective, const Vector& z, const Vector& g, const CgTolerance& tolerance, Vector& d) {
  if (g.isZero(0)) {  // at rest: nothing has to be assembled or set up
    d = Vector::Zero(g.size());
    return true;
  }
  const Vector minus_g = -g;
  if (solve_by_one(objective, z, minus_g, tolerance, d)) return true;
  if (kind_ == LinearKind::factor) return false;
  give_up_multigrid();
  return solve_by_one(objective, z, minus_g, tolerance, d);
}

bool NewtonDirection::solve_by_one(Objective& objective, const Vector& z, const Vector& minus_g, const CgTolerance& tolerance,
                                   Vector& d) {
  assemble(objective, z, Definiteness::exact);
  SolveStatus status = solver_->try_iterating(H_, Definiteness::exact, minus_g, tolerance, d);
  if (status == SolveStatus::too_slow) {
    status = solver_->set_up_and_solve(H_, Definiteness::exact, objective.positions(z), minus_g, tolerance, d);
    if (status == SolveStatus::too_slow) return false;
  }
  if (status == SolveStatus::solved && leads_down(objective, minus_g, d)) {
    treated_in_a_row_ = 0;
    return true;
  }
  return solve_treated(objective, z, minus_g, tolerance, d);
}

bool NewtonDirection::solve_treated(Objective& objective, const Vector& z, const Vector& minus_g, const CgTolerance& tolerance,
                                    Vector& d) {
  ++treated_in_a_row_;
  const CgTolerance loosely = std::max(tolerance.relative, kOfTreated);
  switch (treatment_) {
    case HessianTreatment::exact: return false;
    case HessianTreatment::projected:
      // Along a valley that is flat and bent, like the directions into which a square column may buckle, the projected parts are
      // far stiffer than their sum, and the steps too short to arrive. A shift can become as small as the valley is flat.
      if (treated_in_a_row_ <= kPatience) {
        assemble(objective, z, Definiteness::projected);
        if (solve_definite(objective, z, H_, minus_g, loosely, d)) return true;
        if (kind_ == LinearKind::multigrid) return false;
        // Semi-definite: a body that nothing holds, without inertia.
      }
      [[fallthrough]];
    case HessianTreatment::regularised: return solve_regularised(objective, z, minus_g, loosely, d);
  }
  return false;
}

// A matrix that was made definite.
bool NewtonDirection::solve_definite(Objective& objective, const Vector& z, const SymmetricMatrix& A, const Vector& minus_g,
                                     const CgTolerance& tolerance, Vector& d) {
  SolveStatus status = solver_->try_iterating(A, Definiteness::projected, minus_g, tolerance, d);
  if (status != SolveStatus::solved)
    status = solver_->set_up_and_solve(A, Definiteness::projected, objective.positions(z), minus_g, tolerance, d);
  return status == SolveStatus::solved && leads_down(objective, minus_g, d);
}

void NewtonDirection::assemble(Objective& objective, const Vector& z, Definiteness definiteness) {
  const Stopwatch watch(assembly_seconds_);
  objective.make_room(z);
  if (objective.pattern() != pattern_) adopt(objective.pattern());
  objective.hessian(z, definiteness, H_);
}

void NewtonDirection::give_up_multigrid() {
  try {
    use(LinearKind::factor);
  } catch (const InputError& error) {
    Fault fault = error.faults().front();
    fault.message = "multigrid did not converge, and " + fault.message;
    throw InputError(fault);
  }
  gave_up_ = true;
}

bool NewtonDirection::solve_regularised(Objective& objective, const Vector& z, const Vector& minus_g, const CgTolerance& tolerance,
                                        Vector& d) {
  constexpr double kFirstShift = 1e-3;   // of the mean stiffness per metric
  constexpr double kLeastShift = 1e-12;  // likewise, where it has to fall: many factorisations until it has grown again
  constexpr double kGrowth = 4;
  constexpr int kMostShifts = 40;  // 4^40 times the first: beyond it the direction is steepest descent to the last digit
  const double mean = H_.row_sums().cwiseQuotient(objective.metric()).mean();
  const double least = treated_in_a_row_ > kPatience ? kLeastShift : kFirstShift;
  // The last shift that sufficed is a good guess for the next; a little less, so that it can fall again.
  double shift = std::max(least * mean, shift_ > 0 ? shift_ / kGrowth : kFirstShift * mean);
  SymmetricMatrix shifted(H_);
  for (int k = 0; k < kMostShifts; ++k, shift *= kGrowth) {
    shifted.values() = H_.values();
    shifted.add_to_diagonal(shift, objective.metric());
    if (solve_definite(objective, z, shifted, minus_g, tolerance, d)) {
      shift_ = shift;
      return true;
    }
  }
  return false;
}

}  // namespace lilyan
