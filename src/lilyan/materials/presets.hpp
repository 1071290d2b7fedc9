// Materials by name: a law with its moduli and a density, from published measurements.
//
// A preset is a sensible start, not a specimen: rubbers, woods and muscles differ by factors. docs/materials.md says what each
// number is.
#pragma once

#include <lilyan/materials/anisotropic.hpp>
#include <lilyan/materials/laws.hpp>

#include <string>
#include <variant>
#include <vector>

namespace lilyan {

struct IsotropicModuli {
  double youngs_modulus;  // [Pa]
  double poissons_ratio;
};

struct Preset {
  std::string name;
  std::string meaning;
  std::string law;  // in the material registry
  std::variant<IsotropicModuli, Orthotropic> moduli;
  double density;      // [kg/m^3]
  std::string source;  // as cited from docs/references.bib

  bool is_isotropic() const { return std::holds_alternative<IsotropicModuli>(moduli); }
};

const std::vector<Preset>& preset_registry();
const Preset* find_preset(const std::string& name);  // nullptr where there is none

// The preset's law where `law` is empty, else that law with its moduli; where these are not isotropic, it must take directions.
Law make_law(const Preset& preset, const std::string& law = {});

}  // namespace lilyan
