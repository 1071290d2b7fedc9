// The elastica: a slender cantilever under a dead load at its tip, bent far [Bisshopp 1945].
#include <gtest/gtest.h>

#include <cstdio>

#include <tests/validation/problem.hpp>

namespace lilyan::test {
namespace {

// Displacement of the tip over the length, P L^2/(E I) = load, with n cells across; nu = 0, so that a slab is a beam.
Vec3 elastica_deflection(Index n, double load) {
  constexpr double kThickness = 0.02, E = 1e6;  // L = 1
  const double width = kThickness / static_cast<double>(n), I = width * std::pow(kThickness, 3) / 12;
  const TetMesh mesh =
      slab(25 * n, n, Split::five, [&](const Vec3& s) { return Vec3(s[0], kThickness * (s[1] - 0.5), width * s[2]); });
  Problem problem{.mesh = mesh, .law = StVenantKirchhoff{E / 2, 0}};
  problem.pins.push_back(pin(mesh.X, [](const Vec3& X) { return X[0] < 1e-9; }));
  problem.pins.push_back(pin(mesh.X, [](const Vec3&) { return true; }, {false, false, true}));
  auto end = [](const Vec3& X) { return X[0] > 1 - 1e-9; };
  const double shear = load * E * I / (kThickness * width);
  problem.potentials.push_back(std::make_unique<Load>(traction_on(mesh, end, Vec3(0, shear, 0)), TimeProfile{}));
  const Vector x = equilibrium(build(std::move(problem)));
  const Index tip = nearest(mesh.X, Vec3(1, 0, 0));
  return vertex(x, tip) - vertex(mesh.X, tip);
}

TEST(Elastica, IsFoundByASlenderCantileverUnderADeadLoad) {
  Refinement back{0.056433}, up{0.301721};  // shortening and deflection over L, for P L^2/(E I) = 1
  std::printf("elastica: cells across, shortening/L, deflection/L, off by\n");
  for (Index n : kFine ? std::vector<Index>{4, 8, 16, 32} : std::vector<Index>{8, 16}) {
    const Vec3 u = elastica_deflection(n, 1);
    back.values.push_back(-u[0]);
    up.values.push_back(u[1]);
    std::printf("| %d | %.6f | %.6f | %+.2f %%, %+.2f %% |\n", n, -u[0], u[1], 100 * back.error(), 100 * up.error());
  }
  std::printf("| limit | %.6f | %.6f | %+.2f %%, %+.2f %%; order %.2f, %.2f |\n", back.limit(), up.limit(),
              100 * back.error(back.limit()), 100 * up.error(up.limit()), back.order(), up.order());
  for (const Refinement& u : {back, up}) {
    EXPECT_NEAR(u.order(), 2, kFine ? 0.1 : 0.25);
    EXPECT_NEAR(u.limit() / u.published, 1, kFine ? 0.003 : 0.015);
  }
}

}  // namespace
}  // namespace lilyan::test
