// A potential as it is while its elements keep the rotations that they have at x: quadratic in the positions.
#pragma once

#include <lilyan/energy/potential.hpp>

namespace lilyan {

class HeldRotations {
 public:
  HeldRotations(const Potential& W, const Vector& x) {
    if (W.degree() && *W.degree() <= 2)
      potential_ = &W;
    else
      potential_ = (made_ = W.with_rotations_of(x)).get();
  }

  const Potential* potential() const { return potential_; }  // nullptr where W is not quadratic even so

 private:
  std::unique_ptr<const Potential> made_;
  const Potential* potential_ = nullptr;
};

}  // namespace lilyan
