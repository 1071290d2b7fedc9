// The equations of motion of a tree as its vertices see them, by differences: what recursions and steps are compared with.
#pragma once

#include <lilyan/multidomain/domain_tree.hpp>
#include <lilyan/multidomain/tree_equations.hpp>

#include <vector>

namespace lilyan::test {

// Positions of all vertices of all domains.
Vector all_positions(const DomainTree& tree, const DomainState& state);

// The masses of their components; masses: of the vertices of each domain's model.
Vector component_masses(const DomainTree& tree, const std::vector<Vector>& masses);

// The state t after `state`, as its velocities and accelerations lead on.
DomainState later(const DomainState& state, double t);

// sum m xdd.dx/dz + dW/dz - sum f.dx/dz of every coordinate z, those of a free root among them, as a share of its largest part.
double dalembert_residual(const DomainTree& tree, const std::vector<Vector>& masses, const DomainState& state,
                          const OutsideForces& forces);

// The middle of a step of the midpoint rule without a momentum map, with the accelerations that the step was made with.
DomainState middle_of_step(const DomainState& from, const DomainState& to, double h);

// Gravity, and a force on a vertex of every other domain.
OutsideForces some_forces(const DomainTree& tree);

}  // namespace lilyan::test
