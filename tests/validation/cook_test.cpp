// Cook's membrane: a tapered panel, clamped on the left, sheared on the right; linear elasticity, E = 1, nu = 1/3 [Cook 1974].
#include <lilyan/materials/registry.hpp>

#include <gtest/gtest.h>

#include <cstdio>

#include <tests/validation/problem.hpp>

namespace lilyan::test {
namespace {

enum class Plane { strain, stress };

// Displacement of the middle of the right edge, with n x n cells. In plane strain both faces of the slab are held along z; in plane
// stress one of them, a plane of symmetry, and the slab is thin: Kuhn's cut then, whose tets all reach from face to face alike.
Vec3 membrane_deflection(Index n, Plane plane) {
  const double thickness = plane == Plane::strain ? 48.0 / n : 0.1;
  const TetMesh mesh = slab(n, n, plane == Plane::strain ? Split::five : Split::six, [&](const Vec3& s) {
    const double low = 44 * s[0], high = 44 + 16 * s[0];
    return Vec3(48 * s[0], low + (high - low) * s[1], thickness * s[2]);
  });
  Problem problem{.mesh = mesh, .law = law_from_moduli(*find_material("linear"), 1, 1.0 / 3)};
  problem.pins.push_back(pin(mesh.X, [](const Vec3& X) { return X[0] < 1e-9; }, {true, true, plane == Plane::strain}));
  problem.pins.push_back(pin(mesh.X, [&](const Vec3& X) { return plane == Plane::strain || X[2] < 1e-9; }, {false, false, true}));
  // A force of 1 on the edge of height 16, for a panel of thickness 1.
  auto right = [](const Vec3& X) { return X[0] > 48 - 1e-9; };
  problem.potentials.push_back(std::make_unique<Load>(traction_on(mesh, right, Vec3(0, 1.0 / 16, 0)), TimeProfile{}));
  const Vector x = equilibrium(build(std::move(problem)));
  const Index tip = nearest(mesh.X, Vec3(48, 52, 0));
  return vertex(x, tip) - vertex(mesh.X, tip);
}

void expect_membrane(const char* name, Plane plane, Refinement up) {
  std::printf("Cook's membrane, %s: cells along an edge, u_y of the middle of the right edge, off by\n", name);
  for (Index n : kFine ? std::vector<Index>{16, 32, 64, 128} : std::vector<Index>{16, 32}) {
    up.values.push_back(membrane_deflection(n, plane)[1]);
    std::printf("| %s | %d | %.4f | %+.2f %% |\n", name, n, up.values.back(), 100 * up.error());
  }
  std::printf("| %s | limit | %.4f | %+.2f %%; order %.2f |\n", name, up.limit(), 100 * up.error(up.limit()), up.order());
  // The stress is singular where the clamp ends, so that the order stays a little below two.
  EXPECT_NEAR(up.order(), 1.75, 0.25);
  EXPECT_NEAR(up.limit() / up.published, 1, kFine ? 0.002 : 0.02);
}

TEST(CooksMembrane, BendsAsPublishedInPlaneStrain) { expect_membrane("plane strain", Plane::strain, {21.5246}); }
TEST(CooksMembrane, BendsAsPublishedInPlaneStress) { expect_membrane("plane stress", Plane::stress, {23.9677}); }

}  // namespace
}  // namespace lilyan::test
