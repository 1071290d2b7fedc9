// Bodies that many tests move, built from the library's parts without a scene.
#pragma once

#include <lilyan/dynamics/history.hpp>
#include <lilyan/dynamics/integrator.hpp>
#include <lilyan/dynamics/stage_stepper.hpp>
#include <lilyan/dynamics/system.hpp>
#include <lilyan/energy/elements/elasticity.hpp>
#include <lilyan/integrators/registry.hpp>
#include <lilyan/materials/laws.hpp>
#include <lilyan/mesh/tet_mesh.hpp>
#include <lilyan/space/mass.hpp>

#include <functional>
#include <memory>
#include <string>

namespace lilyan::test {

struct BodySpec {
  Law law = StVenantKirchhoff{1000, 500};
  std::array<Index, 3> cells = {8, 2, 2};
  Vec3 size = Vec3(4, 1, 1);
  double stretch = 1.1, twist_degrees = 60;
  Vec3 spin = Vec3(0.6, 0.4, 2), drift = Vec3(0.5, 0, 0);
  Vec3 gravity = Vec3::Zero();
  double mass = 1;
  MassMatrix mass_matrix = MassMatrix::lumped;
  std::function<std::vector<Pin>(const Vector& X)> pins = [](const Vector&) { return std::vector<Pin>{}; };
  std::function<std::vector<Load>(const Vector& X)> loads = [](const Vector&) { return std::vector<Load>{}; };
  // What damps it, given its elasticity, made anew at every call, and the mass of its components.
  using MakeElasticity = std::function<std::vector<std::unique_ptr<Elasticity>>()>;
  using Dissipations = std::vector<std::unique_ptr<Dissipation>>;
  std::function<Dissipations(const MakeElasticity& elasticity, const Vector& mass)> dissipations =
      [](const MakeElasticity&, const Vector&) { return Dissipations(); };
};

struct MovingBody {
  TetMesh mesh;
  std::unique_ptr<System> system;
  Frame start;
};

// The BAR of the reference problems where the specification is left as it is.
MovingBody make_body(const BodySpec& spec);

// The same body with a consistent mass.
BodySpec with_consistent_mass(BodySpec spec);

// The vertices of the bar's end at x = -2 (sign -1) or x = 2 (sign 1).
std::vector<Index> end_of(const Vector& X, double sign);

// `force` shared equally by the vertices.
Load pull(const std::vector<Index>& vertices, const Vec3& force, const TimeProfile& profile = {});

BodySpec resting_bar();      // neither deformed nor moving
BodySpec extreme_bar();      // stretched by 1.3, twisted by 90 degrees
BodySpec neo_hookean_bar();  // mu 50, bulk modulus 200, stretched by 1.1, twisted by 45.8 degrees

std::unique_ptr<Integrator> make_integrator(const std::string& name, const Parameters& overrides = {});

struct RunOutcome {
  History history;
  Drift drift;
  StepStatistics statistics;
  std::int64_t steps_done = 0;
  std::string failure;  // empty where every step was made
  double lowest_energy = 0, highest_energy = 0;
};

// Steps the body; a ledger row every `every` steps goes to `see` as well.
RunOutcome run_body(const MovingBody& body, const Integrator& integrator, double h, std::int64_t steps,
                    NewtonSettings settings = {}, std::int64_t every = 1, const std::function<void(const LedgerRow&)>& see = {});

}  // namespace lilyan::test
