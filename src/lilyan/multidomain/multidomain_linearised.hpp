// Steps of a tree of domains by linear solves: Newmark's method by one per step, the implicit midpoint rule by one per iteration.
#pragma once

#include <lilyan/multidomain/multidomain_step.hpp>

namespace lilyan {

// Newmark's method for a tree of domains, with one linear solve per step.
//
//   q_1 = q + h qd + h^2 ((1/2 - beta) qdd + beta qdd_1),   qd_1 = qd + h ((1 - gamma) qdd + gamma qdd_1)
//
// qdd_1 solves the equations of motion in which the elastic force is linearised at q, and all else is taken at q and qd: the
// inertia, the frames and their forces. They are not linearised at the predicted state: the accelerations of stiff modes would
// spoil it.
//
//   M + gamma h D + beta h^2 K,   f(q) + K (h qd + (1/2 - beta) h^2 qdd) + D (qd + (1 - gamma) h qdd)      D = a_M M + b_K K
//
// The method is of first order: inertia and frames of the last state give it energy, the more the faster the domains turn. With the
// exact coupling b_K >= 0.3 h takes more than that from motions as large as a bend by the length of the body; the others need b_K
// >= h.
struct NewmarkWeights {
  double beta = 0.25, gamma = 0.5;
};

// The state must have accelerations; see with_accelerations.
MultidomainResult multidomain_newmark(const DomainTree& tree, const DomainState& state, double h, const OutsideForces& forces,
                                      const MultidomainSettings& settings, TreeWorkspace& workspace,
                                      const NewmarkWeights& weights = {});

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
struct MidpointIterations {
  int most = 4;
  double tolerance = 0;  // stops where no coordinate's velocity changes by more than this share of the largest; 0: makes them all
};

MultidomainResult multidomain_midpoint(const DomainTree& tree, const DomainState& state, double h, const OutsideForces& forces,
                                       const MultidomainSettings& settings, TreeWorkspace& workspace,
                                       const MidpointIterations& iterations = {});

}  // namespace lilyan
