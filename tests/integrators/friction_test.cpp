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
    seen.largest_rise = std::max(seen.largest_rise, (row.total - before.total - (row.work - before.work)) / seen.drift.energy_scale());
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

}  // namespace
}  // namespace lilyan::test
