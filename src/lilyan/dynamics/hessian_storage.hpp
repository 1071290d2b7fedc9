// Matrices of a system's Hessian, made once and used in every step.
#pragma once

#include <lilyan/algebra/symmetric_matrix.hpp>
#include <lilyan/dynamics/system.hpp>

namespace lilyan {

struct HessianStorage {
  explicit HessianStorage(const System& system)
      : blocks(system.pattern()), restriction(*system.pattern(), system.coordinates().free()) {}
  BlockMatrix blocks;       // over all components
  Restriction restriction;  // to the unknowns
};

}  // namespace lilyan
