// The energy of a gap d [m] in contact, and its mean force while the gap changes at a steady rate from d_0 to d.
//
//   B(d) = (k/2) D^2 (D/d - 1)^2  for 0 < d < D, 0 beyond                  [J], B''(D) = k from below
//   q(d_0, d) = (B(d) - B(d_0))/(d - d_0),   Psi' = q in d                 the force that does exactly the work B(d) - B(d_0)
//
// A power and no logarithm: a step that keeps the energy may end with all of an impact's energy E stored in one gap. The power then
// leaves d = D/(1 + sqrt(2 E/(k D^2))), a logarithm D exp(-E/(k D^2)), far below rounding. And k stays what it is: a stiffness that
// adapts changes the energy that is stored.
#pragma once

namespace lilyan {

struct Barrier {
  double stiffness;  // k [N/m]
  double distance;   // D [m], where contact begins

  double energy(double d) const;     // B, +infinity for d <= 0
  double slope(double d) const;      // B'
  double curvature(double d) const;  // B''

  struct Mean {
    double energy;  // Psi, 0 at d = d_0; +infinity for d <= 0
    double force;   // q
    double slope;   // dq/dd >= 0
  };
  Mean mean(double d_0, double d) const;  // d_0 > 0
};

}  // namespace lilyan
