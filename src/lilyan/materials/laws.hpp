// The elastic laws as plain data: their moduli, and nothing else.
//
// Every law is stress-free at rest and agrees with linear elasticity at small strain. What a law says about energy and
// stress stands in the file of its name; docs and scenes know it by the name in the registry.
#pragma once

#include <variant>

namespace lilyan {

struct Linear {                // mu |eps|^2 + lambda/2 tr(eps)^2, eps the small strain
  double mu, lambda;           // [Pa]
};
struct StVenantKirchhoff {     // mu |E|^2 + lambda/2 tr(E)^2, E Green's strain
  double mu, lambda;           // [Pa]
};
struct NeoHookean {            // mu (J^(-2/3) I1 - 3) + bulk/2 (J - 1)^2; mu is HALF the shear modulus
  double mu, bulk_modulus;     // [Pa]
};
struct StableNeoHookean {      // mu/2 (I1 - 3) - mu (J - 1) + (lambda + mu)/2 (J - 1)^2
  double mu, lambda;           // [Pa]
};
struct MooneyRivlin {          // c10 (J^(-2/3) I1 - 3) + c01 (J^(-4/3) I2 - 3) + bulk/2 (J - 1)^2
  double c10, c01, bulk_modulus;  // [Pa]
};

using Law = std::variant<Linear, StVenantKirchhoff, NeoHookean, StableNeoHookean, MooneyRivlin>;

}  // namespace lilyan
