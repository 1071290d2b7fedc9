// The elastic laws, each a small struct of moduli in the file of its name.
//
// Every law is stress-free at rest and agrees with linear elasticity at small strain. Scenes know it by its name in the registry.
#pragma once

#include <lilyan/materials/anisotropic.hpp>
#include <lilyan/materials/corotated.hpp>
#include <lilyan/materials/linear.hpp>
#include <lilyan/materials/mooney_rivlin.hpp>
#include <lilyan/materials/neo_hookean.hpp>
#include <lilyan/materials/st_venant_kirchhoff.hpp>
#include <lilyan/materials/stable_neo_hookean.hpp>

#include <variant>

namespace lilyan {

using Law = std::variant<Linear, StVenantKirchhoff, NeoHookean, StableNeoHookean, MooneyRivlin, Anisotropic, Corotated>;

}  // namespace lilyan
