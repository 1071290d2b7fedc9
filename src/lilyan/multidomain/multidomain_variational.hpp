// A variational integrator for a tree of domains, through the positions of its vertices.
//
//   L_d(z0, z1) = sum_p m_p |x_p(z1) - x_p(z0)|^2 / (2h) - h sum_j W_j((q0 + q1)/2)        z: the coordinates and the root's frame
//
//   p_0 = sum m (x1 - x0)/h . dx/dz|_0 + h/2 (f(q_mid) + D (q1 - q0)/h) - h/2 F(z0)        solved for z1
//   p_1 = sum m (x1 - x0)/h . dx/dz|_1 - h/2 (f(q_mid) + D (q1 - q0)/h) + h/2 F(z1)
//
// F: forces from outside and gravity. The sums over vertices are moments (space/mass_moments.hpp): with d = R0^T (c1 - c0) and
// Rr = R0^T R1 of a domain's frame,
//
//   sum m (x1 - x0) . (1, y0 x, U) = (m d + Rr S1 - S0,  S0 x d + eps:(sum m y0 y1^T Rr^T),  SU^T d + Rr:xU1 - tr xU0)
//
// and leaves to root by T and P: no acceleration of frames enters. Undamped motion is symplectic; energy does not drift. A free
// body keeps its momenta to rounding: |x1 - x0| does not change under rigid motions, and what the solver leaves over of the root's
// equation is given back to the momentum.
//
// z1 is found by quasi-Newton steps with the matrix M(z0) + h/2 D + h^2/4 K, eliminated once per step (articulated_solver.hpp).
#pragma once

#include <lilyan/multidomain/multidomain_step.hpp>

namespace lilyan {

struct VariationalSettings {
  double mass_damping = 0;       // a_M [1/s] of D = a_M M + b_K K
  double stiffness_damping = 0;  // b_K [s]
  double tolerance = 1e-10;      // of z1: the root of the energy that it lacks, as a share of that of the motion
  int most_iterations = 60;
};

// Generalised momenta, or forces: on the root's frame in its axes, and on the coordinates.
struct TreeCovector {
  Vec6 root = Vec6::Zero();
  Vector q;
};

// The memory that it works in. It holds no state.
struct VariationalWorkspace {
  TreeWorkspace tree;
  std::vector<Vec6> wrenches;
  TreeCovector p, outside, residual;
};

// qdd and A0 of the state are neither read nor changed.
MultidomainResult multidomain_variational(const DomainTree& tree, const DomainState& state, double h, const OutsideForces& forces,
                                          const VariationalSettings& settings, VariationalWorkspace& workspace);

}  // namespace lilyan
