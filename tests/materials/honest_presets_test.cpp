// Every figure of every preset, as its source has it.
#include <lilyan/materials/presets.hpp>

#include <gtest/gtest.h>

#include <map>

namespace lilyan::honest_presets {
namespace {

TEST(HonestPresets, HaveTheModuliAndDensitiesOfTheirSources) {
  struct Figures {
    double youngs_modulus, poissons_ratio, density;
  };
  const std::map<std::string, Figures> figures = {{"rubber", {2 * 0.39e6 * 1.49, 0.49, 930}},
                                                  {"jelly", {4.34e3, 0.45, 1000}},
                                                  {"muscle", {12e3, 0.45, 1060}},
                                                  {"steel", {210e9, 0.3, 7850}}};
  for (const Preset& preset : preset_registry()) {
    if (!preset.is_isotropic()) continue;
    ASSERT_TRUE(figures.contains(preset.name)) << preset.name << " has no figures here";
    const auto& [E, nu, rho] = figures.at(preset.name);
    EXPECT_DOUBLE_EQ(std::get<IsotropicModuli>(preset.moduli).youngs_modulus, E) << preset.name;
    EXPECT_DOUBLE_EQ(std::get<IsotropicModuli>(preset.moduli).poissons_ratio, nu) << preset.name;
    EXPECT_DOUBLE_EQ(preset.density, rho) << preset.name;
  }
}

// Coast Douglas-fir: E_L = 1.1 x 13.4 GPa; the moduli and ratios of the table of the handbook.
TEST(HonestPresets, HaveTheNineConstantsOfWood) {
  const Preset& wood = *find_preset("wood");
  EXPECT_DOUBLE_EQ(wood.density, 538);
  const Orthotropic& given = std::get<Orthotropic>(wood.moduli);
  const double E_L = 14.74e9;
  const Vec3 youngs(E_L, 0.068 * E_L, 0.050 * E_L), poisson(0.292, 0.390, 0.449 * 0.050),
      shear(0.064 * E_L, 0.007 * E_L, 0.078 * E_L);
  EXPECT_LT((given.youngs_moduli - youngs).norm(), 1e-12 * E_L);
  EXPECT_LT((given.poissons_ratios - poisson).norm(), 1e-12);
  EXPECT_LT((given.shear_moduli - shear).norm(), 1e-12 * E_L);
}

}  // namespace
}  // namespace lilyan::honest_presets
