#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include <tests/coarsening/bars.hpp>
#include <tests/coarsening/linear_statics.hpp>

namespace lilyan::test {
namespace {

struct SliceCase {
  const char* name;
  FineBox spec;
  double bend[2], sag[2];  // coarse over fine compliance at 4x1 and 8x2
};

FineBox slice_of(FineBox spec) {
  spec.cells = {64, 16, 1};
  return spec;
}

// A crack as wide as one square of the fine mesh.
FineBox thinly_cracked() {
  FineBox spec = cracked_bar(100, 1);
  spec.law_at = [](const Vec3& x) { return Index{x[0] > 1.5 && x[0] < 1.5625 && x[1] > 0.25}; };
  return spec;
}

class Slice : public testing::TestWithParam<SliceCase> {};

TEST_P(Slice, BendsAndSagsInPlaneStrainAsMeasuredBefore) {
  const SliceCase& c = GetParam();
  const FineBody body = fine_rectangle(slice_of(c.spec));
  const FineStatics fine(body);
  const Vector bend = traction_force(
      body, [](const Vec3& x) { return x[0] > 4 - 1e-9; }, [](const Vec3&) { return Vec3(0, 1, 0); });
  const Vector weight = body_force(body, -Vec3::UnitY());
  for (int k = 0; k < 2; ++k) {
    const Index nx = k == 0 ? 4 : 8, ny = k == 0 ? 1 : 2;
    const CoarseBody coarse = coarsen(body, quad_cage(Vec3::Zero(), Vec3(4, 1, 0), nx, ny));
    EXPECT_EQ(coarse.counts.nested, nx * ny);
    EXPECT_EQ(coarse.quads().size(), static_cast<std::size_t>(nx * ny));
    const CoarseStatics statics(body, coarse);
    const double bends = statics.compliance(bend) / bend.dot(fine.solve(bend));
    const double sags = statics.compliance(weight) / weight.dot(fine.solve(weight));
    std::printf("slice, %s, %dx%d: bend %.3f sag %.3f\n", c.name, nx, ny, bends, sags);
    EXPECT_NEAR(bends, c.bend[k], 0.01);
    EXPECT_NEAR(sags, c.sag[k], 0.01);
  }
}

INSTANTIATE_TEST_SUITE_P(OfMaterials, Slice,
                         testing::Values(SliceCase{"homogeneous", homogeneous_bar(), {0.98, 0.99}, {0.99, 0.98}},
                                         SliceCase{"slices_100", layered_bar(0, 100), {0.90, 0.90}, {0.87, 0.85}},
                                         SliceCase{"layers_100", layered_bar(1, 100), {0.87, 0.87}, {0.80, 0.88}},
                                         SliceCase{"crack_100", thinly_cracked(), {1.00, 0.94}, {1.02, 0.92}}),
                         [](const auto& slice) { return std::string(slice.param.name); });

Vector end_load(const FineBody& body) {
  return traction_force(
      body, [](const Vec3& x) { return x[0] > 4 - 1e-9; }, [](const Vec3&) { return Vec3(0, 1, 0); });
}

TEST(Slice, OfARandomMaterialIsNearerToTheFineOneThanByGalerkinsMethod) {
  const FineBody body = fine_rectangle(slice_of(random_bar(100, 223606)));
  const FineStatics fine(body);
  const Vector bend = end_load(body);
  for (Index k : {1, 2}) {
    const CoarseMesh mesh = quad_cage(Vec3::Zero(), Vec3(4, 1, 0), 4 * k, k);
    CoarseningSettings settings;
    settings.method = BoxMethod::galerkin;
    const CoarseBody coarse = coarsen(body, mesh), galerkins = coarsen(body, mesh, settings);
    const double whole = bend.dot(fine.solve(bend)), ratio = CoarseStatics(body, coarse).compliance(bend) / whole;
    const double galerkin = CoarseStatics(body, galerkins).compliance(bend) / whole;
    std::printf("slice, random 100, %dx%d: bend %.3f, by Galerkin's method %.3f\n", 4 * k, k, ratio, galerkin);
    EXPECT_LT(std::abs(std::log(ratio)), 0.5 * std::abs(std::log(galerkin)));
  }
}

}  // namespace
}  // namespace lilyan::test
