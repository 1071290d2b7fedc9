#include <lilyan/energy/damping/viscous_damping.hpp>

#include <lilyan/energy/damping/constant_drag.hpp>
#include <lilyan/energy/damping/quadratic_drag.hpp>
#include <lilyan/energy/elements/held_rotations.hpp>

namespace lilyan {

std::unique_ptr<StepTerm> ViscousDamping::pose(const StepStart& start, bool is_explicit) const {
  BlockMatrix D(start.pattern);
  for (const auto& elasticity : elasticity_) {
    const HeldRotations held(*elasticity, start.x);
    if (held.potential()) held.potential()->add_hessian(start.x, 0, coefficient_, Definiteness::exact, D);
  }
  if (is_explicit) return std::make_unique<ConstantDrag>(D.times(start.v), start.x, start.h);
  return std::make_unique<QuadraticDrag>(std::move(D), start.x, 1 / start.h, Vector::Zero(start.x.size()));
}

void ViscousDamping::connect(BlockPatternBuilder& pattern) {
  for (const auto& elasticity : elasticity_) elasticity->connect(pattern);
}

}  // namespace lilyan
