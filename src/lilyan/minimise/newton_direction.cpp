#include <lilyan/minimise/newton_direction.hpp>

#include <lilyan/core/stopwatch.hpp>

#include <algorithm>

namespace lilyan {

// So many indefinite Hessians in a row are taken for a hard piece of the way; after more of them the treatment itself is in the
// way.
constexpr int kPatience = 50;

NewtonDirection::NewtonDirection(std::shared_ptr<const SymmetricPattern> pattern, HessianTreatment treatment)
    : treatment_(treatment), solver_(pattern), H_(std::move(pattern)) {}

void NewtonDirection::recall(const SolverMemory& memory) {
  solver_.recall(memory.factored);
  shift_ = memory.shift;
  treated_in_a_row_ = 0;
}

bool NewtonDirection::solve(Objective& objective, const Vector& z, const Vector& g, const CgTolerance& tolerance, Vector& d) {
  assemble(objective, z, Definiteness::exact);
  const Vector minus_g = -g;
  const bool definite = solver_.try_iterating(H_, minus_g, tolerance, d) ||
                        (!solver_.met_negative_curvature() && factorise(objective, 0, minus_g, d));
  if (definite) {
    treated_in_a_row_ = 0;
    return true;
  }
  return solve_treated(objective, z, minus_g, d);
}

bool NewtonDirection::solve_treated(Objective& objective, const Vector& z, const Vector& minus_g, Vector& d) {
  ++treated_in_a_row_;
  switch (treatment_) {
    case HessianTreatment::exact: return false;
    case HessianTreatment::projected:
      // Along a valley that is flat and bent, like the directions into which a square column may buckle, the projected parts are
      // far stiffer than their sum, and the steps too short to arrive. A shift can become as small as the valley is flat.
      if (treated_in_a_row_ <= kPatience) {
        assemble(objective, z, Definiteness::projected);
        if (factorise(objective, 0, minus_g, d)) return true;  // else semi-definite: a body that nothing holds, without inertia
      }
      [[fallthrough]];
    case HessianTreatment::regularised: return factorise_regularised(objective, minus_g, d);
  }
  return false;
}

void NewtonDirection::assemble(Objective& objective, const Vector& z, Definiteness definiteness) {
  const Stopwatch watch(assembly_seconds_);
  objective.hessian(z, definiteness, H_);
}

bool NewtonDirection::factorise(const Objective& objective, double shift, const Vector& minus_g, Vector& d) {
  return solver_.factorise_and_solve(H_, shift, objective.metric(), minus_g, d) == SolveStatus::solved;
}

bool NewtonDirection::factorise_regularised(const Objective& objective, const Vector& minus_g, Vector& d) {
  constexpr double kFirstShift = 1e-3;   // of the mean stiffness per metric
  constexpr double kLeastShift = 1e-12;  // likewise, where it has to fall: many factorisations until it has grown again
  constexpr double kGrowth = 4;
  constexpr int kMostShifts = 40;  // 4^40 times the first: beyond it the direction is steepest descent to the last digit
  const double mean = H_.row_sums().cwiseQuotient(objective.metric()).mean();
  const double least = treated_in_a_row_ > kPatience ? kLeastShift : kFirstShift;
  // The last shift that sufficed is a good guess for the next; a little less, so that it can fall again.
  double shift = std::max(least * mean, shift_ > 0 ? shift_ / kGrowth : kFirstShift * mean);
  for (int k = 0; k < kMostShifts; ++k, shift *= kGrowth)
    if (factorise(objective, shift, minus_g, d)) {
      shift_ = shift;
      return true;
    }
  return false;
}

}  // namespace lilyan
