// What friction holds and what it does not, over seconds; what obstacles that move put in; bounces of every method.
#include <lilyan/run/gap_watch.hpp>
#include <lilyan/scene/load.hpp>
#include <tests/support/temporary_folder.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <numbers>

namespace lilyan::test {
namespace {

struct Ran {
  std::int64_t steps = 0;
  std::string failure;
  double energy = 0;  // largest error over the scale, with what was booked
  double least_gap = 1;
};

// Calls look(simulation) after every step.
template <class Look>
Ran run(Scene& scene, const Look& look) {
  Ran ran;
  Drift drift;
  drift.see(scene.simulation.ledger());
  ContactRecord record;
  while (!scene.simulation.is_finished()) {
    const auto step = scene.simulation.step();
    if (!step) {
      ran.failure = step.failure().failure.reason;
      break;
    }
    ++ran.steps;
    drift.see(scene.simulation.ledger());
    look_at_contacts(scene.inventory, scene.simulation.positions(), scene.simulation.time(), record);
    look(scene.simulation);
  }
  ran.energy = drift.energy();
  ran.least_gap = record.least_gap;
  return ran;
}

Ran run(Scene& scene) {
  return run(scene, [](const Simulation&) {});
}

double highest(const Vector& x) { return x(Eigen::seq(1, Eigen::indexing::last, 3)).maxCoeff(); }

// The boxes of scenes/stack.json, each shifted on the one below by a share of its width.
Scene stack(double share, double seconds) {
  std::vector<std::string> overrides = {fmt::format("time.duration={}", seconds)};
  for (int k = 0; k < 5; ++k) overrides.push_back(fmt::format("bodies.{}.mesh.transform.translate.0={}", k, 0.4 * share * k));
  return load_scene(LILYAN_SCENES "/stack.json", overrides);
}

TEST(Stack, StandsForTenSecondsIfEachBoxIsShiftedByATenth) {
  Scene scene = stack(0.1, 10);
  const Ran ran = run(scene);
  EXPECT_EQ(ran.failure, "");
  EXPECT_LT(ran.energy, 1e-9);
  EXPECT_GT(ran.least_gap, 0);
  EXPECT_NEAR(highest(scene.simulation.positions()), 1.0, 0.03);
}

TEST(Stack, FallsIfEachBoxIsShiftedByThreeTenths) {
  Scene scene = stack(0.3, 2);
  const Ran ran = run(scene);
  EXPECT_EQ(ran.failure, "");
  EXPECT_LT(ran.energy, 1e-9);
  EXPECT_LT(highest(scene.simulation.positions()), 0.8);
}

// A semicircle of seven wedges of one hex each, of mean radius 1 m and a fifth of it thick, that stands on a floor.
class Arch : public testing::Test {
 protected:
  static constexpr double kDistance = 0.002, kGap = 0.0016;

  std::string wedge(int k) {
    constexpr double kInner = 0.9, kOuter = 1.1, kDepth = 0.3;
    std::string text = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n8\n";
    int node = 0;
    for (const double z : {-kDepth / 2, kDepth / 2})
      for (const auto [radius, side] : {std::pair{kInner, 0}, {kOuter, 0}, {kOuter, 1}, {kInner, 1}}) {
        const double angle = std::numbers::pi * (k + side) / 7, inwards = side == 0 ? kGap / 2 : -kGap / 2;
        text += fmt::format("{} {:.12g} {:.12g} {:.12g}\n", ++node, radius * std::cos(angle) - inwards * std::sin(angle),
                            radius * std::sin(angle) + inwards * std::cos(angle) + kGap / 2, z);
      }
    text += "$EndNodes\n$Elements\n1\n1 5 2 1 1 1 2 3 4 5 6 7 8\n$EndElements\n";
    const std::string file = fmt::format("wedge{}.msh", k);
    std::ofstream(folder / file) << text;
    return file;
  }

  Scene arch(double friction) {
    std::string bodies;
    for (int k = 0; k < 7; ++k)
      bodies += fmt::format(R"({}{{"name": "wedge{}", "density": 1000, "mesh": {{"type": "file", "path": "{}"}},
        "material": {{"type": "stvk", "youngs_modulus": 1e7, "poissons_ratio": 0.2}}}})",
                            k > 0 ? "," : "", k, wedge(k));
    const std::string law = fmt::format(R"("friction": {}, "damping": 0.01, "distance": {})", friction, kDistance);
    return parse_scene(fmt::format(R"({{"lilyan": 1, "bodies": [{}],
      "contact": [{{"type": "plane", "point": [0, 0, 0], "normal": [0, 1, 0], {}}}, {{"type": "between", "bodies": "all", {}}}],
      "damping": [{{"type": "strain", "coefficient": 0.002}}],
      "integrator": {{"type": "avf"}}, "time": {{"step": 0.01, "duration": 1}}}})",
                                   bodies, law, law),
                       folder.path() / "arch.json", {});
  }

  TemporaryFolder folder;
};

TEST_F(Arch, StandsWithMuchFriction) {
  Scene scene = arch(0.6);
  const double before = highest(scene.simulation.positions());
  const Ran ran = run(scene);
  EXPECT_EQ(ran.failure, "");
  EXPECT_LT(ran.energy, 1e-9);
  EXPECT_NEAR(highest(scene.simulation.positions()), before, 0.005);
}

// It needs 0.31.
TEST_F(Arch, FallsWithLittleFriction) {
  Scene scene = arch(0.2);
  const Ran ran = run(scene);
  EXPECT_EQ(ran.failure, "");
  EXPECT_LT(ran.energy, 1e-9);
  EXPECT_LT(highest(scene.simulation.positions()), 0.6);
}

TEST(MovingObstacle, PushesABoxAcrossAFloor) {
  Scene scene = parse_scene(R"({"lilyan": 1, "bodies": [{"name": "box", "density": 300,
      "mesh": {"type": "box", "size": [0.4, 0.4, 0.4], "cells": [2, 2, 2], "center": [0.3, 0.205, 0]},
      "material": {"type": "stvk", "youngs_modulus": 1e5, "poissons_ratio": 0.3}}],
    "contact": [{"type": "plane", "point": [0, 0, 0], "normal": [0, 1, 0], "friction": 0.3},
      {"type": "box", "min": [-0.4, 0.05, -0.3], "max": [0.05, 0.35, 0.3], "friction": 0.3,
       "motion": {"to": 1, "translate": [0.5, 0, 0]}}],
    "integrator": {"type": "avf"}, "time": {"step": 0.01, "duration": 1}})",
                            "push.json", {});
  const Ran ran = run(scene);
  EXPECT_EQ(ran.failure, "");
  EXPECT_LT(ran.energy, 1e-9);
  EXPECT_GT(scene.simulation.ledger().work, 1);
  EXPECT_GT(scene.simulation.positions()(Eigen::seq(0, Eigen::indexing::last, 3)).minCoeff(), 0.55);
}

TEST(MovingObstacle, TurnsABallInADrum) {
  TemporaryFolder folder;
  constexpr int kSides = 24;
  std::string drum;
  for (const double z : {-0.3, 0.3})
    for (int k = 0; k < kSides; ++k) {
      const double angle = 2 * std::numbers::pi * k / kSides;
      drum += fmt::format("v {:.9f} {:.9f} {}\n", 0.6 * std::cos(angle), 0.6 * std::sin(angle), z);
    }
  for (int k = 0; k < kSides; ++k) {
    const int a = k + 1, b = (k + 1) % kSides + 1;
    drum += fmt::format("f {0} {1} {2}\nf {2} {1} {3}\n", a, a + kSides, b, b + kSides);
  }
  std::ofstream(folder / "drum.obj") << drum;
  Scene scene = parse_scene(R"({"lilyan": 1, "bodies": [{"name": "ball", "mass": 1,
      "mesh": {"type": "ball", "radius": 0.2, "size": 0.1, "center": [0.1, -0.3, 0]},
      "material": {"type": "stvk", "mu": 1000, "lambda": 500}}],
    "contact": [{"type": "mesh", "path": "drum.obj", "friction": 0.5,
      "motion": {"to": 3, "rotate": {"axis": [0, 0, 1], "degrees": 270}}}],
    "damping": [{"type": "strain", "coefficient": 0.01}],
    "integrator": {"type": "avf"}, "time": {"step": 0.01, "duration": 3}})",
                            folder.path() / "drum.json", {});
  double farthest = 0;
  const Ran ran = run(scene, [&](const Simulation& now) {
    for (Index i = 0; i < now.positions().size() / 3; ++i)
      farthest = std::max(farthest, vertex(now.positions(), i).head<2>().norm());
  });
  EXPECT_EQ(ran.failure, "");
  EXPECT_LT(ran.energy, 1e-9);
  EXPECT_GT(scene.simulation.ledger().work, 0.1);
  EXPECT_LT(farthest, 0.6);
}

// At least 200 steps of the ball of scenes/bouncing_ball.json: it does not go through the ground with any method.
struct Bouncing {
  const char* name;
  const char* integrator;
  double step = 0.01, seconds = 2;
};

class Bounces : public testing::TestWithParam<Bouncing> {};

TEST_P(Bounces, OfTheBallStayAboveTheGround) {
  const Bouncing& given = GetParam();
  Scene scene = load_scene(LILYAN_SCENES "/bouncing_ball.json",
                           {std::string("integrator=") + given.integrator, fmt::format("time.step={}", given.step),
                            fmt::format("time.duration={}", given.seconds)});
  double lowest = 1;
  const Ran ran = run(scene, [&](const Simulation& now) {
    lowest = std::min(lowest, now.positions()(Eigen::seq(1, Eigen::indexing::last, 3)).minCoeff());
  });
  EXPECT_EQ(ran.failure, "");
  EXPECT_GE(ran.steps, 200);
  EXPECT_GT(lowest, 0);
  EXPECT_LT(ran.least_gap, 1);
  fmt::print("{}: energy off by {:.1e}, least gap {:.2f} of the distance\n", given.name, ran.energy, ran.least_gap);
}

// Without contact, too, variational steps of 0.01 s are too long for this ball but at alpha = 1/2.
INSTANTIATE_TEST_SUITE_P(Contact, Bounces,
                         testing::Values(Bouncing{"backward_euler", R"({"type": "backward_euler"})"},
                                         Bouncing{"bdf2", R"({"type": "bdf2"})"}, Bouncing{"bathe", R"({"type": "bathe"})"},
                                         Bouncing{"newmark", R"({"type": "newmark"})"},
                                         Bouncing{"implicit_midpoint", R"({"type": "implicit_midpoint"})"},
                                         Bouncing{"variational_0_3", R"({"type": "variational", "alpha": 0.3})", 0.002, 1},
                                         Bouncing{"variational_0_5", R"({"type": "variational", "alpha": 0.5})"},
                                         Bouncing{"variational_0_7", R"({"type": "variational", "alpha": 0.7})", 0.002, 1},
                                         Bouncing{"avf", R"({"type": "avf"})"},
                                         Bouncing{"avf_conserved", R"({"type": "avf", "momentum": "conserved"})"},
                                         Bouncing{"energy_momentum", R"({"type": "energy_momentum"})"},
                                         Bouncing{"discrete_gradient", R"({"type": "discrete_gradient", "form": "per_element"})"}),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace lilyan::test
