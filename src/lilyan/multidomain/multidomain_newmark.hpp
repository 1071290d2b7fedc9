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
#pragma once

#include <lilyan/multidomain/multidomain_step.hpp>

namespace lilyan {

struct NewmarkWeights {
  double beta = 0.25, gamma = 0.5;
};

// The state must have accelerations; see with_accelerations.
MultidomainResult multidomain_newmark(const DomainTree& tree, const DomainState& state, double h, const OutsideForces& forces,
                                      const MultidomainSettings& settings, TreeWorkspace& workspace,
                                      const NewmarkWeights& weights = {});

}  // namespace lilyan
