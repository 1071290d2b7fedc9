// The mean force of a discrete gradient of the whole system's energy H(x, v) = v.M v/2 + W(x), as it is usually stated.
//
//   c = [W(x) - W(x_n) - grad W(x_m).dx]/(|dx|^2 + |dv|^2),    f = grad W(x_m) + c dx
//   M dv = -h (f + others),    dx = h (v_n + dv/2 + c M^-1 dv)                            [Gonzalez 1996; Rojas 2018, sec. 2]
//
// dv follows from dx and c, so that c is a function of x, the root of one scalar equation. The second line then reads
//
//   (1 + 2 c M^-1)^-1 M (x - x_n - h v_n) + (h^2/2) (f + others) = 0
//
// which is a step with the weights h^2/2 and h, and one more force that enters the equation and no momentum: what c takes off the
// inertia. It keeps the energy and, unlike all else, not even linear momentum: lengths and speeds are added in the denominator, and
// one number corrects the whole body. For comparison only.
#pragma once

#include <lilyan/energy/mean_rule.hpp>

namespace lilyan {

class JointMean final : public MeanRule {
 public:
  // Over a step of length h. `mass`: one per component, 0 where held.
  JointMean(double h, Vector mass) : h_(h), mass_(std::move(mass)) {}
  void pose(const Potentials& potentials, const Chord& chord, ForceCache& forces, PosedTerms& terms) const override;
  double a() const override { return 0.5 * h_ * h_; }
  double b() const override { return h_; }

 private:
  double h_;
  Vector mass_;
};

}  // namespace lilyan
