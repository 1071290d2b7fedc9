// A system in motion: stepped, looked at and taken back, without any file.
//
//   Simulation simulation = load_scene("bar.json").simulation;
//   while (!simulation.is_finished() && simulation.step())
//     show(simulation.positions(), simulation.ledger());
//
// A copy goes its own way from where it was made; system, method and stepper, which never change, are shared. Simulations may be
// stepped at the same time by different threads of a program, and each uses its own threads inside a step.
#pragma once

#include <lilyan/algebra/threads.hpp>
#include <lilyan/dynamics/integrator.hpp>
#include <lilyan/dynamics/state_vertices.hpp>
#include <lilyan/dynamics/system.hpp>
#include <lilyan/minimise/newton.hpp>
#include <lilyan/run/advance.hpp>

#include <memory>
#include <optional>

namespace lilyan {

struct SimulationSettings {
  double h = 0;                      // [s]; the longest step where the stepper chooses
  std::int64_t steps = 0;            // that are made at most
  std::optional<double> until = {};  // [s] where it ends, with the first step that reaches it: where the stepper chooses
  OnFailure on_failure = OnFailure::stop;
};

// Where all vertices are at an instant and how fast they move.
struct Snapshot {
  std::int64_t step = 0;
  double t = 0;  // [s]
  Vector x, v;   // [m], [m/s], 3 per vertex; held vertices have the velocity 0
};

// The state at t = 0 with positions x [m] and velocities v [m/s], but held components are where their script has them, and carry
// no momentum.
Frame initial_frame(const System& system, const Vector& x, const Vector& v);

class Simulation {
 public:
  // `stepper` moves `system` by `method` and may refer to both.
  Simulation(std::unique_ptr<const System> system, std::unique_ptr<const Integrator> method, std::unique_ptr<const Stepper> stepper,
             Frame initial, SimulationSettings settings);

  // With the stepper that the method asks for, from the positions x [m] and velocities v [m/s], 3 per vertex. Throws InputError
  // where the method cannot move the system.
  Simulation(std::unique_ptr<const System> system, std::unique_ptr<const Integrator> method, const Vector& x, const Vector& v,
             SimulationSettings settings, const NewtonSettings& newton = {});

  Simulation(const Simulation& other);
  Simulation(Simulation&&) noexcept = default;
  Simulation& operator=(const Simulation& other) { return *this = Simulation(other); }
  Simulation& operator=(Simulation&&) noexcept = default;

  // One step, during which `pulls` act; what they do is in the ledger's work. A failure is a value: the simulation stays where it
  // was.
  Result<Advance, AdvanceFailure> step(const std::vector<Pull>& pulls = {});
  bool is_finished() const;  // whether the settings ask for no further step

  std::int64_t steps_done() const { return history_.now().step; }
  double time() const { return history_.now().t; }  // [s]
  Vector positions() const { return positions(history_.now()); }
  Vector velocities() const { return velocities(history_.now()); }
  Snapshot snapshot() const { return snapshot(history_.now()); }
  LedgerRow ledger() const;  // energies, momenta, work and dissipation so far

  const Snapshot& initial() const { return initial_; }
  const Frame& start() const { return start_.now(); }

  // Where vertices are, and how fast, in any state of a history of this system. Observers look at states through these only, and
  // do not ask for all vertices if they show some.
  const StateVertices& vertices() const;
  Vector positions(const Frame& state) const { return vertices().positions(state); }
  Vector velocities(const Frame& state) const { return vertices().velocities(state); }
  Snapshot snapshot(const Frame& state) const { return {state.step, state.t, positions(state), velocities(state)}; }

  // All that changes. Written to disk and restored it goes on with the same bits.
  const History& history() const { return history_; }
  void restore(History history) { history_ = std::move(history); }
  void restart() { history_ = start_; }

  const System& system() const;
  const Integrator* method() const;  // nullptr where the stepper needs none
  const Stepper& stepper() const;

  // May be changed between steps.
  SimulationSettings& settings() { return settings_; }
  const SimulationSettings& settings() const { return settings_; }

  // How many threads a step uses; results do not depend on it. At first as many as the process's default.
  void use_threads(int count) { threads_ = Threads(count); }
  const Threads& threads() const { return threads_; }

  // Makes room for the first step. Throws InputError where the machine has not the memory for it.
  void prepare();
  double predicted_solver_bytes();  // of the linear solver of a step, after `prepare`; 0 where there is none
  Workspace::Seconds seconds() const { return workspace_.seconds(); }  // spent so far in steps; for reports only
  Workspace::LinearSolving linear_solving() const { return stepper().linear_solving(workspace_); }

 private:
  struct Fixed;  // system, method and stepper
  Simulation(const std::shared_ptr<const Fixed>& fixed, Frame initial, SimulationSettings settings);
  Simulation(const std::shared_ptr<const Fixed>& fixed, const Vector& x, const Vector& v, SimulationSettings settings);
  static std::shared_ptr<const Fixed> with_stepper(std::unique_ptr<const System> system, std::unique_ptr<const Integrator> method,
                                                   const NewtonSettings& newton);

  std::shared_ptr<const Fixed> fixed_;
  SimulationSettings settings_;
  History start_, history_;
  Snapshot initial_;
  Workspace workspace_;  // scratch
  Threads threads_;
};

}  // namespace lilyan
