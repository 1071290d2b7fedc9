// The implicit midpoint rule for a tree of domains, by iterations that solve one linear system each.
//
//   qd_m = qd + h/2 a,   q_m = q + h/2 qd_m        a: the accelerations there, which fulfil the equations of motion at q_m, qd_m
//   q_1 = q + h qd_m,    qd_1 = qd + h a
//
// An iteration takes inertia, frames and forces of velocity from the last q_m and qd_m, and linearises the elastic force there; the
// first takes them from q and qd. The root's frame moves alike: v_m = v + h/2 R_m a_0 in the world, w_m = w + h/2 alpha_0 in its
// axes, R_m = R exp(h/2 w_m~), R_1 = R exp(h w_m~).
//
// Of second order where it converges. Three or more iterations keep the energy of undamped bodies within a percent at moderate
// steps; fewer do so with damping only.
#pragma once

#include <lilyan/multidomain/multidomain_step.hpp>

namespace lilyan {

struct MidpointIterations {
  int most = 4;
  double tolerance = 0;  // stops where no coordinate's velocity changes by more than this share of the largest; 0: makes them all
};

MultidomainResult multidomain_midpoint(const DomainTree& tree, const DomainState& state, double h, const OutsideForces& forces,
                                       const MultidomainSettings& settings, TreeWorkspace& workspace,
                                       const MidpointIterations& iterations = {});

}  // namespace lilyan
