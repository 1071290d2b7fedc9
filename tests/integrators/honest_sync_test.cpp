// The ledger's momentum belongs to the time of its positions: what a staggered method stores is brought there.
#include <lilyan/energy/springs.hpp>

#include <gtest/gtest.h>

#include <tests/integrators/methods.hpp>

#include <cmath>

namespace lilyan::test::honest_sync {
namespace {

// Two masses on a spring along x, stretched and let go.
constexpr double kStretch = 0.1, kStiffness = 30;

MovingBody oscillator() {
  MovingBody body;
  Vector x(6), mass(2);
  x << 0, 0, 0, 1 + kStretch, 0, 0;
  mass << 1, 2;
  std::vector<std::unique_ptr<Potential>> potentials;
  potentials.push_back(std::make_unique<Springs>(std::vector<Spring>{{0, 1, 1, kStiffness}}, SpringLaw::hookean));
  body.system = std::make_unique<System>(mass, Vec3::Zero(), Coordinates(x, {}), std::move(potentials));
  body.start = {0, 0, 0, x, Vector::Zero(6)};
  return body;
}

double worst_energy(const Method& method, double h) {
  return run_body(oscillator(), *make_integrator(method.name, method.parameters), h, std::lround(2 / h), {.tolerance = 1e-14})
      .drift.energy();
}

class HonestSyncOf : public testing::TestWithParam<Method> {};

TEST_P(HonestSyncOf, TheLedgerErrsByTheSquareOfTheStep) {
  const Method& m = GetParam();
  const double coarse = worst_energy(m, 0.02), fine = worst_energy(m, 0.01);
  EXPECT_LT(coarse, 0.02) << "its first order would be 0.07";
  if (coarse > 1e-12) {
    EXPECT_NEAR(coarse / fine, 4, 0.8);
  }
}

INSTANTIATE_TEST_SUITE_P(Staggered, HonestSyncOf,
                         testing::Values(variational_method("variational_0", 0), variational_method("variational_03", 0.3),
                                         variational_method("variational_05", 0.5), variational_method("variational_07", 0.7),
                                         variational_method("variational_1", 1), method("symplectic_euler"),
                                         method("velocity_verlet")),
                         label_of);

}  // namespace
}  // namespace lilyan::test::honest_sync
