// The list of elastic laws: what each is called, what it takes, and how it is made.
#pragma once

#include <lilyan/core/schema.hpp>
#include <lilyan/materials/laws.hpp>

#include <functional>
#include <string>
#include <vector>

namespace lilyan {

struct MaterialEntry {
  std::string name;
  std::string meaning;
  bool frame_indifferent;         // energy unchanged by rotation; not so for laws of small strain
  bool survives_inversion;        // defined for J <= 0
  std::vector<Field> parameters;  // every one optional; exactly one of the sets below must be given
  std::vector<std::vector<std::string>> parameter_sets;
  std::function<Law(const Parameters&)> make;  // values of one complete set, checked against the fields; throws InputError
                                               // (place = the parameter's name) where they contradict each other
  std::function<Law(double, double)> make_isotropic = {};  // of youngs_modulus [Pa] and poissons_ratio
  bool takes_directions = false;                           // its moduli may differ by direction
  std::function<Law(const Anisotropic&)> with_stiffness = [](const Anisotropic& law) -> Law { return law; };  // where it takes them
};

const std::vector<MaterialEntry>& material_registry();
const MaterialEntry* find_material(const std::string& name);  // nullptr where there is none

// The law with these engineering moduli, the same in all directions.
Law law_from_moduli(const MaterialEntry& entry, double youngs_modulus, double poissons_ratio);

}  // namespace lilyan
