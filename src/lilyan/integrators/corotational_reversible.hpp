// Implicit midpoint with frozen rotations of the tets, those of its start in the equation and the mean of both ends in the
// momentum. [Kharevych 2010, eq. 3.33, corrected; dynamics/corotational_stepper.hpp]
#pragma once

#include <lilyan/dynamics/integrator.hpp>

namespace lilyan {

class CorotationalReversible final : public Integrator {
 public:
  Stage stage(int k, const Past& past, double h, const Vector& mass, std::optional<int> degree, int order) const override;
  bool freezes_rotations() const override { return true; }
};

}  // namespace lilyan
