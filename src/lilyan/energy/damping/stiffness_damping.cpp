#include <lilyan/energy/damping/stiffness_damping.hpp>

#include <lilyan/energy/damping/drag_terms.hpp>

#include <algorithm>

namespace lilyan {

std::unique_ptr<StepTerm> RayleighDamping::pose(const Chord& chord, Evaluate evaluate) const {
  BlockMatrix D(chord.pattern);
  if (beta_ != 0)
    for (const auto& potential : potentials_) potential->add_hessian(chord.x, 0, beta_, Definiteness::projected, D);
  D.add_to_diagonal(alpha_, mass_);
  if (alpha_ != 0)
    for (const auto& [i, j, m] : shared_) {
      const Mat3 block = alpha_ * m * Mat3::Identity();
      D.add_to_block(std::max(i, j), std::min(i, j), block);
      D.add_to_block(i, i, -block);
      D.add_to_block(j, j, -block);
    }
  if (evaluate == Evaluate::at_start) return std::make_unique<ConstantDrag>(D.times(chord.v), chord.x);
  if (form_ == Form::midpoint)
    return std::make_unique<QuadraticDrag>(std::move(D), chord.from(), 1 / chord.over(), Vector::Zero(chord.x.size()));
  Vector f = D.times(chord.v);
  return std::make_unique<QuadraticDrag>(std::move(D), chord.x, 2 / chord.h, std::move(f));
}

void RayleighDamping::connect(BlockPatternBuilder& pattern) {
  for (const auto& potential : potentials_) potential->connect(pattern);
  if (alpha_ == 0 || shared_.empty()) return;
  std::vector<Index> pairs;
  for (const SharedMass& pair : shared_) pairs.insert(pairs.end(), {std::min(pair.i, pair.j), std::max(pair.i, pair.j)});
  pattern.add(std::move(pairs), 2);
}

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
