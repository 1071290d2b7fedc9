// Springs in motion: one, a rod, and cloth.
#include <lilyan/energy/damping/stiffness_damping.hpp>
#include <lilyan/energy/springs.hpp>

#include <gtest/gtest.h>

#include <tests/support/bodies.hpp>

#include <cmath>

namespace lilyan::test {
namespace {

// Vertices with springs between them, some held.
MovingBody spring_body(const Vector& x, const Vector& mass, std::vector<Spring> springs, SpringLaw law,
                       const std::vector<Index>& held, const Vec3& gravity,
                       std::vector<std::unique_ptr<Dissipation>> dissipations = {}) {
  MovingBody body;
  std::vector<std::unique_ptr<Potential>> potentials;
  potentials.push_back(std::make_unique<Springs>(std::move(springs), law));
  std::vector<Pin> pins;
  if (!held.empty()) pins.push_back({held, {true, true, true}, {}});
  body.system = std::make_unique<System>(mass, gravity, Coordinates(x, pins), std::move(potentials), std::vector<Load>{},
                                         std::move(dissipations));
  body.start = {0, 0, 0, x, Vector::Zero(x.size())};
  return body;
}

// A square sheet of n x n vertices, 1 m wide, 0.2 kg: springs along the edges, across the cells, and over two cells against
// bending.
struct Cloth {
  explicit Cloth(Index n) : x(3 * Eigen::Index{n} * n), mass(Vector::Constant(Eigen::Index{n} * n, 0.2 / (n * n))), size(n) {
    for (Index i = 0; i < n; ++i)
      for (Index j = 0; j < n; ++j) vertex(x, i * n + j) = Vec3(i, 0, j) / (n - 1);
  }

  std::vector<Spring> springs(double stiffness) const {
    std::vector<Spring> all;
    auto join = [&](Index i, Index j, Index k, Index l) {
      if (k >= size || l >= size || l < 0) return;
      const Index a = i * size + j, b = k * size + l;
      all.push_back({a, b, (vertex(x, a) - vertex(x, b)).norm(), stiffness});
    };
    for (Index i = 0; i < size; ++i)
      for (Index j = 0; j < size; ++j)
        for (const auto& [di, dj] : {std::pair{1, 0}, {0, 1}, {1, 1}, {1, -1}, {2, 0}, {0, 2}}) {
          if (di * size + dj <= 0) continue;
          join(i, j, i + di, j + dj);
        }
    return all;
  }
  std::vector<Index> corners() const { return {0, size - 1}; }

  Vector x, mass;
  Index size;
};

// The energy error relative to m g L, as the reference has it.
double cloth_error(const Cloth& cloth, SpringLaw law, double stiffness, int steps) {
  const MovingBody body = spring_body(cloth.x, cloth.mass, cloth.springs(stiffness), law, cloth.corners(), Vec3(0, -9.81, 0));
  const RunOutcome outcome = run_body(body, *make_integrator("avf"), 0.033, steps);
  EXPECT_EQ(outcome.failure, "");
  EXPECT_EQ(outcome.steps_done, steps);
  return outcome.drift.energy() * outcome.drift.energy_scale() / (0.2 * 9.81);
}

TEST(Cloth, OfStVenantKirchhoffSpringsKeepsItsEnergy) { EXPECT_LT(cloth_error(Cloth(14), SpringLaw::stvk, 1000, 500), 1e-9); }

TEST(Cloth, OfHookeanSpringsKeepsItsEnergyToTheToleranceOfTheQuadrature) {
  EXPECT_LT(cloth_error(Cloth(9), SpringLaw::hookean, 100, 200), 1e-8);
}

TEST(Rod, OfSpringsStretchesAlikeHoweverFineItIsDivided) {
  // Hung at one end, c/r a spring: its end sinks by M g L/(2 c), as far as springs that carry half a vertex at their ends tell.
  const double c = 50, M = 0.2, g = 9.81;
  for (const Index n : {4, 16, 64}) {
    Vector x(3 * (n + 1)), mass = Vector::Constant(n + 1, M / n);
    mass[0] = mass[n] = 0.5 * M / n;
    std::vector<Spring> springs;
    for (Index i = 0; i <= n; ++i) vertex(x, i) = Vec3(0, -static_cast<double>(i) / n, 0);
    for (Index i = 0; i < n; ++i) springs.push_back({i, i + 1, 1.0 / n, c * n});
    const MovingBody body = spring_body(x, mass, springs, SpringLaw::hookean, {0}, Vec3(0, -g, 0));
    const RunOutcome outcome = run_body(body, *make_integrator("static"), 1, 1);
    EXPECT_EQ(outcome.failure, "");
    EXPECT_NEAR(-vertex(outcome.history.now().x, n)[1] - 1, M * g / (2 * c), 1e-9) << n;
  }
}

TEST(RayleighDamping, OfOneSpringIsThatOfTheTextbook) {
  // k 100 N/m, m 1 kg, stiffness part 0.002 s: E(4 s)/E(0) is 0.44492.
  Vector x(6);
  x << 0, 0, 0, 5.1, 0, 0;
  const std::vector<Spring> springs = {{0, 1, 5, 100}};
  for (const auto& [h, form, margin] : {std::tuple{0.01, RayleighDamping::Form::midpoint, 0.01},
                                        {0.005, RayleighDamping::Form::midpoint, 0.0025},
                                        {0.01, RayleighDamping::Form::endpoint, 0.01}}) {
    std::vector<std::unique_ptr<Potential>> damped;
    damped.push_back(std::make_unique<Springs>(springs, SpringLaw::hookean));
    std::vector<std::unique_ptr<Dissipation>> dissipations;
    dissipations.push_back(std::make_unique<RayleighDamping>(std::move(damped), Vector::Zero(6), 0, 0.002, form));
    const MovingBody body =
        spring_body(x, Vector::Ones(2), springs, SpringLaw::hookean, {0}, Vec3::Zero(), std::move(dissipations));
    const RunOutcome outcome = run_body(body, *make_integrator("avf"), h, std::lround(4 / h));
    EXPECT_NEAR(outcome.drift.last().total / outcome.drift.first().total, 0.44492, margin * 0.44492) << h;
  }
}

}  // namespace
}  // namespace lilyan::test
