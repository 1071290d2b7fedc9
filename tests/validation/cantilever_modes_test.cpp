// Frequencies of clamped beams against published ones; docs/modes.md shows the tables.
//
// The published ones are of beam theories, from which a body is off by a percent: its clamp hinders it from contracting sideways,
// and shear softens higher modes. So three meshes are asked for their order among themselves, and two for the order of their error.
#include <lilyan/materials/registry.hpp>
#include <lilyan/mesh/box.hpp>
#include <lilyan/reduction/modes.hpp>

#include <gtest/gtest.h>

#include <cstdio>

#include <tests/validation/problem.hpp>

namespace lilyan::test {
namespace {

// A steel beam along x from 0 to 1 with n x n cells across, clamped at x = 0; its section shrinks linearly to `taper` of itself.
MovingBody beam(double thickness, double taper, Index n, Index cells_along, double E) {
  TetMesh mesh = box(Vec3(1, thickness, thickness), {cells_along, n, n}, Vec3(0.5, 0, 0), Split::five);
  for (Index i = 0; i < mesh.vertices(); ++i) {
    const double shrink = 1 - (1 - taper) * vertex(mesh.X, i)[0];
    vertex(mesh.X, i)[1] *= shrink;
    vertex(mesh.X, i)[2] *= shrink;
  }
  const Pin clamp = pin(mesh.X, [](const Vec3& X) { return X[0] < 1e-9; });
  return build({.mesh = mesh, .law = law_from_moduli(*find_material("linear"), E, 0.3), .density = 7800, .pins = {clamp}});
}

double order(const Refinement& f) { return kFine ? f.own_order() : f.order(); }

// Bending modes of a square beam come in pairs, one along y and one along z; torsion and stretching do not.
std::vector<double> pairs(const Modes& modes) {
  std::vector<double> found;
  for (Index k = 1; k < modes.count(); ++k)
    if (modes.frequencies[k] / modes.frequencies[k - 1] < 1 + 1e-6) found.push_back(modes.frequencies[k]);
  return found;
}

std::vector<Index> cells_across() { return kFine ? std::vector<Index>{2, 4, 8, 16} : std::vector<Index>{4, 8}; }

TEST(SquareCantilever, BendsAtTheFrequencyOfTimoshenkosBeam) {
  Refinement f{41.8};  // [Hz]
  std::printf("square cantilever: cells across, tets, first bending [Hz], off by\n");
  for (Index n : cells_across()) {
    const MovingBody body = beam(0.05, 1, n, 10 * n, 2.1e11);
    const Modes modes = natural_modes(*body.system, body.mesh.X, 2);
    EXPECT_NEAR(modes.frequencies[1] / modes.frequencies[0], 1, 1e-6);
    f.values.push_back(modes.frequencies[0]);
    std::printf("| %d | %zu | %.3f | %+.2f %% |\n", n, body.mesh.tets.size(), f.values.back(), 100 * f.error());
  }
  std::printf("| limit | order %.2f | %.3f | %+.2f %% |\n", order(f), f.limit(), 100 * f.error(f.limit()));
  EXPECT_NEAR(order(f), 1.9, 0.2);
  EXPECT_NEAR(f.limit() / f.published, 1, kFine ? 0.005 : 0.01);
}

TEST(TaperedCantilever, BendsAtThePublishedFrequencies) {
  std::vector<Refinement> f;
  for (double published : {54.18, 171.93, 384.40, 697.24, 1112.28}) f.push_back({published});  // [Hz]
  std::printf("tapered cantilever: cells across, tets, bending [Hz]\n");
  for (Index n : cells_across()) {
    const MovingBody body = beam(0.04, 0.25, n, 12 * n, 2e11);
    const std::vector<double> found = pairs(natural_modes(*body.system, body.mesh.X, 13));
    ASSERT_GE(found.size(), f.size());
    std::printf("| %d | %zu |", n, body.mesh.tets.size());
    for (std::size_t k = 0; k < f.size(); ++k) {
      f[k].values.push_back(found[k]);
      std::printf(" %.2f, %+.2f %% |", found[k], 100 * f[k].error());
    }
    std::printf("\n");
  }
  std::printf("| limit | order");
  for (const Refinement& one : f) std::printf(" %.2f", order(one));
  std::printf(" |");
  for (const Refinement& one : f) {
    std::printf(" %.2f, %+.2f %% |", one.limit(), 100 * one.error(one.limit()));
    EXPECT_NEAR(order(one), 1.75, 0.25) << one.published;
    EXPECT_NEAR(one.limit() / one.published, 1, kFine ? 0.015 : 0.06) << one.published;
  }
  std::printf("\n");
}

}  // namespace
}  // namespace lilyan::test
