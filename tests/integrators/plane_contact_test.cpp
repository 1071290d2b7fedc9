// Bodies that fall on a plane: none passes it, and methods that keep the energy keep it through every bounce.
#include <lilyan/energy/contact/plane_contact.hpp>
#include <lilyan/energy/elements/elasticity.hpp>
#include <lilyan/mesh/box.hpp>

#include <gtest/gtest.h>

#include <tests/integrators/methods.hpp>

#include <algorithm>
#include <limits>

namespace lilyan::test {
namespace {

struct Falling {
  MovingBody body;
  const PlaneContact* contact;
};

// A particle of 1 kg, 0.3 m above the plane y = 0.
Falling falling_particle(double stiffness = 2e4, double distance = 1e-3) {
  Falling falling;
  Vector x = Vector::Zero(3);
  x[1] = 0.3;
  auto contact = std::make_unique<PlaneContact>(Vec3::Zero(), Vec3::UnitY(), distance, std::vector<ContactPoint>{{0, stiffness}});
  falling.contact = contact.get();
  std::vector<std::unique_ptr<Potential>> potentials;
  potentials.push_back(std::move(contact));
  falling.body.system = std::make_unique<System>(Vector::Ones(1), Vec3(0, -9.81, 0), Coordinates(x, {}), std::move(potentials));
  falling.body.start = {0, 0, 0, x, Vector::Zero(3)};
  return falling;
}

// A soft spinning cube, 0.3 m above the plane.
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
  auto contact = std::make_unique<PlaneContact>(Vec3::Zero(), Vec3::UnitY(), 5e-3, std::move(points));
  falling.contact = contact.get();
  potentials.push_back(std::move(contact));
  falling.body.system =
      std::make_unique<System>(mass, Vec3(0, -9.81, 0), Coordinates(mesh.X, std::move(pins)), std::move(potentials));
  falling.body.start = {0, 0, 0, mesh.X, p};
  return falling;
}

struct Fall {
  Drift drift;
  double least_gap = 1e300, largest_force_off = 0;
  int bounces = 0, short_of_tolerance = 0;
  std::int64_t steps = 0, newton_iterations = 0, contact_steps = 0;
  std::string failure;
};

Fall fall(const Falling& falling, const Integrator& integrator, double h, double seconds) {
  const System& system = *falling.body.system;
  const auto stepper = integrator.stepper(system, {});
  History history(falling.body.start);
  Workspace workspace;
  Fall seen;
  seen.drift.see(stepper->ledger(history));
  double vertical = 0;
  for (int n = 1; n * h <= seconds; ++n) {
    auto step = stepper->attempt(history, {n, h * n, h}, workspace);
    if (!step) {
      seen.failure = step.failure().reason;
      break;
    }
    seen.newton_iterations += step->statistics.newton_iterations;
    seen.short_of_tolerance += step->statistics.short_of_tolerance;
    history.accept(std::move(*step));
    ++seen.steps;
    seen.least_gap = std::min(seen.least_gap, falling.contact->least_gap(history.now().x));
    const LedgerRow row = stepper->ledger(history);
    seen.drift.see(row);
    seen.bounces += vertical < 0 && row.linear.y() > 0;
    vertical = row.linear.y();
  }
  return seen;
}

TEST(PlaneContact, GivesAParticleItsEnergyBackThroughEveryBounce) {
  for (const double h : {0.01, 0.033}) {
    const Fall seen = fall(falling_particle(), *make_integrator("avf"), h, 20);
    EXPECT_EQ(seen.failure, "");
    EXPECT_GE(seen.bounces, 38) << h;
    EXPECT_LT(seen.drift.energy(), 1e-11) << h;
    EXPECT_GT(seen.least_gap, 0) << h;
    EXPECT_EQ(seen.short_of_tolerance, 0) << h;
  }
}

TEST(PlaneContact, KeepsAParticlesEnergyWhateverItsParameters) {
  for (const double distance : {1e-2, 1e-3, 1e-4, 1e-5})
    for (const double stiffness : {2e2, 2e4, 2e6}) {
      const Fall seen = fall(falling_particle(stiffness, distance), *make_integrator("avf"), 0.01, 5);
      EXPECT_EQ(seen.failure, "") << distance << ' ' << stiffness;
      // A gap is known to the rounding of the positions that it is left of.
      const double known = std::numeric_limits<double>::epsilon() * 0.3 / seen.least_gap;
      EXPECT_LT(seen.drift.energy(), 1e-11 + 10 * known) << distance << ' ' << stiffness;
      EXPECT_GT(seen.least_gap, 0) << distance << ' ' << stiffness;
    }
}

TEST(PlaneContact, KeepsTheEnergyOfAnElasticBody) {
  for (const double h : {0.01, 0.033}) {
    const Fall seen = fall(falling_cube(), *make_integrator("avf"), h, 6);
    EXPECT_EQ(seen.failure, "");
    EXPECT_LT(seen.drift.energy(), 3e-11) << h;
    EXPECT_GT(seen.least_gap, 0) << h;
    EXPECT_GE(seen.bounces, 5) << h;
  }
}

TEST(PlaneContact, KeepsTheEnergyOfLawsThatAreNoPolynomials) {
  for (const Law& law : {Law(NeoHookean{1000, 500}), Law(StableNeoHookean{1000, 500})}) {
    const Fall seen = fall(falling_cube(law), *make_integrator("avf"), 0.01, 3);
    EXPECT_EQ(seen.failure, "");
    EXPECT_LT(seen.drift.energy(), 1e-9);
    EXPECT_GT(seen.least_gap, 0);
  }
}

class EveryImplicitMethod : public testing::TestWithParam<Method> {};

TEST_P(EveryImplicitMethod, CarriesABodyThatBouncesOnAPlane) {
  const Falling falling = falling_cube();
  const auto integrator = make_integrator(GetParam().name, GetParam().parameters);
  ASSERT_TRUE(integrator->objections(*falling.body.system).empty());
  const Fall seen = fall(falling, *integrator, 0.01, 2);
  EXPECT_EQ(seen.failure, "") << "after " << seen.steps << " steps, " << seen.newton_iterations << " iterations, energy off by "
                              << seen.drift.energy() << ", least gap " << seen.least_gap;
  EXPECT_GT(seen.least_gap, 0);
  RecordProperty("energy", std::to_string(seen.drift.energy()));
}

INSTANTIATE_TEST_SUITE_P(PlaneContact, EveryImplicitMethod, testing::ValuesIn(methods_of_parts()), label_of);

TEST(PlaneContact, PushesBackAtRestByTheWeight) {
  // Without friction the plane lets it slide and turn: two vertices are held along it.
  const Falling falling =
      falling_cube(StVenantKirchhoff{1000, 500}, {{{0}, {true, false, true}, {}}, {{3}, {false, false, true}, {}}});
  const auto integrator = make_integrator("static");
  const auto stepper = integrator->stepper(*falling.body.system, {});
  History history(falling.body.start);
  Vector x = history.now().x;
  for (Index c = 1; c < x.size(); c += 3) x[c] -= 0.3 + 0.2 - 0.004;  // a millimetre inside the barrier
  history = History({0, 0, 0, x, Vector::Zero(x.size())});
  Workspace workspace;
  auto step = stepper->attempt(history, {1, 1, 1}, workspace);
  ASSERT_TRUE(step) << step.failure().reason;
  EXPECT_GT(falling.contact->least_gap(step->frame.x), 0);
  Vector g = Vector::Zero(x.size());
  falling.contact->add_gradient(step->frame.x, 0, 1, g);
  double push = 0;
  for (Index c = 1; c < g.size(); c += 3) push -= g[c];
  const double weight = 9.81 * falling.body.system->vertex_mass().sum();
  EXPECT_NEAR(push, weight, 1e-6 * weight);
  const Vector first = step->frame.x;
  history.accept(std::move(*step));
  step = stepper->attempt(history, {2, 2, 1}, workspace);
  ASSERT_TRUE(step) << step.failure().reason;
  EXPECT_LT((step->frame.x - first).lpNorm<Eigen::Infinity>(), 1e-12);
}

}  // namespace
}  // namespace lilyan::test
