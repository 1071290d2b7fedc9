// How far the vertices of a domain can be from where they are in another state, from above and without looking at them.
//
//   |x_p - x'_p| <= |c - c' + s (R - R') X_p| + s |U_p q| + s |U_p q'|        x_p = c + s R (X_p + U_p q)
//
// The first term is largest at a corner of the box of X; |U_p q| is at most sum_l |q_l| max_p |U_pl|, and at most |q| times the
// largest norm of a U_p.
#pragma once

#include <lilyan/multidomain/domain_model.hpp>
#include <lilyan/multidomain/spatial.hpp>

namespace lilyan {

class DomainReach {
 public:
  DomainReach() = default;
  explicit DomainReach(const DomainModel& model);

  // A frame with the coordinates of the domain.
  struct Pose {
    const FramePlacement& frame;
    const double* q;
  };
  double largest_distance(const Pose& here, const Pose& there, double scale) const;  // [m]; somewhat more, for rounding

 private:
  double deformation(const double* q) const;  // at least |U_p q|

  Eigen::Matrix<double, 3, 8> corners_ = Eigen::Matrix<double, 3, 8>::Zero();
  Vector of_coordinate_;  // max_p |U_pl|
  double of_all_ = 0;     // max_p |U_p|
};

}  // namespace lilyan
