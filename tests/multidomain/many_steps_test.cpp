// Many steps of trees of domains: what stays bounded, and what stays as it is.
#include <gtest/gtest.h>

#include <cstdio>

#include <tests/multidomain/moving_trees.hpp>

namespace lilyan::test {
namespace {

// Pulls by 60 N on one domain after the other, for a second of every four, in the first half of the run.
ForcesAt pulls(const DomainTree& tree, double h, int steps) {
  return [&tree, h, steps](const DomainState&, int step) {
    OutsideForces forces;
    const int second = static_cast<int>(step * h);
    if (2 * step > steps || second % 4 != 0) return forces;
    Dice dice(100 + static_cast<unsigned>(second));
    const Index domain = static_cast<Index>((dice.number() + 1) / 2.0001 * tree.count());
    const Index vertices = tree.model(domain).vertices();
    const Vec3 share = 60.0 / vertices * dice.three().normalized();
    for (Index p = 0; p < vertices; ++p) forces.on_vertices.push_back({domain, p, share});
    return forces;
  };
}

struct Soak {
  TreeRun run;
  double released = 0, highest_after = 0;  // energies [J] at the start of the second half, and the highest in it
};

Soak soak(const DomainTree& tree, const Coupling& coupling, double stiffness_damping, double h, int steps) {
  MultidomainSettings settings;
  settings.coupling = &coupling;
  settings.stiffness_damping = stiffness_damping;
  Soak result;
  TreeWorkspace workspace;
  result.run = run_tree(tree, state_at_rest(tree), newmark_steps(tree, settings), h, steps, pulls(tree, h, steps),
                        [&](const DomainState& state, int step) {
                          if (2 * step <= steps) return;
                          const double energy = energy_of(tree, state, Vec3::Zero(), workspace).total();
                          if (result.released == 0) result.released = energy;
                          result.highest_after = std::max(result.highest_after, energy);
                        });
  return result;
}

TEST(ManySteps, StayFiniteUnderPullsWithEveryCouplingIfTheyAreDamped) {
  const VoxelTree voxels = make_tree(chain(3), {5, 12});
  for (const Coupling* coupling : {&l1_coupling(), &l2_coupling(), &composite_coupling(), &exact_coupling()}) {
    const Soak result = soak(voxels.tree, *coupling, 0.01, 0.01, 20000);
    EXPECT_EQ(result.run.failure, "") << coupling->name();
    EXPECT_EQ(result.run.steps_done, 20000);
    EXPECT_LT(result.run.highest, 1e4) << coupling->name();
    // Couplings that lump may gain energy for a while after the release.
    std::printf("%s: %.3f J at release, at most %.3f J afterwards\n", coupling->name().c_str(), result.released,
                result.highest_after);
  }
}

TEST(ManySteps, WithExactCouplingNeverGainEnergyAfterRelease) {
  const VoxelTree voxels = make_tree(chain(3), {5, 12});
  const Soak result = soak(voxels.tree, exact_coupling(), 0.003, 0.01, 20000);
  EXPECT_EQ(result.run.failure, "");
  EXPECT_GT(result.released, 10);
  EXPECT_LT(result.highest_after, 1.01 * result.released);
}

TEST(ManySteps, OfAFlowerStayFiniteUnderPulls) {
  const VoxelTree voxels = make_tree(flower(), {5, 12});
  const Soak result = soak(voxels.tree, exact_coupling(), 0.01, 0.01, 20000);
  EXPECT_EQ(result.run.failure, "");
  EXPECT_LT(result.highest_after, 1.01 * result.released);
}

TEST(ManySteps, KeepTheirEnergyByTheMidpointRule) {
  const VoxelTree voxels = make_tree(chain(3), {5, 12});
  const TreeRun run = run_tree(voxels.tree, swinging(voxels, 2.9), midpoint_steps(voxels.tree, {}), 0.01, 2000);
  EXPECT_EQ(run.failure, "");
  EXPECT_GT(run.lowest, 0.99 * run.first);
  EXPECT_LT(run.highest, 1.01 * run.first);
}

// Means of the energy over the first and the last tenth of a run [J].
struct Tenths {
  double first = 0, last = 0;
};

struct VariationalRun {
  TreeRun run;
  Tenths energy;
};

VariationalRun variational_run(const DomainTree& tree, const DomainState& start, double h, int steps) {
  VariationalRun result;
  TreeWorkspace workspace;
  result.run = run_tree(
      tree, start, variational_steps(tree), h, steps, [](const DomainState&, int) { return OutsideForces(); },
      [&](const DomainState& state, int step) {
        if (step == 0 || (10 * step > steps && 10 * step <= 9 * steps)) return;
        (10 * step <= steps ? result.energy.first : result.energy.last) +=
            energy_of(tree, state, Vec3::Zero(), workspace).total() / (steps / 10);
      });
  return result;
}

TEST(ManySteps, KeepTheirEnergyWithoutDriftByTheVariationalStep) {
  const VoxelTree voxels = make_tree(chain(3), {5, 12});
  const auto [run, energy] = variational_run(voxels.tree, swinging(voxels, 2.9), 0.01, 2000);
  std::printf("variational chain: energy %.4f..%.4f J, means of the first and the last tenth %.5f and %.5f J\n", run.lowest,
              run.highest, energy.first, energy.last);
  EXPECT_EQ(run.failure, "");
  EXPECT_NEAR(energy.last, energy.first, 1e-3 * energy.first);
}

TEST(ManySteps, OfAHundredDomainsDoNotGainEnergyAfterRelease) {
  const VoxelTree voxels = make_tree(comb(100), {2, 3}, RestFrames::turned);
  const Soak result = soak(voxels.tree, exact_coupling(), 0.003, 0.01, 4000);
  std::printf("a hundred domains: %.3f J at release, at most %.3f J afterwards\n", result.released, result.highest_after);
  EXPECT_EQ(result.run.failure, "");
  EXPECT_GT(result.released, 0);
  EXPECT_LT(result.highest_after, 1.01 * result.released);
}

TEST(ManySteps, KeepTheMomentaOfAFreeBody) {
  const VoxelTree voxels = make_tree(fly(), {5, 12});
  const DomainState start = with_start(voxels.tree, spinning(voxels, 1.1, 0.3));
  MultidomainSettings settings;
  settings.stiffness_damping = 0.01;
  const TreeRun run = run_tree(voxels.tree, start, newmark_steps(voxels.tree, settings), 0.01, 10000);
  EXPECT_EQ(run.failure, "");
  EXPECT_LT(run.worst_p, 1e-12);
  EXPECT_LT(run.worst_L, 1e-10);
  EXPECT_LT(run.worst_center, 1e-11);
  EXPECT_LT(run.highest, 1.01 * run.first);
}

TEST(ManySteps, KeepEnergyAndMomentaByTheVariationalStep) {
  const VoxelTree voxels = make_tree(fly(), {5, 12});
  const auto [run, energy] = variational_run(voxels.tree, spinning(voxels, 1.1, 0.3), 0.005, 4000);
  std::printf(
      "variational flight: energy %.4f..%.4f J, means of the first and the last tenth %.5f and %.5f J, momenta off by %.1e, %.1e\n",
      run.lowest, run.highest, energy.first, energy.last, run.worst_p, run.worst_L);
  EXPECT_EQ(run.failure, "");
  EXPECT_LT(run.worst_p, 1e-11);
  EXPECT_LT(run.worst_L, 1e-11);
  EXPECT_LT(run.worst_center, 1e-10);
  EXPECT_GT(run.lowest, 0.97 * run.first);
  EXPECT_LT(run.highest, 1.03 * run.first);
  EXPECT_NEAR(energy.last, energy.first, 1e-3 * energy.first);
}

}  // namespace
}  // namespace lilyan::test
