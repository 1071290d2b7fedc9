#include <lilyan/run/simulation.hpp>

#include <lilyan/dynamics/velocities.hpp>
#include <lilyan/dynamics/workspace/workspace_content.hpp>

#include <algorithm>

namespace lilyan {

// The vertices of all bodies as the space of a system says.
class SpaceVertices final : public StateVertices {
 public:
  // Keeps a reference: the system must outlive it.
  explicit SpaceVertices(const System& system) : system_(system) {}

  Vector positions(const Frame& state) const override;
  Vector velocities(const Frame& state) const override;  // 0 where held
  Vector positions_of(std::span<const Index> vertices, const Frame& state) const override;
  double largest_displacement(const Frame& state, const Frame& from, const Vector& x_from, double known) const override;

 private:
  const System& system_;
};

Vector SpaceVertices::positions(const Frame& state) const { return system_.space().positions(state.x); }

Vector SpaceVertices::velocities(const Frame& state) const {
  return system_.space().velocities(lilyan::velocities(system_, state));
}

Vector SpaceVertices::positions_of(std::span<const Index> vertices, const Frame& state) const {
  const Space& space = system_.space();
  const bool are_points = std::all_of(vertices.begin(), vertices.end(), [&](Index i) { return i < space.whole(); });
  const Vector all = are_points ? Vector() : space.positions(state.x);
  Vector some(3 * static_cast<Eigen::Index>(vertices.size()));
  for (std::size_t k = 0; k < vertices.size(); ++k)
    vertex(some, static_cast<Index>(k)) = vertex(are_points ? state.x : all, vertices[k]);
  return some;
}

double SpaceVertices::largest_displacement(const Frame& state, const Frame&, const Vector& x_from, double known) const {
  const Vector lifted = system_.space().is_plain() ? Vector() : positions(state);
  const Vector& x = system_.space().is_plain() ? state.x : lifted;
  for (Index i = 0; 3 * Eigen::Index{i} < x.size(); ++i) known = std::max(known, (vertex(x, i) - vertex(x_from, i)).norm());
  return known;
}

Frame initial_frame(const System& system, const Vector& x, const Vector& v) {
  Vector z;
  Vector y = system.space().state(x);
  system.coordinates().restrict(y, z);
  Frame frame = frame_with_velocities(system, std::move(y), system.space().rates(v));
  system.coordinates().lift(z, 0, frame.x);
  return frame;
}

struct Simulation::Fixed {
  Fixed(std::unique_ptr<const System> of, std::unique_ptr<const Integrator> by, std::unique_ptr<const Stepper> with)
      : system(std::move(of)), method(std::move(by)), stepper(std::move(with)), vertices(*system) {}

  std::unique_ptr<const System> system;
  std::unique_ptr<const Integrator> method;
  std::unique_ptr<const Stepper> stepper;
  SpaceVertices vertices;
};

const System& Simulation::system() const { return *fixed_->system; }
const Integrator* Simulation::method() const { return fixed_->method.get(); }
const Stepper& Simulation::stepper() const { return *fixed_->stepper; }

Simulation::Simulation(const std::shared_ptr<const Fixed>& fixed, Frame initial, SimulationSettings settings)
    : fixed_(fixed),
      settings_(settings),
      start_(std::move(initial)),
      history_(start_),
      initial_(snapshot(start_.now())),
      threads_(lilyan::threads()) {}

Simulation::Simulation(std::unique_ptr<const System> system, std::unique_ptr<const Integrator> method,
                       std::unique_ptr<const Stepper> stepper, Frame initial, SimulationSettings settings)
    : Simulation(std::make_shared<const Fixed>(std::move(system), std::move(method), std::move(stepper)), std::move(initial),
                 settings) {}

std::shared_ptr<const Simulation::Fixed> Simulation::with_stepper(std::unique_ptr<const System> system,
                                                                  std::unique_ptr<const Integrator> method,
                                                                  const NewtonSettings& newton) {
  std::unique_ptr<const Stepper> stepper = make_stepper(*system, *method, newton);
  return std::make_shared<const Fixed>(std::move(system), std::move(method), std::move(stepper));
}

Simulation::Simulation(std::unique_ptr<const System> system, std::unique_ptr<const Integrator> method, const Vector& x,
                       const Vector& v, SimulationSettings settings, const NewtonSettings& newton)
    : Simulation(with_stepper(std::move(system), std::move(method), newton), x, v, settings) {}

Simulation::Simulation(const std::shared_ptr<const Fixed>& fixed, const Vector& x, const Vector& v, SimulationSettings settings)
    : Simulation(fixed, initial_frame(*fixed->system, x, v), settings) {}

Simulation::Simulation(const Simulation& other)
    : fixed_(other.fixed_),
      settings_(other.settings_),
      start_(other.start_),
      history_(other.history_),
      initial_(other.initial_),
      threads_(other.threads_) {}

// Pulls act on vertices that are points of the state; on those of a reduced body they are refused.
Result<Advance, AdvanceFailure> Simulation::step(const std::vector<Pull>& pulls) {
  const Space& space = system().space();
  for (const Pull& pull : pulls)
    for (const WeightedVertex& share : pull.shares)
      if (!space.is_plain() && share.vertex >= space.whole())
        throw InputError({"scene.reduce", "pulls", "a pull by hand cannot act on a vertex of a reduced body",
                          "pull at other bodies, or move this one with all its vertices"});
  const UsingThreads threads(threads_);
  return advance(stepper(), settings_.h, settings_.on_failure, pulls, history_, workspace_);
}

bool Simulation::is_finished() const { return steps_done() >= settings_.steps || (settings_.until && time() >= *settings_.until); }

LedgerRow Simulation::ledger() const {
  const UsingThreads threads(threads_);
  return stepper().ledger(history_);
}

void Simulation::prepare() {
  const UsingThreads threads(threads_);
  stepper().prepare(history_, workspace_);
}

double Simulation::predicted_solver_bytes() {
  const Workspace::Content& content = workspace_.content();
  const LinearSolver* solver = content.direction ? &content.direction->solver() : content.linear.get();
  return solver ? solver->bytes() : 0;
}

const StateVertices& Simulation::vertices() const {
  const StateVertices* own = stepper().vertices();
  return own ? *own : fixed_->vertices;
}

}  // namespace lilyan
