// What damping takes, what it leaves, and that it does not depend on the step.
#include <lilyan/energy/damping/drag.hpp>
#include <lilyan/energy/damping/stiffness_damping.hpp>
#include <lilyan/energy/damping/strain_damping.hpp>

#include <gtest/gtest.h>

#include <tests/support/bodies.hpp>

#include <Eigen/Geometry>

#include <cmath>

namespace lilyan::test {
namespace {

using Make = std::function<std::unique_ptr<Dissipation>(const BodySpec::MakeElasticity&, const Vector& mass)>;

BodySpec damped(BodySpec spec, const Make& make) {
  spec.dissipations = [make](const BodySpec::MakeElasticity& elasticity, const Vector& mass) {
    BodySpec::Dissipations all;
    all.push_back(make(elasticity, mass));
    return all;
  };
  return spec;
}

Make strain(double coefficient, StrainDamping::Form form) {
  return [=](const BodySpec::MakeElasticity& elasticity, const Vector&) {
    return std::make_unique<StrainDamping>(elasticity(), coefficient, form);
  };
}

Make rayleigh(double alpha, double beta, RayleighDamping::Form form = RayleighDamping::Form::midpoint) {
  return [=](const BodySpec::MakeElasticity& elasticity, const Vector& mass) {
    std::vector<std::unique_ptr<Potential>> potentials;
    for (auto& part : elasticity()) potentials.push_back(std::move(part));
    return std::make_unique<RayleighDamping>(std::move(potentials), mass, alpha, beta, form);
  };
}

Make drag(double slow, double fast, const Vec3& wind = Vec3::Zero()) {
  return [=](const BodySpec::MakeElasticity&, const Vector& mass) {
    return std::make_unique<Drag>(Vector::Constant(mass.size() / 3, 0.01), slow, fast, wind);
  };
}

struct DampingCase {
  std::string label;
  Make make;
  double h = 0.01;  // [s], at which avf is stable
};

std::vector<DampingCase> all_kinds() {
  return {{"strain_implicit", strain(0.002, StrainDamping::Form::implicit)},
          {"strain_implicit_exact", strain(0.002, StrainDamping::Form::implicit_exact)},
          {"strain_lagged", strain(0.0002, StrainDamping::Form::lagged), 0.001},
          {"rayleigh_of_mass", rayleigh(0.5, 0)},
          {"rayleigh_of_stiffness", rayleigh(0, 0.002)},
          {"rayleigh_of_both", rayleigh(0.5, 0.002)},
          {"rayleigh_at_the_end", rayleigh(0.5, 0.002, RayleighDamping::Form::endpoint)},
          {"drag_of_slow_motion", drag(2, 0)},
          {"drag_of_fast_motion", drag(0, 3)},
          {"drag_of_wind", drag(1, 2, Vec3(3, -2, 1))}};
}

class EveryDamping : public testing::TestWithParam<DampingCase> {};
INSTANTIATE_TEST_SUITE_P(Kinds, EveryDamping, testing::ValuesIn(all_kinds()), [](const auto& test) { return test.param.label; });

// A start in motion, with a past, and an end that is some way off.
struct Posed {
  explicit Posed(const Make& make)
      : body(make_body(damped({}, make))),
        v(body.system->velocity(body.start.p)),
        before(body.start.x - 0.01 * v),
        x(body.start.x + 0.02 * v) {
    for (Eigen::Index i = 0; i < x.size(); ++i) x[i] += 0.02 * std::sin(3.0 * static_cast<double>(i));
    for (Eigen::Index i = 0; i < x.size(); ++i) before[i] += 0.01 * std::cos(5.0 * static_cast<double>(i));
  }
  std::unique_ptr<StepTerm> term(bool is_explicit = false) const {
    return body.system->dissipations()[0]->pose({0.02, body.start.x, v, &before, 0.01, body.system->pattern()},
                                                is_explicit ? Evaluate::at_start : Evaluate::over_step);
  }
  MovingBody body;
  Vector v, before, x;
};

TEST_P(EveryDamping, HasTheGradientAndTheHessianOfItsTerm) {
  const Posed posed(GetParam().make);
  const auto term = posed.term();
  const Eigen::Index n = posed.x.size();
  auto gradient = [&](const Vector& x) {
    Vector g = Vector::Zero(n);
    term->add_force(x, 1, g);
    return g;
  };
  auto value = [&](const Vector& x) {
    Vector g = Vector::Zero(n);
    return term->add_force(x, 0, g).value;
  };
  BlockMatrix H(posed.body.system->pattern());
  term->add_slope(posed.x, 1, Definiteness::exact, H);
  if (!term->is_gradient()) {
    Slope general(posed.body.system->pattern());
    term->add_slope(posed.x, 1, general);
    const Vector d = Vector::Random(n);
    Vector along = general.blocks.times(d);
    for (const Entry& entry : general.entries) along[entry.row] += entry.value * d[entry.column];
    const Vector slope = (gradient(posed.x + 1e-5 * d) - gradient(posed.x - 1e-5 * d)) / 2e-5;
    EXPECT_LT((slope - along).norm(), 1e-6 * slope.norm());
    return;
  }
  Vector d(n);
  for (Eigen::Index i = 0; i < n; ++i) d[i] = std::cos(2.0 * static_cast<double>(i));
  const double step = 1e-5;
  const Vector g = gradient(posed.x);
  EXPECT_NEAR((value(posed.x + step * d) - value(posed.x - step * d)) / (2 * step), g.dot(d), 1e-6 * g.norm() * d.norm());
  const Vector slope = (gradient(posed.x + step * d) - gradient(posed.x - step * d)) / (2 * step);
  EXPECT_LT((slope - H.times(d)).norm(), 1e-6 * std::max(slope.norm(), 1e-3 * g.norm()));
}

TEST_P(EveryDamping, IsLinearWhereTheStepIsExplicit) {
  const Posed posed(GetParam().make);
  const auto term = posed.term(true);
  Vector here = Vector::Zero(posed.x.size()), there = here;
  term->add_force(posed.x, 1, here);
  term->add_force(posed.body.start.x, 1, there);
  EXPECT_EQ(here, there);
  EXPECT_GT(here.norm(), 0);
}

TEST_P(EveryDamping, ClosesTheBalanceOfAvf) {
  const MovingBody body = make_body(damped({}, GetParam().make));
  const RunOutcome outcome = run_body(body, *make_integrator("avf"), GetParam().h, 300);
  EXPECT_EQ(outcome.failure, "");
  EXPECT_LT(outcome.drift.energy(), 1e-9);
  EXPECT_GT(std::abs(outcome.drift.last().dissipated), 0.05 * outcome.drift.first().total) << "it did something";
}

TEST_P(EveryDamping, KeepsLinearMomentumWhereItIsInternal) {
  const MovingBody body = make_body(damped({}, GetParam().make));
  if (body.system->dissipations()[0]->acts_from_outside()) GTEST_SKIP() << "acts from outside";
  EXPECT_LT(run_body(body, *make_integrator("avf"), GetParam().h, 100).drift.linear(), 1e-11);
}

TEST_P(EveryDamping, WorksUnderEveryMethod) {
  for (const IntegratorEntry& entry : integrator_registry()) {
    if (entry.name == "forward_euler" || !make_integrator(entry.name)->objections(*make_body({}).system).empty()) continue;
    const bool is_explicit = entry.properties(default_parameters(entry)).is_explicit;
    const RunOutcome outcome = run_body(make_body(damped({}, GetParam().make)), *make_integrator(entry.name),
                                        is_explicit ? 2e-4 : 0.005, is_explicit ? 500 : 20);
    EXPECT_EQ(outcome.failure, "") << entry.name;
  }
}

TEST(RayleighDamping, NeverAddsEnergyInTheDefaultForm) {
  for (const double h : {0.001, 0.033, 0.1}) {
    double last = HUGE_VAL;
    run_body(make_body(damped(extreme_bar(), rayleigh(0.1, 0.001))), *make_integrator("avf"), h, 100, {}, 1,
             [&](const LedgerRow& row) {
               EXPECT_LE(row.total, last * (1 + 1e-12)) << "at " << row.time << ", h " << h;
               last = row.total;
             });
  }
}

std::unique_ptr<Integrator> explicit_variational() {
  Parameters parameters;
  parameters.set("alpha", 0.0);
  return make_integrator("variational", parameters);
}

double energy_after(double seconds, const Make& make, const Integrator& integrator, double h) {
  const RunOutcome outcome = run_body(make_body(damped(neo_hookean_bar(), make)), integrator, h, std::lround(seconds / h), {}, 10);
  EXPECT_EQ(outcome.failure, "");
  EXPECT_LT(outcome.drift.linear(), 1e-10);
  EXPECT_LT(outcome.drift.angular(), 1e-10);
  return outcome.drift.last().total;
}

TEST(StrainDamping, DoesNotDependOnTheStep) {
  std::vector<double> energies;
  for (const double h : {0.004, 0.002, 0.001})
    energies.push_back(energy_after(4, strain(0.002, StrainDamping::Form::lagged), *explicit_variational(), h));
  EXPECT_NEAR(energies[0], energies[2], 0.005 * energies[2]);
  EXPECT_NEAR(energies[1], energies[2], 0.005 * energies[2]);
  EXPECT_NEAR(energies[2], 4.9355, 0.02) << "an independent prototype, on the other alternation of the mesh";
}

TEST(StrainDamping, DoesNotDependOnTheStepInItsExactForm) {
  const auto midpoint = make_integrator("implicit_midpoint");
  const Make exact = strain(0.002, StrainDamping::Form::implicit_exact);
  const double coarse = energy_after(4, exact, *midpoint, 0.008), fine = energy_after(4, exact, *midpoint, 0.004);
  EXPECT_NEAR(coarse, fine, 0.005 * fine);  // finer steps: long_damping_test.cpp
}

TEST(StrainDamping, KeepsAngularMomentumInItsExactFormOnly) {
  const auto method = make_integrator("energy_momentum"), midpoint = make_integrator("implicit_midpoint");
  for (const Integrator* integrator : {method.get(), midpoint.get()})
    for (const StrainDamping::Form form : {StrainDamping::Form::implicit, StrainDamping::Form::implicit_exact}) {
      const RunOutcome outcome = run_body(make_body(damped(neo_hookean_bar(), strain(0.002, form))), *integrator, 0.01, 100);
      EXPECT_EQ(outcome.failure, "");
      if (form == StrainDamping::Form::implicit_exact)
        EXPECT_LT(outcome.drift.angular(), 1e-11);
      else
        EXPECT_GT(outcome.drift.angular(), 1e-5);
    }
}

// The share of the kinetic energy that is not of a rigid motion.
double internal_share(const MovingBody& body, const Frame& end);

TEST(StrainDamping, HindersNoRigidMotionAndEndsInOne) {
  // A damped free body ends as a rigid one that has kept its angular momentum.
  const BodySpec spec = neo_hookean_bar();
  const MovingBody lagged = make_body(damped(spec, strain(0.004, StrainDamping::Form::lagged)));
  const RunOutcome outcome = run_body(lagged, *explicit_variational(), 0.004, 15000, {}, 1000);
  EXPECT_EQ(outcome.failure, "");
  EXPECT_LT(outcome.drift.angular(), 1e-9);
  EXPECT_LT(internal_share(lagged, outcome.history.now()), 1e-3);

  const MovingBody exact = make_body(damped(spec, strain(0.01, StrainDamping::Form::implicit_exact)));
  const RunOutcome at_large_steps = run_body(exact, *make_integrator("implicit_midpoint"), 0.04, 400, {}, 100);
  EXPECT_EQ(at_large_steps.failure, "");
  EXPECT_LT(at_large_steps.drift.angular(), 1e-9);
  EXPECT_LT(internal_share(exact, at_large_steps.history.now()), 1e-3);
}

double internal_share(const MovingBody& body, const Frame& end) {
  const Vector& m = body.system->vertex_mass();
  const Vector v = body.system->velocity(end.p);
  Vec3 centre = Vec3::Zero(), L = Vec3::Zero(), P = Vec3::Zero();
  Mat3 inertia = Mat3::Zero();
  for (Index i = 0; i < m.size(); ++i) centre += m[i] * vertex(end.x, i), P += m[i] * vertex(v, i);
  centre /= m.sum();
  for (Index i = 0; i < m.size(); ++i) {
    const Vec3 r = vertex(end.x, i) - centre;
    L += m[i] * r.cross(Vec3(vertex(v, i)));
    inertia += m[i] * (r.squaredNorm() * Mat3::Identity() - r * r.transpose());
  }
  const Vec3 spin = inertia.ldlt().solve(L);
  double internal = 0, all = 0;
  for (Index i = 0; i < m.size(); ++i) {
    const Vec3 r = vertex(end.x, i) - centre;
    internal += m[i] * (vertex(v, i) - P / m.sum() - spin.cross(r)).squaredNorm();
    all += m[i] * vertex(v, i).squaredNorm();
  }
  return internal / all;
}

TEST(Drag, OfWindCarriesTheBodyAlong) {
  BodySpec spec;
  spec.drift = Vec3::Zero();
  const Vec3 wind(3, 0, 0);
  const RunOutcome outcome = run_body(make_body(damped(spec, drag(50, 0, wind))), *make_integrator("avf"), 0.05, 200);
  EXPECT_EQ(outcome.failure, "");
  EXPECT_LT((outcome.drift.last().linear - wind).norm(), 1e-2) << "mass 1: momentum is velocity";
  EXPECT_GT(outcome.drift.last().work, 0);
}

TEST(Damping, IsNothingToAnEquilibrium) {
  BodySpec spec;
  spec.gravity = Vec3(0, 0, -1);
  spec.pins = [](const Vector& X) { return std::vector<Pin>{{end_of(X, -1), {true, true, true}, {}}}; };
  const Vector plain = run_body(make_body(spec), *make_integrator("static"), 0.1, 1).history.now().x;
  EXPECT_EQ(run_body(make_body(damped(spec, rayleigh(1, 1))), *make_integrator("static"), 0.1, 1).history.now().x, plain);
}

}  // namespace
}  // namespace lilyan::test
