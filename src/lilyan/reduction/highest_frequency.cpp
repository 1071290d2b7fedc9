#include <lilyan/reduction/highest_frequency.hpp>

#include <lilyan/reduction/elastic_hessian.hpp>

#include <cmath>
#include <utility>

namespace lilyan {

double highest_frequency(const System& system, const Vector& X) {
  constexpr int kMostIterations = 500;
  constexpr double kSettled = 1e-5;  // relative change of omega^2 in an iteration
  const SymmetricMatrix K = elastic_hessian(system, X);
  Vector mass;
  system.coordinates().restrict(system.mass(), mass);
  if (mass.size() == 0 || !K.all_finite()) return 0;
  const Vector s = mass.cwiseSqrt().cwiseInverse();  // M^-1/2 K M^-1/2 is symmetric
  // Neighbours move against each other in fast vibrations, so the start changes its sign from component to component; no symmetry
  // of a body makes it miss the largest for good, since the factors differ.
  Vector u(mass.size()), Ku;
  for (Eigen::Index i = 0; i < u.size(); ++i) u[i] = (i % 2 == 0 ? 1 : -1) * (1 + 0.5 * std::sin(static_cast<double>(i)));
  u.normalize();
  double squared = 0;
  for (int k = 0; k < kMostIterations; ++k) {
    K.multiply(s.cwiseProduct(u), Ku);
    u = s.cwiseProduct(Ku);
    const double before = std::exchange(squared, u.norm());  // |A u| for a unit u: from below, and it never falls
    if (!(squared > 0) || !std::isfinite(squared)) return 0;
    u /= squared;
    if (squared - before < kSettled * squared) break;
  }
  return std::sqrt(squared);
}

}  // namespace lilyan
