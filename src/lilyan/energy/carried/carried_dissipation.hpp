// The damping of vertices that a state carries, like the drag of the air on the surface of a reduced body.
#pragma once

#include <lilyan/energy/carried/carried_term.hpp>
#include <lilyan/energy/damping/dissipation.hpp>

namespace lilyan {

class CarriedDissipation final : public Dissipation {
 public:
  // `dissipation` numbers the vertices as `vertices` does, and joins no two of them.
  CarriedDissipation(std::shared_ptr<const CarriedVertices> vertices, std::unique_ptr<Dissipation> dissipation)
      : vertices_(std::move(vertices)), dissipation_(std::move(dissipation)) {}

  std::unique_ptr<StepTerm> pose(const Chord& chord, Evaluate evaluate) const override {
    return CarriedTerm::make(*vertices_, chord, [&](const Chord& carried) { return dissipation_->pose(carried, evaluate); });
  }
  Acts acts(Evaluate evaluate) const override { return dissipation_->acts(evaluate); }
  bool acts_from_outside() const override { return dissipation_->acts_from_outside(); }
  bool is_quadratic() const override { return dissipation_->is_quadratic(); }
  void connect(BlockPatternBuilder& pattern) override { vertices_->connect(pattern); }

 private:
  std::shared_ptr<const CarriedVertices> vertices_;
  std::unique_ptr<Dissipation> dissipation_;
};

}  // namespace lilyan
