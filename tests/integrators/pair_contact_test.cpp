// Bodies that meet each other and obstacles: none passes through, and methods that keep the energy keep it through every collision.
#include <lilyan/algebra/threads.hpp>
#include <lilyan/energy/contact/pair_contact.hpp>
#include <lilyan/energy/elements/elasticity.hpp>
#include <lilyan/mesh/box.hpp>
#include <lilyan/mesh/faces.hpp>
#include <lilyan/meshing/shapes.hpp>

#include <gtest/gtest.h>

#include <tests/integrators/methods.hpp>

#include <algorithm>

namespace lilyan::test {
namespace {

struct Piece {
  TetMesh mesh;
  Vec3 velocity = Vec3::Zero();
  double mass = 1;
};

struct Meet {
  MovingBody body;
  const PairContact* contact = nullptr;
};

ContactSurface surface_of(const std::vector<Triangle>& triangles, Index first) {
  ContactSurface surface;
  for (Triangle triangle : triangles) {
    for (Index& v : triangle) v += first;
    surface.triangles.push_back(triangle);
  }
  surface.edges = edges_of(surface.triangles);
  for (const auto& edge : surface.edges) surface.points.insert(surface.points.end(), edge.begin(), edge.end());
  std::sort(surface.points.begin(), surface.points.end());
  surface.points.erase(std::unique(surface.points.begin(), surface.points.end()), surface.points.end());
  return surface;
}

struct Around {
  TriangleMesh obstacle = {};
  Motion motion = {};
  Vec3 gravity = Vec3::Zero();
  std::vector<Pin> pins = {};
};

// Every two of the pieces meet, and all meet the obstacle.
Meet meet(const std::vector<Piece>& pieces, const Law& law, double distance, double stiffness, const Around& around = {}) {
  PairContact::Setting setting;
  std::vector<Tet> tets;
  Index vertices = 0;
  for (const Piece& piece : pieces) vertices += piece.mesh.vertices();
  Vector X(3 * vertices), p(3 * vertices), mass = Vector::Zero(vertices);
  Index first = 0;
  for (const Piece& piece : pieces) {
    const Index n = piece.mesh.vertices();
    X.segment(3 * first, 3 * n) = piece.mesh.X;
    for (Tet tet : piece.mesh.tets) {
      for (Index v : tet) mass[first + v] += volume(piece.mesh.X, tet) / 4;
      for (Index& v : tet) v += first;
      tets.push_back(tet);
    }
    mass.segment(first, n) *= piece.mass / mass.segment(first, n).sum();
    for (Index i = first; i < first + n; ++i) vertex(p, i) = mass[i] * piece.velocity;
    setting.surfaces.push_back(surface_of(outer_faces(Cells{piece.mesh.tets}, FlatBody::sheet).triangles, first));
    first += n;
  }
  const auto bodies = static_cast<Index>(pieces.size());
  for (Index a = 0; a < bodies; ++a)
    for (Index b = a + 1; b < bodies; ++b) setting.meetings.push_back({a, b, 0, distance, 0, a == 0});
  if (around.obstacle.vertices() > 0) {
    setting.obstacles.add(around.obstacle.X, around.motion);
    setting.surfaces.push_back(surface_of(around.obstacle.triangles, vertices));
    for (Index b = 0; b < bodies; ++b) setting.meetings.push_back({bodies, b, 1, distance, 0, true});
  }
  setting.vertices = vertices;
  setting.rest = X;
  setting.rest.conservativeResize(X.size() + around.obstacle.X.size());
  setting.rest.tail(around.obstacle.X.size()) = around.obstacle.X;
  setting.stiffness = Vector::Constant(vertices, stiffness);
  setting.laws = {{0, distance}, {1, distance}};
  Meet made;
  auto contact = std::make_unique<PairContact>(std::move(setting));
  made.contact = contact.get();
  std::vector<std::unique_ptr<Potential>> potentials;
  for (auto& e : make_elasticity(X, tets, {law}, std::vector<Index>(tets.size(), 0))) potentials.push_back(std::move(e));
  potentials.push_back(std::move(contact));
  made.body.system = std::make_unique<System>(mass, around.gravity, Coordinates(X, around.pins), std::move(potentials));
  made.body.start = {0, 0, 0, X, p};
  return made;
}

// Two balls of radius 0.5 and 1 kg each, thrown at each other off centre.
Meet colliding_balls(double speed, double distance = 1e-2, double size = 0.25) {
  std::vector<Piece> balls;
  for (const double side : {-1.0, 1.0})
    balls.push_back({Ball{0.5, size, side * Vec3(0.6, 0.15, 0)}.mesh(), -side * speed * Vec3::UnitX()});
  return meet(balls, StVenantKirchhoff{1000, 500}, distance, 200);
}

// A square of two triangles in the plane x = 0.
TriangleMesh square(double half) {
  TriangleMesh mesh;
  mesh.X.resize(12);
  mesh.X << 0, -half, -half, 0, half, -half, 0, half, half, 0, -half, half;
  mesh.triangles = {{0, 1, 2}, {0, 2, 3}};
  return mesh;
}

struct Seen {
  Drift drift;
  double least_gap = 1e300, closure = 0;
  int contact_steps = 0, contact_iterations = 0;
  std::string failure;
  Frame end = {};
  std::vector<double> impulses = {};  // of the contacts so far
};

enum class Workspaces { kept, lost };  // lost: after every step

Seen watch(const Meet& met, const Integrator& integrator, double h, int steps, Workspaces workspaces = Workspaces::kept) {
  const auto stepper = integrator.stepper(*met.body.system, {});
  History history(met.body.start);
  Workspace workspace;
  Seen seen;
  seen.impulses.assign(3 * static_cast<std::size_t>(met.body.system->contacts()), 0);
  seen.drift.see(stepper->ledger(history));
  for (int n = 1; n <= steps; ++n) {
    if (workspaces == Workspaces::lost) workspace = Workspace();
    auto step = stepper->attempt(history, {n, h * n, h}, workspace);
    if (!step) {
      seen.failure = "step " + std::to_string(n) + ": " + step.failure().reason;
      break;
    }
    seen.closure = std::max(seen.closure, step->statistics.closure);
    if (!step->joined.empty()) {
      ++seen.contact_steps;
      seen.contact_iterations += step->statistics.newton_iterations;
    }
    history.accept(std::move(*step));
    if (workspaces == Workspaces::lost) history = History::read(history.write());
    if (const auto all = history.memory().find("reactions"))
      for (std::size_t k = 0; k < seen.impulses.size(); ++k) seen.impulses[k] += (*all)[all->size() - seen.impulses.size() + k];
    if (const auto nearest = met.contact->nearest(history.now().x, history.now().t))
      seen.least_gap = std::min(seen.least_gap, nearest->gap_over_distance);
    seen.drift.see(stepper->ledger(history));
  }
  seen.end = history.now();
  return seen;
}

TEST(PairContact, KeepsEnergyAndMomentumThroughACollision) {
  std::int64_t iterations = 0, steps = 0;
  for (const double h : {0.01, 0.033})
    for (const double distance : {1e-2, 1e-3}) {
      const Seen seen = watch(colliding_balls(1, distance), *make_integrator("avf"), h, static_cast<int>(1 / h));
      ASSERT_EQ(seen.failure, "");
      EXPECT_GT(seen.contact_steps, 2);
      EXPECT_GT(seen.least_gap, 0);
      EXPECT_LT(seen.drift.energy(), 1e-11) << "h " << h << ", distance " << distance;
      EXPECT_LT(seen.drift.linear(), 1e-13);
      EXPECT_LT(seen.drift.angular(), 5e-3);
      iterations += seen.contact_iterations;
      steps += seen.contact_steps;
      // In four steps, each of 33 distances: the hardest case has two that take more than the others.
      EXPECT_LE(seen.contact_iterations, 16 * seen.contact_steps) << "h " << h << ", distance " << distance;
    }
  EXPECT_LE(iterations, 11 * steps);
}

TEST(PairContact, KeepsEnergyThroughAHardCollision) {
  for (const double distance : {1e-2, 1e-3}) {
    const Seen seen = watch(colliding_balls(5, distance), *make_integrator("avf"), 0.01, 30);
    ASSERT_EQ(seen.failure, "");
    EXPECT_GT(seen.least_gap, 0);
    EXPECT_LT(seen.drift.energy(), 1e-11);
    EXPECT_LT(seen.drift.linear(), 1e-13);
  }
}

TEST(PairContact, ClosesTheMomentaOfBodiesThatMeetTogether) {
  const Method method = closed_avf();
  const Seen seen = watch(colliding_balls(1), *make_integrator(method.name, method.parameters), 0.01, 100);
  ASSERT_EQ(seen.failure, "");
  EXPECT_GT(seen.contact_steps, 2);
  EXPECT_LT(seen.drift.energy(), 1e-11);
  EXPECT_LT(seen.drift.linear(), 1e-13);
  EXPECT_LT(seen.drift.angular(), 1e-12);
  EXPECT_LT(seen.closure, 5e-2);
}

TEST(PairContact, ReportsWhatBodiesDoToEachOther) {
  const Meet met = colliding_balls(1);
  const Seen seen = watch(met, *make_integrator("avf"), 0.01, 100);
  ASSERT_EQ(seen.failure, "");
  Vec3 gained = Vec3::Zero();  // by the first ball
  for (Index i = 0; i < met.body.system->vertices() / 2; ++i) gained += vertex(seen.end.p, i) - vertex(met.body.start.p, i);
  EXPECT_LT(gained.x(), -0.5);
  for (std::size_t axis = 0; axis < 3; ++axis) EXPECT_NEAR(seen.impulses[axis], gained[static_cast<Eigen::Index>(axis)], 1e-11);
}

class EveryImplicitMethodOnPairs : public testing::TestWithParam<Method> {};

TEST_P(EveryImplicitMethodOnPairs, CarriesACollision) {
  const Meet met = colliding_balls(1, 1e-2, 0.5);
  const auto integrator = make_integrator(GetParam().name, GetParam().parameters);
  ASSERT_TRUE(integrator->objections(*met.body.system).empty());
  const Seen seen = watch(met, *integrator, 0.01, 60);
  EXPECT_EQ(seen.failure, "");
  EXPECT_GT(seen.contact_steps, 2);
  EXPECT_GT(seen.least_gap, 0);
  EXPECT_LT(seen.drift.linear(), 1e-12);
  RecordProperty("energy", std::to_string(seen.drift.energy()));
}

TEST_P(EveryImplicitMethodOnPairs, GoesOnFromTheHistoryAlone) {
  const Meet met = colliding_balls(1, 1e-2, 0.5);
  const auto integrator = make_integrator(GetParam().name, GetParam().parameters);
  const Seen kept = watch(met, *integrator, 0.01, 40), lost = watch(met, *integrator, 0.01, 40, Workspaces::lost);
  EXPECT_GT(kept.contact_steps, 2);
  EXPECT_EQ(kept.end.x, lost.end.x);
  EXPECT_EQ(kept.end.p, lost.end.p);
}

INSTANTIATE_TEST_SUITE_P(PairContact, EveryImplicitMethodOnPairs, testing::ValuesIn(methods_of_parts()), label_of);

TEST(PairContact, GivesTheSameBitsForAnyNumberOfThreads) {
  const Meet met = colliding_balls(1);
  const Seen alone = watch(met, *make_integrator("avf"), 0.01, 40);
  for (const int count : {2, 3, 8}) {
    const Threads threads(count);
    const UsingThreads use(threads);
    EXPECT_EQ(watch(met, *make_integrator("avf"), 0.01, 40).end.x, alone.end.x);
  }
}

TEST(PairContact, IsRefusedByExplicitMethods) {
  const Meet met = colliding_balls(1);
  for (const Method& method : explicit_methods())
    EXPECT_FALSE(make_integrator(method.name, method.parameters)->objections(*met.body.system).empty()) << method.label;
}

// 20 m/s in steps of 10 ms: a fifth of a metre each, twice the ball's radius.
TEST(PairContact, StopsAFastBallAtAThinSheet) {
  for (const double distance : {1e-2, 1e-3}) {
    const Meet met = meet({{Ball{0.1, 0.05, Vec3(-0.45, 0.02, 0)}.mesh(), Vec3(20, 0, 0)}}, StVenantKirchhoff{4e6, 4e6}, distance,
                          1e5, {square(0.5)});
    const Seen seen = watch(met, *make_integrator("avf"), 0.01, 8);
    ASSERT_EQ(seen.failure, "");
    EXPECT_GT(seen.least_gap, 0);
    EXPECT_LT(seen.drift.energy(), 1e-9);
    for (Index i = 0; i < met.body.system->vertices(); ++i) ASSERT_LT(vertex(seen.end.x, i).x(), 0) << "it went through";
  }
}

TEST(PairContact, CarriesABodyAtRestOnAnObstacle) {
  TriangleMesh floor = square(1);
  for (Index i = 0; i < floor.vertices(); ++i) vertex(floor.X, i) = Vec3(vertex(floor.X, i).y(), 0, vertex(floor.X, i).z());
  const TetMesh cube = box(Vec3(0.4, 0.4, 0.4), {2, 2, 2}, Vec3(0, 0.2 + 4e-3, 0), Split::six);
  const Meet met = meet({{cube}}, StVenantKirchhoff{1e4, 1e4}, 5e-3, 1e3,
                        {floor, {}, Vec3(0, -9.81, 0), {{{0}, {true, false, true}, {}}, {{2}, {true, false, false}, {}}}});
  const auto integrator = make_integrator("static");
  const auto stepper = integrator->stepper(*met.body.system, {});
  History history(met.body.start);
  Workspace workspace;
  auto step = stepper->attempt(history, {1, 1, 1}, workspace);
  ASSERT_TRUE(step) << step.failure().reason;
  const Vector first = step->frame.x;
  history.accept(std::move(*step));
  const auto reactions = history.memory().find("reactions");
  ASSERT_TRUE(reactions);
  EXPECT_NEAR((*reactions)[reactions->size() - 2], -9.81, 1e-6 * 9.81);  // on the floor
  step = stepper->attempt(history, {2, 2, 1}, workspace);
  ASSERT_TRUE(step) << step.failure().reason;
  EXPECT_LT((step->frame.x - first).lpNorm<Eigen::Infinity>(), 1e-9 * 0.4);
}

// A wall that pushes a free cube.
TEST(PairContact, BooksTheWorkOfAnObstacleThatMoves) {
  const TetMesh cube = box(Vec3(0.4, 0.4, 0.4), {2, 2, 2}, Vec3(0.25, 0, 0), Split::six);
  Around around{square(1)};
  around.motion = {{Vec3(0.5, 0, 0), Vec3::UnitZ(), 0, Vec3::Zero(), 0, 0.5}};
  const Seen seen = watch(meet({{cube}}, StVenantKirchhoff{1e3, 1e3}, 5e-3, 1e3, around), *make_integrator("avf"), 0.01, 80);
  ASSERT_EQ(seen.failure, "");
  EXPECT_GT(seen.drift.linear(), 0.1);
  EXPECT_LT(seen.drift.energy(), 1e-11);
  EXPECT_GT(seen.least_gap, 0);
}

}  // namespace
}  // namespace lilyan::test
