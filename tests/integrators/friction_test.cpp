// Bodies that slide, stick and are dragged along: distances, energies and forces.
#include <lilyan/space/mass.hpp>

#include <gtest/gtest.h>

#include <tests/integrators/methods.hpp>
#include <tests/integrators/sliding_bodies.hpp>

#include <algorithm>
#include <cmath>

namespace lilyan::test::sliding {
namespace {

struct Slid {
  Drift drift;
  double largest_rise = 0;  // of the energy without the work from outside in a step, over its scale
  std::vector<double> way;  // of the centre of mass along x after every step [m]
  std::vector<double> speed;
  std::int64_t iterations = 0;
  int worst = 0, short_of_tolerance = 0;
  std::string failure;
  History history;

  double per_step() const { return static_cast<double>(iterations) / static_cast<double>(std::max<std::size_t>(1, way.size())); }
  double way_at(double t, double h) const {
    const auto n = static_cast<std::size_t>(t / h + 1e-9);
    return n == 0 || n > way.size() ? 0 : way[n - 1];
  }
};

Slid slide(const MovingBody& body, const Integrator& integrator, double h, double seconds) {
  const System& system = *body.system;
  const auto stepper = integrator.stepper(system, {});
  Slid seen{{}, 0, {}, {}, 0, 0, 0, {}, History(body.start)};
  Workspace workspace;
  LedgerRow before = stepper->ledger(seen.history);
  seen.drift.see(before);
  const auto centre = [&](const Vector& x) {
    double sum = 0;
    for (Index i = 0; i < system.vertices(); ++i) sum += system.vertex_mass()[i] * x[3 * i];
    return sum / system.vertex_mass().sum();
  };
  const double start = centre(body.start.x);
  for (int n = 1; n * h <= seconds + 1e-9; ++n) {
    auto step = stepper->attempt(seen.history, {n, h * n, h}, workspace);
    if (!step) {
      seen.failure = std::to_string(n) + ": " + step.failure().reason;
      break;
    }
    seen.iterations += step->statistics.newton_iterations;
    seen.worst = std::max(seen.worst, step->statistics.newton_iterations);
    seen.short_of_tolerance += step->statistics.short_of_tolerance;
    seen.history.accept(std::move(*step));
    seen.way.push_back(centre(seen.history.now().x) - start);
    const LedgerRow row = stepper->ledger(seen.history);
    seen.speed.push_back(row.linear.x() / system.vertex_mass().sum());
    seen.drift.see(row);
    seen.largest_rise =
        std::max(seen.largest_rise, (row.total - before.total - (row.work - before.work)) / seen.drift.energy_scale());
    before = row;
  }
  return seen;
}

TEST(Friction, StopsAParticleWhereItShould) {
  for (const double h : {0.01, 0.033}) {
    const Slid seen = slide(particle(0, 1, {.friction = kMu}), *make_integrator("avf"), h, 1);
    EXPECT_EQ(seen.failure, "");
    EXPECT_NEAR(seen.way.back(), 1 / (2 * kMu * kG), 1e-3) << h;
    EXPECT_LT(std::abs(seen.speed.back()), 1e-5) << h;
    EXPECT_LT(seen.drift.energy(), 1e-9) << h;
    EXPECT_LT(seen.largest_rise, 1e-12) << h;
  }
}

// backward_euler goes by the velocity at the end of each step, which is half a step's change slower than the mean.
TEST(Friction, StopsAParticleWithEveryMethod) {
  for (const Method& method : methods_of_parts()) {
    const auto integrator = make_integrator(method.name, method.parameters);
    const MovingBody body = particle(0, 1, {.friction = kMu});
    if (!integrator->objections(*body.system).empty()) continue;
    const Slid seen = slide(body, *integrator, 0.01, 0.5);
    EXPECT_EQ(seen.failure, "") << method.label;
    EXPECT_NEAR(seen.way.back(), 1 / (2 * kMu * kG), 6e-3) << method.label;
    EXPECT_LT(std::abs(seen.speed.back()), 1e-5) << method.label;
    RecordProperty(method.label, std::to_string(seen.way.back()));
  }
}

TEST(Friction, HoldsAParticleOnAGentleSlope) {
  for (const char* method : {"avf", "backward_euler"})
    for (const double h : {0.01, 0.033}) {
      const Slid seen = slide(particle(0.4, 0, {.friction = kMu}), *make_integrator(method), h, 5);
      EXPECT_EQ(seen.failure, "");
      EXPECT_LT(seen.way.back() - seen.way_at(1, h), 1e-4) << method << ' ' << h;
      EXPECT_LT(seen.largest_rise, 1e-12) << h;
    }
}

TEST(Friction, LetsAParticleSlideDownASteepSlope) {
  for (const double h : {0.01, 0.033}) {
    const Slid seen = slide(particle(0.6, 0, {.friction = kMu}), *make_integrator("avf"), h, 4);
    const double t = h * static_cast<double>(seen.way.size()), way = 0.5 * 0.1 * kG * t * t;
    EXPECT_EQ(seen.failure, "");
    EXPECT_NEAR(seen.way.back(), way, 1e-2 * way) << h;
    EXPECT_LT(seen.drift.energy(), 1e-9) << h;
  }
  const Slid seen = slide(particle(0.6, 0, {.friction = kMu}), *make_integrator("backward_euler"), 0.01, 4);
  EXPECT_NEAR(seen.way.back(), 0.8 * kG, 8e-3 * kG);
}

TEST(Friction, MovesAStiffBoxLikeAParticle) {
  const auto avf = make_integrator("avf");
  const Slid flat = slide(sliding_box(0, 1, 1e6, {.friction = kMu}), *avf, 0.01, 1);
  const Slid gentle = slide(sliding_box(0.4, 0, 1e6, {.friction = kMu}), *avf, 0.01, 2);
  const Slid steep = slide(sliding_box(0.6, 0, 1e6, {.friction = kMu}), *avf, 0.01, 1);
  for (const Slid* seen : {&flat, &gentle, &steep}) {
    EXPECT_EQ(seen->failure, "");
    EXPECT_LT(seen->drift.energy(), 1e-9);
    EXPECT_LT(seen->largest_rise, 1e-12);
  }
  EXPECT_NEAR(flat.way.back(), 1 / (2 * kMu * kG), 1e-3);
  EXPECT_LT(std::abs(gentle.way.back() - gentle.way_at(1, 0.01)), 1e-4);
  EXPECT_NEAR(steep.way.back(), 0.05 * kG, 5e-3);
}

TEST(Friction, TakesEnergyBetweenTwoBodies) {
  const MovingBody body = box_on_box(1, {.contact = 1, .distance = kDistance, .friction = 0.4});
  const Slid seen = slide(body, *make_integrator("avf"), 0.01, 1);
  EXPECT_EQ(seen.failure, "");
  EXPECT_LT(seen.drift.energy(), 1e-9);
  EXPECT_LT(seen.largest_rise, 1e-12);
}

TEST(Friction, LetsABeltDragABox) {
  const Slid pair =
      slide(box_on_belt(1, {.contact = 0, .distance = kDistance, .friction = kMu}), *make_integrator("avf"), 0.01, 0.6);
  const Slid plane = slide(sliding_box(0, 0, 1e6, {.friction = kMu, .motion = {{.translation = Vec3(10, 0, 0), .t1 = 10}}}),
                           *make_integrator("avf"), 0.01, 0.6);
  for (const Slid* seen : {&pair, &plane}) {
    EXPECT_EQ(seen->failure, "");
    EXPECT_LT(seen->drift.energy(), 1e-9);
    EXPECT_NEAR(seen->way.back(), 0.6 - 1 / (2 * kMu * kG), 5e-3);
    EXPECT_NEAR(seen->drift.last().work, 1, 5e-2);  // the belt's: half of it is heat
    EXPECT_NEAR(seen->drift.last().dissipated, 0.5, 5e-2);
  }
}

TEST(Friction, LetsABodyThatPinsMoveDragAnother) {
  const PairLaw law{.contact = 1, .distance = kDistance, .friction = kMu, .damping = 1e-3};
  const Slid seen = slide(box_on_box(0, law, Motion{{.translation = Vec3(2, 0, 0), .t1 = 4}}), *make_integrator("avf"), 0.01, 0.4);
  EXPECT_EQ(seen.failure, "");
  EXPECT_LT(seen.drift.energy(), 1e-9);
  EXPECT_GT(seen.drift.last().dissipated, 0);
  EXPECT_GT(seen.way.back(), 0.1);
}

// Over a run: what the ground got is what the particle lost.
TEST(Friction, ReportsWhatItDoesToThePlane) {
  for (const char* method : {"avf", "backward_euler"}) {
    const MovingBody body = particle(0, 1, {.friction = kMu});
    const auto integrator = make_integrator(method);
    const auto stepper = integrator->stepper(*body.system, {});
    History history(body.start);
    Workspace workspace;
    Vec3 given = Vec3::Zero(), outside = Vec3::Zero();
    for (int n = 1; n <= 40; ++n) {
      auto step = stepper->attempt(history, {n, 0.01 * n, 0.01}, workspace);
      ASSERT_TRUE(step) << step.failure().reason;
      const Memory::Section reactions = step->memory.find("reactions");
      ASSERT_TRUE(reactions && reactions->size() == 3);
      given += Vec3(reactions->data());
      outside += step->outside;
      history.accept(std::move(*step));
    }
    EXPECT_LT((given - Vec3(1, -0.4 * kG, 0)).norm(), 1e-7) << method;
    EXPECT_LT((outside - Vec3(-1, 0, 0)).norm(), 1e-7) << method;
  }
}

TEST(Friction, TakesWhatItBooksWhereVerticesShareMass) {
  const TetMesh mesh = box(Vec3(0.3, 0.2, 0.3), {1, 1, 1}, Vec3(0, box_gap() + 0.1, 0), Split::five);
  MovingBody body;
  constexpr double kDensity = 100;
  Vector rows = Vector::Zero(mesh.vertices());
  for (const Tet& tet : mesh.tets)
    for (Index i : tet) rows[i] += kDensity * volume(mesh.X, tet) / 4;
  Mass mass(rows, shared_masses(mesh.X, Cells{mesh.tets}, std::vector<double>(mesh.tets.size(), kDensity)));
  std::vector<ContactPoint> points;
  Vector v = Vector::Zero(mesh.X.size());
  for (Index i = 0; i < mesh.vertices(); ++i) {
    points.push_back({i, kStiffness});
    v[3 * i] = 1;
  }
  std::vector<std::unique_ptr<Potential>> potentials;
  potentials.push_back(
      std::make_unique<PlaneBarrier>(Vec3::Zero(), Vec3::UnitY(), kDistance, std::move(points), PlaneLaw{.friction = kMu}));
  for (auto& e : make_elasticity(mesh.X, mesh.tets, {StVenantKirchhoff{1e5, 1e5}}, std::vector<Index>(mesh.tets.size(), 0)))
    potentials.push_back(std::move(e));
  body.system = std::make_unique<System>(std::move(mass), gravity_on(0), Coordinates(mesh.X, {}), std::move(potentials));
  body.start = {0, 0, 0, mesh.X, body.system->momentum(v)};
  const Slid seen = slide(body, *make_integrator("avf"), 0.01, 0.5);
  EXPECT_EQ(seen.failure, "");
  EXPECT_LT(seen.drift.energy(), 1e-9);
  EXPECT_LT(seen.largest_rise, 1e-12);
  EXPECT_GT(seen.drift.last().dissipated, 0.5 * body.system->kinetic_energy(body.start.p, v));
}

TEST(Friction, GoesOnToTheBitInTheMiddleOfSliding) {
  const MovingBody body = box_on_box(1, {.contact = 1, .distance = kDistance, .friction = 0.4, .damping = 1e-3});
  const auto integrator = make_integrator("avf");
  const auto stepper = integrator->stepper(*body.system, {});
  const auto go = [&](History& history, int from, int to) {
    Workspace workspace;
    for (int n = from; n <= to; ++n) {
      auto step = stepper->attempt(history, {n, 0.01 * n, 0.01}, workspace);
      ASSERT_TRUE(step) << step.failure().reason;
      history.accept(std::move(*step));
    }
  };
  History once(body.start), twice(body.start);
  go(once, 1, 12);
  go(twice, 1, 6);
  EXPECT_TRUE(twice.memory().find("contact.pressed"));
  EXPECT_TRUE(twice.memory().find("contact.pressed.0"));
  go(twice, 7, 12);
  EXPECT_EQ(once.now().x, twice.now().x);
  EXPECT_EQ(once.now().p, twice.now().p);
}

TEST(ContactDamping, TakesEnergyFromWhatBounces) {
  for (const char* method : {"avf", "backward_euler"}) {
    MovingBody body = particle(0, 0, {.damping = 1e-3});
    body.start.x[1] = 0.1;
    const Slid seen = slide(body, *make_integrator(method), 0.01, 4);
    EXPECT_EQ(seen.failure, "");
    EXPECT_LT(seen.largest_rise, 1e-12);
    EXPECT_GT(seen.drift.last().dissipated, 0) << method;
  }
  MovingBody body = particle(0, 0, {.damping = 1e-3});
  body.start.x[1] = 0.1;
  const Slid seen = slide(body, *make_integrator("avf"), 0.01, 4);
  EXPECT_LT(seen.drift.energy(), 1e-9);
  EXPECT_GT(seen.drift.last().dissipated, 0.5 * 0.1 * kG);
}

TEST(Friction, IsRefusedWhereAMethodGoesBackwardsAndInEquilibria) {
  const MovingBody body = particle(0, 1, {.friction = kMu});
  Parameters fourth;
  fourth.set("order", 4.0);
  const std::vector<Fault> composed = make_integrator("avf", fourth)->objections(*body.system);
  ASSERT_EQ(composed.size(), 1u);
  EXPECT_EQ(composed[0].id, "scene.contact");
  const std::vector<Fault> at_rest = make_integrator("static")->objections(*body.system);
  ASSERT_EQ(at_rest.size(), 1u);
  EXPECT_EQ(at_rest[0].id, "scene.contact");
  EXPECT_TRUE(make_integrator("static")->objections(*particle(0, 1, {}).system).empty());
}

}  // namespace
}  // namespace lilyan::test::sliding
