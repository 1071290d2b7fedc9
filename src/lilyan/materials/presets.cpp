#include <lilyan/materials/presets.hpp>

#include <lilyan/materials/registry.hpp>

#include <algorithm>
#include <cassert>

namespace lilyan {

namespace {

// Nearly incompressible materials stay at this ratio: the linear tets lock above it.
constexpr double kSoft = 0.49, kGel = 0.45;

IsotropicModuli from_shear_modulus(double G, double nu) { return {2 * G * (1 + nu), nu}; }

// Coast Douglas-fir at 12 % moisture; axes: along the grain, radial, tangential. The handbook's modulus is of bending and 10 %
// below the pure one. nu31 is nu_LT E_T/E_L, the handbook's own nu_TL being the less certain of the two.
Orthotropic douglas_fir() {
  constexpr double E_L = 1.1 * 13.4e9, E_R = 0.068 * E_L, E_T = 0.050 * E_L;
  return {{E_L, E_R, E_T}, {0.292, 0.390, 0.449 * E_T / E_L}, {0.064 * E_L, 0.007 * E_L, 0.078 * E_L}};
}

std::vector<Preset> make_presets() {
  return {
      {"rubber", "soft vulcanised natural rubber; shear modulus 0.39 MPa", "neo_hookean", from_shear_modulus(0.39e6, kSoft), 930,
       "[Treloar 1975; Ashby 2011]"},
      {"jelly", "gelatin dessert, 20 parts of water to one of gelatin", "stable_neo_hookean", IsotropicModuli{4.34e3, kGel}, 1000,
       "[Bonavia 2025]"},
      {"muscle", "relaxed skeletal muscle, the same in all directions", "stable_neo_hookean", IsotropicModuli{12e3, kGel}, 1060,
       "[Engler 2004; Mendez 1960]"},
      {"wood", "clear Douglas-fir, the grain along the first axis; small strains, any rotation", "corotated", douglas_fir(), 538,
       "[FPL 2010, ch. 5]"},
      {"steel", "structural steel; small strains, any rotation", "stvk", IsotropicModuli{210e9, 0.3}, 7850,
       "[EN 1993, part 1-1, 3.2.6; part 1-2, 3.2.2]"},
  };
}

}  // namespace

const std::vector<Preset>& preset_registry() {
  static const std::vector<Preset> registry = make_presets();
  return registry;
}

const Preset* find_preset(const std::string& name) {
  const auto& all = preset_registry();
  const auto found = std::find_if(all.begin(), all.end(), [&](const Preset& preset) { return preset.name == name; });
  return found == all.end() ? nullptr : &*found;
}

Law make_law(const Preset& preset, const std::string& law) {
  const MaterialEntry& entry = *find_material(law.empty() ? preset.law : law);
  if (const auto* moduli = std::get_if<IsotropicModuli>(&preset.moduli))
    return law_from_moduli(entry, moduli->youngs_modulus, moduli->poissons_ratio);
  assert(entry.takes_directions);
  return entry.with_stiffness(std::get<Orthotropic>(preset.moduli).law());
}

}  // namespace lilyan
