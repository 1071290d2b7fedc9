#include <lilyan/dynamics/step_problem.hpp>
#include <lilyan/dynamics/workspace_content.hpp>

namespace lilyan {

Workspace::Workspace() : content_(std::make_unique<Content>()) {}
Workspace::~Workspace() = default;
Workspace::Workspace(Workspace&&) noexcept = default;
Workspace& Workspace::operator=(Workspace&&) noexcept = default;

Workspace::Seconds Workspace::seconds() const {
  if (content_->linear) {
    const SolverSeconds solver = content_->linear->seconds();
    return {content_->minimisation_seconds - solver.factorisation - solver.solve, solver.factorisation, solver.solve, 0};
  }
  if (!content_->direction) return {};
  const NewtonDirection& direction = *content_->direction;
  const SolverSeconds solver = direction.solver().seconds();
  const double assembly = direction.assembly_seconds();
  return {assembly, solver.factorisation, solver.solve,
          content_->minimisation_seconds - assembly - solver.factorisation - solver.solve};
}

void Workspace::Content::belong_to(const System& system) {
  if (owner == system.id()) return;
  *this = Content();
  owner = system.id();
}

void Workspace::Content::prepare_hessian(const System& system) {
  if (!hessian) hessian = std::make_unique<HessianStorage>(system);
}

void Workspace::Content::prepare_solver(const System& system, HessianTreatment treatment, const SolverMemory& memory) {
  prepare_hessian(system);
  if (!direction) direction = std::make_unique<NewtonDirection>(hessian->restriction.pattern(), treatment);
  direction->recall(memory);
}

void Workspace::Content::prepare_for(const StepProblem& problem, HessianTreatment treatment, const SolverMemory& memory) {
  if (!problem.is_minimisation())
    prepare_hessian(problem.system());
  else if (!problem.is_linear())
    prepare_solver(problem.system(), treatment, memory);
}

}  // namespace lilyan
