// Time steps against the equations of motion of all vertices: interfaces that are bent, frames that are turned at rest, weights by
// area, forces on bodies that fly, and a hundred domains.
#include <lilyan/multidomain/tree_kinematics.hpp>

#include <gtest/gtest.h>

#include <tests/multidomain/moving_trees.hpp>
#include <tests/multidomain/random_trees.hpp>
#include <tests/multidomain/vertex_equations.hpp>

namespace lilyan::test {
namespace {

constexpr double kStep = 0.01;

// A step of the midpoint rule, converged, without the momentum map: its equations hold in its middle.
double residual_in_the_middle(const DomainTree& tree, const std::vector<Vector>& masses, const DomainState& start,
                              const OutsideForces& forces) {
  MultidomainSettings settings;
  settings.free_motion = FreeMotion::integrated;
  TreeWorkspace workspace;
  const MultidomainResult step = multidomain_midpoint(tree, start, kStep, forces, settings, workspace, {60, 1e-14});
  EXPECT_TRUE(step);
  return dalembert_residual(tree, masses, middle_of_step(start, step->state, kStep), forces);
}

double residual_in_the_middle(const VoxelTree& voxels, unsigned seed, double size) {
  return residual_in_the_middle(voxels.tree, voxels.masses, random_state(voxels, seed, size), some_forces(voxels.tree));
}

TEST(StepEquations, HoldWhereInterfacesAreBent) {
  for (const RootMotion root : {RootMotion::fixed, RootMotion::free}) {
    const VoxelTree voxels = make_tree(stairs(3, root), {4, 8});
    for (Index j = 1; j < voxels.tree.count(); ++j) ASSERT_FALSE(voxels.tree.interface_below(j).is_planar());
    EXPECT_LT(residual_in_the_middle(voxels, 3, 0.5), 1e-5);
  }
}

TEST(StepEquations, HoldWhereFramesAreTurnedAtRest) {
  const VoxelTree bent = make_tree(stairs(3, RootMotion::fixed), {4, 8}, RestFrames::turned),
                  flying = make_tree(fly(), {4, 8}, RestFrames::turned);
  for (const VoxelTree* voxels : {&bent, &flying}) {
    for (Index j = 1; j < voxels->tree.count(); ++j)
      ASSERT_GT((voxels->tree[j].rotation - Mat3::Identity()).norm(), 0.1) << "the test needs frames that are turned";
    EXPECT_LT(residual_in_the_middle(*voxels, 5, 0.5), 1e-5);
  }
}

TEST(StepEquations, HoldForInstancesOfEveryScaleAndEveryKindOfInterface) {
  for (const RootMotion root : {RootMotion::fixed, RootMotion::free}) {
    const DomainTree tree = random_tree(6, {.domains = 7, .most_coordinates = 6, .root_motion = root});
    std::vector<Vector> masses;
    for (Index j = 0; j < tree.count(); ++j) masses.push_back(Vector::Constant(tree.model(j).vertices(), kCloudMass));
    EXPECT_LT(residual_in_the_middle(tree, masses, random_motion(tree, 6), some_forces(tree)), 1e-5);
  }
}

TEST(StepEquations, HoldForAHundredDomains) {
  const VoxelTree voxels = make_tree(comb(100), {2, 3}, RestFrames::turned);
  ASSERT_EQ(voxels.tree.count(), 100);
  EXPECT_LT(residual_in_the_middle(voxels, 3, 0.3), 1e-5);
}

// Faces at x = 0.6 up to z = 0.2, at z = 0.2 back to x = 0.5, and at x = 0.5 from there on: their middle by area is not the mean of
// the vertices.
TEST(StepEquations, HoldForInterfacesThatAreWeightedByArea) {
  const VoxelTree voxels = make_tree(stairs(2, RootMotion::fixed), {4, 8});
  const InterfaceFrame& interface = voxels.tree.interface_below(1);
  const Vec3 by_area = (0.04 * Vec3(0.6, 0.1, 0.1) + 0.02 * Vec3(0.55, 0.1, 0.2) + 0.02 * Vec3(0.5, 0.1, 0.25)) / 0.08;
  EXPECT_LT((voxels.tree.placement().R * interface.center() + voxels.tree.placement().x - by_area).norm(), 1e-14);
  EXPECT_LT(residual_in_the_middle(voxels, 7, 0.5), 1e-5);
}

// Torques of the forces and of gravity about the world's origin, by a sum over the vertices.
Vec6 wrench_of(const VoxelTree& voxels, const DomainState& state, const OutsideForces& forces) {
  const DomainTree& tree = voxels.tree;
  const Vector x = all_positions(tree, state), mass = component_masses(tree, voxels.masses);
  Vec6 sum = Vec6::Zero();
  const auto add = [&](Index p, const Vec3& force) {
    sum.head<3>() += force;
    sum.tail<3>() += vertex(x, p).cross(force);
  };
  for (Index p = 0; p < x.size() / 3; ++p) add(p, mass[3 * p] * forces.gravity);
  std::vector<Index> first(1, 0);
  for (Index j = 0; j < tree.count(); ++j) first.push_back(first.back() + tree.model(j).vertices());
  for (const auto& [j, p, force] : forces.on_vertices) add(first[j] + p, force);
  return sum;
}

TEST(FreeFlight, HasTheImpulsesOfTheForcesOnItsVertices) {
  for (const VoxelBody& body : {fly(), stairs(3, RootMotion::free)}) {
    const VoxelTree voxels = make_tree(body, {4, 8}, RestFrames::turned);
    const OutsideForces forces = some_forces(voxels.tree);
    const DomainState start = with_start(voxels.tree, spinning(voxels, 1.1, 0.1), forces);
    const Vec6 before = kStep * wrench_of(voxels, start, forces);
    const auto off = [&](const Vec6& impulse, const Vec6& expected) { return (impulse - expected).norm() / expected.norm(); };

    // At the start of the step, at its ends, and in its middle, as the methods say.
    const MultidomainResult newmark = newmark_steps(voxels.tree, {})(start, kStep, forces);
    ASSERT_TRUE(newmark);
    EXPECT_LT(off(newmark->impulse, before), 1e-12);

    const MultidomainResult variational = variational_steps(voxels.tree)(start, kStep, forces);
    ASSERT_TRUE(variational);
    EXPECT_LT(off(variational->impulse, (before + kStep * wrench_of(voxels, variational->state, forces)) / 2), 1e-12);

    MultidomainSettings integrated;
    integrated.free_motion = FreeMotion::integrated;
    const MultidomainResult midpoint = midpoint_steps(voxels.tree, integrated, {60, 1e-14})(start, kStep, forces);
    ASSERT_TRUE(midpoint);
    const DomainState middle = middle_of_step(start, midpoint->state, kStep);
    EXPECT_LT(off(midpoint->impulse, kStep * wrench_of(voxels, middle, forces)), 1e-10);
  }
}

TEST(FreeFlight, OfABodyWithBentInterfacesFollowsTheImpulses) {
  const VoxelTree voxels = make_tree(stairs(3, RootMotion::free), {4, 8}, RestFrames::turned);
  const ForcesAt forces = [](const DomainState&, int step) {
    return OutsideForces{Vec3(0, 0, -9.81), {{0, 3, Vec3(10 * std::sin(0.05 * step), 4, 0)}, {2, 7, Vec3(0, -3, 5)}}};
  };
  const DomainState start = with_start(voxels.tree, spinning(voxels, 1.1, 0.1), forces({}, 0));
  MultidomainSettings damped;
  damped.stiffness_damping = 0.003;
  const StepFunction methods[] = {newmark_steps(voxels.tree, damped), midpoint_steps(voxels.tree, damped),
                                  variational_steps(voxels.tree, {0, 0.003})};
  for (const StepFunction& step : methods) {
    const TreeRun run = run_tree(voxels.tree, start, step, 0.005, 400, forces);
    EXPECT_EQ(run.failure, "");
    EXPECT_LT(run.worst_p, 1e-10);
    EXPECT_LT(run.worst_L, 1e-10);
    EXPECT_LT(run.worst_center, 1e-10);
  }
}

}  // namespace
}  // namespace lilyan::test
