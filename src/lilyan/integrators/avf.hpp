// Average vector field: the force is the mean of grad W along the straight step, by quadrature. [Rojas 2018, eq. 7-12]
//
//   y = x_n + h v_n,   nodes t_j : h^2 w_j/2, h w_j,   rule (t_j, w_j) on [0, 1], sum w_j = 1
//
// Energy is kept exactly where the rule is exact for W along the step: n Gauss points for polynomials up to degree 2n (two for
// St. Venant-Kirchhoff). For other laws the order is raised until the step's energy error is below tolerance.
#pragma once

#include <lilyan/dynamics/integrator.hpp>

namespace lilyan {

struct QuadratureRule {
  std::vector<double> points, weights;  // on [0, 1], weights sum to 1
};

QuadratureRule gauss_legendre(int points);
QuadratureRule simpson();

class Avf final : public Integrator {
 public:
  // `exact`: the cheapest exact rule for polynomial W, `automatic` else. `gauss`: `points` Gauss points.
  enum class Quadrature { exact, automatic, simpson, gauss };

  // `free`: as the method leaves them, the angular one not kept. `closed`: restored after each step.
  enum class Momenta { free, closed };

  explicit Avf(Quadrature quadrature, int points = 0, Momenta momenta = Momenta::free)
      : quadrature_(quadrature), points_(points), momenta_(momenta) {}
  Stage stage(int k, const Past& past, double h, const Vector& mass, std::optional<int> degree, int order) const override;
  bool adapts(std::optional<int> degree) const override;
  std::optional<int> raised_order(int order) const override;
  bool closes_momenta() const override { return momenta_ == Momenta::closed; }

 private:
  Quadrature quadrature_;
  int points_;
  Momenta momenta_;
};

}  // namespace lilyan
