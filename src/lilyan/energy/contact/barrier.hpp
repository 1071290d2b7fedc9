// The barrier of a gap d [m] in contact: an energy that grows without bound as the gap closes, and its mean force (gap_mean.hpp).
//
//   B(d) = (k/2) D^2 (D/d - 1)^2  for 0 < d < D, 0 beyond                  [J], B''(D) = k from below
//
// A power and no logarithm: a step that keeps the energy may end with all of an impact's energy E stored in one gap. The power then
// leaves d = D/(1 + sqrt(2 E/(k D^2))), a logarithm D exp(-E/(k D^2)), far below rounding. And k stays what it is: a stiffness that
// adapts changes the energy that is stored.
#pragma once

#include <lilyan/energy/contact/gap_mean.hpp>

namespace lilyan {

struct Barrier {
  double stiffness;  // k [N/m]
  double distance;   // D [m], where contact begins

  double energy(double d) const;     // B, +infinity for d <= 0
  double slope(double d) const;      // B'
  double curvature(double d) const;  // B''

  GapMean mean(double d_0, double d) const;  // d_0 > 0; its energy is +infinity for d <= 0
};

}  // namespace lilyan
