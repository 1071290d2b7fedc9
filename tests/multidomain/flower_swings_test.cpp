// The flower at a large amplitude: every coupling against the whole mesh, in one table, and how far its interfaces open.
#include <gtest/gtest.h>

#include <cstdio>

#include <tests/multidomain/swings.hpp>

namespace lilyan::test {
namespace {

constexpr double kSwingStep = 0.02;
constexpr int kSwingSteps = 260;

struct SwingRow {
  const char* name;
  const Coupling& coupling;
  double stiffness_damping;  // lumped couplings blow up without
};

// The largest jump of every interface that was seen.
struct SeenJumps {
  DomainBody body;
  TreeWorkspace workspace;
  std::vector<double> largest;

  explicit SeenJumps(const VoxelTree& voxels) : body(body_of(voxels)), largest(voxels.vertices.size(), 0) {}
  void see(const DomainState& state) {
    const std::vector<double> jumps = body.interface_jumps(state, workspace);
    for (std::size_t j = 0; j < jumps.size(); ++j) largest[j] = std::max(largest[j], jumps[j]);
  }
};

TEST(FlowerSwings, FollowTheWholeMeshWithTheExactCouplingAlone) {
  const VoxelTree plain = make_tree(flower(), {5, 12}), loaded = make_tree(flower(), {6, 20, true});
  const SwingStart start = start_in_lowest_mode(loaded, 3, Vec3(1.1, 1.1, 1.8), 1.63);  // the bloom goes 1.06 m far
  const Vec3 along = start.along;
  const Swing whole = whole_swing(loaded, start, kSwingStep, kSwingSteps);
  const double period = whole.period(along);
  ASSERT_GT(period, 0);
  EXPECT_NEAR(whole.reach(along), 1.06, 0.02);

  std::printf("flower, whole mesh: the bloom moves %.3f m, period %.3f s\n", whole.reach(along), period);
  std::printf("| coupling | modes | method | damping [s] | frequency | rms error | energy [J] | largest jump |\n");
  const SwingRow rows[] = {{"l1", l1_coupling(), 0.01},
                           {"l2", l2_coupling(), 0.01},
                           {"composite", composite_coupling(), 0.01},
                           {"exact", exact_coupling(), 0.01}};
  const auto print = [&](const char* name, const char* modes, const char* method, double damping, const Swing& swing,
                         const std::vector<double>& jumps) {
    const double own = swing.period(along), error = relative_error(swing, whole, along);
    std::printf("| %s | %s | %s | %g | %.3f | %.3f | %.1f..%.1f | %.3f |%s%s\n", name, modes, method, damping,
                own > 0 ? period / own : 0, error, swing.lowest, swing.highest, *std::max_element(jumps.begin(), jumps.end()),
                swing.failure.empty() ? "" : " ", swing.failure.c_str());
    return error;
  };
  double l2 = 0, exact = 0;
  for (const auto& [voxels, modes] : {std::pair(&plain, "12"), std::pair(&loaded, "20, loaded")})
    for (const auto& [name, coupling, damping] : rows) {
      MultidomainSettings settings;
      settings.coupling = &coupling;
      settings.stiffness_damping = damping;
      SeenJumps jumps(*voxels);
      const Swing swing = tree_swing(*voxels, start, newmark_steps(voxels->tree, settings), settings, kSwingStep, kSwingSteps,
                                     [&](const DomainState& state, int) { jumps.see(state); });
      const double error = print(name, modes, "newmark", damping, swing, jumps.largest);
      if (&coupling == &l2_coupling()) l2 = error;
      if (&coupling == &exact_coupling()) exact = error;
    }
  EXPECT_LT(exact, l2 / 3);  // of the loaded modes: the last ones

  SeenJumps jumps(loaded);
  const Swing swing = tree_swing(loaded, start, midpoint_steps(loaded.tree, {}), {}, kSwingStep, kSwingSteps,
                                 [&](const DomainState& state, int) { jumps.see(state); });
  const double error = print("exact", "20, loaded", "midpoint", 0, swing, jumps.largest);
  EXPECT_EQ(swing.failure, "");
  EXPECT_LT(error, l2 / 3);
  EXPECT_GT(period / swing.period(along), 0.95);
  EXPECT_LT(period / swing.period(along), 1.05);

  std::printf("largest jump of the interfaces of that run over their size:");
  for (std::size_t j = 1; j < jumps.largest.size(); ++j)
    std::printf(" %d-%d %.4f", static_cast<int>(loaded.tree.parent(static_cast<Index>(j))), static_cast<int>(j), jumps.largest[j]);
  std::printf("\n");
  for (std::size_t j = 1; j < jumps.largest.size(); ++j) {
    EXPECT_GT(jumps.largest[j], 0) << j;
    EXPECT_LT(jumps.largest[j], 0.05) << j;
  }
}

}  // namespace
}  // namespace lilyan::test
