#include <lilyan/reduction/modal_basis.hpp>

#include <lilyan/core/error.hpp>
#include <lilyan/reduction/modal_derivatives.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lilyan {

namespace {

using Dense = Eigen::MatrixXd;

[[noreturn]] void refuse(const std::string& message, const std::string& hint) {
  throw InputError({"reduction.basis", "", message, hint});
}

// Without the motions that cost no energy, in the metric of the body's own masses.
Dense without_free_motions(const System& system, const Modes& modes, Dense Z) {
  Dense free = modes.shapes.leftCols(modes.rigid + modes.mechanisms);
  orthonormalise(free, system.metric());
  for (int pass = 0; free.cols() > 0 && pass < 2; ++pass)
    for (auto z : Z.colwise()) z -= free * (free.transpose() * system.metric().times(z));
  return Z;
}

// M + added, on fields over all components.
MassProduct loaded_mass(const System& system, const Vector& added_mass) {
  Vector added = Vector::Zero(3 * Eigen::Index{system.vertices()});
  if (added_mass.size() > 0)
    for (Index component : system.coordinates().free()) added[component] = added_mass[component / 3];
  return [&system, added](const Vector& v) -> Vector { return system.metric().times(v) + added.cwiseProduct(v); };
}

// w_i phi_i, and w_i w_j Phi_ij behind them.
Dense weighted_family(const Modes& modes, Index m, const Dense& derivatives) {
  const Index first = modes.rigid + modes.mechanisms;
  const Vector omega = modes.frequencies.segment(first, m);
  const Vector w = (omega[0] / omega.array()).square();
  Dense Z(modes.shapes.rows(), m + derivatives.cols());
  Z.leftCols(m) = modes.shapes.middleCols(first, m) * w.asDiagonal();
  Eigen::Index at = 0;
  for (Index j = 0; j < m; ++j)
    for (Index i = 0; i <= j; ++i, ++at) Z.col(m + at) = w[i] * w[j] * derivatives.col(at);
  return Z;
}

// The first m modes that cost energy.
Modes cut(Modes modes, Index m) {
  const Index count = modes.rigid + modes.mechanisms + m;
  modes.frequencies.conservativeResize(count);
  modes.residuals.conservativeResize(count);
  modes.shapes.conservativeResize(Eigen::NoChange, count);
  return modes;
}

}  // namespace

Vector added_mass_of(const System& system, const std::vector<CarriedMass>& carried) {
  if (carried.empty()) return {};
  Vector added = Vector::Zero(system.vertices());
  for (const CarriedMass& one : carried) {
    if (!(one.mass >= 0) || !std::isfinite(one.mass))
      refuse(fmt::format("a carried mass is {} kg", one.mass), "give one that is not negative");
    if (one.vertices.empty() || one.weights.size() != static_cast<Eigen::Index>(one.vertices.size()) || !one.weights.allFinite() ||
        !(one.weights.minCoeff() > 0))
      refuse(fmt::format("a carried mass has {} vertices and {} weights, or weights that are not positive", one.vertices.size(),
                         one.weights.size()),
             "give a positive weight for every vertex");
    const double total = one.weights.sum();
    for (std::size_t k = 0; k < one.vertices.size(); ++k) {
      const Index v = one.vertices[k];
      if (v < 0 || v >= system.vertices())
        refuse(fmt::format("a mass is carried by vertex {}; the body has {}", v, system.vertices()), "vertices are counted from 0");
      added[v] += one.mass * one.weights[static_cast<Eigen::Index>(k)] / total;
    }
  }
  return added;
}

Modes elastic_modes(const System& system, const Vector& X, Index count, const Vector& added_mass, const EigenSettings& settings) {
  const Index unknowns = system.coordinates().size();
  if (count < 1 || count > unknowns)
    refuse(fmt::format("{} modes asked for; the body has {} unknowns", count, unknowns),
           "ask for at least 1, and not more than unknowns");
  for (Index asked = std::min(unknowns, count + 6);;) {
    const Modes modes = loaded_modes(system, X, added_mass, asked, settings);
    const Index elastic = modes.count() - modes.rigid - modes.mechanisms;
    if (elastic >= count) return cut(modes, count);
    if (modes.missing > 0)
      refuse(fmt::format("{} modes were not found: the iteration did not converge", modes.missing), "ask for fewer");
    if (asked == unknowns)
      refuse(fmt::format("{} modes asked for; the body has {} that cost energy", count, elastic),
             fmt::format("ask for at most {}", elastic));
    asked = std::min(unknowns, asked + count - elastic);
  }
}

Index modes_behind(Index r) {
  Index m = 1;
  while (m * (m + 3) < 2.6 * r) ++m;
  return m;
}

Basis modal_basis(const System& system, const Vector& X, const ModalBasisRequest& request, const EigenSettings& settings) {
  const Index m = request.modes, family = m + m * (m + 1) / 2;
  if (request.size < 1 || request.size > family)
    refuse(fmt::format("{} columns asked for; {} modes with their derivatives are {}", request.size, m, family),
           fmt::format("ask for 1 to {} columns, or for more modes", family));
  const Vector added_mass = added_mass_of(system, request.carried);
  const Modes modes = elastic_modes(system, X, m, added_mass, settings);
  const Dense Z = weighted_family(modes, m, modal_derivatives(system, X, modes, added_mass));
  const PrincipalComponents components = principal_components(Z, loaded_mass(system, added_mass), request.size);
  Dense U = without_free_motions(system, modes, components.U);
  orthonormalise(U, system.metric());
  Basis basis = vibrating_basis(system, X, U);
  const Eigen::Index kept = components.U.cols();
  basis.left_out = components.sizes.tail(components.sizes.size() - kept).squaredNorm() / components.sizes.squaredNorm();
  return basis;
}

Basis linear_modes_basis(const System& system, const Vector& X, const ModalBasisRequest& request, const EigenSettings& settings) {
  const Modes modes = elastic_modes(system, X, request.modes, added_mass_of(system, request.carried), settings);
  Dense U = without_free_motions(system, modes, modes.shapes.rightCols(request.modes));
  orthonormalise(U, system.metric());
  return vibrating_basis(system, X, U);
}

}  // namespace lilyan
