// Rayleigh's damping, f = -D v with D = alpha M + beta K(x_n); alpha in 1/s, beta in s.
//
//   midpoint   R(x) = |x - x_n|_D^2/(2h): the mean velocity of the step is damped, which never adds energy
//   endpoint   grad R = D (2 (x - x_n)/h - v_n): the velocity at its end, which may add some [Rojas 2018, eq. 13-16]
//
// K is the stiffness at the start of the step, each element's projected on the positive semi-definite matrices. It keeps linear
// momentum; a turning body that is under stress it brakes.
#pragma once

#include <lilyan/energy/damping/dissipation.hpp>
#include <lilyan/energy/potential.hpp>
#include <lilyan/space/mass.hpp>

#include <vector>

namespace lilyan {

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

}  // namespace lilyan
