#include <tests/support/bodies.hpp>

#include <lilyan/dynamics/velocities.hpp>
#include <lilyan/mesh/box.hpp>

#include <Eigen/Geometry>

#include <algorithm>
#include <numbers>

namespace lilyan::test {

MovingBody make_body(const BodySpec& spec) {
  MovingBody body;
  body.mesh = box(spec.size, spec.cells, Vec3::Zero(), Split::five);
  const Index n = body.mesh.vertices();

  Vector mass = Vector::Zero(n);
  for (const Tet& tet : body.mesh.tets)
    for (Index v : tet) mass[v] += volume(body.mesh.X, tet) / 4;
  const double density = spec.mass / mass.sum();
  mass *= density;
  std::vector<SharedMass> shared;
  if (spec.mass_matrix == MassMatrix::consistent)
    shared = shared_masses(body.mesh.X, {.tets = body.mesh.tets}, std::vector<double>(body.mesh.tets.size(), density));

  // Stretch and twist about the centre of mass, which is the origin.
  Vector x = body.mesh.X, v(3 * n);
  const double radians = spec.twist_degrees * std::numbers::pi / 180, length = spec.stretch * spec.size[0];
  for (Index i = 0; i < n; ++i) {
    Vec3 r = vertex(x, i);
    r[0] *= spec.stretch;
    r = Eigen::AngleAxisd(radians * r[0] / length, Vec3::UnitX()) * r;
    vertex(x, i) = r;
    vertex(v, i) = spec.drift + spec.spin.cross(r);
  }

  auto elasticity_of_all = [&] {
    return make_elasticity(body.mesh.X, body.mesh.tets, {spec.law}, std::vector<Index>(body.mesh.tets.size(), 0));
  };
  std::vector<std::unique_ptr<Potential>> potentials;
  for (auto& elasticity : elasticity_of_all()) potentials.push_back(std::move(elasticity));
  Vector component_mass(3 * n);
  for (Index c = 0; c < 3 * n; ++c) component_mass[c] = mass[c / 3];
  body.system =
      std::make_unique<System>(Mass(mass, shared), spec.gravity, Coordinates(x, spec.pins(body.mesh.X)), std::move(potentials),
                               spec.loads(body.mesh.X), spec.dissipations(elasticity_of_all, component_mass));
  body.start = frame_with_velocities(*body.system, x, v);
  return body;
}

BodySpec with_consistent_mass(BodySpec spec) {
  spec.mass_matrix = MassMatrix::consistent;
  return spec;
}

std::vector<Index> end_of(const Vector& X, double sign) {
  std::vector<Index> found;
  for (Index i = 0; i < X.size() / 3; ++i)
    if (sign * vertex(X, i)[0] > 1.9) found.push_back(i);
  return found;
}

Load pull(const std::vector<Index>& vertices, const Vec3& force, const TimeProfile& profile) {
  std::vector<Load::Push> pushes;
  for (Index i : vertices) pushes.push_back({i, force / static_cast<double>(vertices.size())});
  return Load(std::move(pushes), profile);
}

BodySpec resting_bar() {
  BodySpec spec;
  spec.stretch = 1;
  spec.twist_degrees = 0;
  spec.spin.setZero();
  spec.drift.setZero();
  return spec;
}

BodySpec extreme_bar() {
  BodySpec spec;
  spec.stretch = 1.3;
  spec.twist_degrees = 90;
  return spec;
}

BodySpec neo_hookean_bar() {
  BodySpec spec;
  spec.law = NeoHookean{50, 200};
  spec.twist_degrees = 45.8;
  return spec;
}

std::unique_ptr<Integrator> make_integrator(const std::string& name, const Parameters& overrides) {
  const IntegratorEntry* entry = find_integrator(name);
  Parameters parameters = default_parameters(*entry);
  for (const Field& field : entry->parameters) {
    if (!overrides.has(field.name)) continue;
    if (field.schema.kind == Schema::Kind::number || field.schema.kind == Schema::Kind::integer)
      parameters.set(field.name, overrides.number(field.name));
    else
      parameters.set(field.name, overrides.text(field.name));
  }
  return entry->make(parameters);
}

RunOutcome run_body(const MovingBody& body, const Integrator& integrator, double h, std::int64_t steps, NewtonSettings settings,
                    std::int64_t every, const std::function<void(const LedgerRow&)>& see) {
  const std::unique_ptr<const Stepper> stepper = integrator.stepper(*body.system, settings);
  RunOutcome outcome{History(body.start), {}, {}, 0, {}, 0, 0};
  Workspace workspace;
  auto record = [&] {
    const LedgerRow row = stepper->ledger(outcome.history);
    outcome.drift.see(row);
    outcome.lowest_energy = outcome.steps_done == 0 ? row.total : std::min(outcome.lowest_energy, row.total);
    outcome.highest_energy = outcome.steps_done == 0 ? row.total : std::max(outcome.highest_energy, row.total);
    if (see) see(row);
  };
  record();
  for (std::int64_t k = 1; k <= steps; ++k) {
    auto step = stepper->attempt(outcome.history, {k, static_cast<double>(k) * h, h}, workspace);
    if (!step) {
      outcome.failure = step.failure().reason;
      break;
    }
    outcome.statistics.add(step->statistics);
    outcome.history.accept(std::move(*step));
    outcome.steps_done = k;
    if (k % every == 0) record();
  }
  return outcome;
}

}  // namespace lilyan::test
