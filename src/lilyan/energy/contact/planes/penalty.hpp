// The penalty of a gap d [m] in contact: an energy of the depth where the gap is below 0, and its mean force (gap_mean.hpp).
//
//   phi(d) = (k/2) min(d, 0)^2                                             [J], k is the stiffness [N/m]
//
// The mean force is in closed form for chords that stay inside, enter or leave. It does not keep anything from passing: a body
// sinks in until its energy is stored. [Kharevych 2010, sec. 3.2.10] has phi in the action of a variational method, at the
// method's own points.
#pragma once

#include <lilyan/energy/contact/gap_mean.hpp>

namespace lilyan {

struct Penalty {
  double stiffness;  // k [N/m]

  double energy(double d) const { return d < 0 ? 0.5 * stiffness * d * d : 0; }  // phi
  double slope(double d) const { return d < 0 ? stiffness * d : 0; }             // phi'
  double curvature(double d) const { return d < 0 ? stiffness : 0; }             // phi''
  GapEnergy at(double d) const { return {energy(d), slope(d), curvature(d)}; }
  GapMean mean(double d_0, double d) const;
};

// A spring between the surface and a point, which pulls as well: (k/2) d^2 on both sides. Its mean force.
GapMean mean_of_spring(double stiffness, double d_0, double d);

}  // namespace lilyan
