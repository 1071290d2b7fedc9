// Time steps of trees of domains: what they keep, and how they fail.
#include <lilyan/multidomain/tree_matrices.hpp>

#include <gtest/gtest.h>

#include <tests/multidomain/moving_trees.hpp>
#include <tests/multidomain/random_trees.hpp>

namespace lilyan::test {
namespace {

struct NamedSteps {
  const char* name;
  StepFunction step;
};

// Every method, converged where it iterates.
std::vector<NamedSteps> all_methods(const DomainTree& tree, double mass_damping = 0, double stiffness_damping = 0) {
  MultidomainSettings settings;
  settings.mass_damping = mass_damping;
  settings.stiffness_damping = stiffness_damping;
  return {{"newmark", newmark_steps(tree, settings)},
          {"midpoint", midpoint_steps(tree, settings, {50, 1e-13})},
          {"variational", variational_steps(tree, {mass_damping, stiffness_damping})}};
}

TEST(MultidomainMidpoint, KeepsTheEnergyOfAnUndampedChain) {
  const VoxelTree voxels = make_tree(chain(3), {5, 12});
  const TreeRun run = run_tree(voxels.tree, swinging(voxels, 2.5), midpoint_steps(voxels.tree, {}), 0.01, 300);
  EXPECT_EQ(run.failure, "");
  EXPECT_GT(run.lowest, 0.99 * run.first);
  EXPECT_LT(run.highest, 1.01 * run.first);
}

TEST(MultidomainNewmark, DoesNotGainEnergyWithLittleDamping) {
  const VoxelTree voxels = make_tree(chain(3), {5, 12});
  MultidomainSettings settings;
  settings.stiffness_damping = 0.003;
  const DomainState start = with_start(voxels.tree, swinging(voxels, 2.5));
  const TreeRun run = run_tree(voxels.tree, start, newmark_steps(voxels.tree, settings), 0.01, 500);
  EXPECT_EQ(run.failure, "");
  EXPECT_LT(run.highest, 1.01 * run.first);
  EXPECT_LT(run.lowest, 0.98 * run.first);
}

TEST(MultidomainVariational, KeepsTheEnergyOfAnUndampedChainWithoutDrift) {
  const VoxelTree voxels = make_tree(chain(2), {5, 12});
  double halves[2] = {0, 0};
  TreeWorkspace workspace;
  const int steps = 600;
  const TreeRun run = run_tree(
      voxels.tree, swinging(voxels, 2), variational_steps(voxels.tree), 0.01, steps,
      [](const DomainState&, int) { return OutsideForces(); },
      [&](const DomainState& state, int step) {
        halves[2 * step > steps] += energy_of(voxels.tree, state, Vec3::Zero(), workspace).total();
      });
  EXPECT_EQ(run.failure, "");
  EXPECT_GT(run.lowest, 0.999 * run.first);
  EXPECT_LT(run.highest, 1.001 * run.first);
  EXPECT_NEAR(halves[1] / (steps / 2), halves[0] / (steps / 2 + 1), 1e-4 * run.first);
}

TEST(MultidomainSteps, KeepTheMomentaOfAFreeBody) {
  const VoxelTree voxels = make_tree(fly(), {4, 10}, RestFrames::turned);
  const DomainState start = with_start(voxels.tree, spinning(voxels, 1.1, 0.1));
  for (const auto& [name, step] : all_methods(voxels.tree, 0, 0.003)) {
    const TreeRun run = run_tree(voxels.tree, start, step, 0.005, 200);
    EXPECT_EQ(run.failure, "") << name;
    EXPECT_LT(run.worst_p, 1e-12) << name;
    EXPECT_LT(run.worst_L, 1e-12) << name;
    EXPECT_LT(run.worst_center, 1e-12) << name;
    EXPECT_LT(run.highest, 1.01 * run.first) << name;
  }
}

TEST(MultidomainSteps, GiveAFreeBodyTheMomentaOfTheForcesOnIt) {
  const VoxelTree voxels = make_tree(fly(), {4, 10}, RestFrames::turned);
  const DomainTree& tree = voxels.tree;
  const DomainState start = with_start(tree, spinning(voxels, 1.1, 0.1));
  const ForcesAt forces = [](const DomainState&, int step) {
    const double t = 0.005 * step;
    return OutsideForces{Vec3(0, 0, -9.81),
                         {{2, 3, Vec3(10 * std::sin(9 * t), 4, 0)}, {5, 7, Vec3(0, -3, 5)}, {3, 1, Vec3(1, 1, 8)}}};
  };
  for (const auto& [name, step] : all_methods(tree, 0, 0.003)) {
    const TreeRun run = run_tree(tree, start, step, 0.005, 200, forces);
    EXPECT_EQ(run.failure, "") << name;
    EXPECT_LT(run.worst_p, 1e-10) << name;
    EXPECT_LT(run.worst_L, 1e-10) << name;
  }
  // The impulse of a step is that of gravity and of the forces: in linear momentum exactly.
  for (const auto& [name, step] : all_methods(tree)) {
    const OutsideForces outside = forces(start, 40);
    Vec3 total = tree.mass() * outside.gravity;
    for (const VertexForce& push : outside.on_vertices) total += push.force;
    EXPECT_LT((step(start, 0.005, outside)->impulse.head<3>() - 0.005 * total).norm(), 1e-12 * total.norm()) << name;
  }
}

TEST(MultidomainSteps, DriftInAngularMomentumWithTheSquareOfTheStepIfTheMomentumMapIsLeftOut) {
  const VoxelTree voxels = make_tree(fly(), {4, 10});
  const DomainState start = spinning(voxels, 1.1, 0.15);
  MultidomainSettings settings;
  settings.free_motion = FreeMotion::integrated;
  auto drift = [&](double h) {
    return run_tree(voxels.tree, start, midpoint_steps(voxels.tree, settings, {20, 1e-12}), h, static_cast<int>(0.5 / h)).worst_L;
  };
  const double ratio = drift(0.0025) / drift(0.00125);
  EXPECT_GT(ratio, 3);
  EXPECT_LT(ratio, 5);
}

TEST(MultidomainSteps, ConvergeToOneMotionWithTheirOrders) {
  // Interfaces that are planar and such that are not, turned frames, scales: a tree of clouds.
  const DomainTree tree = random_tree(4, {.domains = 6, .most_coordinates = 5, .root_motion = RootMotion::free});
  const DomainState start = with_start(tree, random_motion(tree, 4));
  const OutsideForces forces{Vec3(0, 0, -1), {{3, 2, Vec3(0.2, 0.1, 0)}}};
  auto end = [&](const StepFunction& step, int steps) {
    const TreeRun run =
        run_tree(tree, with_start(tree, start, forces), step, 0.2 / steps, steps, [&](const DomainState&, int) { return forces; });
    EXPECT_EQ(run.failure, "");
    Vector result(run.state.q.size() + 12);
    result << run.state.q, run.state.root.x, run.state.root.R.reshaped();
    return result;
  };
  const std::vector<NamedSteps> methods = all_methods(tree, 0.1, 0.001);
  const Vector reference = end(methods[1].step, 1280);
  const double orders[] = {1, 2, 2};
  for (std::size_t k = 0; k < methods.size(); ++k) {
    const double coarse = (end(methods[k].step, 80) - reference).norm(), fine = (end(methods[k].step, 160) - reference).norm();
    EXPECT_NEAR(std::log2(coarse / fine), orders[k], 0.25) << methods[k].name;
    EXPECT_LT(fine, 1e-2 * reference.norm()) << methods[k].name;
  }
}

TEST(MultidomainSteps, LoseWhatRayleighDampingTakes) {
  const VoxelTree voxels = make_tree(chain(3), {4, 8}, RestFrames::turned);
  const DomainTree& tree = voxels.tree;
  const double a = 0.7, b = 0.002, h = 1e-6;
  MultidomainSettings settings;
  settings.mass_damping = a;
  settings.stiffness_damping = b;
  TreeWorkspace workspace;
  const DomainState start = with_accelerations(tree, random_state(voxels, 8, 0.5), {}, settings, workspace)->state;
  double power = 0;
  for (Index j = 0; j < tree.count(); ++j) {
    const Vector q = tree.part(start.q, j), qd = tree.part(start.qd, j);
    Vector f;
    Eigen::MatrixXd K;
    QuarticEnergy::Scratch scratch;
    tree.model(j).energy().evaluate(q, f, K, scratch);
    power += qd.dot(a * tree.model(j).moments().reduced_mass() * qd + b * K * qd);
  }
  const double before = energy_of(tree, start, Vec3::Zero(), workspace).total();
  ASSERT_GT(power, 1e-3 * before);
  for (const auto& [name, step] : all_methods(tree, a, b)) {
    const MultidomainResult next = step(start, h, {});
    ASSERT_TRUE(next);
    EXPECT_NEAR((before - energy_of(tree, next->state, Vec3::Zero(), workspace).total()) / h, power, 0.01 * power) << name;
  }
}

TEST(MultidomainSteps, HaveTheSameBitsInAUsedWorkspace) {
  const DomainTree tree = random_tree(3, {.domains = 9, .root_motion = RootMotion::free}), other = random_tree(8, {.domains = 14});
  const DomainState start = with_start(tree, random_motion(tree, 3));
  const OutsideForces forces{Vec3(0, 0, -9.81), {{3, 2, Vec3(1, 2, 3)}}};
  TreeWorkspace used;
  VariationalWorkspace used_variational;
  const DomainState elsewhere = with_start(other, random_motion(other, 1));
  ASSERT_TRUE(multidomain_newmark(other, elsewhere, 0.01, forces, {}, used));
  ASSERT_TRUE(multidomain_variational(other, elsewhere, 0.01, forces, {}, used_variational));
  for (int k = 0; k < 2; ++k) {
    TreeWorkspace fresh;
    VariationalWorkspace fresh_variational;
    const std::pair<MultidomainResult, MultidomainResult> pairs[] = {
        {multidomain_newmark(tree, start, 0.01, forces, {}, fresh), multidomain_newmark(tree, start, 0.01, forces, {}, used)},
        {multidomain_midpoint(tree, start, 0.01, forces, {}, fresh), multidomain_midpoint(tree, start, 0.01, forces, {}, used)},
        {multidomain_variational(tree, start, 0.01, forces, {}, fresh_variational),
         multidomain_variational(tree, start, 0.01, forces, {}, used_variational)}};
    for (const auto& [first, second] : pairs) {
      ASSERT_TRUE(first && second);
      EXPECT_TRUE((first->state.q.array() == second->state.q.array()).all());
      EXPECT_TRUE((first->state.qd.array() == second->state.qd.array()).all());
      EXPECT_TRUE((first->state.qdd.array() == second->state.qdd.array()).all());
      EXPECT_EQ(first->state.root.x, second->state.root.x);
      EXPECT_EQ(first->state.root.R, second->state.root.R);
      EXPECT_EQ(first->state.V0, second->state.V0);
      EXPECT_EQ(first->impulse, second->impulse);
    }
  }
}

TEST(MultidomainSteps, ThatFailAreValues) {
  const VoxelTree voxels = make_tree(chain(2), {3, 6});
  for (const auto& [name, step] : all_methods(voxels.tree)) {
    DomainState broken = state_at_rest(voxels.tree);
    broken.qd[1] = NAN;
    const MultidomainResult lost = step(broken, 0.01, {});
    ASSERT_FALSE(lost) << name;
    EXPECT_FALSE(lost.failure().reason.empty());
  }
  // A coordinate that mirrors the interface: no rotation fits it, and the domain on it has no frame.
  Vector X(12);
  X << 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1;
  const Eigen::MatrixXd U = -2 * X;
  const auto model = std::make_shared<DomainModel>(
      DomainDescription{X, U, Vector::Ones(4), QuarticEnergy(Eigen::MatrixXd::Identity(1, 1)), {{{0, 1, 2, 3}, Vector::Ones(4)}}});
  const DomainTree tree({{model}, {model, 0}}, RootMotion::fixed);
  DomainState mirrored = state_at_rest(tree);
  mirrored.q[0] = 1;
  for (const auto& [name, step] : all_methods(tree)) {
    const MultidomainResult lost = step(mirrored, 0.01, {});
    ASSERT_FALSE(lost) << name;
    EXPECT_EQ(lost.failure().domain, 1) << name;
  }
  TreeWorkspace measuring;
  EXPECT_TRUE(std::isnan(energy_of(tree, mirrored, Vec3::Zero(), measuring).total()));
  EXPECT_TRUE(momenta_of(tree, mirrored, measuring).p.hasNaN());
  VariationalSettings few;
  few.most_iterations = 1;
  VariationalWorkspace workspace;
  const MultidomainResult unsolved = multidomain_variational(voxels.tree, swinging(voxels, 2), 0.01, {}, few, workspace);
  ASSERT_FALSE(unsolved);
  EXPECT_NE(unsolved.failure().reason.find("iterations"), std::string::npos);
}

TEST(MultidomainSteps, OfABodyAtRestLeaveItAtRest) {
  const VoxelTree voxels = make_tree(chain(2), {3, 6}, RestFrames::turned);
  for (const auto& [name, step] : all_methods(voxels.tree)) {
    const MultidomainResult next = step(state_at_rest(voxels.tree), 0.01, {});
    ASSERT_TRUE(next) << name;
    EXPECT_LT(next->state.q.norm(), 1e-14) << name;
    EXPECT_LT(next->state.qd.norm(), 1e-12) << name;
  }
}

}  // namespace
}  // namespace lilyan::test
