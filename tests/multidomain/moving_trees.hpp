// Runs of trees of domains, with what tests ask of them.
#pragma once

#include <lilyan/multidomain/multidomain_linearised.hpp>
#include <lilyan/multidomain/multidomain_variational.hpp>

#include <functional>

#include <tests/multidomain/voxel_trees.hpp>

namespace lilyan::test {

using StepFunction = std::function<MultidomainResult(const DomainState& state, double h, const OutsideForces& forces)>;

StepFunction newmark_steps(const DomainTree& tree, const MultidomainSettings& settings);
StepFunction midpoint_steps(const DomainTree& tree, const MultidomainSettings& settings, const MidpointIterations& iterations = {});
StepFunction variational_steps(const DomainTree& tree, const VariationalSettings& settings = {});

struct TreeRun {
  DomainState state;
  int steps_done = 0, iterations = 0;
  std::string failure;
  double lowest = 0, highest = 0, first = 0;          // energy [J]
  double worst_p = 0, worst_L = 0, worst_center = 0;  // from those that the impulses lead to, relative; the centre in metres
};

using ForcesAt = std::function<OutsideForces(const DomainState& state, int step)>;
using Watch = std::function<void(const DomainState& state, int step)>;

TreeRun run_tree(
    const DomainTree& tree, const DomainState& start, const StepFunction& step, double h, int steps,
    const ForcesAt& forces = [](const DomainState&, int) { return OutsideForces(); }, const Watch& watch = {});

// At rest, with velocities of the whole body's vertices given to the domains as their coordinates can take them.
DomainState with_whole_velocities(const VoxelTree& voxels, const Vector& v);

// A chain whose free end swings as that of a beam does [m/s].
DomainState swinging(const VoxelTree& voxels, double speed);

// The same state with the accelerations that it has.
DomainState with_start(const DomainTree& tree, const DomainState& state, const OutsideForces& forces = {});

// A body in free flight that spins and vibrates.
DomainState spinning(const VoxelTree& voxels, double spin, double vibration);

}  // namespace lilyan::test
