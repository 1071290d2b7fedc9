#include <lilyan/materials/evaluate.hpp>
#include <lilyan/materials/presets.hpp>
#include <lilyan/materials/registry.hpp>

#include <gtest/gtest.h>
#include <Eigen/LU>

namespace lilyan {
namespace {

TEST(Presets, AllMakeALawAndNameTheirSource) {
  for (const Preset& preset : preset_registry()) {
    const Law law = make_law(preset);
    EXPECT_EQ(energy_density(law, Mat3::Identity()), 0) << preset.name;
    EXPECT_GT(energy_density(law, Vec3(1.01, 1, 1).asDiagonal()), 0) << preset.name;
    EXPECT_GT(preset.density, 0) << preset.name;
    EXPECT_EQ(preset.source.front(), '[') << preset.name;
    ASSERT_NE(find_material(preset.law), nullptr) << preset.name;
    EXPECT_EQ(find_preset(preset.name), &preset);
  }
  EXPECT_EQ(find_preset("unobtainium"), nullptr);
}

TEST(Presets, OfIsotropicStuffTakeEveryLawWithTheSameStiffness) {
  for (const Preset& preset : preset_registry()) {
    if (!preset.is_isotropic()) continue;
    const Mat9 K = stiffness(make_law(preset), Mat3::Identity(), Definiteness::exact);
    for (const MaterialEntry& entry : material_registry())
      EXPECT_LT((stiffness(make_law(preset, entry.name), Mat3::Identity(), Definiteness::exact) - K).norm(), 1e-10 * K.norm())
          << preset.name << " " << entry.name;
  }
}

TEST(Presets, HaveTheFiguresOfTheirSources) {
  // Shear modulus of rubber; steel's bulk modulus E/(3 (1 - 2 nu)).
  EXPECT_NEAR(stiffness(make_law(*find_preset("rubber")), Mat3::Identity(), Definiteness::exact)(1, 1), 0.39e6, 1);
  const Mat3 P = first_piola_stress(make_law(*find_preset("steel")), 1.000001 * Mat3::Identity());
  EXPECT_NEAR(P.trace() / 9 / 1e-6 / (210e9 / 1.2), 1, 1e-5);
  // Wood pulled across the grain is as soft as the handbook's ratios of the moduli say.
  const auto wood = std::get<Corotated>(make_law(*find_preset("wood")));
  const Mat6 compliance = symmetric_matrix(wood.coefficients).inverse();
  EXPECT_NEAR(compliance(0, 0) * 14.74e9, 1, 1e-12);
  EXPECT_NEAR(compliance(0, 0) / compliance(1, 1), 0.068, 1e-12);
  EXPECT_NEAR(compliance(0, 0) / compliance(2, 2), 0.050, 1e-12);
  EXPECT_NEAR(-compliance(2, 0) / compliance(0, 0), 0.449, 1e-12);  // nu_LT
}

}  // namespace
}  // namespace lilyan
