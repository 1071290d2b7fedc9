// The energy W of a gap d [m] of contact and its mean force while the gap changes at a steady rate from d_0 to d.
//
//   q(d_0, d) = (W(d) - W(d_0))/(d - d_0),   Psi' = q in d                 the force that does exactly the work W(d) - W(d_0)
#pragma once

namespace lilyan {

struct GapEnergy {
  double energy;     // W [J]
  double slope;      // W' [N]
  double curvature;  // W'' [N/m]
};

struct GapMean {
  double energy;  // Psi [J], 0 at d = d_0; +infinity where W is
  double force;   // q [N]
  double slope;   // dq/dd >= 0 [N/m]
};

}  // namespace lilyan
