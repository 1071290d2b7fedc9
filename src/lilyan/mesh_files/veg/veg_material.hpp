// The line of a .veg file that describes a material.
//
//   ENU, density, E, nu
//   ORTHOTROPIC_<form>, density, E1, E2, E3, then by the form:
//     N3  nu12, nu23, nu31        N1  nu: nu_ij = nu sqrt(Ei/Ej)
//     G3  G12, G23, G31           G1  a factor of sqrt(Ei Ej)/(2 (1 + nu)); without G it is 1
//     R9  a rotation, row by row, whose columns are the material's axes; without it they are x, y, z
//   in the forms N3G3R9 (also without a name), N3G3, N1G1R9, N1G1, N1R9, N1. [Li 2014]
#pragma once

#include <lilyan/mesh_files/scan/text.hpp>

namespace lilyan {

// From the scanner's line; throws InputError (id "mesh.material") where it is no such line or a value is out of range.
FileMaterial read_veg_material(const TextScanner& text, std::string name);

}  // namespace lilyan
