// The elastic bar behind a cylinder, under gravity alone [Turek 2006, CSM1 and CSM2]: St. Venant-Kirchhoff, plane strain.
#include <lilyan/materials/registry.hpp>

#include <gtest/gtest.h>

#include <cstdio>

#include <tests/validation/problem.hpp>

namespace lilyan::test {
namespace {

// Displacement of the middle of the free end, with n cells across the bar.
Vec3 hanging_deflection(Index n, double mu) {
  constexpr double kThickness = 0.02, kEnd = 0.6;
  const Vec3 center(0.2, 0.2, 0);
  const TetMesh mesh = slab(16 * n, n, Split::five, [&](const Vec3& s) {
    const double y = 0.19 + kThickness * s[1], from = center[0] + std::sqrt(0.05 * 0.05 - (y - center[1]) * (y - center[1]));
    return Vec3(from + (kEnd - from) * s[0], y, kThickness / static_cast<double>(n) * s[2]);
  });
  Problem problem{.mesh = mesh,
                  .law = StVenantKirchhoff{mu, 4 * mu},  // nu = 0.4: lambda = 2 mu nu/(1 - 2 nu)
                  .density = 1000,
                  .gravity = Vec3(0, -2, 0)};
  problem.pins.push_back(pin(mesh.X, [&](const Vec3& X) { return (X - center).head<2>().norm() < 0.05 + 1e-9; }));
  problem.pins.push_back(pin(mesh.X, [](const Vec3&) { return true; }, {false, false, true}));
  const Vector x = equilibrium(build(std::move(problem)));
  const Index tip = nearest(mesh.X, Vec3(kEnd, 0.2, 0));
  return vertex(x, tip) - vertex(mesh.X, tip);
}

void expect_hanging(const char* name, double mu, Refinement along, Refinement down) {
  std::printf("%s: cells across, displacement [mm] along and down, off by\n", name);
  for (Index n : kFine ? std::vector<Index>{4, 8, 16, 32} : std::vector<Index>{8, 16}) {
    const Vec3 u = 1000 * hanging_deflection(n, mu);
    along.values.push_back(u[0]);
    down.values.push_back(u[1]);
    std::printf("| %s | %d | %.4f | %.3f | %+.2f %%, %+.2f %% |\n", name, n, u[0], u[1], 100 * along.error(), 100 * down.error());
  }
  std::printf("| %s | limit | %.4f | %.3f | %+.2f %%, %+.2f %%; order %.2f, %.2f |\n", name, along.limit(), down.limit(),
              100 * along.error(along.limit()), 100 * down.error(down.limit()), along.order(), down.order());
  for (const Refinement& u : {along, down}) {
    EXPECT_NEAR(u.order(), 2, kFine ? 0.1 : 0.25);
    EXPECT_NEAR(u.limit() / u.published, 1, kFine ? 0.002 : 0.01);
  }
}

TEST(TurekHron, TheSoftBarHangsAsPublished) { expect_hanging("CSM1", 0.5e6, {-7.1878}, {-66.103}); }
TEST(TurekHron, TheStiffBarHangsAsPublished) { expect_hanging("CSM2", 2e6, {-0.46901}, {-16.974}); }

}  // namespace
}  // namespace lilyan::test
