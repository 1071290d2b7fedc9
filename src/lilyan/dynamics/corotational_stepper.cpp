#include <lilyan/dynamics/corotational_stepper.hpp>

#include <lilyan/core/error.hpp>
#include <lilyan/core/stopwatch.hpp>
#include <lilyan/dynamics/consistent_velocities.hpp>
#include <lilyan/dynamics/step_equations.hpp>
#include <lilyan/dynamics/step_memory.hpp>
#include <lilyan/dynamics/workspace_content.hpp>
#include <lilyan/energy/elements/held_rotations.hpp>
#include <lilyan/minimise/root.hpp>

#include <cmath>

namespace lilyan {

namespace {

// All potentials of a system with the rotations at x.
class FrozenSystem {
 public:
  FrozenSystem(const System& system, const Vector& x) {
    for (const auto& potential : system.potentials()) held_.emplace_back(*potential, x);
  }
  Vector gradient(const Vector& z, double t) const {
    Vector g = Vector::Zero(z.size());
    for (const HeldRotations& held : held_) held.potential()->add_gradient(z, t, 1, g);
    return g;
  }
  void add_hessian(const Vector& z, double t, double w, BlockMatrix& H) const {
    for (const HeldRotations& held : held_) held.potential()->add_hessian(z, t, w, Definiteness::exact, H);
  }

 private:
  std::vector<HeldRotations> held_;
};

// The equation of one step for the free components of x_1, and what follows from its solution:
//   r(x) = M (x - x_0 - h v_0) + (h^2/2) (grad W(z; R_0) + grad R(x)) = 0
class FrozenStep {
 public:
  FrozenStep(const System& system, const History& history, const StepInput& input)
      : system_(system),
        now_(history.now()),
        h_(input.h),
        t_(input.t),
        t_mid_(TimeSpan{now_.t, input.t}.at(0.5)),
        start_(system, now_.x) {
    const Frame* before = history.ago(1);
    const Vector v = system.velocity(now_.p);
    for (const auto& dissipation : system.dissipations())
      terms_.push_back(dissipation->pose({h_, now_.x, v, before ? &before->x : nullptr, now_.h, system.pattern()}, false));
    system.coordinates().restrict(now_.x + h_ * v, y_);
    move_to(y_);  // free flight: where that is the solution, the solver adds nothing to it
  }

  void move_to(const Vector& z) {
    system_.coordinates().lift(z, t_, x_);
    point_on_chord(now_.x, x_, 0.5, mid_);
    gradient_ = start_.gradient(mid_, t_mid_);
    term_gradient_.setZero(x_.size());
    for (const auto& term : terms_) term->add_gradient(x_, 1, term_gradient_);
  }

  const Vector& flight() const { return y_; }
  const Vector& x() const { return x_; }
  Vector moved() const { return x_ - now_.x; }

  Vector residual() const {
    Vector r(y_.size());
    for (Eigen::Index i = 0; i < r.size(); ++i) {
      const Index c = system_.coordinates().free()[i];
      r[i] = system_.mass()[c] * (x_[c] - y_[i]) + 0.5 * h_ * h_ * (gradient_[c] + term_gradient_[c]);
    }
    return r;
  }

  SymmetricMatrix matrix(HessianStorage& storage) const {
    storage.blocks.set_zero();
    start_.add_hessian(mid_, t_mid_, 0.25 * h_ * h_, storage.blocks);
    for (const auto& term : terms_) term->add_hessian(x_, 0.5 * h_ * h_, Definiteness::exact, storage.blocks);
    SymmetricMatrix A(storage.restriction.pattern());
    storage.restriction.apply(storage.blocks, A);
    A.add_to_diagonal(1, storage.metric);
    return A;
  }

  // Over the whole step, the rotations at both ends counting half: p_1 = p_0 - h mean.
  Vector mean_gradient() const { return 0.5 * (gradient_ + FrozenSystem(system_, x_).gradient(mid_, t_mid_)) + term_gradient_; }

  // What loads and moving pins did to the body, and what damping took [J].
  StepTerm::Toll toll(const Vector& mean_gradient) const {
    StepTerm::Toll sum;
    const Vector dx = moved();
    for (Index c = 0; c < system_.coordinates().components(); ++c)
      if (system_.coordinates().is_held(c)) sum.work += mean_gradient[c] * dx[c];
    if (system_.is_loaded()) sum.work += system_.load(t_mid_).dot(dx);
    for (const auto& term : terms_) {
      const StepTerm::Toll toll = term->toll(x_);
      sum.work += toll.work;
      sum.dissipated += toll.dissipated;
    }
    return sum;
  }

 private:
  const System& system_;
  const Frame& now_;
  double h_, t_, t_mid_;
  FrozenSystem start_;
  StepTerms terms_;
  Vector y_;                         // the free components of x_0 + h v_0
  Vector x_, mid_;                   // the end looked at, and the middle of the way there
  Vector gradient_, term_gradient_;  // grad W(z; R_0), grad R(x)
};

// The step's equation as the gradient of a quadratic function, for solving it together with constraints.
class FrozenObjective final : public Objective {
 public:
  FrozenObjective(FrozenStep& step, HessianStorage& storage) : step_(step), storage_(storage) {}
  Value gradient(const Vector& z, Vector& g) override {
    step_.move_to(z);
    g = step_.residual();
    return {0, 0};  // only its gradient is asked for
  }
  void hessian(const Vector&, Definiteness, SymmetricMatrix& H) override { H = step_.matrix(storage_); }
  const std::shared_ptr<const SymmetricPattern>& pattern() const override { return storage_.restriction.pattern(); }
  const Vector& metric() const override { return storage_.metric; }
  double error_of_decrement(double decrement) override { return decrement; }
  std::optional<double> error_of_residual(const Vector&, const Vector&) const override { return std::nullopt; }

 private:
  FrozenStep& step_;
  HessianStorage& storage_;
};

// What constraints do in a step.
struct Constrained {
  Vector force;  // C^T lambda
  double work = 0;
};

// Solves the step together with the constraints, which the mean of dg/dx carries: forwards and backwards it is the same.
NewtonResult solve_constrained(const System& system, FrozenStep& step, const TimeSpan& time, const Vector& x_n, double scale,
                               HessianStorage& storage, const NewtonSettings& settings, Constrained& constrained) {
  Stage stage;
  stage.h = time.end - time.begin;
  stage.constraint = {ConstraintAt::mean, 0.5 * stage.h * stage.h, stage.h};
  FrozenObjective objective(step, storage);
  StepEquations equations(system, stage, objective, {}, x_n, time, scale);
  Vector u = equations.unknowns(step.x());
  const auto error = [&](const Vector& at, const Vector& r) { return equations.error(at, r, settings.tolerance); };
  const RootResult root = find_root(equations, error, settings.tolerance, settings.max_iterations, u);
  step.move_to(u.head(step.flight().size()));
  constrained = {equations.constraint_force(u), equations.work_of_constraints(u)};
  return as_newton_result(root, settings.tolerance);
}

}  // namespace

CorotationalStepper::CorotationalStepper(const System& system, const NewtonSettings& settings)
    : system_(system), settings_(settings) {
  auto refuse = [](const std::string& message, const std::string& hint) {
    throw InputError({"integrator.frozen", "type", "corotational_reversible " + message, hint});
  };
  const Vector anywhere = Vector::Zero(system.coordinates().components());
  for (const auto& potential : system.potentials())
    if (!HeldRotations(*potential, anywhere).potential())
      refuse("takes elastic laws that are linear but for the rotation of each tet",
             "use the law corotated, linear, orthotropic or anisotropic, or another integrator");
  for (const auto& dissipation : system.dissipations())
    if (!dissipation->is_quadratic())
      refuse("solves one linear system a step, which strain damping and the drag of fast motion are no part of",
             "use viscous or rayleigh damping, or another integrator");
}

Result<Step, StepFailure> CorotationalStepper::attempt(const History& history, const StepInput& input, Workspace& workspace) const {
  prepare(history, workspace);
  Workspace::Content& work = workspace.content();
  const Stopwatch watch(work.minimisation_seconds);
  StepStatistics statistics{.newton_iterations = 1, .factorizations = 1};

  FrozenStep step(system_, history, input);
  StepMemory memory = StepMemory::recall(history, system_);
  Constrained constrained;
  if (!system_.constraints().empty()) {
    const TimeSpan time{history.now().t, input.t};
    const Vector dx = step.moved();  // of free flight
    const double flight = 0.5 * dx.dot(system_.mass().cwiseProduct(dx)) / (input.h * input.h);
    const double scale = std::max({memory.energy_scale, flight, 1e-300});
    const NewtonResult solved =
        solve_constrained(system_, step, time, history.now().x, scale, *work.hessian, settings_, constrained);
    statistics.newton_iterations = statistics.factorizations = solved.iterations;
    statistics.residual = solved.error;
    if (solved.status != NewtonStatus::converged) return StepFailure{describe(solved.status), statistics, step.x()};
  } else if (step.flight().size() > 0) {
    Vector correction;
    const SymmetricMatrix A = step.matrix(*work.hessian);
    if (!A.all_finite() ||
        work.linear->factorise_and_solve(A, 0, work.hessian->metric, -step.residual(), correction) != SolveStatus::solved)
      return StepFailure{"the matrix of the step is not finite and positive definite", statistics, step.x()};
    step.move_to(step.flight() + correction);
  }

  Vector mean = step.mean_gradient();
  if (constrained.force.size() > 0) mean += constrained.force;
  Vector p = Vector::Zero(mean.size());
  for (Index c : system_.coordinates().free()) p[c] = history.now().p[c] - input.h * mean[c];
  if (!system_.constraints().empty() && system_.constraints().velocities() == ConstraintVelocities::consistent &&
      !make_consistent(system_, history.now().x, step.x(), input.t, input.h, p, memory.debt))
    return StepFailure{"the constraints came to depend on each other where the step ended", statistics, step.x()};
  if (!step.x().allFinite() || !p.allFinite())
    return StepFailure{"positions or momenta are no longer finite numbers", statistics, step.x()};

  const StepTerm::Toll toll = step.toll(mean);
  memory.work += toll.work + constrained.work;
  memory.dissipated += toll.dissipated;
  memory.see(system_, step.x(), p, input.t);
  Vector free_moved;
  system_.coordinates().restrict(step.moved(), free_moved);
  if (memory.energy_scale > 0 && constrained.force.size() == 0)
    statistics.residual = 2 / (input.h * input.h) * std::abs(step.residual().dot(free_moved)) / memory.energy_scale;
  return Step{{input.step, input.t, input.h, step.x(), std::move(p)}, memory.store(), statistics};
}

void CorotationalStepper::prepare(const History&, Workspace& workspace) const {
  Workspace::Content& work = workspace.content();
  work.belong_to(system_);
  work.prepare_hessian(system_);
  if (!work.linear) work.linear = std::make_unique<ReusedFactor>(work.hessian->restriction.pattern());
}

LedgerRow CorotationalStepper::ledger(const History& history) const { return ledger_row(system_, history, 0); }

}  // namespace lilyan
