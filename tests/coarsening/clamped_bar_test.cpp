#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <string>

#include <tests/coarsening/bars.hpp>
#include <tests/coarsening/linear_statics.hpp>

namespace lilyan::test {
namespace {

// Coarse over fine: 1 is right, less than 1 too stiff (of frequencies: too soft).
struct Ratios {
  double axial, bend_y, bend_z, torsion, sag, axial_gravity, lowest, highest;
};

class Bar {
 public:
  explicit Bar(const FineBox& spec) : body_(fine_box(spec)), fine_(body_), frequencies_(fine_.frequencies(5)) {
    const auto end = [](const Vec3& x) { return x[0] > 4 - 1e-9; };
    const auto pull = [&](const Vec3& t) { return traction_force(body_, end, [t](const Vec3&) { return t; }); };
    forces_ = {pull(Vec3::UnitX()),
               pull(Vec3::UnitY()),
               pull(Vec3::UnitZ()),
               traction_force(body_, end, [](const Vec3& x) { return Vec3(0, 0.5 - x[2], x[1] - 0.5); }),
               body_force(body_, -Vec3::UnitZ()),
               body_force(body_, Vec3::UnitX())};
    for (const Vector& f : forces_) compliances_.push_back(f.dot(fine_.solve(f)));
  }

  CoarseBody coarsened(const std::array<Index, 3>& cells, const CoarseningSettings& settings = {}) const {
    return coarsen(body_, cage(cells), settings);
  }
  CoarseBody by_galerkin(const std::array<Index, 3>& cells) const {
    CoarseningSettings settings;
    settings.method = BoxMethod::galerkin;
    return coarsened(cells, settings);
  }
  Ratios ratios(const CoarseBody& coarse) const {
    const CoarseStatics statics(body_, coarse);
    std::vector<double> ratio;
    for (std::size_t k = 0; k < forces_.size(); ++k) ratio.push_back(statics.compliance(forces_[k]) / compliances_[k]);
    const Vector frequencies = statics.frequencies(5).cwiseQuotient(frequencies_);
    return {ratio[0], ratio[1], ratio[2], ratio[3], ratio[4], ratio[5], frequencies.minCoeff(), frequencies.maxCoeff()};
  }

 private:
  static CoarseMesh cage(const std::array<Index, 3>& cells) { return hex_cage(Vec3(4, 1, 1), cells, Vec3(2, 0.5, 0.5)); }

  FineBody body_;
  FineStatics fine_;
  Vector frequencies_;
  std::vector<Vector> forces_;
  std::vector<double> compliances_;
};

void print(const std::string& name, const std::array<Index, 3>& cells, const Ratios& r) {
  std::printf("%-18s %dx%dx%d  axial %.2f  bend y %.2f z %.2f  torsion %.2f  sag %.2f  axial gravity %.2f  frequencies %.2f-%.2f\n",
              name.c_str(), cells[0], cells[1], cells[2], r.axial, r.bend_y, r.bend_z, r.torsion, r.sag, r.axial_gravity, r.lowest,
              r.highest);
}

constexpr std::array<std::array<Index, 3>, 2> kGrids = {{{4, 1, 1}, {8, 2, 2}}};

struct Material {
  const char* name;
  FineBox spec;
};

class ClampedBar : public testing::TestWithParam<Material> {};

TEST_P(ClampedBar, BendsSagsTwistsAndRingsLikeTheFineOne) {
  const Bar bar(GetParam().spec);
  for (const auto& cells : kGrids) {
    const Ratios r = bar.ratios(bar.coarsened(cells));
    print(GetParam().name, cells, r);
    for (double bend : {r.bend_y, r.bend_z}) EXPECT_TRUE(bend > 0.85 && bend < 1.15) << bend;
    EXPECT_TRUE(r.sag > 0.80 && r.sag < 1.15) << r.sag;
    EXPECT_TRUE(r.torsion > 0.80 && r.torsion < 1.30) << r.torsion;
    EXPECT_TRUE(r.axial_gravity > 0.85 && r.axial_gravity < 1.10) << r.axial_gravity;
    EXPECT_TRUE(r.lowest > 0.80 && r.highest < 1.25) << r.lowest << " to " << r.highest;
  }
}

// The seeds of random materials stand in these tests of bars alone: nothing was chosen by them.
INSTANTIATE_TEST_SUITE_P(OfMaterials, ClampedBar,
                         testing::Values(Material{"homogeneous", homogeneous_bar()}, Material{"slices_10", layered_bar(0, 10)},
                                         Material{"slices_100", layered_bar(0, 100)}, Material{"layers_10", layered_bar(2, 10)},
                                         Material{"layers_100", layered_bar(2, 100)}, Material{"crack_100", cracked_bar(100)},
                                         Material{"random_10_a", random_bar(10, 271828)},
                                         Material{"random_100_a", random_bar(100, 271828)},
                                         Material{"random_100_b", random_bar(100, 314159)},
                                         Material{"random_100_c", random_bar(100, 161803)}),
                         [](const auto& material) { return std::string(material.param.name); });

TEST(ClampedBar, OfOneMaterialBendsAlmostExactly) {
  const Bar bar(homogeneous_bar());
  for (const auto& cells : kGrids) {
    const Ratios r = bar.ratios(bar.coarsened(cells));
    for (double bend : {r.bend_y, r.bend_z}) EXPECT_TRUE(bend > 0.95 && bend < 1.02) << bend;
  }
}

// Beyond a contrast of 100 the ranges above do not hold.
TEST(ClampedBar, OfContrast1000IsNearerToTheFineOneThanByGalerkinsMethod) {
  const Bar bar(random_bar(1000, 271828));
  for (const auto& cells : kGrids) {
    const Ratios r = bar.ratios(bar.coarsened(cells)), galerkin = bar.ratios(bar.by_galerkin(cells));
    print("random 1000", cells, r);
    print("random 1000, Gal.", cells, galerkin);
    EXPECT_LT(std::abs(std::log(r.bend_y)), std::abs(std::log(galerkin.bend_y)));
    EXPECT_LT(std::abs(std::log(r.bend_z)), std::abs(std::log(galerkin.bend_z)));
    EXPECT_LT(std::abs(std::log(r.sag)), std::abs(std::log(galerkin.sag)));
  }
}

TEST(ClampedBar, IsTooSoftIfItsProbesDoNotKnowThePins) {
  const Bar bar(layered_bar(2, 100));
  CoarseningSettings settings;
  settings.support = ProbeSupport::free;
  EXPECT_GT(bar.ratios(bar.coarsened({4, 1, 1}, settings)).bend_z, 1.5);
}

}  // namespace
}  // namespace lilyan::test
