#include <lilyan/reduction/highest_frequency.hpp>

#include <lilyan/reduction/elastic_hessian.hpp>

#include <cmath>
#include <utility>

namespace lilyan {

double highest_frequency(const System& system, const Vector& X) {
  constexpr int kMostIterations = 500;
  constexpr double kSettled = 1e-5;  // relative change of omega^2 in an iteration
  const SymmetricMatrix K = elastic_hessian(system, X);
  const Coordinates& coordinates = system.coordinates();
  if (coordinates.size() == 0 || !K.all_finite()) return 0;
  // Neighbours move against each other in fast vibrations, so the start changes its sign from component to component; no symmetry
  // of a body makes it miss the largest for good, since the factors differ.
  Vector u(coordinates.size()), Ku, Mu, pushed = Vector::Zero(coordinates.components());
  for (Eigen::Index i = 0; i < u.size(); ++i) u[i] = (i % 2 == 0 ? 1 : -1) * (1 + 0.5 * std::sin(static_cast<double>(i)));
  system.metric().multiply_unknowns(u, Mu);
  u /= std::sqrt(u.dot(Mu));
  double squared = 0;
  for (int k = 0; k < kMostIterations; ++k) {
    K.multiply(u, Ku);
    for (Index i = 0; i < coordinates.size(); ++i) pushed[coordinates.free()[static_cast<std::size_t>(i)]] = Ku[i];
    coordinates.restrict(system.velocity(pushed), u);
    // |M^-1 K u| for a unit u, both measured by M: from below, and it never falls
    const double before = std::exchange(squared, std::sqrt(u.dot(Ku)));
    if (!(squared > 0) || !std::isfinite(squared)) return 0;
    u /= squared;
    if (squared - before < kSettled * squared) break;
  }
  return std::sqrt(squared);
}

}  // namespace lilyan
