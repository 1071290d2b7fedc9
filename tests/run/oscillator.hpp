// The smallest scene that a run can be made of: one tet whose vertices swing about their rest positions, stepped by
// symplectic Euler. Steps can be made to fail.
//
//   W(x) = k/2 |x - X|^2 - m g.x
#pragma once

#include <lilyan/dynamics/ledger.hpp>
#include <lilyan/energy/elements/elasticity.hpp>
#include <lilyan/run/scene.hpp>

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

// What a stepper is wrapped in; none: nothing.
using WrapStepper = std::function<std::unique_ptr<const Stepper>(const System&, std::unique_ptr<const Stepper>)>;

// A falling, swinging tet with vertex 0 pinned and vertex 3 probed; h = 0.01 s.
struct SwingingScene {
  SwingingStepper* stepper = nullptr;
  Scene scene;

  explicit SwingingScene(std::int64_t steps, const WrapStepper& wrap = {}) : scene(make(steps, wrap, stepper)) {}

 private:
  static Scene make(std::int64_t steps, const WrapStepper& wrap, SwingingStepper*& stepper) {
    Vector X(12);
    X << 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1;
    Vector mass(4);
    mass << 1, 2, 3, 4;
    auto anchors = std::make_unique<Anchors>(X, 50.0);
    Inventory inventory;
    inventory.elasticity = {anchors.get()};
    inventory.pin_names = {"wall"};
    inventory.cells.tets = {{0, 1, 2, 3}};
    inventory.bodies = {{"drop", 0, 4, CellKind::tet, 0, 1}};
    inventory.rest = X;
    inventory.laws = {Linear{1, 1}};
    inventory.law_of_cell = {0};

    std::vector<std::unique_ptr<Potential>> potentials;
    potentials.push_back(std::move(anchors));
    Pin pin;
    pin.vertices = {0};
    auto system = std::make_unique<System>(mass, Vec3(0, -9.81, 0), Coordinates(X, {pin}), std::move(potentials));
    auto made = std::make_unique<SwingingStepper>(*system);
    stepper = made.get();
    std::unique_ptr<const Stepper> wrapped = std::move(made);
    if (wrap) wrapped = wrap(*system, std::move(wrapped));
    Frame initial;
    initial.x = X;
    initial.p = Vector::Zero(12);
    initial.p[10] = 3;
    SimulationSettings settings;
    settings.h = 0.01;
    settings.steps = steps;
    Simulation simulation(std::move(system), nullptr, std::move(wrapped), std::move(initial), settings);

    SceneRecord record;
    record.name = "swing";
    record.integrator_name = "symplectic_euler";
    record.hash = 42;

    OutputPlan output;
    output.probes = {{"tip", 3}};
    output.frames = true;
    output.interval = 0.025;
    output.checkpoint_every = 4;
    output.ledger_every = 3;
    return {std::move(record), std::move(simulation), std::move(inventory), std::move(output)};
  }
};

}  // namespace lilyan::test
