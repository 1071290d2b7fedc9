#include <lilyan/energy/contact/contact_stiffness.hpp>

#include <algorithm>

namespace lilyan {

Vector contact_stiffness(const Vector& X, const HeldComponents& held, const std::vector<Potential*>& potentials) {
  const auto vertices = static_cast<Index>(X.size() / 3);
  BlockPatternBuilder builder(vertices);
  for (Potential* potential : potentials) potential->connect(builder);
  BlockMatrix K(builder.build());
  for (const Potential* potential : potentials) potential->add_hessian(X, 0, 1, Definiteness::exact, K);
  Vector stiffness = Vector::Zero(vertices);
  for (Index i = 0; i < vertices; ++i) {
    const double* block = K.block(K.pattern().place_of(i, i));
    int free = 0;
    for (Index axis = 0; axis < 3; ++axis)
      if (!held.is_held(i, axis)) stiffness[i] += block[4 * axis], ++free;
    if (free > 0) stiffness[i] = std::max(stiffness[i] / free, 0.0);
  }
  return stiffness;
}

}  // namespace lilyan
