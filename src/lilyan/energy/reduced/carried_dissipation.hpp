// The damping of vertices that a reduced body carries, like the drag of the air on its surface.
#pragma once

#include <lilyan/energy/damping/dissipation.hpp>
#include <lilyan/energy/reduced/carried_term.hpp>

namespace lilyan {

class CarriedDissipation final : public Dissipation {
 public:
  // `dissipation` numbers the vertices as `vertices` does, and joins no two of them.
  CarriedDissipation(CarriedVertices vertices, std::unique_ptr<Dissipation> dissipation)
      : vertices_(std::move(vertices)), dissipation_(std::move(dissipation)) {}

  std::unique_ptr<StepTerm> pose(const Chord& chord, Evaluate evaluate) const override {
    return CarriedTerm::make(vertices_, chord, [&](const Chord& carried) { return dissipation_->pose(carried, evaluate); });
  }
  Acts acts(Evaluate evaluate) const override { return dissipation_->acts(evaluate); }
  bool acts_from_outside() const override { return dissipation_->acts_from_outside(); }
  bool is_quadratic() const override { return dissipation_->is_quadratic(); }

 private:
  CarriedVertices vertices_;
  std::unique_ptr<Dissipation> dissipation_;
};

}  // namespace lilyan
