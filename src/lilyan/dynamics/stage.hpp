// A method that is a row of data: where its step aims, and how it takes the mean force.
//
//   M (x - x_hat) - kappa p_hat + sum_k a_k f_k(x) = 0,      y = x_hat + kappa M^-1 p_hat
//   p = p_hat - sum_k b_k f_k(x)                     (ReadOut::impulse)
//   p = 2 M (x - x_n)/h - p_n                        (ReadOut::chord, which makes AVF's energy identity exact)
//
// If there are constraints g(x, t) = 0, a C^T lambda is added to the first line and b C^T lambda taken off the second, C being
// dg/dx where the method wants it. A row is a pure function of the past; it owns no solver. [Kharevych 2006, sec. 5; Rojas 2018,
// eq. 7-12]
#pragma once

#include <lilyan/constraints/constraint.hpp>
#include <lilyan/dynamics/integrator.hpp>
#include <lilyan/dynamics/step/step_problem.hpp>
#include <lilyan/energy/mean_rule.hpp>

#include <memory>

namespace lilyan {

enum class Inertia { dynamic, none };  // none: an equilibrium

struct Stage {
  double h = 0;  // [s]
  Vector x_hat;
  double kappa = 0;  // [s]
  Vector p_hat;
  std::shared_ptr<const MeanRule> mean;
  ConstraintRule constraint;
  ReadOut read_out = ReadOut::impulse;
  Inertia inertia = Inertia::dynamic;
  double carried = 0;  // share of the last step's change of momentum that p_hat goes on with: of methods over several steps
};

class StageMethod : public Integrator {
 public:
  // The row of a step of length h; `order` is what its rule of the mean was refined to last (0 at first).
  virtual Stage stage(const History& history, double h, int order) const = 0;

  // sigma: the ledger's momentum is p - sigma h grad W(x).
  virtual double sync() const { return 0; }

  std::unique_ptr<const Stepper> stepper(const System& system, const NewtonSettings& settings) const override;
};

}  // namespace lilyan
