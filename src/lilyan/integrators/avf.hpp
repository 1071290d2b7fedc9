// Average vector field: the force is the mean of grad W along the straight step, by quadrature. [Rojas 2018, eq. 7-12]
//
//   y = x_n + h v_n,   weights h^2/2 in the equation and h in the momentum
//
// Energy is kept exactly where the rule is exact for W along the step: n Gauss points for polynomials up to degree 2n (two for
// St. Venant-Kirchhoff). For other laws the order is raised until the step's energy error is below tolerance.
#pragma once

#include <lilyan/dynamics/stage.hpp>

namespace lilyan {

class Avf final : public StageMethod {
 public:
  // `exact`: the cheapest exact rule for each polynomial W, `automatic` for the others. `gauss`: `points` Gauss points.
  enum class Quadrature { exact, automatic, simpson, gauss };

  explicit Avf(Quadrature quadrature, int points = 0) : quadrature_(quadrature), points_(points) {}
  Stage stage(const History& history, double h, int order) const override;

 private:
  Quadrature quadrature_;
  int points_;
};

}  // namespace lilyan
