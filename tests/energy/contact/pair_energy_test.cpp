// Pairs of pieces of surface: distances against a search over their points, derivatives against differences.
#include <lilyan/energy/contact/pair_energy.hpp>

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace lilyan::pair_energies {
namespace {

constexpr PairKind kKinds[] = {PairKind::point_triangle, PairKind::edge_edge, PairKind::point_edge, PairKind::point_point};

PairPoints random_points(PairKind kind, std::mt19937& chance) {
  std::uniform_real_distribution<double> uniform(-1, 1);
  PairPoints y = {Vec3::Zero(), Vec3::Zero(), Vec3::Zero(), Vec3::Zero()};
  for (int i = 0; i < points_of(kind); ++i)
    y[static_cast<std::size_t>(i)] = Vec3(uniform(chance), uniform(chance), uniform(chance));
  return y;
}

Vec3 between(const Vec3& a, const Vec3& b, double t) { return (1 - t) * a + t * b; }

// The least distance of points on a grid over both pieces.
double least_on_grid(PairKind kind, const PairPoints& y, int n) {
  double least = std::numeric_limits<double>::infinity();
  auto see = [&](const Vec3& a, const Vec3& b) { least = std::min(least, (a - b).norm()); };
  for (int i = 0; i <= n; ++i)
    for (int k = 0; k <= n; ++k) {
      const double s = static_cast<double>(i) / n, t = static_cast<double>(k) / n;
      switch (kind) {
        case PairKind::point_triangle: see(y[0], between(y[1], between(y[2], y[3], t), s)); break;
        case PairKind::edge_edge: see(between(y[0], y[1], s), between(y[2], y[3], t)); break;
        case PairKind::point_edge: see(y[0], between(y[1], y[2], s)); break;
        case PairKind::point_point: see(y[0], y[1]); break;
      }
    }
  return least;
}

PairPoints moved(PairPoints y, Eigen::Index component, double by) {
  y[static_cast<std::size_t>(component / 3)][component % 3] += by;
  return y;
}

// Whether the closest pieces of both are the same all around y.
bool is_smooth_around(PairKind kind, const PairPoints& y, double e) {
  const int here = pair_distance(kind, y).feature();
  for (Eigen::Index k = 0; k < 12; ++k)
    for (const double by : {-e, e}) {
      if (pair_distance(kind, moved(y, k, by)).feature() != here) return false;
    }
  return true;
}

TEST(PairDistance, IsTheLeastOfAllPoints) {
  std::mt19937 chance(1);
  for (const PairKind kind : kKinds)
    for (int k = 0; k < 100; ++k) {
      const PairPoints y = random_points(kind, chance);
      const double d = std::sqrt(pair_distance(kind, y).squared()), on_grid = least_on_grid(kind, y, 200);
      EXPECT_LE(d, on_grid * (1 + 1e-12));
      EXPECT_GT(d, on_grid - 0.02);
    }
}

TEST(PairDistance, MeetsEveryPartOfATriangle) {
  std::mt19937 chance(2);
  int seen[3] = {0, 0, 0};
  for (int k = 0; k < 300; ++k)
    ++seen[pair_distance(PairKind::point_triangle, random_points(PairKind::point_triangle, chance)).free];
  for (const int times : seen) EXPECT_GT(times, 20);
}

TEST(PairDistance, HasTheDerivativesItSays) {
  std::mt19937 chance(3);
  constexpr double e = 1e-5;
  for (const PairKind kind : kKinds) {
    int checked = 0;
    for (int k = 0; k < 200; ++k) {
      const PairPoints y = random_points(kind, chance);
      if (!is_smooth_around(kind, y, 10 * e)) continue;
      const PairDistance at = pair_distance(kind, y);
      const PairVector g = at.gradient();
      const PairMatrix H = at.hessian(y);
      // Triangles that are nearly lines have derivatives that change within e.
      if (H.norm() > 100) continue;
      ++checked;
      for (Eigen::Index c = 0; c < 3 * points_of(kind); ++c) {
        const PairDistance after = pair_distance(kind, moved(y, c, e)), before = pair_distance(kind, moved(y, c, -e));
        EXPECT_NEAR((after.squared() - before.squared()) / (2 * e), g[c], 1e-8);
        EXPECT_LT(((after.gradient() - before.gradient()) / (2 * e) - H.col(c)).norm(), 1e-6 * H.norm());
      }
    }
    EXPECT_GT(checked, 50);
  }
}

TEST(PairDistance, OfParallelEdgesIsThatOfTheirEnds) {
  const PairDistance beside =
      pair_distance(PairKind::edge_edge, {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0.25, 0.5, 0), Vec3(2, 0.5, 0)});
  EXPECT_NEAR(beside.squared(), 0.25, 1e-15);
  const PairDistance behind = pair_distance(PairKind::edge_edge, {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(3, 0, 0), Vec3(5, 0, 0)});
  EXPECT_NEAR(behind.squared(), 4, 1e-15);
}

TEST(PairDistance, OfNearlyParallelEdgesIsNoNoise) {
  constexpr double d = 1e-3;
  for (const double angle : {0.9e-6, 1.05e-6, 1.3e-6, 2e-6, 5e-6, 2e-5, 1e-3})
    for (const double at : {-0.03, 0.011, 0.04}) {  // where they cross
      const Vec3 along(std::cos(angle), 0, std::sin(angle)), middle(at / 3, d - 0.0836, 0);
      const Vec3 a = middle - (0.052 + at) * along, b = middle + (0.052 - at) * along;
      const PairDistance distance = pair_distance(PairKind::edge_edge, {Vec3(-0.85, -0.0836, 0), Vec3(0.15, -0.0836, 0), a, b});
      EXPECT_NEAR(distance.r.norm(), d, 1e-5 * d) << angle << ' ' << at;
    }
}

// Pairs nearer than the barrier's distance, edges at every angle.
std::vector<std::pair<PairEnergy, PairPoints>> near_pairs() {
  std::mt19937 chance(4);
  std::vector<std::pair<PairEnergy, PairPoints>> pairs;
  for (const PairKind kind : kKinds)
    for (int k = 0; k < 100; ++k) {
      const PairPoints y = random_points(kind, chance);
      PairEnergy pair{kind, {50, 2}};
      if (kind == PairKind::edge_edge) pair.parallel_limit = k % 2 == 0 ? 4 : parallel_limit(y[1] - y[0], y[3] - y[2]);
      if (k % 3 == 0) pair.thickness = 0.2 * std::sqrt(pair_distance(kind, y).squared());
      if (pair.gap(y) > 0.1 && pair.gap(y) < 1.9 && is_smooth_around(kind, y, 1e-4) &&
          pair_distance(kind, y).hessian(y).norm() < 100)
        pairs.push_back({pair, y});
    }
  return pairs;
}

TEST(PairEnergy, HasTheDerivativesItSays) {
  constexpr double e = 1e-6;
  const auto pairs = near_pairs();
  EXPECT_GT(pairs.size(), 150u);
  for (const auto& [pair, y] : pairs) {
    PairVector g, after, before;
    const double E = pair.gradient(y, g);
    EXPECT_EQ(E, pair.value(y));
    const PairMatrix H = pair.hessian(y);
    for (Eigen::Index c = 0; c < 3 * points_of(pair.kind); ++c) {
      const double up = pair.gradient(moved(y, c, e), after), down = pair.gradient(moved(y, c, -e), before);
      EXPECT_NEAR((up - down) / (2 * e), g[c], 1e-6 * (g.norm() + E));
      EXPECT_LT(((after - before) / (2 * e) - H.col(c)).norm(), 1e-6 * (H.norm() + E));
    }
  }
}

TEST(PairEnergy, PushesWithoutMomentum) {
  for (const auto& [pair, y] : near_pairs()) {
    PairVector g;
    pair.gradient(y, g);
    Vec3 sum = Vec3::Zero(), turning = Vec3::Zero();
    for (std::size_t i = 0; i < 4; ++i) {
      const Vec3 f = g.segment<3>(3 * static_cast<Eigen::Index>(i));
      sum += f;
      turning += y[i].cross(f);
    }
    EXPECT_LT(sum.norm(), 1e-12 * g.norm());
    EXPECT_LT(turning.norm(), 1e-12 * g.norm());
  }
}

TEST(PairEnergy, DoesNotJumpWhereEdgesBecomeParallel) {
  // Beside each other, turned by a little more and a little less than nothing.
  PairEnergy pair{PairKind::edge_edge, {50, 1}};
  auto turned = [](double angle) -> PairPoints {
    return {Vec3(-1, 0, 0), Vec3(1, 0, 0), Vec3(-std::cos(angle), 0.5, -std::sin(angle)),
            Vec3(std::cos(angle), 0.5, std::sin(angle))};
  };
  pair.parallel_limit = parallel_limit(Vec3(2, 0, 0), Vec3(2, 0, 0));
  EXPECT_EQ(pair.value(turned(0)), 0);
  EXPECT_LT(pair.value(turned(1e-5)), 1e-4);
  EXPECT_NEAR(pair.value(turned(0.02)), pair.value(turned(-0.02)), 1e-9);
  EXPECT_GT(pair.value(turned(0.2)), 1);
}

}  // namespace
}  // namespace lilyan::pair_energies
