#include <lilyan/dynamics/workspace/linear_choice.hpp>

#include <lilyan/core/error.hpp>

#include <fmt/format.h>

namespace lilyan {

namespace {

// From so many unknowns on a cycle of multigrid costs less than a solve with an old factor (bench/step_bench).
constexpr Index kLeastUnknowns = 5000;

// Closer to 1/2 multigrid needs too many iterations (docs/performance.md).
constexpr double kLargestRatio = 0.495;

}  // namespace

void refuse_multigrid(const NewtonSettings& settings, const std::string& why) {
  if (settings.linear != LinearChoice::multigrid) return;
  throw InputError({"scene.solver", "solver/linear", "multigrid cannot solve this scene: " + why, "use \"auto\" or \"factor\""});
}

void check_linear_choice(const StepProblem& problem, const NewtonSettings& settings) {
  if (!problem.is_minimisation())
    refuse_multigrid(
        settings,
        "its steps are systems of equations (constraints, discrete gradients, or forces that are no gradients), not minimisations");
  if (!problem.frame().y) refuse_multigrid(settings, "an equilibrium has no inertia, which multigrid needs");
  if (settings.find == Find::root) refuse_multigrid(settings, "the root finder solves with matrices that are not definite");
}

LinearDecision choose_linear_solver(const System& system, Inertia inertia, const NewtonSettings& settings) {
  if (settings.linear == LinearChoice::factor) return {LinearKind::factor, "the scene asks for it"};
  if (settings.linear == LinearChoice::multigrid) return {LinearKind::multigrid, "the scene asks for it"};
  if (inertia == Inertia::none) return {LinearKind::factor, "an equilibrium has no inertia, which multigrid needs"};
  const Index unknowns = system.coordinates().size();
  if (unknowns < kLeastUnknowns)
    return {LinearKind::factor, fmt::format("{} unknowns are fewer than {}", unknowns, kLeastUnknowns)};
  if (settings.poissons_ratio > kLargestRatio)
    return {LinearKind::factor, fmt::format("Poisson's ratio {:.6g} is above {}", settings.poissons_ratio, kLargestRatio)};
  return {LinearKind::multigrid, fmt::format("{} unknowns are at least {}", unknowns, kLeastUnknowns)};
}

}  // namespace lilyan
