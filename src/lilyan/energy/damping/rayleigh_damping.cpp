#include <lilyan/energy/damping/rayleigh_damping.hpp>

#include <lilyan/energy/damping/constant_drag.hpp>
#include <lilyan/energy/damping/quadratic_drag.hpp>

namespace lilyan {

std::unique_ptr<StepTerm> RayleighDamping::pose(const StepStart& start, bool is_explicit) const {
  BlockMatrix D(start.pattern);
  if (beta_ != 0)
    for (const auto& potential : potentials_) potential->add_hessian(start.x, 0, beta_, Definiteness::projected, D);
  D.add_to_diagonal(alpha_, mass_);
  if (is_explicit) return std::make_unique<ConstantDrag>(D.times(start.v), start.x, start.h);
  if (form_ == Form::midpoint)
    return std::make_unique<QuadraticDrag>(std::move(D), start.x, 1 / start.h, Vector::Zero(start.x.size()));
  Vector f = D.times(start.v);
  return std::make_unique<QuadraticDrag>(std::move(D), start.x, 2 / start.h, std::move(f));
}

void RayleighDamping::connect(BlockPatternBuilder& pattern) {
  for (const auto& potential : potentials_) potential->connect(pattern);
}

}  // namespace lilyan
