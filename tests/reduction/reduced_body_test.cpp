// A body that moves in the coordinates of a basis is a system like any other: every method moves it, and keeps what it keeps.
#include <lilyan/energy/contact/planes/plane_responses.hpp>
#include <lilyan/energy/damping/drag.hpp>
#include <lilyan/energy/damping/stiffness_damping.hpp>

#include <gtest/gtest.h>

#include <tests/integrators/methods.hpp>
#include <tests/reduction/reduced_twin.hpp>

#include <numeric>

namespace lilyan::test {
namespace {

TwinSpec swinging(Index modes = 10, const Vec3& gravity = Vec3(0, -1, 0)) {
  TwinSpec spec;
  spec.bar = held_bar({4, 1, 1});
  spec.bar.gravity = gravity;
  spec.modes = modes;
  spec.speed = 2;
  return spec;
}

NewtonSettings tight(double tolerance = 1e-14) {
  NewtonSettings settings;
  settings.tolerance = tolerance;
  return settings;
}

Vector end_positions(const System& system, const RunOutcome& outcome) { return system.space().positions(outcome.history.now().x); }

// With every mode the basis says all that the vertices can do.
TEST(ReducedBody, MovesAsTheFullBodyInAllItsModes) {
  TwinSpec spec = swinging();
  spec.bar = held_bar({2, 1, 1});
  spec.bar.gravity = Vec3(0.3, -1, 0);
  spec.modes = make_body(spec.bar).system->coordinates().size();
  spec.force = Vec3(0, 0.5, 1);
  spec.speed = 8;
  const ReducedTwin twin = reduced_twin(spec);
  const auto integrator = make_integrator("avf");
  const RunOutcome full = run_body(twin.full, *integrator, 0.01, 100, tight(1e-16));
  const RunOutcome reduced = run_body(twin.reduced, *integrator, 0.01, 100, tight(1e-16));
  ASSERT_EQ(full.failure + reduced.failure, "");
  const Vector x = end_positions(*twin.full.system, full), y = end_positions(*twin.reduced.system, reduced);
  EXPECT_GT((x - twin.full.mesh.X).cwiseAbs().maxCoeff(), 0.3);
  EXPECT_LT((x - y).cwiseAbs().maxCoeff(), 1e-8);
  const LedgerRow &a = full.drift.last(), &b = reduced.drift.last();
  EXPECT_NEAR(a.kinetic, b.kinetic, 1e-8 * a.kinetic);
  EXPECT_NEAR(a.elastic, b.elastic, 1e-8 * a.kinetic);
  EXPECT_NEAR(a.gravity - full.drift.first().gravity, b.gravity - reduced.drift.first().gravity, 1e-8 * a.kinetic);
  EXPECT_NEAR(a.work, b.work, 1e-8 * a.kinetic);
  EXPECT_LT((a.linear - b.linear).norm(), 1e-8 * a.linear_scale);
  EXPECT_LT((a.angular - b.angular).norm(), 1e-8 * a.angular_scale);
}

TEST(ReducedBody, KeepsItsEnergyByAvfOverTenThousandSteps) {
  const ReducedTwin twin = reduced_twin(swinging());
  const RunOutcome outcome = run_body(twin.reduced, *make_integrator("avf"), 0.01, 10000);
  EXPECT_EQ(outcome.failure, "");
  EXPECT_LT(outcome.drift.energy(), 1e-10);
}

class EveryMethodOfAReducedBody : public testing::TestWithParam<Method> {};

TEST_P(EveryMethodOfAReducedBody, GoesOnFromItsHistoryAlone) {
  const ReducedTwin twin = reduced_twin(swinging(7));
  const auto integrator = make_integrator(GetParam().name, GetParam().parameters);
  ASSERT_TRUE(integrator->objections(*twin.reduced.system).empty());
  const auto stepper = integrator->stepper(*twin.reduced.system, {});
  const auto run = [&](bool forgets) {
    History history(twin.reduced.start);
    auto workspace = std::make_unique<Workspace>();
    for (int n = 1; n <= 20; ++n) {
      if (forgets) {
        workspace = std::make_unique<Workspace>();
        history = History::read(history.write());
      }
      const auto step = stepper->attempt(history, {n, 1e-3 * n, 1e-3}, *workspace);
      EXPECT_TRUE(step) << (step ? "" : step.failure().reason);
      if (!step) break;
      history.accept(*step);
    }
    return history.write();
  };
  EXPECT_EQ(run(false), run(true));
}

// Halving the step divides the distance to the exact motion by 2^order.
TEST_P(EveryMethodOfAReducedBody, HasItsOrder) {
  const ReducedTwin twin = reduced_twin(swinging(6));
  const auto integrator = make_integrator(GetParam().name, GetParam().parameters);
  const int order = listed_properties(GetParam()).order;
  const auto at = [&](double h) {
    const RunOutcome outcome = run_body(twin.reduced, *integrator, h, std::llround(0.08 / h), tight());
    EXPECT_EQ(outcome.failure, "");
    return end_positions(*twin.reduced.system, outcome);
  };
  const double h = order == 6 ? 0.01 : order == 4 ? 0.004 : 0.0005;
  const Vector coarse = at(h), fine = at(h / 2), finest = at(h / 4);
  const double measured = std::log2((coarse - fine).norm() / (fine - finest).norm());
  EXPECT_NEAR(measured, order, 0.2);
}

std::vector<Method> all_methods() {
  std::vector<Method> methods = implicit_methods();
  for (const Method& method : explicit_methods()) methods.push_back(method);
  return methods;
}

INSTANTIATE_TEST_SUITE_P(ReducedBody, EveryMethodOfAReducedBody, testing::ValuesIn(all_methods()), label_of);

// Momenta, energies and gravity of the ledger are those of the vertices.
TEST(ReducedBody, ReportsWhatItsVerticesDo) {
  const ReducedTwin twin = reduced_twin(swinging(10, Vec3(0.2, -1, 0.4)));
  const RunOutcome outcome = run_body(twin.reduced, *make_integrator("implicit_midpoint"), 0.01, 37);
  const Frame& now = outcome.history.now();
  const Vector x = twin.space().positions(now.x), v = twin.space().velocities(twin.reduced.system->velocity(now.p));
  const System& full = *twin.full.system;
  const Frame seen{now.step, now.t, now.h, x, full.momentum(v)};
  const LedgerRow row = outcome.drift.last();
  EXPECT_NEAR(row.kinetic, full.kinetic_energy(seen.p, v), 1e-12 * row.kinetic);
  EXPECT_NEAR(row.elastic, full.potential_energy(x, 0, EnergyKind::elastic), 1e-10 * row.elastic);
  EXPECT_NEAR(row.gravity, full.potential_energy(x, 0, EnergyKind::gravity), 1e-12 * row.angular_scale);
  const LedgerRow expected = ledger_row(full, History(seen), 0);
  EXPECT_LT((row.linear - expected.linear).norm(), 1e-12 * expected.linear_scale);
  EXPECT_LT((row.angular - expected.angular).norm(), 1e-12 * expected.angular_scale);
}

TEST(ReducedBody, SagsUnderItsWeightAsTheFullBodyProjected) {
  TwinSpec spec = swinging(24, Vec3(0, -0.2, 0));
  spec.speed = 0;
  spec.force = Vec3(0, 0, 0.05);
  const ReducedTwin twin = reduced_twin(spec);
  const RunOutcome full = run_body(twin.full, *make_integrator("static"), 1, 1);
  const RunOutcome reduced = run_body(twin.reduced, *make_integrator("static"), 1, 1);
  ASSERT_EQ(full.failure + reduced.failure, "");
  const Vector sag = end_positions(*twin.full.system, full) - twin.full.mesh.X;
  EXPECT_LT((end_positions(*twin.reduced.system, reduced) - twin.full.mesh.X - sag).norm(), 0.03 * sag.norm());
}

TEST(ReducedBody, IsBrakedByTheAirOnItsSurface) {
  const double area = 0.02, slow = 3, fast = 2;
  const Vec3 wind(0.5, 1, 0);
  TwinSpec spec = swinging();
  spec.add = [&](const Space::Reduced& body, auto&, auto& dissipations) {
    std::vector<Index> all(static_cast<std::size_t>(body.shape->vertices()));
    std::iota(all.begin(), all.end(), 0);
    const auto count = static_cast<Eigen::Index>(all.size());
    dissipations.push_back(std::make_unique<CarriedDissipation>(
        std::make_shared<BasisVertices>(body, all), std::make_unique<Drag>(Vector::Constant(count, area), slow, fast, wind)));
  };
  const ReducedTwin twin = reduced_twin(spec);
  for (const char* const name : {"avf", "implicit_midpoint", "newmark"}) {
    const RunOutcome outcome = run_body(twin.reduced, *make_integrator(name), 0.005, 200);
    ASSERT_EQ(outcome.failure, "") << name;
    EXPECT_GT(outcome.drift.last().dissipated, 0.1 * outcome.drift.energy_scale()) << name;
    EXPECT_GT(std::abs(outcome.drift.last().work), 0) << name;
    EXPECT_LT(outcome.drift.energy(), std::string(name) == "avf" ? 1e-10 : 1e-2) << name;
  }
  // The force of an explicit step is that of the vertices, pulled back.
  const Vector& y = twin.reduced.start.x;
  const Vector dy = twin.reduced.system->velocity(twin.reduced.start.p), v = twin.space().velocities(dy);
  const Chord chord{0.01, y, dy, nullptr, 0, twin.reduced.system->pattern(), {0, 0.01}};
  const auto term = twin.reduced.system->dissipations().front()->pose(chord, Evaluate::at_start);
  Vector f = Vector::Zero(y.size()), expected = Vector::Zero(v.size());
  term->add_force(y, 1, f);
  for (Index i = 0; i < twin.shape->vertices(); ++i) {
    const Vec3 u = vertex(v, i) - wind;
    vertex(expected, i) = area * (slow + fast * u.norm()) * u;
  }
  EXPECT_LT((f.head(twin.shape->size()) - twin.shape->basis().transpose() * expected).norm(), 1e-13 * f.norm());
}

TEST(ReducedBody, BouncesOnAPlaneAndKeepsItsEnergy) {
  TwinSpec spec = swinging(10, Vec3(0, -4, 0));
  spec.speed = 0;
  const PlaneContact* contact = nullptr;
  std::vector<Index> free_end;
  spec.add = [&](const Space::Reduced& body, auto& potentials, auto&) {
    free_end = end_of(body.shape->rest(), 1);
    std::vector<ContactPoint> points;
    for (Index i = 0; i < static_cast<Index>(free_end.size()); ++i) points.push_back({i, 50});
    auto plane = std::make_unique<PlaneBarrier>(Vec3(0, -0.6, 0), Vec3::UnitY(), 0.02, std::move(points));
    contact = plane.get();
    potentials.push_back(std::make_unique<CarriedPotential>(std::make_shared<BasisVertices>(body, free_end), std::move(plane)));
  };
  const ReducedTwin twin = reduced_twin(spec);
  const BasisVertices seen(twin.space().reduced().front(), free_end);
  const auto integrator = make_integrator("avf");
  const auto stepper = integrator->stepper(*twin.reduced.system, {});
  History history(twin.reduced.start);
  Workspace workspace;
  Drift drift;
  double least = 1e300, pushed = 0;
  for (int n = 1; n <= 600; ++n) {
    const auto step = stepper->attempt(history, {n, 0.01 * n, 0.01}, workspace);
    ASSERT_TRUE(step) << "step " << n << ": " << step.failure().reason;
    history.accept(*step);
    drift.see(stepper->ledger(history));
    least = std::min(least, contact->least_gap(seen.positions(history.now().x)));
    if (const auto reactions = history.memory().find("reactions")) pushed = std::min(pushed, (*reactions)[reactions->size() - 2]);
  }
  EXPECT_GT(least, 0);
  EXPECT_LT(least, 0.02);
  EXPECT_LT(pushed, -1e-3);
  EXPECT_LT(drift.energy(), 1e-10);
}

TEST(ReducedBody, IsDampedByItsOwnTangent) {
  TwinSpec spec = swinging();
  spec.add = [](const Space::Reduced& body, auto& potentials, auto& dissipations) {
    (void)potentials;
    std::vector<std::unique_ptr<Potential>> none;
    Vector mass = Vector::Zero(3 * Eigen::Index{body.shape->points()});
    mass.head(body.shape->size()).setConstant(body.shape->mass());
    dissipations.push_back(std::make_unique<RayleighDamping>(std::move(none), mass, 0.8, 0, RayleighDamping::Form::midpoint));
  };
  spec.bar.gravity.setZero();
  const ReducedTwin twin = reduced_twin(spec);
  const RunOutcome outcome = run_body(twin.reduced, *make_integrator("avf"), 0.01, 500);
  ASSERT_EQ(outcome.failure, "");
  EXPECT_LT(outcome.drift.energy(), 1e-10);
  EXPECT_LT(outcome.drift.last().total, 0.1 * outcome.drift.first().total);
}

TEST(ReducedBody, OfALinearLawHasAQuadraticEnergy) {
  TwinSpec spec = swinging();
  spec.bar.law = Linear{1000, 500};
  const ReducedTwin twin = reduced_twin(spec);
  EXPECT_EQ(twin.reduced.system->degree(), 2);
  const RunOutcome outcome = run_body(twin.reduced, *make_integrator("avf"), 0.01, 300);
  EXPECT_LT(outcome.drift.energy(), 1e-11);
}

TEST(ReducedBody, VibratesAtTheFrequenciesOfItsModes) {
  const ReducedTwin twin = reduced_twin(swinging(9));
  const Modes full = natural_modes(*twin.full.system, twin.full.mesh.X, 9);
  const Modes reduced = natural_modes(*twin.reduced.system, twin.shape->start(), 9);
  EXPECT_EQ(reduced.rigid + reduced.mechanisms, 0);
  for (Index k = 0; k < 9; ++k) {
    EXPECT_NEAR(reduced.frequencies[k], full.frequencies[k], 1e-9 * full.frequencies[k]);
    EXPECT_LT((moving_share(*twin.reduced.system, reduced, k) - moving_share(*twin.full.system, full, k)).norm(), 1e-8);
  }
}

}  // namespace
}  // namespace lilyan::test
