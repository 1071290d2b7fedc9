#include <lilyan/energy/damping/viscous_damping.hpp>

#include <lilyan/energy/damping/constant_drag.hpp>
#include <lilyan/energy/damping/quadratic_drag.hpp>
#include <lilyan/energy/elements/held_rotations.hpp>

namespace lilyan {

std::unique_ptr<StepTerm> ViscousDamping::pose(const Chord& chord, Evaluate evaluate) const {
  BlockMatrix D(chord.pattern);
  for (const auto& elasticity : elasticity_) {
    const HeldRotations held(*elasticity, chord.x);
    if (held.potential()) held.potential()->add_hessian(chord.x, 0, coefficient_, Definiteness::exact, D);
  }
  if (evaluate == Evaluate::at_start) return std::make_unique<ConstantDrag>(D.times(chord.v), chord.x);
  return std::make_unique<QuadraticDrag>(std::move(D), chord.from(), 1 / chord.over(), Vector::Zero(chord.x.size()));
}

void ViscousDamping::connect(BlockPatternBuilder& pattern) {
  for (const auto& elasticity : elasticity_) elasticity->connect(pattern);
}

}  // namespace lilyan
