#include <lilyan/coarsening/coarse_body.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include <tests/coarsening/linear_statics.hpp>
#include <tests/coarsening/round_bodies.hpp>

namespace lilyan::test {
namespace {

struct Named {
  const char* name;
  FineBox spec;
};

std::vector<Named> materials() {
  std::vector<Named> all = {{"homogeneous", {}}};
  for (unsigned seed : kFreshSeeds) {
    all.push_back({"random 10", {{}, {}, {1, 10}, random_blocks(seed)}});
    all.push_back({"random 100", {{}, {}, {1, 100}, random_blocks(seed)}});
  }
  return all;
}

TEST(Cage, AroundACylinderSagsLikeTheFineOne) {
  for (const Named& material : materials()) {
    const FineBody body = clamped_cylinder(material.spec);
    const Vector weight = body_force(body, -Vec3::UnitZ());
    const double fine = weight.dot(FineStatics(body).solve(weight));
    for (const std::array<Index, 3>& cells : {std::array<Index, 3>{5, 1, 1}, {8, 2, 2}}) {
      const CoarseBody coarse = coarsen(body, cylinder_cage(cells));
      EXPECT_TRUE(coarse.pins.frozen.empty());
      const double ratio = CoarseStatics(body, coarse).compliance(weight) / fine;
      std::printf("cylinder, %s, %dx%dx%d: %.3f (least fill %.2g)\n", material.name, cells[0], cells[1], cells[2], ratio,
                  coarse.counts.least_fill);
      EXPECT_TRUE(ratio > 0.85 && ratio < 1.15) << material.name << ' ' << ratio;
    }
  }
}

// Whoever divides by the filled part of a cell instead of the whole makes it stiffer by 1/fill.
TEST(Cage, IsFarTooStiffIfCellsCountAsFilled) {
  const FineBody body = clamped_cylinder({});
  const Vector weight = body_force(body, -Vec3::UnitZ());
  CoarseBody coarse = coarsen(body, cylinder_cage({5, 1, 1}));
  for (CoarseBox& cell : coarse.cells) cell.stiffness.K /= cell.fill;
  EXPECT_LT(CoarseStatics(body, coarse).compliance(weight) / weight.dot(FineStatics(body).solve(weight)), 0.85);
}

// Both caps are pressed towards the middle.
Vector squash(const FineBody& body) {
  return traction_force(
      body, [](const Vec3& x) { return std::abs(x[2]) > 0.3; }, [](const Vec3& x) { return Vec3(0, 0, x[2] > 0 ? -1 : 1); });
}

TEST(Cage, AroundAFreeSphereIsSquashedAndRingsLikeTheFineOne) {
  const FineBox layers{{}, {}, {1, 100}, [](const Vec3& x) { return static_cast<Index>(std::floor(x[2] / 0.25) + 100) % 2; }};
  for (const Named& material : {Named{"homogeneous", {}}, Named{"layers 100", layers}}) {
    const FineBody body = sphere(material.spec);
    const Vector load = squash(body);
    const FineStatics statics(body);
    const double fine = load.dot(statics.solve(load));
    const Vector frequencies = statics.frequencies(8);
    for (Index n : {2, 3, 4}) {
      const CoarseBody coarse = coarsen(body, sphere_cage(n));
      const CoarseStatics of_coarse(body, coarse);
      const double ratio = of_coarse.compliance(load) / fine;
      const Vector ring = of_coarse.frequencies(8).cwiseQuotient(frequencies);
      std::printf("sphere, %s, %d^3: %.3f, frequencies %.2f-%.2f (least fill %.2g, %d guarded)\n", material.name, n, ratio,
                  ring.minCoeff(), ring.maxCoeff(), coarse.counts.least_fill,
                  coarse.counts.hardly_filled + coarse.counts.ill_conditioned);
      EXPECT_TRUE(ratio > 0.75 && ratio < 1.05) << material.name << ' ' << ratio;
      EXPECT_TRUE(ring.minCoeff() > 0.80 && ring.maxCoeff() < 1.25) << ring.transpose();
    }
  }
}

// The load of a uniform stress e_z e_z^T on the whole surface: sum over the cells of V B^T S. Nothing holds a body in free flight,
// so that its load must have neither resultant nor moment; this one has none on any mesh, to round-off.
Vector uniaxial_stress(const FineBody& body) {
  Vector f = Vector::Zero(body.X.size());
  for (Index e = 0; e < body.cells.count(); ++e) {
    const StrainMatrix B = strain_matrix(body, e);
    const std::span<const Index> corners = body.cells.vertices(e);
    for (std::size_t v = 0; v < corners.size(); ++v)
      vertex(f, corners[v]) += volume(body.X, body.cells, e) * B.block<1, 3>(2, 3 * static_cast<Index>(v)).transpose();
  }
  return f;
}

struct SquashedSphere {
  double ratio;  // of the coarse compliance to the fine one
  double by_galerkin;
  Vector ring;  // ratios of frequencies
};

// Free spheres of four blocks across, half of them stiff, in cages of 2^3, 3^3 and 4^3 cells.
template <class Seeds>
std::vector<SquashedSphere> squashed_random_spheres(double contrast, const Seeds& seeds) {
  CoarseningSettings by_galerkin;
  by_galerkin.method = BoxMethod::galerkin;
  std::vector<SquashedSphere> all;
  for (unsigned seed : seeds) {
    const FineBody body = sphere({{}, {}, {1, contrast}, random_blocks(seed)});
    const Vector load = uniaxial_stress(body);
    const FineStatics statics(body);
    const double fine = load.dot(statics.solve(load));
    const Vector frequencies = statics.frequencies(8);
    for (Index n : {2, 3, 4}) {
      const CoarseBody coarse = coarsen(body, sphere_cage(n));
      const CoarseStatics of_coarse(body, coarse);
      all.push_back({of_coarse.compliance(load) / fine,
                     CoarseStatics(body, coarsen(body, sphere_cage(n), by_galerkin)).compliance(load) / fine,
                     of_coarse.frequencies(8).cwiseQuotient(frequencies)});
      const SquashedSphere& one = all.back();
      std::printf("sphere, random %g (%u), %d^3: %.3f, frequencies %.2f-%.2f, by Galerkin's method %.3f\n", contrast, seed, n,
                  one.ratio, one.ring.minCoeff(), one.ring.maxCoeff(), one.by_galerkin);
    }
  }
  return all;
}

void expect_near_fine(const std::vector<SquashedSphere>& spheres, double highest_frequency) {
  for (const SquashedSphere& sphere : spheres) {
    EXPECT_TRUE(sphere.ratio > 0.75 && sphere.ratio < 1.05) << sphere.ratio;
    EXPECT_TRUE(sphere.ring.minCoeff() > 0.80 && sphere.ring.maxCoeff() < highest_frequency) << sphere.ring.transpose();
    EXPECT_LT(std::abs(std::log(sphere.ratio)), 0.5 * std::abs(std::log(sphere.by_galerkin)));
  }
}

TEST(Cage, AroundAFreeRandomSphereOfContrast10IsSquashedAndRingsLikeTheFineOne) {
  expect_near_fine(squashed_random_spheres(10, kFreshSeeds), 1.25);
}

TEST(Cage, AroundAFreeRandomSphereIsSquashedAndRingsLikeTheFineOne) {
  expect_near_fine(squashed_random_spheres(100, kFreshSeeds), 1.30);
  expect_near_fine(squashed_random_spheres(100, kLaterSeeds), 1.30);
}

TEST(CoarsePins, OfAPlaneHoldTheVerticesOnThatPlaneAndFreezeNothing) {
  FineBox spec = homogeneous_bar();
  spec.cells = {16, 4, 4};
  const FineBody body = fine_box(spec);
  const CoarseBody coarse = coarsen(body, hex_cage(Vec3(4, 1, 1), {4, 2, 1}, Vec3(2, 0.5, 0.5)));
  EXPECT_TRUE(coarse.pins.frozen.empty());
  for (Index i = 0; i < coarse.vertices(); ++i)
    for (Index axis = 0; axis < 3; ++axis)
      EXPECT_EQ(coarse.pins.held[static_cast<std::size_t>(3 * i + axis)], at_clamp(vertex(coarse.X, i)));
}

TEST(CoarsePins, ThatEndInsideACellFreezeItAndSayWhereTheCageShouldBeCut) {
  FineBox spec = homogeneous_bar();
  spec.cells = {16, 4, 4};
  spec.held = [](const Vec3& x) { return x[0] < 0.51; };
  const FineBody body = fine_box(spec);
  const CoarseBody coarse = coarsen(body, hex_cage(Vec3(4, 1, 1), {4, 1, 1}, Vec3(2, 0.5, 0.5)));
  ASSERT_EQ(coarse.pins.frozen.size(), 1u);
  const FrozenCell& frozen = coarse.pins.frozen[0];
  EXPECT_EQ(frozen.cell, 0);
  EXPECT_EQ(frozen.components, (std::array<bool, 3>{true, true, true}));
  EXPECT_EQ(frozen.axis, 0);
  EXPECT_NEAR(frozen.position, 0.5, 1e-12);
  // A cage with a plane there is not frozen beyond its pins.
  const CoarseBody cut = coarsen(body, hex_cage(Vec3(4, 1, 1), {8, 1, 1}, Vec3(2, 0.5, 0.5)));
  EXPECT_TRUE(cut.pins.frozen.empty());
}

TEST(CoarsePins, OfBothEndsOfACellAskForACutBetweenThem) {
  FineBox spec = homogeneous_bar();
  spec.cells = {16, 4, 4};
  const FineBody body = [&] {
    FineBody made = fine_box(spec);
    for (Index i = 0; i < made.vertices(); ++i)
      for (Index axis = 0; axis < 3; ++axis)
        made.held[static_cast<std::size_t>(3 * i + axis)] =
            axis == 1 && (at_clamp(vertex(made.X, i)) || vertex(made.X, i)[0] > 3.99);
    return made;
  }();
  const CoarseBody coarse = coarsen(body, hex_cage(Vec3(4, 1, 1), {1, 1, 1}, Vec3(2, 0.5, 0.5)));
  ASSERT_EQ(coarse.pins.frozen.size(), 1u);
  EXPECT_EQ(coarse.pins.frozen[0].components, (std::array<bool, 3>{false, true, false}));
  EXPECT_EQ(coarse.pins.frozen[0].axis, 0);
  EXPECT_NEAR(coarse.pins.frozen[0].position, 2, 1e-12);
}

}  // namespace
}  // namespace lilyan::test
