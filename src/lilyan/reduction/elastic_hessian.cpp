#include <lilyan/reduction/elastic_hessian.hpp>

namespace lilyan {

namespace {

template <class Takes>
SymmetricMatrix hessian_of(const System& system, const Vector& x, Takes takes) {
  BlockMatrix blocks(system.pattern());
  for (const auto& potential : system.potentials())
    if (takes(*potential)) potential->add_hessian(x, 0, 1, Definiteness::exact, blocks);
  const Restriction restriction(*system.pattern(), system.coordinates().free());
  SymmetricMatrix K(restriction.pattern());
  restriction.apply(blocks, K);
  return K;
}

}  // namespace

SymmetricMatrix elastic_hessian(const System& system, const Vector& X) {
  return hessian_of(system, X, [](const Potential& potential) { return potential.kind() == EnergyKind::elastic; });
}

SymmetricMatrix potential_hessian(const System& system, const Vector& x) {
  return hessian_of(system, x, [](const Potential&) { return true; });
}

}  // namespace lilyan
