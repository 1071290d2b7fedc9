#include <gtest/gtest.h>

#include <algorithm>
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

// A crack as wide as one square of the fine mesh, half as wide as that of the bar.
FineBox thinly_cracked() {
  FineBox spec = cracked_bar(100, 1);
  spec.law_at = [](const Vec3& x) { return Index{x[0] > 1.5 && x[0] < 1.5625 && x[1] > 0.25}; };
  return spec;
}

Vector end_load(const FineBody& body) {
  return traction_force(
      body, [](const Vec3& x) { return x[0] > 4 - 1e-9; }, [](const Vec3&) { return Vec3(0, 1, 0); });
}

class Slice : public testing::TestWithParam<SliceCase> {};

TEST_P(Slice, BendsAndSagsInPlaneStrainAsMeasuredBefore) {
  const SliceCase& c = GetParam();
  const FineBody body = fine_rectangle(slice_of(c.spec));
  const FineStatics fine(body);
  const Vector bend = end_load(body);
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
                                         SliceCase{"thin_crack_100", thinly_cracked(), {1.00, 0.94}, {1.02, 0.92}}),
                         [](const auto& slice) { return std::string(slice.param.name); });

// Coarse over fine compliance under the end load and the weight, at 4x1 and 8x2.
struct SliceRatios {
  double bend[2], sag[2];
};

SliceRatios ratios_of(const FineBody& body, const CoarseningSettings& settings = {}) {
  const FineStatics fine(body);
  const Vector bend = end_load(body), weight = body_force(body, -Vec3::UnitY());
  SliceRatios ratios = {};
  for (Index k : {0, 1}) {
    const CoarseBody coarse = coarsen(body, quad_cage(Vec3::Zero(), Vec3(4, 1, 0), 4 * (k + 1), k + 1), settings);
    const CoarseStatics statics(body, coarse);
    ratios.bend[k] = statics.compliance(bend) / bend.dot(fine.solve(bend));
    ratios.sag[k] = statics.compliance(weight) / weight.dot(fine.solve(weight));
  }
  return ratios;
}

bool bends_well(double ratio) { return ratio > 0.85 && ratio < 1.15; }
bool sags_well(double ratio) { return ratio > 0.80 && ratio < 1.20; }

struct RangedSlice {
  const char* name;
  FineBox spec;
};

class SliceInRange : public testing::TestWithParam<RangedSlice> {};

TEST_P(SliceInRange, BendsAndSagsLikeTheFineOne) {
  const SliceRatios ratios = ratios_of(fine_rectangle(slice_of(GetParam().spec)));
  std::printf("slice, %s: bend %.3f %.3f sag %.3f %.3f\n", GetParam().name, ratios.bend[0], ratios.bend[1], ratios.sag[0],
              ratios.sag[1]);
  for (double bend : ratios.bend) EXPECT_TRUE(bends_well(bend)) << bend;
  for (double sag : ratios.sag) EXPECT_TRUE(sags_well(sag)) << sag;
}

// Nothing was chosen by random materials of these seeds.
INSTANTIATE_TEST_SUITE_P(OfMaterials, SliceInRange,
                         testing::Values(RangedSlice{"crack_100", cracked_bar(100, 1)},
                                         RangedSlice{"random_100_a", random_bar(100, 577215)},
                                         RangedSlice{"random_100_b", random_bar(100, 662607)},
                                         RangedSlice{"random_100_c", random_bar(100, 299792)}),
                         [](const auto& slice) { return std::string(slice.param.name); });

// Not every draw of a random material keeps these ranges: of 40 seeds 40 and 37 bend in theirs at 4x1 and 8x2 (0.85 to 1.23), and
// 34 and 38 sag in theirs (0.76 to 1.33).
TEST(Slice, OfARandomMaterialIsInRangeForMostDrawsAndRightInTheMiddle) {
  constexpr unsigned kDraws = 20;
  std::vector<double> bend[2], sag[2];
  for (unsigned seed = 7000; seed < 7000 + kDraws; ++seed) {
    const SliceRatios ratios = ratios_of(fine_rectangle(slice_of(random_bar(100, seed))));
    for (int k : {0, 1}) bend[k].push_back(ratios.bend[k]), sag[k].push_back(ratios.sag[k]);
  }
  for (int k : {0, 1}) {
    std::sort(bend[k].begin(), bend[k].end());
    std::sort(sag[k].begin(), sag[k].end());
    const auto bending = std::count_if(bend[k].begin(), bend[k].end(), bends_well);
    const auto sagging = std::count_if(sag[k].begin(), sag[k].end(), sags_well);
    std::printf(
        "slice, %u draws of random 100, %dx%d: bend %.3f to %.3f, median %.3f, %d in range; sag %.3f to %.3f, median %.3f, "
        "%d in range\n",
        kDraws, 4 * (k + 1), k + 1, bend[k].front(), bend[k].back(), bend[k][kDraws / 2], static_cast<int>(bending), sag[k].front(),
        sag[k].back(), sag[k][kDraws / 2], static_cast<int>(sagging));
    EXPECT_GE(bending, 17);
    EXPECT_GE(sagging, 15);
    EXPECT_NEAR(bend[k][kDraws / 2], 1, 0.05);
    EXPECT_NEAR(sag[k][kDraws / 2], 1, 0.07);
  }
}

TEST(Slice, OfARandomMaterialIsNearerToTheFineOneThanByGalerkinsMethod) {
  const FineBody body = fine_rectangle(slice_of(random_bar(100, 223606)));
  CoarseningSettings settings;
  settings.method = BoxMethod::galerkin;
  const SliceRatios ratios = ratios_of(body), galerkin = ratios_of(body, settings);
  for (int k : {0, 1}) {
    std::printf("slice, random 100, %dx%d: bend %.3f, by Galerkin's method %.3f\n", 4 * (k + 1), k + 1, ratios.bend[k],
                galerkin.bend[k]);
    EXPECT_LT(std::abs(std::log(ratios.bend[k])), 0.5 * std::abs(std::log(galerkin.bend[k])));
  }
}

}  // namespace
}  // namespace lilyan::test
