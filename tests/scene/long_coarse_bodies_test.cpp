// Coarse bodies beside the fine ones that they stand for: at rest, and in motion under the same load by the method that keeps the
// energy.
#include <gtest/gtest.h>

#include <lilyan/dynamics/ledger.hpp>

#include <cmath>

#include <tests/scene/equal_rest.hpp>
#include <tests/support/temporary_folder.hpp>

namespace lilyan {
namespace {

using test::CoarsePair;
using test::ShippedBody;

// The first swing of the probe: how far it goes and how long that takes.
struct Swing {
  double amplitude = 0;  // [m]
  double half = 0;       // of its period [s]
  double error = 0;      // of the energy balance, relative
};

// The time of the maximum near sample m, from the parabola through it and its neighbours.
double time_of_maximum(const std::vector<double>& values, std::size_t m, double h) {
  if (m == 0 || m + 1 >= values.size()) return h * static_cast<double>(m);
  const double before = values[m - 1], after = values[m + 1], bend = before - 2 * values[m] + after;
  return h * (static_cast<double>(m) + (bend < 0 ? 0.5 * (before - after) / bend : 0));
}

Swing first_swing(const std::filesystem::path& file, std::int64_t steps) {
  Scene scene = load_scene(file);
  Simulation& simulation = scene.simulation;
  const std::vector<WeightedVertex>& probe = scene.output.probes.at(0).shares;
  const Vec3 start = weighted_sum(probe, simulation.positions());
  const LedgerRow first = simulation.ledger();
  Swing swing;
  double in_play = 0, worst = 0;
  bool has_turned = false;
  std::vector<double> distances = {0};
  std::size_t farthest = 0;
  for (std::int64_t k = 0; k < steps; ++k) {
    const auto made = simulation.step();
    EXPECT_TRUE(made) << file << ", step " << k;
    if (!made) break;
    const double moved = (weighted_sum(probe, simulation.positions()) - start).norm();
    distances.push_back(moved);
    if (!has_turned && moved > swing.amplitude) swing.amplitude = moved, farthest = distances.size() - 1;
    has_turned = has_turned || moved < 0.9 * swing.amplitude;
    const LedgerRow row = simulation.ledger();
    in_play = std::max(in_play, row.kinetic + std::abs(row.elastic) + std::abs(row.gravity - first.gravity));
    worst = std::max(worst, std::abs(row.total - first.total - row.work + row.dissipated));
  }
  EXPECT_TRUE(has_turned) << file << ": not seen to its end";
  swing.half = time_of_maximum(distances, farthest, simulation.time() / static_cast<double>(distances.size() - 1));
  swing.error = worst / in_play;
  return swing;
}

class MovingBodies : public testing::TestWithParam<std::pair<ShippedBody, std::int64_t>> {
 protected:
  test::TemporaryFolder folder;
};

TEST_P(MovingBodies, SagVibrateAndSwingLikeTheFineOnes) {
  const auto& [body, steps] = GetParam();
  const CoarsePair pair = test::coarsened(body, folder.path());
  test::expect_equal_rest(body, pair);
  const Swing coarse = first_swing(pair.coarse_scene, steps), fine = first_swing(pair.fine_scene, steps);
  fmt::print(
      "{}: amplitude {:.4g} m, fine {:.4g} m, ratio {:.3f}; half a period {:.4g} s, fine {:.4g} s, ratio {:.3f}; energies kept to "
      "{:.1e} and {:.1e}\n",
      body.name, coarse.amplitude, fine.amplitude, coarse.amplitude / fine.amplitude, coarse.half, fine.half,
      coarse.half / fine.half, coarse.error, fine.error);
  EXPECT_NEAR(coarse.amplitude / fine.amplitude, 1, 0.25);
  EXPECT_NEAR(coarse.half / fine.half, 1, 0.15);
  EXPECT_LT(coarse.error, 1e-8);
  EXPECT_LT(fine.error, 1e-8);
}

INSTANTIATE_TEST_SUITE_P(, MovingBodies,
                         testing::Values(std::pair(test::kLayeredCube, 30), std::pair(test::kCrackedBar, 90),
                                         std::pair(test::kCheese, 40), std::pair(test::kLiver, 30)),
                         [](const auto& instance) { return instance.param.first.name; });

}  // namespace
}  // namespace lilyan
