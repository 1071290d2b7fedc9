#include <lilyan/reduction/vibration.hpp>

#include <lilyan/algebra/constrained_solver.hpp>
#include <lilyan/core/error.hpp>
#include <lilyan/dynamics/system.hpp>

#include <fmt/format.h>

#include <cmath>
#include <utility>

namespace lilyan {

namespace {

bool takes_part(const Potential& potential, About about) {
  return about == About::equilibrium || potential.kind() == EnergyKind::elastic;
}

// Entries over all components, as entries over the unknowns; those of held components are left out.
Entries restricted(const Entries& entries, const std::vector<Index>& unknown, bool rows_too) {
  Entries result;
  for (const Entry& entry : entries) {
    const Index row = rows_too ? unknown[entry.row] : entry.row, column = unknown[entry.column];
    if (row >= 0 && column >= 0) result.push_back({row, column, entry.value});
  }
  return result;
}

// The direction of a plane is the same everywhere, that of a distance is not: there x must lie on the constraint.
void check_constraints_met(const ConstraintSet& constraints, const Vector& x) {
  constexpr double kMet = 1e-6;                 // of the largest coordinate
  const double size = x.cwiseAbs().maxCoeff();  // a single particle has no other
  const Vector g = constraints.value(x, 0);
  for (Index k = 0; k < constraints.rows(); ++k)
    if (constraints.of_row(k).degree() > 1 && !(std::abs(g[k]) <= kMet * size))
      throw InputError({"modes.constraint", constraints.of_row(k).name(),
                        fmt::format("the rest positions are off this constraint by {:.3g} m", std::abs(g[k])),
                        "let the scene start at rest, or use --prestressed for modes about its equilibrium"});
}

// The mass matrix on the pattern of K.
MassRoot mass_of(const System& system, const SymmetricMatrix& K, const Vector& scale) {
  // Lumped over consistent mass of one cell is at most 5 for tets, 4 for triangles and 27 for hexes. [tests/space/metric_test.cpp]
  constexpr double kSpread = 27;
  if (!system.shares_mass()) return MassRoot(scale);
  SymmetricMatrix M(K.pattern());
  system.metric().add_to(1, M);
  return MassRoot(std::move(M), scale, kSpread);
}

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

// As elastic_hessian, of all potentials, at the positions x and time 0.
SymmetricMatrix potential_hessian(const System& system, const Vector& x) {
  return hessian_of(system, x, [](const Potential&) { return true; });
}

}  // namespace

Vibration vibration_about(const System& system, const Vector& x, About about) {
  const Coordinates& coordinates = system.coordinates();
  const ConstraintSet& constraints = system.constraints();
  Vector mass;
  coordinates.restrict(system.mass(), mass);
  if (system.shares_mass() && !constraints.empty())
    throw InputError({"scene.mass-matrix", "", "modes under constraints are found with lumped masses only",
                      "use \"mass_matrix\": \"lumped\", or pins in place of constraints"});
  SymmetricMatrix K = about == About::rest ? elastic_hessian(system, x) : potential_hessian(system, x);
  MassRoot root = mass_of(system, K, mass);
  Vibration vibration{std::move(K), std::move(root), {}};
  if (!constraints.empty()) {
    check_constraints_met(constraints, x);
    std::vector<Index> unknown(coordinates.components(), -1);
    for (Index i = 0; i < coordinates.size(); ++i) unknown[coordinates.free()[i]] = i;
    vibration.tangent = TangentSpace(restricted(constraints.gradient(x, 0), unknown, false), constraints.rows(), mass);

    Vector gradient = Vector::Zero(x.size()), free_gradient;
    for (const auto& potential : system.potentials())
      if (takes_part(*potential, about)) potential->add_gradient(x, 0, 1, gradient);
    coordinates.restrict(gradient, free_gradient);
    Entries H;
    constraints.add_hessian(x, 0, 1, vibration.tangent.multipliers(free_gradient), H);
    vibration.K = with_entries(vibration.K, restricted(H, unknown, true));
  }
  if (!vibration.K.all_finite())
    throw InputError({"modes.unstable", "",
                      fmt::format("the stiffness {} is not finite", about == About::rest ? "at rest" : "of the equilibrium"),
                      "moduli are in Pa, lengths in m"});
  return vibration;
}

SymmetricMatrix elastic_hessian(const System& system, const Vector& X) {
  return hessian_of(system, X, [](const Potential& potential) { return potential.kind() == EnergyKind::elastic; });
}

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
