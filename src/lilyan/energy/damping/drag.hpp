// The drag of a medium, on vertices that stand for pieces of surface.
//
//   f_i = -A_i (c_1 + c_2 |u|) u,   u = (x - x_n)/h - wind
//
// A_i [m^2] is the area, c_1 [N s/m^3] the drag of slow motion, c_2 [N s^2/m^4] that of fast motion, wind [m/s] the medium's
// velocity.
#pragma once

#include <lilyan/energy/damping/dissipation.hpp>

namespace lilyan {

class Drag final : public Dissipation {
 public:
  // `area`: one a vertex, 0 where there is no surface.
  Drag(Vector area, double slow, double fast, Vec3 wind) : area_(std::move(area)), slow_(slow), fast_(fast), wind_(wind) {}

  std::unique_ptr<StepTerm> pose(const Chord& chord, Evaluate evaluate) const override;
  bool acts_from_outside() const override { return true; }
  bool is_quadratic() const override { return fast_ == 0; }

 private:
  Vector area_;
  double slow_, fast_;
  Vec3 wind_;
};

}  // namespace lilyan
