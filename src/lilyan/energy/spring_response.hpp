// One spring: its energy as a function of d = x_b - x_a, with grad = c d and Hess = across (I - n n^T) + along n n^T, n = d/l.
#pragma once

#include <lilyan/energy/springs.hpp>

namespace lilyan {

struct SpringResponse {
  double W, c, across, along;

  Mat3 stiffness(const Vec3& d) const;  // the Hessian; its part along the spring only where that has a length
};

SpringResponse respond(const Spring& spring, SpringLaw law, double squared_length);

}  // namespace lilyan
