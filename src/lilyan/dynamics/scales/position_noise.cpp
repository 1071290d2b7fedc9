#include <lilyan/dynamics/scales/position_noise.hpp>

#include <lilyan/algebra/magnitude.hpp>

#include <cmath>
#include <limits>

namespace lilyan {

namespace {

Vector stiffness_of(const System& system) {
  BlockMatrix K(system.pattern());
  const Vector& x = system.coordinates().start();
  for (const auto& potential : system.potentials())
    if (!potential->has_own_mean(Evaluate::over_step)) potential->add_hessian(x, 0, 1, Definiteness::exact, K);
  return magnitude_of_product(K, Vector::Ones(x.size()));
}

}  // namespace

const Vector& PositionNoise::stiffness(const System& system) {
  if (stiffness_.size() == 0) stiffness_ = stiffness_of(system);
  return stiffness_;
}

Vector PositionNoise::forces(const System& system, const Vector& x) {
  return kSumRounding * x.lpNorm<Eigen::Infinity>() * stiffness(system);
}

Vector PositionNoise::energies(const System& system, const Vector& x) {
  const Vector& k = stiffness(system);
  Vector energies = Vector::Zero(system.parts().size());
  for (Index c : system.coordinates().free()) {
    const double energy = k[c] * std::pow(std::numeric_limits<double>::epsilon() * x[c], 2);
    if (std::isfinite(energy)) energies[system.parts().of_vertex(c / 3)] += energy;
  }
  return energies;
}

}  // namespace lilyan
