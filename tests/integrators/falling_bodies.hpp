// Bodies that fall on a plane, and what is seen of them while they bounce.
#pragma once

#include <lilyan/energy/contact/planes/plane_contact.hpp>
#include <lilyan/energy/elements/elasticity.hpp>
#include <lilyan/mesh/box.hpp>

#include <tests/integrators/methods.hpp>

#include <algorithm>

namespace lilyan::test {

struct Falling {
  MovingBody body;
  const PlaneContact* contact;
};

// A particle of 1 kg at this height above the plane y = 0, which may move.
template <class Plane>
Falling falling_particle(double stiffness = 2e4, double distance = 1e-3, double height = 0.3, PlaneLaw law = {}) {
  Falling falling;
  Vector x = Vector::Zero(3);
  x[1] = height;
  auto contact =
      std::make_unique<Plane>(Vec3::Zero(), Vec3::UnitY(), distance, std::vector<ContactPoint>{{0, stiffness}}, std::move(law));
  falling.contact = contact.get();
  std::vector<std::unique_ptr<Potential>> potentials;
  potentials.push_back(std::move(contact));
  falling.body.system = std::make_unique<System>(Vector::Ones(1), Vec3(0, -9.81, 0), Coordinates(x, {}), std::move(potentials));
  falling.body.start = {0, 0, 0, x, Vector::Zero(3)};
  return falling;
}

// A soft spinning cube, 0.3 m above the plane.
template <class Plane>
Falling falling_cube(const Law& law = StVenantKirchhoff{1000, 500}, std::vector<Pin> pins = {}) {
  constexpr double kDensity = 4;  // so heavy that every method is stable in steps of 10 ms
  Falling falling;
  const TetMesh mesh = box(Vec3(0.8, 0.8, 0.8), {3, 3, 3}, Vec3(0, 0.9, 0), Split::six);
  Vector mass = Vector::Zero(mesh.vertices());
  for (const Tet& tet : mesh.tets)
    for (Index v : tet) mass[v] += kDensity * volume(mesh.X, tet) / 4;
  std::vector<ContactPoint> points;
  Vector p = Vector::Zero(mesh.X.size());
  for (Index i = 0; i < mesh.vertices(); ++i) {
    points.push_back({i, 200});
    vertex(p, i) = mass[i] * Vec3(0.3, 0, 1).cross(Vec3(vertex(mesh.X, i)) - Vec3(0, 0.9, 0));
  }
  std::vector<std::unique_ptr<Potential>> potentials;
  for (auto& e : make_elasticity(mesh.X, mesh.tets, {law}, std::vector<Index>(mesh.tets.size(), 0)))
    potentials.push_back(std::move(e));
  auto contact = std::make_unique<Plane>(Vec3::Zero(), Vec3::UnitY(), 5e-3, std::move(points));
  falling.contact = contact.get();
  potentials.push_back(std::move(contact));
  falling.body.system =
      std::make_unique<System>(mass, Vec3(0, -9.81, 0), Coordinates(mesh.X, std::move(pins)), std::move(potentials));
  falling.body.start = {0, 0, 0, mesh.X, p};
  return falling;
}

struct Fall {
  Drift drift;
  double least_gap = 1e300;
  double momentum_off = 0;  // what gravity and the plane's reactions do not explain, at most [kg m/s]
  int bounces = 0, short_of_tolerance = 0;
  std::int64_t steps = 0, newton_iterations = 0;
  std::string failure;
};

// In the last step [N s]. Contacts come last among what is remembered of reactions, and the plane is the only one.
inline Vec3 impulse_on_plane(const Memory& memory) {
  const Memory::Section reactions = memory.find("reactions");
  if (!reactions || reactions->size() < 3) return Vec3::Zero();
  return Eigen::Map<const Vec3>(reactions->data() + reactions->size() - 3);
}

// A cube whose feet are a millimetre inside the plane comes to rest where the plane carries its weight.
template <class Plane>
void expect_that_rest_is_carried() {
  const Falling falling =
      falling_cube<Plane>(StVenantKirchhoff{1000, 500}, {{{0}, {true, false, true}, {}}, {{3}, {false, false, true}, {}}});
  const auto integrator = make_integrator("static");
  const auto stepper = integrator->stepper(*falling.body.system, {});
  Vector x = falling.body.start.x;
  for (Index c = 1; c < x.size(); c += 3) x[c] -= 0.3 + 0.2 + 0.001;
  const History history({0, 0, 0, x, Vector::Zero(x.size())});
  Workspace workspace;
  const auto step = stepper->attempt(history, {1, 1, 1}, workspace);
  ASSERT_TRUE(step) << step.failure().reason;
  const double weight = 9.81 * falling.body.system->vertex_mass().sum();
  ASSERT_EQ(falling.body.system->contacts(), 1);
  EXPECT_NEAR(impulse_on_plane(step->memory).y(), -weight, 1e-6 * weight);
  EXPECT_LT(falling.contact->least_gap(step->frame.x), 0);
}

inline Fall fall(const Falling& falling, const Integrator& integrator, double h, double seconds) {
  const System& system = *falling.body.system;
  const auto stepper = integrator.stepper(system, {});
  History history(falling.body.start);
  Workspace workspace;
  Fall seen;
  seen.drift.see(stepper->ledger(history));
  const Vec3 weight = system.vertex_mass().sum() * system.gravity();
  const auto momentum = [&history]() -> Vec3 { return history.now().p.reshaped(3, history.now().p.size() / 3).rowwise().sum(); };
  Vec3 expected = momentum();
  double vertical = 0;
  for (int n = 1; n * h <= seconds; ++n) {
    auto step = stepper->attempt(history, {n, h * n, h}, workspace);
    if (!step) {
      seen.failure = step.failure().reason;
      break;
    }
    seen.newton_iterations += step->statistics.newton_iterations;
    seen.short_of_tolerance += step->statistics.short_of_tolerance;
    expected += h * weight - impulse_on_plane(step->memory);
    history.accept(std::move(*step));
    ++seen.steps;
    seen.least_gap = std::min(seen.least_gap, falling.contact->least_gap(history.now().x));
    const LedgerRow row = stepper->ledger(history);
    seen.drift.see(row);
    seen.momentum_off = std::max(seen.momentum_off, (momentum() - expected).norm());
    seen.bounces += vertical < 0 && row.linear.y() > 0;
    vertical = row.linear.y();
  }
  return seen;
}

}  // namespace lilyan::test
