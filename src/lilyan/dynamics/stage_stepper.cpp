#include <lilyan/dynamics/stage_stepper.hpp>

#include <lilyan/dynamics/stage_solver.hpp>
#include <lilyan/dynamics/step_memory.hpp>

#include <algorithm>
#include <cmath>

namespace lilyan {

namespace {

std::vector<State> past_states(const System& system, const History& history) {
  std::vector<State> states;
  for (std::size_t k = 0; const Frame* frame = history.ago(k); ++k)
    states.push_back({frame->h, frame->x, frame->p, system.velocity(frame->p)});
  return states;
}

Past view(const std::vector<State>& states) {
  Past past;
  for (const State& state : states) past.push_back({state.h, &state.x, &state.p, &state.v});
  return past;
}

// Where the parts of the body would be if they were rigid and did not turn: translations leave no residual there, so that linear
// momentum does not leak through an inexact solve. A load moves a part as a whole; where it acts it would tear the mesh apart.
Vector free_flight(const System& system, const Stage& stage, const State& from, const TimeSpan& time) {
  if (stage.inertia == Inertia::none) return from.x;
  Vector flight = from.x + stage.h * from.v;
  for (Index i = 0; i < system.vertices(); ++i) vertex(flight, i) += 0.5 * stage.h * stage.h * system.gravity();
  if (system.is_loaded()) flight += 0.5 * stage.h * stage.h * system.parts().acceleration(mean_load(system, stage, time, &Node::a));
  return flight;
}

// What errors are relative to [J]: the largest energy so far, or that of this step's flight where there was none yet.
double error_scale(const System& system, const Stage& stage, double energy_scale, const State& from, const Vector& flight,
                   double t_end) {
  double scale = energy_scale;
  if (stage.inertia == Inertia::dynamic) {
    double moved = 0;
    for (Index c : system.coordinates().free()) moved += system.mass()[c] * (flight[c] - from.x[c]) * (flight[c] - from.x[c]);
    scale = std::max(scale, 0.5 * moved / (stage.h * stage.h));
    // At rest where its energy counts as nothing: what its forces make of it in the step.
    if (scale == 0) {
      Vector g = Vector::Zero(from.x.size());
      system.add_gradient(from.x, t_end, 1, g);
      for (Index c : system.coordinates().free()) scale += 0.5 * stage.h * stage.h * g[c] * g[c] / system.mass()[c];
      if (!std::isfinite(scale)) scale = 0;
    }
  } else {
    Vector z, start;
    system.coordinates().restrict(from.x, z);
    system.coordinates().lift(z, t_end, start);
    const double strained = system.potential_energy(start, t_end, EnergyKind::elastic);
    if (std::isfinite(strained)) scale = std::max(scale, strained);
  }
  return std::max(scale, 1e-300);  // a body at rest without loads: any error is then rounding
}

// Of the minimisation that the equations of a method are solved from, and how often they are solved from there before the
// minimiser's own step is taken: a start that is good at all needs five or six.
constexpr double kRoughly = 1e-5;
constexpr int kMostPolishing = 30;

constexpr const char* kDependent = "the constraints came to depend on each other where the step ended";

}  // namespace

StageStepper::StageStepper(const System& system, const Integrator& integrator, NewtonSettings settings)
    : system_(system), integrator_(integrator), settings_(settings), degree_(system.degree()) {}

// The heart. For each stage: build the energy-like function, minimise it (or solve with M), read the momentum out.
Result<Step, StepFailure> StageStepper::attempt(const History& history, const StepInput& input, Workspace& workspace) const {
  Workspace::Content& work = workspace.content();
  work.belong_to(system_);
  StepMemory memory = StepMemory::recall(history, system_);
  std::vector<State> states = past_states(system_, history);  // newest first
  StepStatistics statistics;
  double t = history.now().t;

  for (int k = 0; k < integrator_.stages(); ++k) {
    const double h = integrator_.fraction(k) * input.h;
    const bool last = k + 1 == integrator_.stages();
    const TimeSpan time{t, last ? input.t : t + h};
    const StageOf stage_of = [&](const Integrator& method) {
      return method.stage(k, view(states), h, system_.mass(), degree_, memory.order);
    };

    const State& from = states.front();
    Stage stage = stage_of(integrator_);
    const Vector flight = free_flight(system_, stage, from, time);
    const State* before = states.size() > 1 ? &states[1] : nullptr;
    StageSolver solver(system_, stage, from, before, time, error_scale(system_, stage, memory.energy_scale, from, flight, time.end),
                       work);
    State to{h, {}, {}, {}};
    const Integrator* method = &integrator_;  // that makes the stage
    std::string trouble;
    if (is_explicit(stage) && !solver.has_equations(stage)) {
      to.x = solver.solve_explicitly(stage);
    } else {
      prepare_for(solver, stage, memory, statistics, work);
      const Vector& start = input.guess && integrator_.stages() == 1 ? *input.guess : flight;
      if (const Integrator* safe = integrator_.globaliser())
        trouble = polish_stage(solver, *safe, stage_of, start, method, stage, memory.order, statistics, to.x);
      else
        trouble = minimise_stage(solver, *method, stage_of, start, stage, memory.order, statistics, to.x);
    }
    if (trouble.empty()) {
      to.p = solver.momentum(stage, to.x);
      if (!solver.settle(stage, to.x, to.p, memory.debt)) return StepFailure{kDependent, statistics, to.x};
      if (method->closes_momenta() && system_.constraints().empty()) {
        const ClosureOutcome closure = solver.close(stage, to.x, to.p);
        statistics.add({.closure = closure.scaling, .unclosed = closure.given_up});
      }
      to.v = system_.velocity(to.p);
      trouble = solver.objection(stage, to);
    }
    if (!trouble.empty()) return StepFailure{trouble, statistics, to.x};
    const StepTerm::Toll toll = solver.toll(stage, to.x);
    memory.work += solver.work_done(stage, to.x) + toll.work;
    memory.dissipated += toll.dissipated;
    t = time.end;
    states.insert(states.begin(), std::move(to));
  }

  State& end = states.front();
  if (statistics.newton_iterations > 0) {
    if (work.direction) memory.solver = work.direction->memory();
    memory.see(system_, end.x, end.p, input.t);
  }
  return Step{{input.step, input.t, input.h, std::move(end.x), std::move(end.p)}, memory.store(), statistics};
}

void StageStepper::prepare_for(const StageSolver& solver, const Stage& stage, const StepMemory& memory,
                               const StepStatistics& statistics, Workspace::Content& work) const {
  if (solver.has_equations(stage) && !integrator_.globaliser())
    work.prepare_hessian(system_);
  else if (statistics.newton_iterations == 0)  // the first stage that is solved by minimising
    work.prepare_solver(system_, settings_.hessian, memory.solver);
}

std::string StageStepper::polish_stage(StageSolver& solver, const Integrator& safe, const StageOf& stage_of, Vector start,
                                       const Integrator*& method, Stage& stage, int& order, StepStatistics& statistics,
                                       Vector& x) const {
  NewtonSettings roughly = settings_;
  roughly.tolerance = std::max(kRoughly, settings_.tolerance);
  StepStatistics rough;
  Stage safe_stage = stage_of(safe);
  if (solver.solve_implicitly(safe_stage, roughly, start, rough, x).status == NewtonStatus::converged) start = x;
  rough.residual = 0, rough.short_of_tolerance = 0;  // of a start, not of the step
  statistics.add(rough);

  NewtonSettings polishing = settings_;
  polishing.max_iterations = std::min(kMostPolishing, settings_.max_iterations);
  StepStatistics fine;
  const bool solved = solver.solve_implicitly(stage, polishing, start, fine, x).status == NewtonStatus::converged;
  if (!solved) fine.residual = 0;
  statistics.add(fine);
  if (solved) return {};

  ++statistics.fallbacks;
  method = &safe;
  stage = std::move(safe_stage);
  return minimise_stage(solver, safe, stage_of, start, stage, order, statistics, x);
}

std::string StageStepper::minimise_stage(StageSolver& solver, const Integrator& method, const StageOf& stage_of, Vector start,
                                         Stage& stage, int& order, StepStatistics& statistics, Vector& x) const {
  while (true) {
    const NewtonResult solved = solver.solve_implicitly(stage, settings_, start, statistics, x);
    if (solved.status != NewtonStatus::converged) return describe(solved.status);
    if (!method.adapts(degree_)) return {};
    const double missed = solver.quadrature_error(stage, x);
    if (missed <= settings_.tolerance) return {};
    const std::optional<int> raised = method.raised_order(order);
    if (!raised) {
      statistics.add({.residual = missed, .short_of_tolerance = 1});
      return {};
    }
    order = *raised;
    stage = stage_of(method);
    start = x;
  }
}

void StageStepper::prepare(const History& history, Workspace& workspace) const {
  const std::vector<State> states = past_states(system_, history);
  const StepMemory memory = StepMemory::recall(history, system_);
  const Stage first = integrator_.stage(0, view(states), 1, system_.mass(), degree_, memory.order);
  if (is_explicit(first) || !system_.constraints().empty()) return;
  if (first.mean != MeanForce::quadrature && !integrator_.globaliser()) return;
  workspace.content().belong_to(system_);
  workspace.content().prepare_solver(system_, settings_.hessian, memory.solver);
}

LedgerRow StageStepper::ledger(const History& history) const {
  return ledger_row(system_, history, integrator_.sync(), integrator_.ledger_is_tangent());
}

}  // namespace lilyan
