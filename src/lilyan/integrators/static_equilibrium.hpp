// The equilibrium of each instant: no inertia, Phi = W at the end of the step.
#pragma once

#include <lilyan/dynamics/stage.hpp>

namespace lilyan {

class StaticEquilibrium final : public StageMethod {
 public:
  Stage stage(const History& history, double h, int order) const override;
};

}  // namespace lilyan
