// The smallest plan that a run can be made of: one tet whose vertices swing about their rest positions, stepped by
// symplectic Euler. Steps can be made to fail.
//
//   W(x) = k/2 |x - X|^2 - m g.x
#pragma once

#include <lilyan/dynamics/ledger.hpp>
#include <lilyan/run/run_plan.hpp>

#include <functional>

namespace lilyan::test {

class Anchors final : public Elasticity {
 public:
  Anchors(Vector X, double stiffness) : X_(std::move(X)), k_(stiffness) {}
  std::optional<int> degree() const override { return 2; }
  double value(const Vector& x, double) const override { return 0.5 * k_ * (x - X_).squaredNorm(); }
  double add_gradient(const Vector& x, double t, double w, Vector& g) const override {
    g += w * k_ * (x - X_);
    return value(x, t);
  }
  void add_hessian(const Vector&, double, double, Definiteness, BlockMatrix&) const override {}
  void connect(BlockPatternBuilder&) override {}
  void states(const Vector& x, std::span<CellState> states) const override {
    for (CellState& state : states) {
      state.J = volume(x, {0, 1, 2, 3}) / volume(X_, {0, 1, 2, 3});
      state.energy_density = value(x, 0) / volume(X_, {0, 1, 2, 3});
    }
  }
  std::unique_ptr<Elasticity> about(const Vector& X) const override { return std::make_unique<Anchors>(X, k_); }

 private:
  Vector X_;
  double k_;  // [N/m]
};

class SwingingStepper final : public Stepper {
 public:
  explicit SwingingStepper(const System& system) : system_(system) {}

  // Whether an attempt fails.
  std::function<bool(const StepInput&)> fails = [](const StepInput&) { return false; };

  Result<Step, StepFailure> attempt(const History& history, const StepInput& input, Workspace&) const override {
    const Frame& now = history.now();
    if (fails(input)) {
      Vector x = now.x;
      vertex(x, 3).z() = -1;  // inside out
      return StepFailure{"the solver gave up", {7, 1, 3, 0.5}, std::move(x)};
    }
    Vector g = Vector::Zero(now.x.size());
    system_.add_gradient(now.x, now.t, 1, g);
    Step step;
    step.frame = {input.step, input.t, input.h, now.x, now.p - input.h * g};
    for (Index i = 0; i < system_.coordinates().components(); ++i) {
      if (system_.coordinates().is_held(i)) step.frame.p[i] = 0;
    }
    step.frame.x += input.h * system_.velocity(step.frame.p);
    // Something that neither positions nor momenta know.
    const double kicks = history.memory().number("kicks", 0) + 1;
    step.memory = history.memory();
    step.memory.set("kicks", {kicks});
    step.statistics = {2, static_cast<int>(kicks) % 3, 1, 1e-13 * kicks};
    return step;
  }
  LedgerRow ledger(const History& history) const override { return ledger_row(system_, history, 0); }

 private:
  const System& system_;
};

// A falling, swinging tet with vertex 0 pinned and vertex 3 probed; h = 0.01 s.
struct SwingingPlan {
  RunPlan plan;
  SwingingStepper* stepper = nullptr;

  explicit SwingingPlan(std::int64_t steps) {
    Vector X(12);
    X << 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1;
    Vector mass(4);
    mass << 1, 2, 3, 4;
    auto anchors = std::make_unique<Anchors>(X, 50.0);
    plan.elasticity = {anchors.get()};
    std::vector<std::unique_ptr<Potential>> potentials;
    potentials.push_back(std::move(anchors));
    Pin pin;
    pin.vertices = {0};
    plan.system = std::make_unique<System>(mass, Vec3(0, -9.81, 0), Coordinates(X, {pin}), std::move(potentials));
    plan.pin_names = {"wall"};
    auto made = std::make_unique<SwingingStepper>(*plan.system);
    stepper = made.get();
    plan.stepper = std::move(made);
    plan.name = "swing";
    plan.integrator_name = "symplectic_euler";
    plan.scene_hash = 42;
    plan.cells.tets = {{0, 1, 2, 3}};
    plan.bodies = {{"drop", 0, 4, CellKind::tet, 0, 1}};
    plan.initial.x = plan.rest = X;
    plan.initial.p = Vector::Zero(12);
    plan.initial.p[10] = 3;
    plan.h = 0.01;
    plan.steps = steps;
    plan.output.probes = {{"tip", 3}};
    plan.output.frames = true;
    plan.output.interval = 0.025;
    plan.output.checkpoint_every = 4;
    plan.output.ledger_every = 3;
  }
};

}  // namespace lilyan::test
