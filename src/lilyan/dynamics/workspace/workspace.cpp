#include <lilyan/dynamics/workspace/workspace.hpp>

#include <lilyan/core/error.hpp>
#include <lilyan/core/memory.hpp>
#include <lilyan/dynamics/step/step_problem.hpp>
#include <lilyan/dynamics/step_memory.hpp>
#include <lilyan/dynamics/workspace/workspace_content.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace lilyan {

namespace {

// From so many unknowns on a cycle of multigrid costs less than a solve with an old factor (bench/step_bench).
constexpr Index kLeastUnknowns = 5000;

// The same without inertia, where bodies that hardly anything holds may need the factor after all.
constexpr Index kLeastUnknownsAtRest = 100000;

// Closer to 1/2 multigrid needs too many iterations (docs/performance.md).
constexpr double kLargestRatio = 0.495;

struct LinearDecision {
  LinearKind kind = LinearKind::factor;
  std::string why;  // a clause for the report
};

// Which linear solver serves the minimisations of a system's steps, decided by counts and never by a clock.
LinearDecision choose_linear_solver(const System& system, Inertia inertia, const NewtonSettings& settings) {
  if (settings.linear == LinearChoice::factor) return {LinearKind::factor, "the scene asks for it"};
  if (settings.linear == LinearChoice::multigrid) return {LinearKind::multigrid, "the scene asks for it"};
  const Index unknowns = system.coordinates().size(), least = inertia == Inertia::none ? kLeastUnknownsAtRest : kLeastUnknowns;
  if (unknowns < least) return {LinearKind::factor, fmt::format("{} unknowns are fewer than {}", unknowns, least)};
  if (settings.poissons_ratio > kLargestRatio)
    return {LinearKind::factor, fmt::format("Poisson's ratio {:.6g} is above {}", settings.poissons_ratio, kLargestRatio)};
  return {LinearKind::multigrid, fmt::format("{} unknowns are at least {}", unknowns, least)};
}

}  // namespace

Workspace::Workspace() : content_(std::make_unique<Content>()) {}
Workspace::~Workspace() = default;
Workspace::Workspace(Workspace&&) noexcept = default;
Workspace& Workspace::operator=(Workspace&&) noexcept = default;

Workspace::Seconds Workspace::Content::solver_seconds() const {
  Seconds sum = former;
  auto add = [&](double assembly, const SolverSeconds& solver) {
    sum.assembly += assembly;
    sum.factorisation += solver.factorisation;
    sum.solve += solver.solve;
  };
  if (direction) add(direction->assembly_seconds(), direction->seconds());
  if (hessian) add(hessian->spent().assembly, hessian->spent().solver);
  if (linear) {  // nothing else is done in such steps
    const SolverSeconds solver = linear->seconds();
    const double before = former.assembly + former.factorisation + former.solve;
    add(minimisation_seconds - before - solver.factorisation - solver.solve, solver);
  }
  return sum;
}

Workspace::Seconds Workspace::seconds() const {
  Seconds sum = content_->solver_seconds();
  sum.line_search = std::max(0.0, content_->minimisation_seconds - sum.assembly - sum.factorisation - sum.solve);
  return sum;
}

Workspace::LinearSolving Workspace::linear_solving() const {
  if (content_->direction) {
    const bool gave_up = content_->direction->memory().gave_up;
    return {content_->direction->solver().name(), gave_up ? "multigrid did not converge" : content_->why, gave_up};
  }
  if (content_->hessian && content_->hessian->made_equations()) return {"factor", "a step is a system of equations"};
  if (content_->linear) return {"factor", "a step is one linear system"};
  return {};
}

void Workspace::Content::belong_to(const System& system) {
  if (owner == system.id()) return;
  *this = Content();
  owner = system.id();
}

void Workspace::Content::prepare_hessian(const System& system, const std::shared_ptr<const BlockPattern>& pattern) {
  if (hessian && hessian->blocks.pattern().fingerprint() == pattern->fingerprint()) return;
  former = solver_seconds();
  hessian = std::make_unique<HessianStorage>(pattern, system.coordinates().free());
  direction = nullptr;
  linear = nullptr;
}

void Workspace::Content::prepare_solver(const System& system, Inertia inertia, const NewtonSettings& settings,
                                        const SolverMemory& memory) {
  if (!direction) {
    const LinearDecision chosen = choose_linear_solver(system, inertia, settings);
    direction = std::make_unique<NewtonDirection>(hessian->restriction.pattern(), settings.hessian, chosen.kind);
    why = chosen.why;
  }
  if (!direction->recall(memory)) refuse_memory("solver.matrix", "holds no matrix of this scene that can be factored");
}

void Workspace::Content::prepare_for(const StepProblem& problem, const NewtonSettings& settings, StepMemory& memory) {
  if (problem.is_minimisation() && problem.is_linear()) return;
  prepare_hessian(problem.system(), problem.block_pattern());
  memory.keep_factors_of(hessian->blocks.pattern());
  if (!problem.is_minimisation()) {
    if (!hessian->equations().solver.recall(memory.equations))
      refuse_memory("solver.equations", "holds no equations of this scene that can be factored");
    return;
  }
  prepare_solver(problem.system(), problem.frame().y ? Inertia::dynamic : Inertia::none, settings, memory.solver);
}

void refuse_multigrid(const NewtonSettings& settings, const std::string& why) {
  if (settings.linear != LinearChoice::multigrid) return;
  throw InputError({"scene.solver", "solver/linear", "multigrid cannot solve this scene: " + why, "use \"auto\" or \"factor\""});
}

void check_linear_choice(const StepProblem& problem, const NewtonSettings& settings) {
  if (!problem.is_minimisation())
    refuse_multigrid(
        settings,
        "its steps are systems of equations (constraints, discrete gradients, or forces that are no gradients), not minimisations");
  if (settings.find == Find::root) refuse_multigrid(settings, "the root finder solves with matrices that are not definite");
}

}  // namespace lilyan
