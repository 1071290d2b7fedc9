// avf with "momentum": "conserved": energy and all momenta at once.
#include <lilyan/materials/registry.hpp>

#include <gtest/gtest.h>

#include <tests/integrators/methods.hpp>

#include <Eigen/Geometry>

namespace lilyan::test {
namespace {

std::unique_ptr<Integrator> closed() { return make_integrator(closed_avf().name, closed_avf().parameters); }

BodySpec with_law(BodySpec spec, Law law) {
  spec.law = std::move(law);
  return spec;
}

struct ClosureCase {
  std::string label;
  BodySpec body;
  int steps;
};

class ClosedAvf : public testing::TestWithParam<ClosureCase> {};

TEST_P(ClosedAvf, KeepsEnergyAndMomenta) {
  const RunOutcome outcome = run_body(make_body(GetParam().body), *closed(), 0.033, GetParam().steps);
  EXPECT_EQ(outcome.failure, "");
  EXPECT_LT(outcome.drift.energy(), 1e-9);
  EXPECT_LT(outcome.drift.linear(), 1e-11);
  EXPECT_LT(outcome.drift.angular(), 1e-11);
  EXPECT_LT(outcome.statistics.residual, 1e-10) << "of the step before its momenta were closed";
  EXPECT_EQ(outcome.statistics.unclosed, 0);
  EXPECT_GT(outcome.statistics.closure, 1e-6) << "there was something to close";
  EXPECT_LT(outcome.statistics.closure, 0.15);
}

std::vector<ClosureCase> closure_cases() {
  return {{"bar", {}, 1000},
          {"extreme", extreme_bar(), 1000},
          {"bar_of_stable_neo_hookean", with_law({}, StableNeoHookean{1000, 500}), 1000},
          {"extreme_of_stable_neo_hookean", with_law(extreme_bar(), StableNeoHookean{1000, 500}), 1000},
          {"neo_hookean", neo_hookean_bar(), 1000}};
}

INSTANTIATE_TEST_SUITE_P(Bars, ClosedAvf, testing::ValuesIn(closure_cases()), [](const auto& test) { return test.param.label; });

TEST(PlainAvf, LetsTheAngularMomentumWander) {
  EXPECT_GT(run_body(make_body({}), *make_integrator("avf"), 0.033, 100).drift.angular(), 1e-3);
}

TEST(ClosedAvf, FallsAsTheLawOfMomentumSays) {
  // P = P_0 + m g t; about the centre of mass, which gravity does not turn it about, L stays.
  BodySpec spec;
  spec.gravity = Vec3(0, 0, -9.81);
  const MovingBody body = make_body(spec);
  const double h = 0.033;
  const int steps = 100;
  auto spin = [&](const Frame& frame) {
    Vec3 centre = Vec3::Zero(), P = Vec3::Zero(), L = Vec3::Zero();
    for (Index i = 0; i < body.system->vertices(); ++i) {
      centre += body.system->vertex_mass()[i] * vertex(frame.x, i);  // of mass 1
      P += vertex(frame.p, i);
      L += Vec3(vertex(frame.x, i)).cross(Vec3(vertex(frame.p, i)));
    }
    return std::pair{Vec3(L - centre.cross(P)), P};
  };
  const auto [L_0, P_0] = spin(body.start);
  const RunOutcome outcome = run_body(body, *closed(), h, steps);
  const auto [L, P] = spin(outcome.history.now());
  EXPECT_LT((P - P_0 - h * steps * spec.gravity).norm(), 1e-11 * P.norm());
  EXPECT_LT((L - L_0).norm(), 1e-10 * outcome.drift.angular_scale());
  EXPECT_LT(outcome.drift.energy(), 1e-10);
}

TEST(ClosedAvf, TurnsAboutAPinAsItsWeightSays) {
  // Held at one edge of its end, along y: a pendulum about that axis. Momentum about it changes by the weight's moment alone.
  BodySpec spec;
  spec.gravity = Vec3(0, 0, -9.81);
  spec.twist_degrees = 0;
  spec.spin = Vec3(0, 1, 0);
  spec.drift = Vec3::Zero();
  auto on_edge = [](const Vec3& X) { return X[0] < -1.99 && X[2] < -0.49; };
  spec.pins = [&](const Vector& X) {
    std::vector<Index> edge;
    for (Index i = 0; 3 * i < X.size(); ++i)
      if (on_edge(vertex(X, i))) edge.push_back(i);
    return std::vector<Pin>{{edge, {true, true, true}, {}}};
  };
  const MovingBody body = make_body(spec);
  const Vector& m = body.system->vertex_mass();
  Index pinned = 0;
  while (!body.system->coordinates().is_held(3 * pinned)) ++pinned;
  const Vec3 pin = vertex(body.start.x, pinned);
  auto moment_of = [&](const Vector& x, const Vector& p) {
    double sum = 0;
    for (Index i = 0; i < m.size(); ++i) sum += (Vec3(vertex(x, i)) - pin).cross(Vec3(vertex(p, i)))[1];
    return sum;
  };
  Vector weight = Vector::Zero(body.start.x.size());
  for (Index i = 0; i < m.size(); ++i) vertex(weight, i) = m[i] * spec.gravity;

  const double h = 0.02;
  for (const bool is_closed : {true, false}) {
    const auto integrator = is_closed ? closed() : make_integrator("avf");
    const auto made_stepper = make_stepper(*body.system, *integrator, {});
    const Stepper& stepper = *made_stepper;
    History history(body.start);
    Workspace workspace;
    double worst = 0, scale = 0;
    for (int k = 0; k < 100; ++k) {
      const Frame before = history.now();
      auto step = stepper.attempt(history, {k, (k + 1) * h, h}, workspace);
      ASSERT_TRUE(step);
      history.accept(std::move(*step));
      const Frame& after = history.now();
      const double change = moment_of(after.x, after.p) - moment_of(before.x, before.p);
      worst = std::max(worst, std::abs(change - h * moment_of(0.5 * (before.x + after.x), weight)));
      scale = std::max(scale, std::abs(moment_of(after.x, after.p)));
    }
    if (is_closed)
      EXPECT_LT(worst, 1e-12 * scale);
    else
      EXPECT_GT(worst, 1e-9 * scale) << "plain avf misses it";
  }
}

// Internal motion is what a closure scales. A stiff body that tumbles has none: there another method makes the step.
TEST(ClosedAvf, DoesNotPumpUpAStiffBodyThatTumbles) {
  BodySpec spec;
  spec.law = StVenantKirchhoff{4e6, 6e6};
  spec.cells = {2, 2, 2};
  spec.size = Vec3(0.3, 0.2, 0.1);
  spec.stretch = 1;
  spec.twist_degrees = 0;
  spec.mass = 6;
  spec.spin = Vec3(0.1, 8, 0.05);  // about the middle axis
  spec.drift = Vec3(0.2, 0, 0);
  for (const double h : {0.01, 0.02}) {
    const RunOutcome outcome = run_body(make_body(spec), *closed(), h, static_cast<std::int64_t>(30 / h));
    EXPECT_EQ(outcome.failure, "");
    EXPECT_LT(outcome.drift.angular(), 1e-10) << h;
    EXPECT_LT(outcome.drift.linear(), 1e-10) << h;
    EXPECT_LT(outcome.drift.energy(), 1e-9) << h;
    EXPECT_EQ(outcome.statistics.unclosed, 0) << h;
  }
}

TEST(ClosedAvf, ClosesEachBodyAlone) {
  // Two bars that do not touch: each keeps its own momenta.
  BodySpec spec;
  const MovingBody one = make_body(spec);
  const Index n = one.system->vertices();
  TetMesh mesh = one.mesh;
  for (const Tet& tet : one.mesh.tets) {
    Tet copy = tet;
    for (Index& v : copy) v += n;
    mesh.tets.push_back(copy);
  }
  Vector X(6 * n), x(6 * n), p(6 * n), mass(2 * n);
  X << one.mesh.X, one.mesh.X;
  const Vec3 away(0, 10, 0);
  x << one.start.x, one.start.x;
  p << one.start.p, -0.5 * one.start.p;
  for (Index i = n; i < 2 * n; ++i) vertex(x, i) += away, vertex(X, i) += away;
  mass << one.system->vertex_mass(), one.system->vertex_mass();
  std::vector<std::unique_ptr<Potential>> potentials;
  for (auto& part : make_elasticity(X, mesh.tets, {spec.law}, std::vector<Index>(mesh.tets.size(), 0)))
    potentials.push_back(std::move(part));
  const System system(mass, Vec3::Zero(), Coordinates(x, {}), std::move(potentials));
  const auto integrator = closed();
  const auto made_stepper = make_stepper(system, *integrator, {});
  const Stepper& stepper = *made_stepper;
  History history(Frame{0, 0, 0, x, p});
  Workspace workspace;
  auto angular = [&](int body) {
    Vec3 L = Vec3::Zero();
    for (Index i = body * n; i < (body + 1) * n; ++i) L += Vec3(vertex(history.now().x, i)).cross(Vec3(vertex(history.now().p, i)));
    return L;
  };
  const Vec3 first = angular(0), second = angular(1);
  for (int k = 0; k < 100; ++k) {
    auto step = stepper.attempt(history, {k, (k + 1) * 0.033, 0.033}, workspace);
    ASSERT_TRUE(step);
    history.accept(std::move(*step));
  }
  EXPECT_LT((angular(0) - first).norm(), 1e-11 * first.norm());
  EXPECT_LT((angular(1) - second).norm(), 1e-11 * second.norm());
}

// Far too long steps of stiff bodies that spin: hardly one of them can be solved, and few have the energy for their momenta.
TEST(EnergyMomentum, KeepsTheEnergyWhereItFallsBackAndCannotHaveTheMomenta) {
  int fallbacks = 0, unclosed = 0;
  for (const double modulus : {1e7, 1e8, 1e9})
    for (const double h : {0.1, 0.2}) {
      BodySpec spec;
      spec.law = law_from_moduli(*find_material("stvk"), modulus, 0.3);
      spec.spin = Vec3(3, -8, 5);
      const RunOutcome outcome = run_body(make_body(spec), *make_integrator("energy_momentum"), h, 30);
      EXPECT_EQ(outcome.failure, "");
      EXPECT_LT(outcome.drift.energy(), 1e-9) << modulus << ' ' << h;
      EXPECT_LT(outcome.drift.linear(), 1e-9) << modulus << ' ' << h;
      fallbacks += outcome.statistics.fallbacks;
      unclosed += outcome.statistics.unclosed;
    }
  EXPECT_GT(fallbacks, 30);
  EXPECT_GT(unclosed, 5);
}

}  // namespace
}  // namespace lilyan::test
