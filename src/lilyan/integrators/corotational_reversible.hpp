// Implicit midpoint with frozen rotations of the tets, those of its start in the equation and the mean of both ends in the
// momentum. [Kharevych 2010, eq. 3.33, corrected; derivation in corotational_reversible.cpp]
#pragma once

#include <lilyan/dynamics/integrator.hpp>

namespace lilyan {

class CorotationalReversible final : public Integrator {
 public:
  std::vector<Fault> objections(const System& system) const override;
  std::unique_ptr<const Stepper> stepper(const System& system, const NewtonSettings& settings) const override;
};

}  // namespace lilyan
