// Bodies that slide, stick and are dragged along: distances, energies and forces.
#include <lilyan/energy/contact/pair_contact.hpp>
#include <lilyan/energy/contact/plane_contact.hpp>
#include <lilyan/energy/elements/elasticity.hpp>
#include <lilyan/mesh/box.hpp>
#include <lilyan/mesh/faces.hpp>

#include <gtest/gtest.h>

#include <tests/integrators/methods.hpp>

#include <algorithm>
#include <functional>

namespace lilyan::test {
namespace {

constexpr double kG = 9.81, kMu = 0.5;

// Gravity of a slope: `slope` times as much along the plane y = 0 as across it.
Vec3 gravity_on(double slope) { return {slope * kG, -kG, 0}; }

// The gap at which a barrier carries `force` [N].
double resting_gap(const Barrier& barrier, double force) {
  double near = 0, far = barrier.distance;
  for (int k = 0; k < 200; ++k) {
    const double middle = 0.5 * (near + far);
    (-barrier.slope(middle) > force ? near : far) = middle;
  }
  return far;
}

// A particle of 1 kg at rest on the plane but for its speed along x.
MovingBody particle(double slope, double speed, PlaneLaw law) {
  constexpr double kStiffness = 2e4, kDistance = 1e-3;
  MovingBody body;
  Vector x = Vector::Zero(3), p = x;
  x[1] = resting_gap({kStiffness, kDistance}, kG);
  p[0] = speed;
  std::vector<std::unique_ptr<Potential>> potentials;
  potentials.push_back(std::make_unique<PlaneContact>(Vec3::Zero(), Vec3::UnitY(), kDistance,
                                                      std::vector<ContactPoint>{{0, kStiffness}}, std::move(law)));
  body.system = std::make_unique<System>(Vector::Ones(1), gravity_on(slope), Coordinates(x, {}), std::move(potentials));
  body.start = {0, 0, 0, x, p};
  return body;
}

// A box of tets with its surface, as one body of a system.
struct Block {
  TetMesh mesh;
  Vec3 velocity = Vec3::Zero();
  double mass = 1;  // [kg]
};

struct Blocks {
  Vector X, p, mass;
  std::vector<Tet> tets;
  std::vector<ContactSurface> surfaces;

  void add(const Block& block) {
    const Index first = static_cast<Index>(X.size() / 3), n = block.mesh.vertices();
    X.conservativeResize(X.size() + 3 * n);
    p.conservativeResize(X.size());
    mass.conservativeResize(first + n);
    X.tail(3 * n) = block.mesh.X;
    mass.tail(n).setZero();
    double whole = 0;
    for (const Tet& tet : block.mesh.tets) whole += volume(block.mesh.X, tet);
    for (Tet tet : block.mesh.tets) {
      for (Index v : tet) mass[first + v] += block.mass * volume(block.mesh.X, tet) / (4 * whole);
      for (Index& v : tet) v += first;
      tets.push_back(tet);
    }
    for (Index i = first; i < first + n; ++i) vertex(p, i) = mass[i] * block.velocity;
    ContactSurface surface;
    for (Triangle triangle : outer_faces(Cells{block.mesh.tets}, FlatBody::sheet).triangles) {
      for (Index& v : triangle) v += first;
      surface.triangles.push_back(triangle);
    }
    surface.edges = edges_of(surface.triangles);
    for (const auto& edge : surface.edges) surface.points.insert(surface.points.end(), edge.begin(), edge.end());
    std::sort(surface.points.begin(), surface.points.end());
    surface.points.erase(std::unique(surface.points.begin(), surface.points.end()), surface.points.end());
    surfaces.push_back(std::move(surface));
  }

  MovingBody body(const Vec3& gravity, std::vector<std::unique_ptr<Potential>> contacts, double mu_el) const {
    MovingBody body;
    for (auto& e : make_elasticity(X, tets, {StVenantKirchhoff{mu_el, mu_el}}, std::vector<Index>(tets.size(), 0)))
      contacts.push_back(std::move(e));
    body.system = std::make_unique<System>(mass, gravity, Coordinates(X, {}), std::move(contacts));
    body.start = {0, 0, 0, X, p};
    return body;
  }
};

constexpr double kStiffness = 1e4, kDistance = 1e-3;  // of the contact of boxes

// A box of 90 tets, 0.3 x 0.2 x 0.3 m, whose bottom is at the height `bottom`.
TetMesh some_box(double bottom) { return box(Vec3(0.3, 0.2, 0.3), {3, 2, 3}, Vec3(0, bottom + 0.1, 0), Split::five); }

// The gap at which the 16 vertices of the bottom carry a box of 1 kg.
double box_gap() { return resting_gap({kStiffness, kDistance}, kG / 16); }

std::unique_ptr<PlaneContact> ground_for(const Blocks& blocks, PlaneLaw law) {
  std::vector<ContactPoint> points;
  for (Index i = 0; i < static_cast<Index>(blocks.X.size() / 3); ++i) points.push_back({i, kStiffness});
  return std::make_unique<PlaneContact>(Vec3::Zero(), Vec3::UnitY(), kDistance, std::move(points), std::move(law));
}

MovingBody sliding_box(double slope, double speed, double mu_el, PlaneLaw law) {
  Blocks blocks;
  blocks.add({some_box(box_gap()), Vec3(speed, 0, 0)});
  std::vector<std::unique_ptr<Potential>> contacts;
  contacts.push_back(ground_for(blocks, std::move(law)));
  return blocks.body(gravity_on(slope), std::move(contacts), mu_el);
}

// A box that slides on a wider one, which slides on the ground.
MovingBody box_on_box(double speed, const PairLaw& law) {
  Blocks blocks;
  const double gap = resting_gap({kStiffness, kDistance}, 3 * kG / 9);
  blocks.add({box(Vec3(0.6, 0.1, 0.4), {2, 1, 2}, Vec3(0, 0.05 + gap, 0), Split::five), Vec3::Zero(), 2});
  blocks.add({box(Vec3(0.1, 0.1, 0.1), {1, 1, 1}, Vec3(-0.16, 0.15 + 1.9 * gap, 0.02), Split::five), Vec3(speed, 0, 0.2 * speed)});
  std::vector<std::unique_ptr<Potential>> contacts;
  contacts.push_back(ground_for(blocks, {.contact = 0, .friction = 0.2}));
  PairContact::Setting setting;
  setting.vertices = static_cast<Index>(blocks.X.size() / 3);
  setting.rest = blocks.X;
  setting.stiffness = Vector::Constant(setting.vertices, kStiffness);
  setting.surfaces = blocks.surfaces;
  setting.laws = {law};
  setting.meetings = {{0, 1, 0, law.distance, 0, true}};
  contacts.push_back(std::make_unique<PairContact>(std::move(setting)));
  return blocks.body(gravity_on(0), std::move(contacts), 1e5);
}

// A box on a belt of two triangles that moves along x.
MovingBody box_on_belt(double speed, const PairLaw& law) {
  Blocks blocks;
  blocks.add({some_box(box_gap())});
  PairContact::Setting setting;
  setting.vertices = static_cast<Index>(blocks.X.size() / 3);
  Vector belt(12);
  belt << -3, 0, -1, 3, 0, -1, 3, 0, 1, -3, 0, 1;
  setting.obstacles.add(belt, {{.translation = Vec3(10 * speed, 0, 0), .t1 = 10}});
  setting.rest.resize(blocks.X.size() + belt.size());
  setting.rest << blocks.X, belt;
  setting.stiffness = Vector::Constant(setting.vertices, kStiffness);
  setting.surfaces = blocks.surfaces;
  const Index first = setting.vertices;
  ContactSurface surface;
  surface.triangles = {{first, first + 2, first + 1}, {first, first + 3, first + 2}};
  surface.edges = edges_of(surface.triangles);
  surface.points = {first, first + 1, first + 2, first + 3};
  setting.surfaces.push_back(std::move(surface));
  setting.laws = {law};
  setting.meetings = {{1, 0, 0, law.distance, 0, true}};
  std::vector<std::unique_ptr<Potential>> contacts;
  contacts.push_back(std::make_unique<PairContact>(std::move(setting)));
  return blocks.body(gravity_on(0), std::move(contacts), 1e6);
}

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
  Slid seen{.history = History(body.start)};
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

void report(const char* what, double h, const Slid& seen) {
  printf("%-34s h %-6g way %.6f speed %.2e its %.1f (%d) rise %.1e balance %.1e short %d %s\n", what, h,
         seen.way.empty() ? 0 : seen.way.back(), seen.speed.empty() ? 0 : seen.speed.back(), seen.per_step(), seen.worst,
         seen.largest_rise, seen.drift.energy(), seen.short_of_tolerance, seen.failure.c_str());
}

TEST(Friction, StopsAParticleWhereItShould) {
  for (const double h : {0.01, 0.033}) {
    const Slid seen = slide(particle(0, 1, {.friction = kMu}), *make_integrator("avf"), h, 1);
    report("particle flat", h, seen);
    EXPECT_EQ(seen.failure, "");
    EXPECT_NEAR(seen.way.back(), 1 / (2 * kMu * kG), 1e-3) << h;
    EXPECT_LT(std::abs(seen.speed.back()), 1e-5) << h;
    EXPECT_LT(seen.drift.energy(), 1e-9) << h;
    EXPECT_LT(seen.largest_rise, 1e-12) << h;
  }
  const Slid seen = slide(particle(0, 1, {.friction = kMu}), *make_integrator("backward_euler"), 0.01, 1);
  report("particle flat backward", 0.01, seen);
}

TEST(Friction, HoldsAParticleOnAGentleSlope) {
  for (const char* method : {"avf", "backward_euler"})
    for (const double h : {0.01, 0.033}) {
      const Slid seen = slide(particle(0.4, 0, {.friction = kMu}), *make_integrator(method), h, 5);
      report("particle slope .4", h, seen);
      EXPECT_EQ(seen.failure, "");
      EXPECT_LT(seen.way.back() - seen.way_at(1, h), 1e-4) << method << ' ' << h;
      EXPECT_LT(seen.largest_rise, 1e-12) << h;
    }
}

TEST(Friction, LetsAParticleSlideDownASteepSlope) {
  for (const double h : {0.01, 0.033}) {
    const Slid seen = slide(particle(0.6, 0, {.friction = kMu}), *make_integrator("avf"), h, 4);
    report("particle slope .6", h, seen);
    const double t = h * static_cast<double>(seen.way.size()), way = 0.5 * 0.1 * kG * t * t;
    EXPECT_EQ(seen.failure, "");
    EXPECT_NEAR(seen.way.back(), way, 1e-2 * way) << h;
    EXPECT_LT(seen.drift.energy(), 1e-9) << h;
  }
  const Slid seen = slide(particle(0.6, 0, {.friction = kMu}), *make_integrator("backward_euler"), 0.01, 4);
  report("particle slope .6 backward", 0.01, seen);
}

TEST(Friction, MovesAStiffBoxLikeAParticle) {
  const auto avf = make_integrator("avf");
  const Slid flat = slide(sliding_box(0, 1, 1e6, {.friction = kMu}), *avf, 0.01, 1);
  report("box flat", 0.01, flat);
  const Slid gentle = slide(sliding_box(0.4, 0, 1e6, {.friction = kMu}), *avf, 0.01, 2);
  report("box slope .4", 0.01, gentle);
  printf("  at 1 s %.3e, after %.3e\n", gentle.way_at(1, 0.01), gentle.way.back() - gentle.way_at(1, 0.01));
  const Slid steep = slide(sliding_box(0.6, 0, 1e6, {.friction = kMu}), *avf, 0.01, 1);
  report("box slope .6", 0.01, steep);
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
  report("box on box", 0.01, seen);
  EXPECT_EQ(seen.failure, "");
  EXPECT_LT(seen.drift.energy(), 1e-9);
  EXPECT_LT(seen.largest_rise, 1e-12);
}

TEST(Friction, LetsABeltDragABox) {
  const Slid pair =
      slide(box_on_belt(1, {.contact = 0, .distance = kDistance, .friction = kMu}), *make_integrator("avf"), 0.01, 0.6);
  report("box on belt", 0.01, pair);
  const Slid plane = slide(sliding_box(0, 0, 1e6, {.friction = kMu, .motion = {{.translation = Vec3(10, 0, 0), .t1 = 10}}}),
                           *make_integrator("avf"), 0.01, 0.6);
  report("box on moving plane", 0.01, plane);
  for (const Slid* seen : {&pair, &plane}) {
    EXPECT_EQ(seen->failure, "");
    EXPECT_LT(seen->drift.energy(), 1e-9);
    EXPECT_NEAR(seen->speed.back(), 1, 1e-2);
    EXPECT_NEAR(seen->drift.last().work, 1, 5e-2);  // the belt's: half of it is heat
    EXPECT_NEAR(seen->drift.last().dissipated, 0.5, 5e-2);
  }
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
    report(method, 0.01, seen);
    EXPECT_EQ(seen.failure, "");
    EXPECT_LT(seen.largest_rise, 1e-12);
    EXPECT_GT(seen.drift.last().dissipated, 0.1 * 0.1 * kG) << method;
  }
  MovingBody body = particle(0, 0, {.damping = 1e-3});
  body.start.x[1] = 0.1;
  EXPECT_LT(slide(body, *make_integrator("avf"), 0.01, 4).drift.energy(), 1e-9);
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
}  // namespace lilyan::test
