// Energies W of a gap d [m] of contact, a barrier and a penalty, and their mean forces while the gap changes at a steady rate from
// d_0 to d.
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

// The barrier: an energy that grows without bound as the gap closes.
//
//   B(d) = (k/2) D^2 (D/d - 1)^2  for 0 < d < D, 0 beyond                  [J], B''(D) = k from below
//
// A power and no logarithm: a step that keeps the energy may end with all of an impact's energy E stored in one gap. The power then
// leaves d = D/(1 + sqrt(2 E/(k D^2))), a logarithm D exp(-E/(k D^2)), far below rounding. And k stays what it is: a stiffness that
// adapts changes the energy that is stored.
struct Barrier {
  double stiffness;  // k [N/m]
  double distance;   // D [m], where contact begins

  // Of D: what comes nearer has passed through. Rounding of positions would be all that is left of such a gap, and of its energy.
  static constexpr double kTouching = 1e-6;
  bool is_passed(double d) const { return !(d >= kTouching * distance); }

  double energy(double d) const;     // B, +infinity where it is passed
  double slope(double d) const;      // B'
  double curvature(double d) const;  // B''

  GapMean mean(double d_0, double d) const;  // d_0 > 0; its energy is +infinity where it is passed
};

// The penalty: an energy of the depth where the gap is below 0.
//
//   phi(d) = (k/2) min(d, 0)^2                                             [J], k is the stiffness [N/m]
//
// The mean force is in closed form for chords that stay inside, enter or leave. It does not keep anything from passing: a body
// sinks in until its energy is stored. [Kharevych 2010, sec. 3.2.10] has phi in the action of a variational method, at the
// method's own points.
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
