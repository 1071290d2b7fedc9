// Stresses without body force, which bodies are probed by and strains of coarse cells are weighted with.
//
//   S_a = e_k xi_1^p1 xi_2^p2 xi_3^p3,    div S_a = 0,    e_k one of Mandel's six components
//
// 18 in space: six constant ones; s11 with y, z, yz; s22 with x, z, xz; s33 with x, y, xy; s23 with x, s13 with y, s12 with z. They
// are the stresses of a hex in bending and torsion [Pian 1986]. 5 in a plane: three constant ones, s11 with y, s22 with x. Another
// origin and other units of length give combinations of the same modes.
#pragma once

#include <lilyan/coarsening/simplex.hpp>

#include <span>

namespace lilyan {

struct StressMode {
  int component;       // Mandel's
  std::size_t moment;  // place of its powers in Moments
};

// The constant ones first.
std::span<const StressMode> stress_modes(int dimension);

}  // namespace lilyan
