// Viscous damping of linear and co-rotated bodies: it takes energy at the right rate and never adds any.
#include <lilyan/energy/damping/stiffness_damping.hpp>
#include <lilyan/materials/anisotropic.hpp>

#include <gtest/gtest.h>

#include <tests/support/bodies.hpp>

#include <Eigen/Geometry>

#include <cmath>

namespace lilyan::test::viscous {
namespace {

Corotated wood() { return {orthotropic(Vec3(800, 300, 500), 0.25).law().coefficients}; }

Corotated isotropic() { return {orthotropic(Vec3::Constant(750), 0.25).law().coefficients}; }

BodySpec damped(BodySpec spec, double coefficient) {
  spec.dissipations = [coefficient](const BodySpec::MakeElasticity& elasticity, const Vector&) {
    BodySpec::Dissipations all;
    all.push_back(std::make_unique<ViscousDamping>(elasticity(), coefficient));
    return all;
  };
  return spec;
}

BodySpec with_law(const Law& law) {
  BodySpec spec;
  spec.law = law;
  return spec;
}

const std::vector<std::pair<std::string, Law>> kLaws = {{"linear", Linear{300, 200}}, {"corotated", isotropic()}, {"wood", wood()}};

TEST(ViscousDamping, HasTheGradientAndTheHessianOfItsTerm) {
  for (const auto& [name, law] : kLaws) {
    const MovingBody body = make_body(damped(with_law(law), 0.01));
    const Vector v = body.system->velocity(body.start.p);
    const auto term =
        body.system->dissipations()[0]->pose({0.02, body.start.x, v, nullptr, 0, body.system->pattern()}, Evaluate::over_step);
    const Vector d = Vector::Random(v.size()), x = body.start.x + 0.1 * Vector::Random(v.size());
    auto gradient = [&](const Vector& at) {
      Vector g = Vector::Zero(at.size());
      const double R = term->add_force(at, 1, g).value;
      return std::pair{R, g};
    };
    constexpr double step = 1e-4;
    const auto [plus, g_plus] = gradient(x + step * d);
    const auto [minus, g_minus] = gradient(x - step * d);
    EXPECT_NEAR((plus - minus) / (2 * step) / gradient(x).second.dot(d), 1, 1e-6) << name;
    BlockMatrix H(body.system->pattern());
    term->add_slope(x, 1, Definiteness::exact, H);
    EXPECT_LT(((g_plus - g_minus) / (2 * step) - H.times(d)).norm(), 1e-6 * H.times(d).norm()) << name;
  }
}

TEST(ViscousDamping, NeverAddsEnergyAndClosesTheBalanceOfAvf) {
  for (const auto& [name, law] : kLaws)
    for (const double h : {0.005, 0.05}) {
      double last = HUGE_VAL;
      const RunOutcome outcome =
          run_body(make_body(damped(with_law(law), 0.002)), *make_integrator("avf"), h, 60, {}, 1, [&](const LedgerRow& row) {
            EXPECT_LE(row.total, last * (1 + 1e-9)) << name << " at " << row.time;
            last = row.total;
          });
      EXPECT_EQ(outcome.failure, "") << name;
      EXPECT_LT(outcome.drift.energy(), 1e-9) << name;
      EXPECT_LT(outcome.drift.linear(), 1e-11) << name;
      EXPECT_GT(outcome.drift.last().dissipated, 0.05 * outcome.drift.first().total) << name;
    }
}

TEST(ViscousDamping, TakesThePowerThatItsCoefficientSays) {
  // c v^T K v in a step too short for forces to matter; K v from the elastic force of a small displacement along v.
  for (const auto& [name, law] : kLaws) {
    BodySpec spec = resting_bar();
    spec.law = law;
    constexpr double c = 1e-4, h = 1e-7;
    const MovingBody body = make_body(damped(spec, c));
    Frame start = body.start;
    start.p = 1e-5 * body.system->mass().cwiseProduct(Vector::Random(start.p.size()));
    const Vector v = body.system->velocity(start.p);
    const auto integrator = make_integrator("implicit_midpoint");
    const auto stepper = make_stepper(*body.system, *integrator, {});
    Workspace workspace;
    const auto step = stepper->attempt(History(start), {1, h, h}, workspace);
    ASSERT_TRUE(step) << name;
    Vector Kv = Vector::Zero(v.size());
    body.system->add_gradient(body.mesh.X + v, 0, 0.5, Kv);
    body.system->add_gradient(body.mesh.X - v, 0, -0.5, Kv);
    EXPECT_NEAR(step->memory.number("dissipated", 0) / (c * v.dot(Kv) * h), 1, 1e-4) << name;
  }
}

TEST(ViscousDamping, DoesNotHinderTheTurningOfAnUnstrainedCorotatedBody) {
  BodySpec spec = resting_bar();
  spec.spin = Vec3(0.6, 0.4, 2);
  for (const auto& [name, law] : kLaws) {
    spec.law = law;
    const MovingBody body = make_body(damped(spec, 0.01));
    const Vector v = body.system->velocity(body.start.p);
    const auto term =
        body.system->dissipations()[0]->pose({0.01, body.start.x, v, nullptr, 0, body.system->pattern()}, Evaluate::at_start);
    Vector force = Vector::Zero(v.size());
    term->add_force(body.start.x, 1, force);
    Vector shake = force;
    shake.setZero();
    const auto other = body.system->dissipations()[0]->pose(
        {0.01, body.start.x, Vector::Random(v.size()), nullptr, 0, body.system->pattern()}, Evaluate::at_start);
    other->add_force(body.start.x, 1, shake);
    EXPECT_LT(force.norm(), 1e-12 * shake.norm()) << name;
  }
  // Turned by half a right angle, the linear body resists and the co-rotated one does not.
  for (const auto& [name, law] : kLaws) {
    spec.law = law;
    MovingBody body = make_body(damped(spec, 0.01));
    const Mat3 R = Eigen::AngleAxisd(0.8, Vec3(1, 2, 3).normalized()).toRotationMatrix();
    Vector x = body.start.x, v = x;
    for (Index i = 0; i < body.system->vertices(); ++i) {
      vertex(x, i) = R * vertex(body.start.x, i);
      vertex(v, i) = spec.spin.cross(Vec3(vertex(x, i)));
    }
    const auto term = body.system->dissipations()[0]->pose({0.01, x, v, nullptr, 0, body.system->pattern()}, Evaluate::at_start);
    Vector force = Vector::Zero(v.size());
    term->add_force(x, 1, force);
    if (name == "linear")
      EXPECT_GT(force.norm(), 1e-3);
    else
      EXPECT_LT(force.norm(), 1e-12) << name;
  }
}

TEST(ViscousDamping, WorksUnderEveryMethod) {
  for (const IntegratorEntry& entry : integrator_registry()) {
    if (entry.name == "forward_euler" || !moves_vertices(entry)) continue;
    const bool is_explicit = entry.properties(default_parameters(entry)).is_explicit;
    const RunOutcome outcome = run_body(make_body(damped(with_law(wood()), 1e-4)), *make_integrator(entry.name),
                                        is_explicit ? 2e-4 : 0.002, is_explicit ? 200 : 20);
    EXPECT_EQ(outcome.failure, "") << entry.name;
    EXPECT_EQ(outcome.drift.last().dissipated > 0, entry.name != "static") << entry.name;
  }
}

}  // namespace
}  // namespace lilyan::test::viscous
