#include <lilyan/minimise/newton_direction.hpp>

#include <lilyan/core/stopwatch.hpp>

#include <algorithm>

namespace lilyan {

NewtonDirection::NewtonDirection(std::shared_ptr<const SymmetricPattern> pattern, HessianTreatment treatment)
    : treatment_(treatment), solver_(pattern), H_(std::move(pattern)) {}

void NewtonDirection::recall(const SolverMemory& memory) {
  solver_.recall(memory.factored);
  shift_ = memory.shift;
}

bool NewtonDirection::solve(Objective& objective, const Vector& z, const Vector& g, const CgTolerance& tolerance, Vector& d) {
  assemble(objective, z, Definiteness::exact);
  const Vector minus_g = -g;
  if (solver_.try_iterating(H_, minus_g, tolerance, d)) return true;
  const bool known_indefinite = solver_.met_negative_curvature();
  if (!known_indefinite && factorise(objective, 0, minus_g, d)) return true;

  switch (treatment_) {
    case HessianTreatment::exact: return false;
    case HessianTreatment::projected:
      assemble(objective, z, Definiteness::projected);
      if (factorise(objective, 0, minus_g, d)) return true;
      [[fallthrough]];  // semi-definite and singular: a body that nothing holds, without inertia
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
  constexpr double kFirstShift = 1e-3;  // of the mean stiffness per metric
  constexpr double kGrowth = 4;
  constexpr int kMostShifts = 40;  // 4^40 times the first: beyond it the direction is steepest descent to the last digit
  const double mean = H_.row_sums().cwiseQuotient(objective.metric()).mean();
  // The last shift that sufficed is a good guess for the next; a little less, so that it can fall again.
  double shift = std::max(kFirstShift * mean, shift_ / kGrowth);
  for (int k = 0; k < kMostShifts; ++k, shift *= kGrowth)
    if (factorise(objective, shift, minus_g, d)) {
      shift_ = shift;
      return true;
    }
  return false;
}

}  // namespace lilyan
