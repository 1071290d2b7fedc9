// The equilibrium of each instant: no inertia, Phi = W at the end of the step.
#pragma once

#include <lilyan/dynamics/integrator.hpp>

namespace lilyan {

class StaticEquilibrium final : public Integrator {
 public:
  Stage stage(int k, const Past& past, double h, const Vector& mass, std::optional<int> degree, int order) const override;
};

}  // namespace lilyan
