#include <lilyan/reduction/modal_derivatives.hpp>

#include <lilyan/algebra/direct_solver.hpp>
#include <lilyan/core/error.hpp>
#include <lilyan/reduction/vibration.hpp>

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

}  // namespace lilyan
