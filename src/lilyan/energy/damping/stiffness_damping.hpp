// Damping in proportion to the stiffness of bodies: Rayleigh's, and that of linear and co-rotated bodies.
#pragma once

#include <lilyan/energy/damping/dissipation.hpp>
#include <lilyan/energy/elements/elasticity.hpp>
#include <lilyan/space/mass.hpp>

#include <vector>

namespace lilyan {

// Rayleigh's damping, f = -D v with D = alpha M + beta K(x_n); alpha in 1/s, beta in s.
//
//   midpoint   R(x) = |x - x_n|_D^2/(2h): the mean velocity of the step is damped, which never adds energy
//   endpoint   grad R = D (2 (x - x_n)/h - v_n): the velocity at its end, which may add some [Rojas 2018, eq. 13-16]
//
// K is the stiffness at the start of the step, each element's projected on the positive semi-definite matrices. It keeps linear
// momentum; a turning body that is under stress it brakes.
class RayleighDamping final : public Dissipation {
 public:
  enum class Form { midpoint, endpoint };

  // `potentials`: whose stiffness is meant. `mass`: one per component, 0 where none is damped, and what the vertices damped have in
  // common. alpha [1/s], beta [s].
  RayleighDamping(std::vector<std::unique_ptr<Potential>> potentials, Vector mass, double alpha, double beta, Form form,
                  std::vector<SharedMass> shared = {})
      : potentials_(std::move(potentials)),
        mass_(std::move(mass)),
        shared_(std::move(shared)),
        alpha_(alpha),
        beta_(beta),
        form_(form) {}

  std::unique_ptr<StepTerm> pose(const Chord& chord, Evaluate evaluate) const override;
  bool acts_from_outside() const override { return alpha_ != 0; }
  bool is_quadratic() const override { return true; }
  void connect(BlockPatternBuilder& pattern) override;

 private:
  std::vector<std::unique_ptr<Potential>> potentials_;
  Vector mass_;
  std::vector<SharedMass> shared_;
  double alpha_, beta_;
  Form form_;
};

// Viscous damping in proportion to the stiffness of linear and co-rotated bodies: f = -c K v, c [s].
//
//   R(x) = (c/(2h)) |x - x_n|_K^2,   K = sum R K_e R^T with the rotations at the start of the step; constant for laws of small
//   strain
//
// The mean velocity of the step is damped, which never adds energy. Linear momentum is kept. Angular momentum is not: the strain
// that a co-rotated body has while it turns lets K resist the turning, in proportion to that strain; a linear body resists any
// turning.
class ViscousDamping final : public Dissipation {
 public:
  // `elasticity`: whose stiffness is meant; laws that have none to offer add nothing. `coefficient`: c [s].
  ViscousDamping(std::vector<std::unique_ptr<Elasticity>> elasticity, double coefficient)
      : elasticity_(std::move(elasticity)), coefficient_(coefficient) {}

  std::unique_ptr<StepTerm> pose(const Chord& chord, Evaluate evaluate) const override;
  bool acts_from_outside() const override { return false; }
  bool is_quadratic() const override { return true; }
  void connect(BlockPatternBuilder& pattern) override;

 private:
  std::vector<std::unique_ptr<Elasticity>> elasticity_;
  double coefficient_;
};

}  // namespace lilyan
