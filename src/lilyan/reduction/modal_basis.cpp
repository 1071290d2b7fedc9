#include <lilyan/reduction/modal_basis.hpp>

#include <lilyan/algebra/direct_solver.hpp>
#include <lilyan/core/error.hpp>
#include <lilyan/dynamics/system.hpp>
#include <lilyan/reduction/vibration.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lilyan {

namespace {

using Dense = Eigen::MatrixXd;

// The largest change of length between vertices of one cell, relative to their distance.
double largest_strain(const System& system, const Vector& X, const Vector& u) {
  const BlockPattern& pattern = *system.pattern();
  double largest = 0;
  for (Index a = 0; a < pattern.vertices(); ++a)
    for (Index b : pattern.rows(a)) {
      const double distance = (vertex(X, a) - vertex(X, b)).norm();
      if (a != b && distance > 0) largest = std::max(largest, (vertex(u, a) - vertex(u, b)).norm() / distance);
    }
  return largest;
}

// H:ss/2, over all components.
class EvenForce {
 public:
  EvenForce(const System& system, const Vector& X) : system_(system), X_(X) {
    for (const auto& potential : system.potentials()) {
      if (potential->kind() != EnergyKind::elastic) continue;
      const std::optional<int> degree = potential->degree();
      if (!degree || *degree > 4) strain_ = 1e-3;
    }
  }

  Vector operator()(const Vector& s) const {
    const double strain = largest_strain(system_, X_, s);
    Vector D = Vector::Zero(s.size());
    if (strain == 0) return D;
    const double scale = strain_ / strain;
    for (double sign : {1.0, -1.0})
      for (const auto& potential : system_.potentials())
        if (potential->kind() == EnergyKind::elastic) potential->add_gradient(X_ + sign * scale * s, 0, 0.5 / (scale * scale), D);
    return D;
  }

 private:
  const System& system_;
  const Vector& X_;
  double strain_ = 0.1;  // of the displacements at which forces are compared: any for a polynomial of degree four, else small
};

// K^-1 on what is orthogonal to the motions that cost no energy. With these K is singular: K + shift M is not, and what the shift
// does is taken back by iteration.
class StaticResponse {
 public:
  StaticResponse(const System& system, const Vector& X, const Modes& modes, const Vector& added_mass)
      : coordinates_(system.coordinates()), K_(elastic_hessian(system, X)), solver_(make_direct_solver(K_.pattern())) {
    const Index still = modes.rigid + modes.mechanisms;
    free_.resize(coordinates_.size(), still);
    mass_free_.resize(coordinates_.size(), still);
    SymmetricMatrix shifted = K_;
    if (still > 0) {
      Vector added = Vector::Zero(coordinates_.size()), u, Mu;
      if (added_mass.size() > 0)
        for (Index i = 0; i < coordinates_.size(); ++i) added[i] = added_mass[coordinates_.free()[static_cast<std::size_t>(i)] / 3];
      for (Index k = 0; k < still; ++k) {
        coordinates_.restrict(modes.shapes.col(k), u);
        system.metric().multiply_unknowns(u, Mu);
        free_.col(k) = u;
        mass_free_.col(k) = Mu + added.cwiseProduct(u);
      }
      const double omega = 2 * std::numbers::pi * modes.frequencies[still];
      const double shift = kShift * omega * omega;
      system.metric().add_to(shift, shifted);
      shifted.add_to_diagonal(shift, added);
    }
    if (!solver_->factorise(shifted))
      throw InputError({"modes.unstable", "", "rest is not a minimum of the elastic energy",
                        "use moduli for which every small strain costs energy"});
  }

  // Columns of forces over all components to columns of displacements.
  Dense operator()(const Dense& forces) const {
    Dense F(coordinates_.size(), forces.cols()), u, correction;
    Vector column, product;
    for (Eigen::Index k = 0; k < forces.cols(); ++k) {
      coordinates_.restrict(forces.col(k), column);
      F.col(k) = column;
    }
    F -= mass_free_ * (free_.transpose() * F);  // else the shift makes large motions of it, and their rounding stays
    solver_->solve_columns(F, u);
    leave_complement(u);
    for (int pass = 0; free_.cols() > 0 && pass < kPasses; ++pass) {
      Dense remainder = F;
      for (Eigen::Index k = 0; k < u.cols(); ++k) {
        K_.multiply(u.col(k), product);
        remainder.col(k) -= product;
      }
      solver_->solve_columns(remainder, correction);
      u += correction;
      leave_complement(u);
    }
    Dense U = Dense::Zero(forces.rows(), forces.cols());
    for (Index i = 0; i < coordinates_.size(); ++i) U.row(coordinates_.free()[static_cast<std::size_t>(i)]) = u.row(i);
    return U;
  }

 private:
  static constexpr double kShift = 1e-4;  // of the lowest omega^2 that is not zero: what a pass leaves of the error
  static constexpr int kPasses = 4;

  void leave_complement(Dense& u) const { u -= free_ * (mass_free_.transpose() * u); }

  const Coordinates& coordinates_;
  SymmetricMatrix K_;
  std::unique_ptr<DirectSolver> solver_;
  Dense free_, mass_free_;  // motions without energy, and M times them
};

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

Dense modal_derivatives(const System& system, const Vector& X, const Modes& modes, const Vector& added_mass) {
  if (!system.constraints().empty())
    throw InputError({"reduction.constraint", "", "the bodies have constraints, under which modal derivatives are not known",
                      "reduce a body without constraints; pins are possible"});
  const Index first = modes.rigid + modes.mechanisms, m = modes.count() - first;
  if (m <= 0) return Dense(X.size(), 0);
  const EvenForce D(system, X);
  const Dense phi = modes.shapes.rightCols(m);
  Dense D_of(X.size(), m), forces(X.size(), m * (m + 1) / 2);
  for (Index i = 0; i < m; ++i) D_of.col(i) = D(phi.col(i));
  Eigen::Index at = 0;
  for (Index j = 0; j < m; ++j)
    for (Index i = 0; i <= j; ++i, ++at)
      forces.col(at) = i == j ? Vector(-2 * D_of.col(i)) : Vector(D_of.col(i) + D_of.col(j) - D(phi.col(i) + phi.col(j)));
  return StaticResponse(system, X, modes, added_mass)(forces);
}

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
