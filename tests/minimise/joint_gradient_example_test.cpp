// The discrete gradient of positions and velocities together, on the quartic example of [Rojas 2018, fig. 2]: its equations have a
// second place where their residual is smallest, and it is no solution.
//
//   a(x, v) = (dx - h (v_m + c dv), dv + h (E'(x_m) + c dx)),   c = [E(x) - E(x_n) - E'(x_m) dx]/(dx^2 + dv^2),   mass 1
#include <lilyan/minimise/root.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace lilyan::test {
namespace {

using Vec2 = Eigen::Vector2d;

struct JointStep {
  double h;
  double x_n = -1.10, v_n = 12.25;

  static double E(double x) { return 128 * std::pow(x, 4); }
  static double slope(double x) { return 512 * std::pow(x, 3); }
  double energy_gained(const Vec2& z) const { return z[1] * z[1] / 2 + E(z[0]) - v_n * v_n / 2 - E(x_n); }

  Vec2 residual(const Vec2& z) const {
    const double dx = z[0] - x_n, dv = z[1] - v_n, x_m = (z[0] + x_n) / 2, v_m = (z[1] + v_n) / 2;
    const double square = dx * dx + dv * dv;
    const double c = square > 0 ? (E(z[0]) - E(x_n) - slope(x_m) * dx) / square : 0;
    return {dx - h * (v_m + c * dv), dv + h * (slope(x_m) + c * dx)};
  }
  double merit(const Vec2& z) const { return residual(z).squaredNorm(); }
};

class JointResidual final : public Residual {
 public:
  explicit JointResidual(const JointStep& step) : step_(step) {}
  void value(const Vector& z, Vector& r) override { r = step_.residual(z); }
  bool newton_direction(const Vector& z, const Vector& r, Vector& d) override {
    Eigen::Matrix2d J;
    for (int i = 0; i < 2; ++i) {
      const Vec2 away = 1e-6 * Vec2::Unit(i);
      J.col(i) = (step_.residual(z + away) - step_.residual(z - away)) / 2e-6;
    }
    const double det = J(0, 0) * J(1, 1) - J(0, 1) * J(1, 0);
    d = Vec2(J(0, 1) * r[1] - J(1, 1) * r[0], J(1, 0) * r[0] - J(0, 0) * r[1]) / det;
    return det != 0;
  }

 private:
  JointStep step_;
};

// Nelder and Mead's search for a minimum, which needs values only.
Vec2 search_downhill(const JointStep& step, const Vec2& start) {
  struct Corner {
    Vec2 z;
    double merit;
  };
  auto corner = [&](const Vec2& z) { return Corner{z, step.merit(z)}; };
  std::array<Corner, 3> all = {corner(start), corner(start + Vec2(0.05, 0)), corner(start + Vec2(0, 0.5))};
  for (int iteration = 0; iteration < 2000; ++iteration) {
    std::sort(all.begin(), all.end(), [](const Corner& a, const Corner& b) { return a.merit < b.merit; });
    if ((all[2].z - all[0].z).norm() < 1e-11) break;
    const Vec2 middle = 0.5 * (all[0].z + all[1].z), away = middle - all[2].z;
    const Corner reflected = corner(middle + away);
    if (reflected.merit < all[0].merit) {
      const Corner further = corner(middle + 2 * away);
      all[2] = further.merit < reflected.merit ? further : reflected;
    } else if (reflected.merit < all[1].merit) {
      all[2] = reflected;
    } else {
      const Corner nearer = corner(middle + (reflected.merit < all[2].merit ? 0.5 : -0.5) * away);
      if (nearer.merit < std::min(reflected.merit, all[2].merit))
        all[2] = nearer;
      else
        for (int i : {1, 2}) all[i] = corner(0.5 * (all[0].z + all[i].z));
    }
  }
  return all[0].z;
}

TEST(JointDiscreteGradient, HasTheRootOfThePaperBesideThatOfTheAverageVectorField) {
  const JointStep step{0.033};
  JointResidual residual(step);
  Vector z{{-0.52703956, 22.47487533}};  // where a minimisation of that method's energy-like function ends
  ASSERT_EQ(find_root(residual, 1e-11, 100, z).status, RootStatus::converged);
  EXPECT_NEAR(z[0], -0.58008723, 5e-9);
  EXPECT_NEAR(z[1], 22.26846288, 5e-9);
  EXPECT_NEAR(step.energy_gained(z), 0, 1e-8);
}

TEST(JointDiscreteGradient, IsMissedFromFreeFlightAtALargeStep) {
  for (const double h : {0.033, 0.0066, 0.003}) {
    const JointStep step{h};
    JointResidual residual(step);
    Vector z{{step.x_n + step.h * step.v_n, step.v_n}};
    const RootResult result = find_root(residual, 1e-11, 100, z);
    EXPECT_EQ(result.status, h == 0.033 ? RootStatus::stuck : RootStatus::converged) << h;
  }
}

TEST(JointDiscreteGradient, HasAMinimumOfItsResidualThatIsNoRoot) {
  const JointStep step{0.033};
  const Vec2 trap = search_downhill(step, Vec2(1, 12));
  EXPECT_NEAR(trap[0], 1.081, 1e-3);
  EXPECT_NEAR(trap[1], 12.32, 1e-2);
  EXPECT_NEAR(step.merit(trap), 3.19, 5e-3);
  EXPECT_NEAR(step.energy_gained(trap), -11.8, 0.2);
  for (int k = 0; k < 16; ++k) {
    const double angle = k * 0.3927;
    EXPECT_GT(step.merit(trap + 1e-3 * Vec2(std::cos(angle), std::sin(angle))), step.merit(trap));
  }
}

// Of 650 starts, those that end in the trap and those that end at a root.
TEST(JointDiscreteGradient, IsATrapAtALargeStepOnly) {
  for (const double h : {0.033, 0.0066, 0.003}) {
    const JointStep step{h};
    int trapped = 0, solved = 0;
    for (int i = 0; i < 26; ++i)
      for (int j = 0; j < 25; ++j) {
        const Vec2 end = search_downhill(step, Vec2(-2 + 4 * i / 25.0, -30 + 60 * j / 24.0));
        (step.merit(end) < 1e-12 ? solved : trapped) += 1;
      }
    EXPECT_EQ(trapped + solved, 650);
    if (h == 0.033)
      EXPECT_GT(trapped, 200);
    else
      EXPECT_EQ(trapped, 0) << h;
  }
}

}  // namespace
}  // namespace lilyan::test
