// The classical one-step methods: each is a row of data. v_n = M^-1 p_n, y = x_n + h v_n, p_hat = p_n throughout.
//
//   method               s : a, b
//   forward Euler        0 : 0, h
//   symplectic Euler     0 : h^2, h
//   velocity Verlet      0 : h^2/2, h/2;  1 : 0, h/2
//   backward Euler       1 : h^2, h
//   variational, alpha   alpha : h^2 (1-alpha), h                             [Kharevych 2006, sec. 5.3]
//   implicit midpoint    variational with alpha = 1/2
//   Newmark(beta,gamma)  0 : h^2 (1/2-beta), h (1-gamma);  1 : h^2 beta, h gamma
//
// Constraints are carried by dg/dx at the start of the step (SHAKE) by the variational and the explicit methods, at its end by
// backward Euler, and by its mean, which does no work, by the others.
#pragma once

#include <lilyan/dynamics/stage.hpp>

namespace lilyan {

class OneStep final : public StageMethod {
 public:
  // Weights in units of h^2 (a) and h (b).
  OneStep(std::vector<Node> nodes, double sync, ConstraintRule constraint)
      : nodes_(std::move(nodes)), sync_(sync), constraint_(constraint) {}
  const std::vector<Node>& nodes() const { return nodes_; }
  std::vector<Fault> objections(const System& system) const override;
  Stage stage(const History& history, double h, int order) const override;
  double sync() const override { return sync_; }

 private:
  std::vector<Node> nodes_;
  double sync_;
  ConstraintRule constraint_;
};

OneStep forward_euler();
OneStep symplectic_euler();
OneStep velocity_verlet();
OneStep backward_euler();
OneStep variational(double alpha);
OneStep implicit_midpoint();
OneStep newmark(double beta, double gamma);

// Constraints carried by the mean of dg/dx, in units of h^2 and h.
inline constexpr ConstraintRule kMeanConstraint = {ConstraintAt::mean, 0.5, 1};

// A stage with y = x_n + h v_n and p_hat = p_n: what one-step methods share. `constraint` in units of h^2 and h.
Stage one_step_stage(const History& history, double h, std::shared_ptr<const MeanRule> mean,
                     ConstraintRule constraint = kMeanConstraint);

}  // namespace lilyan
