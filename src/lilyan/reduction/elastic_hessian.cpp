#include <lilyan/reduction/elastic_hessian.hpp>

namespace lilyan {

SymmetricMatrix elastic_hessian(const System& system, const Vector& X) {
  BlockMatrix blocks(system.pattern());
  for (const auto& potential : system.potentials())
    if (potential->kind() == EnergyKind::elastic) potential->add_hessian(X, 0, 1, Definiteness::exact, blocks);
  const Restriction restriction(*system.pattern(), system.coordinates().free());
  SymmetricMatrix K(restriction.pattern());
  restriction.apply(blocks, K);
  return K;
}

}  // namespace lilyan
