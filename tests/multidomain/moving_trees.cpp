#include <tests/multidomain/moving_trees.hpp>

#include <gtest/gtest.h>
#include <Eigen/Geometry>

namespace lilyan::test {

StepFunction newmark_steps(const DomainTree& tree, const MultidomainSettings& settings) {
  return [&tree, settings, workspace = std::make_shared<TreeWorkspace>()](const DomainState& state, double h,
                                                                          const OutsideForces& forces) {
    return multidomain_newmark(tree, state, h, forces, settings, *workspace);
  };
}

StepFunction midpoint_steps(const DomainTree& tree, const MultidomainSettings& settings, const MidpointIterations& iterations) {
  return [&tree, settings, iterations, workspace = std::make_shared<TreeWorkspace>()](const DomainState& state, double h,
                                                                                      const OutsideForces& forces) {
    return multidomain_midpoint(tree, state, h, forces, settings, *workspace, iterations);
  };
}

StepFunction variational_steps(const DomainTree& tree, const VariationalSettings& settings) {
  return [&tree, settings, workspace = std::make_shared<VariationalWorkspace>()](const DomainState& state, double h,
                                                                                 const OutsideForces& forces) {
    return multidomain_variational(tree, state, h, forces, settings, *workspace);
  };
}

TreeRun run_tree(const DomainTree& tree, const DomainState& start, const StepFunction& step, double h, int steps,
                 const ForcesAt& forces, const Watch& watch) {
  TreeWorkspace workspace;
  TreeRun run;
  run.state = start;
  TreeMomenta expected = momenta_of(tree, start, workspace);
  auto look = [&](const Vec3& gravity) {
    const double energy = energy_of(tree, run.state, gravity, workspace).total();
    if (run.steps_done == 0) run.first = run.lowest = run.highest = energy;
    run.lowest = std::min(run.lowest, energy);
    run.highest = std::max(run.highest, energy);
    const TreeMomenta momenta = momenta_of(tree, run.state, workspace);
    run.worst_p = std::max(run.worst_p, (momenta.p - expected.p).norm() / expected.p.norm());
    run.worst_L = std::max(run.worst_L, (momenta.L - expected.L).norm() / expected.L.norm());
    run.worst_center = std::max(run.worst_center, (momenta.center - expected.center).norm());
    if (watch) watch(run.state, run.steps_done);
  };
  look(forces(start, 0).gravity);
  while (run.steps_done < steps) {
    const OutsideForces outside = forces(run.state, run.steps_done);
    const MultidomainResult result = step(run.state, h, outside);
    if (!result) {
      run.failure = result.failure().reason;
      return run;
    }
    run.state = result->state;
    ++run.steps_done;
    run.iterations += result->iterations;
    expected.center += h / tree.mass() * (expected.p + 0.5 * result->impulse.head<3>());
    expected.p += result->impulse.head<3>();
    expected.L += result->impulse.tail<3>();
    look(outside.gravity);
  }
  return run;
}

DomainState with_whole_velocities(const VoxelTree& voxels, const Vector& v) {
  const DomainTree& tree = voxels.tree;
  DomainState state = state_at_rest(tree);
  TreeKinematics kinematics;
  kinematics.arrange(tree);
  EXPECT_FALSE(kinematics.place(tree, state.q, state.root).has_value());
  for (Index j = 0; j < tree.count(); ++j) {
    kinematics.move(tree, state.qd, Vec6::Zero());
    const DomainModel& model = tree.model(j);
    Vector own(3 * model.vertices());
    for (Index p = 0; p < model.vertices(); ++p) {
      const Vec3 frame = kinematics.V(j).head<3>() + kinematics.V(j).tail<3>().cross(vertex(model.X(), p));
      vertex(own, p) = voxels.masses[j][p] * (kinematics.in_world(j).R.transpose() * vertex(v, voxels.vertices[j][p]) - frame);
    }
    tree.part(state.qd, j) = model.U().transpose() * own;  // U is orthonormal by the masses
  }
  return state;
}

DomainState swinging(const VoxelTree& voxels, double speed) {
  Vector v = Vector::Zero(voxels.whole.X.size());
  for (Index p = 0; p < v.size() / 3; ++p) vertex(v, p)[2] = speed * std::pow(vertex(voxels.whole.X, p)[0] / 1.8, 2);
  return with_whole_velocities(voxels, v);
}

DomainState with_start(const DomainTree& tree, const DomainState& state, const OutsideForces& forces) {
  TreeWorkspace workspace;
  return with_accelerations(tree, state, forces, {}, workspace)->state;
}

DomainState spinning(const VoxelTree& voxels, double spin, double vibration) {
  DomainState state = random_state(voxels, 12, vibration);
  state.q.setZero();
  state.root = voxels.tree.placement();
  state.V0 << 0.3, -0.2, 0.1, spin * Vec3(0.3, 0.4, std::sqrt(0.75));
  return state;
}

}  // namespace lilyan::test
