#include <tests/multidomain/swings.hpp>

#include <lilyan/dynamics/velocities.hpp>
#include <lilyan/multidomain/tree_kinematics.hpp>
#include <lilyan/reduction/modes.hpp>

#include <gtest/gtest.h>

#include <tests/support/bodies.hpp>

namespace lilyan::test {

SwingStart start_in_lowest_mode(const VoxelTree& voxels, Index domain, const Vec3& place, double speed) {
  SwingStart start{{}, domain, -1, -1, {}};
  const std::vector<Index>& vertices = voxels.vertices[domain];
  for (Index p = 0; p < static_cast<Index>(vertices.size()); ++p)
    if ((vertex(voxels.whole.X, vertices[p]) - place).norm() < 1e-9) start.vertex = p, start.in_whole = vertices[p];
  EXPECT_GE(start.vertex, 0);
  const std::unique_ptr<System> system = make_system(voxels);
  start.v = natural_modes(*system, voxels.whole.X, 1).shapes.col(0);
  start.v *= speed / vertex(start.v, start.in_whole).norm();
  start.along = vertex(start.v, start.in_whole).normalized();
  return start;
}

double Swing::reach(const Vec3& along) const {
  double farthest = 0;
  for (const Vec3& u : motion) farthest = std::max(farthest, std::abs(along.dot(u)));
  return farthest;
}

double Swing::period(const Vec3& along) const {
  for (std::size_t k = 1; k < motion.size(); ++k) {
    const double before = along.dot(motion[k - 1]), after = along.dot(motion[k]);
    if (before < 0 && after >= 0) return h * (static_cast<double>(k) + before / (before - after));
  }
  return 0;
}

Swing whole_swing(const VoxelTree& voxels, const SwingStart& start, double h, int steps) {
  const std::unique_ptr<System> system = make_system(voxels);
  const std::unique_ptr<Integrator> integrator = make_integrator("implicit_midpoint");
  const std::unique_ptr<const Stepper> stepper = integrator->stepper(*system, {});
  History history(frame_with_velocities(*system, voxels.whole.X, start.v));
  Workspace workspace;
  Swing swing{h, {}, ""};
  for (int k = 1; k <= steps; ++k) {
    auto step = stepper->attempt(history, {k, k * h, h}, workspace);
    EXPECT_TRUE(step);
    history.accept(std::move(*step));
    swing.motion.push_back(vertex(history.now().x, start.in_whole) - vertex(voxels.whole.X, start.in_whole));
  }
  return swing;
}

Swing tree_swing(const VoxelTree& voxels, const SwingStart& start, const StepFunction& step, const MultidomainSettings& settings,
                 double h, int steps, const Watch& watch) {
  const DomainTree& tree = voxels.tree;
  TreeKinematics kinematics;
  kinematics.arrange(tree);
  TreeWorkspace workspace;
  const MultidomainResult ready = with_accelerations(tree, with_whole_velocities(voxels, start.v), {}, settings, workspace);
  EXPECT_TRUE(ready);
  Swing swing{h, {}, ""};
  Vector x;
  const TreeRun run = run_tree(
      tree, ready->state, step, h, steps, [](const DomainState&, int) { return OutsideForces(); },
      [&](const DomainState& state, int done) {
        if (watch) watch(state, done);
        if (done == 0 || kinematics.place(tree, state.q, state.root)) return;
        world_positions(tree, kinematics, state.q, start.domain, x);
        swing.motion.push_back(vertex(x, start.vertex) - vertex(voxels.whole.X, start.in_whole));
      });
  swing.failure = run.failure;
  swing.first = run.first, swing.lowest = run.lowest, swing.highest = run.highest;
  return swing;
}

double relative_error(const Swing& swing, const Swing& reference, const Vec3& along) {
  double error = 0, size = 0;
  const auto count = static_cast<std::size_t>(reference.period(along) / reference.h);
  EXPECT_GT(count, 0u);
  for (std::size_t k = 0; k < count; ++k) {
    const Vec3 seen = k < swing.motion.size() ? swing.motion[k] : Vec3::Zero();
    error += (seen - reference.motion[k]).squaredNorm();
    size += reference.motion[k].squaredNorm();
  }
  return std::sqrt(error / size);
}

}  // namespace lilyan::test
