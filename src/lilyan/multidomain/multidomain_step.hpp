// What steps of a tree of domains share: their settings, what they lead to, and how they may fail.
#pragma once

#include <lilyan/core/result.hpp>
#include <lilyan/multidomain/momentum_map.hpp>

#include <string>

namespace lilyan {

// Where the motion of a free root comes from.
enum class FreeMotion {
  momenta,     // from the momenta of the whole, which follow the impulses from outside (momentum_map.hpp)
  integrated,  // from its acceleration; for comparison: momenta drift, and the drift may grow
};

struct MultidomainSettings {
  const Coupling* coupling = &exact_coupling();
  double mass_damping = 0;       // a_M [1/s] of D = a_M M + b_K K(q)
  double stiffness_damping = 0;  // b_K [s]
  FreeMotion free_motion = FreeMotion::momenta;
};

struct MultidomainStep {
  DomainState state;
  Vec6 impulse = Vec6::Zero();  // of the forces from outside: [N s], and about the world's origin [N m s]; 0 if the root is fixed
  int iterations = 1;
};

// Why there is no step; the state it started from is untouched.
struct MultidomainFailure {
  std::string reason;  // one line
  Index domain = -1;   // where it failed; -1: not in one domain
};

using MultidomainResult = Result<MultidomainStep, MultidomainFailure>;

MultidomainFailure interface_failure(Index domain);  // of the child on an interface that has no rotation
MultidomainFailure matrix_failure(Index domain);     // the matrix of a domain is not positive definite
MultidomainFailure number_failure();                 // something is not finite

// The same state with qdd and A0 as the equations of motion give them. Newmark's method starts from these.
MultidomainResult with_accelerations(const DomainTree& tree, const DomainState& state, const OutsideForces& forces,
                                     const MultidomainSettings& settings, TreeWorkspace& workspace);

// Sets inertia, forces of velocity and forces from outside of all domains, after the frames are placed and moved.
void set_motion_terms(const DomainTree& tree, const Vector& q, const Vector& qd, const OutsideForces& forces,
                      TreeWorkspace& workspace);

// After a step of length h: gives a free root the momenta `before` and the impulse of the step, and moves the centre of mass by
// their mean. The state carries them on.
bool follow_momenta(const DomainTree& tree, const TreeMomenta& before, const Vec6& impulse, double h, DomainState& state,
                    TreeWorkspace& workspace);

}  // namespace lilyan
