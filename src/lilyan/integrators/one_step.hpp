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
#pragma once

#include <lilyan/dynamics/integrator.hpp>

namespace lilyan {

class OneStep final : public Integrator {
 public:
  // Weights in units of h^2 (a) and h (b).
  OneStep(std::vector<Node> nodes, double sync) : nodes_(std::move(nodes)), sync_(sync) {}
  Stage stage(int k, const Past& past, double h, const Vector& mass, std::optional<int> degree, int order) const override;
  double sync() const override { return sync_; }

 private:
  std::vector<Node> nodes_;
  double sync_;
};

OneStep forward_euler();
OneStep symplectic_euler();
OneStep velocity_verlet();
OneStep backward_euler();
OneStep variational(double alpha);
OneStep newmark(double beta, double gamma);

// A stage with y = x_n + h v_n and p_hat = p_n, and these nodes in units of h^2 and h: what one-step methods share.
Stage one_step_stage(const Past& past, double h, const std::vector<Node>& nodes);

}  // namespace lilyan
