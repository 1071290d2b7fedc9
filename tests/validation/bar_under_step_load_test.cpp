// A bar held at one end and pulled at the other from t = 0 on: a wave runs to and fro, and the tip follows a triangle.
//
//   u(L, t) = (F c/(E A)) t  up to t = 2 L/c, then back to 0 at t = 4 L/c, and so on;   nu = 0, c^2 = E/rho
#include <gtest/gtest.h>

#include <cstdio>

#include <tests/validation/problem.hpp>

namespace lilyan::test {
namespace {

struct Swing {
  double largest = 0;  // of the mean over time, relative to the exact motion's largest
  double error = 0;    // root of the mean square over two periods, relative to that
};

Swing pulled_bar(Index n, const char* integrator) {
  constexpr double E = 100, kPull = 0.01;  // L = 1, rho = 1, c = 10; strain of the static pull: 1e-4
  const double width = 1.0 / n, c = std::sqrt(E), period = 4 / c, exact_top = 2 * kPull / E;
  TetMesh mesh = slab(n, 1, Split::five, [&](const Vec3& s) { return Vec3(s[0], width * s[1], width * s[2]); });
  Problem problem{.mesh = mesh, .law = Linear{E / 2, 0}};
  problem.pins.push_back(pin(mesh.X, [](const Vec3& X) { return X[0] < 1e-9; }));
  problem.pins.push_back(pin(mesh.X, [](const Vec3&) { return true; }, {false, true, true}));
  problem.potentials.push_back(std::make_unique<Load>(traction_on(
                                                          mesh, [](const Vec3& X) { return X[0] > 1 - 1e-9; }, Vec3(kPull, 0, 0)),
                                                      TimeProfile{}));
  const MovingBody body = build(std::move(problem));

  const int steps = 8 * n;  // a period; half of the wave's way through a cell each
  const auto method = make_integrator(integrator);
  const auto made_stepper = make_stepper(*body.system, *method, {});
  const Stepper& stepper = *made_stepper;
  History history(body.start);
  Workspace workspace;
  Swing swing;
  for (int k = 1; k <= 2 * steps; ++k) {
    const double h = period / steps, t = k * h;
    auto step = stepper.attempt(history, {k, t, h}, workspace);
    EXPECT_TRUE(step);
    if (!step) break;
    history.accept(std::move(*step));
    double tip = 0;  // mean over the end face
    for (Index v = 0; v < 4; ++v) tip += (history.now().x[3 * (mesh.vertices() - 1 - v)] - 1) / 4;
    const double phase = std::fmod(t, period) / period, exact = exact_top * (phase < 0.5 ? 2 * phase : 2 - 2 * phase);
    swing.largest = std::max(swing.largest, tip / exact_top);
    swing.error += std::pow((tip - exact) / exact_top, 2) / (2 * steps);
  }
  swing.error = std::sqrt(swing.error);
  return swing;
}

TEST(BarUnderStepLoad, SwingsToTwiceItsStaticStretchAndBack) {
  std::printf("bar under a step load: method, cells, largest stretch over 2 F L/(E A), error over two periods\n");
  for (const char* integrator : {"velocity_verlet", "avf"}) {
    std::vector<double> errors;
    Swing swing;
    for (Index n : kFine ? std::vector<Index>{50, 100, 200, 400} : std::vector<Index>{50, 100}) {
      swing = pulled_bar(n, integrator);
      errors.push_back(swing.error);
      std::printf("| %s | %d | %.4f | %.4f |\n", integrator, n, swing.largest, swing.error);
    }
    EXPECT_NEAR(swing.largest, 1, 0.02) << integrator;
    EXPECT_LT(errors.back(), kFine ? 0.005 : 0.01) << integrator;
    EXPECT_GT(order_of(errors), 0.5) << integrator << ": the kink keeps the order below two";
  }
}

}  // namespace
}  // namespace lilyan::test
