// Equilibria that are hard to find: from above the ground, of parts far stiffer than they are loaded, of bodies that bend far.
#include <lilyan/run/advance.hpp>
#include <lilyan/scene/load.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <cmath>
#include <random>
#include <string>

namespace lilyan::equilibria {
namespace {

using testing::HasSubstr;

constexpr double kGravity = 9.81;

Simulation scene(const std::string& body, double gravity, const std::string& more) {
  return parse_scene(fmt::format(R"({{"lilyan": 1, "gravity": [0, {}, 0], "bodies": [{}], "integrator": {{"type": "static"}},
    "time": {{"step": 1, "steps": 1}}{}}})",
                                 -gravity, body, more),
                     "rest.json", {})
      .simulation;
}

std::string failure_of(Simulation& simulation) {
  const auto made = simulation.step();
  return made ? "" : made.failure().failure.reason;
}

struct Block {
  std::string law = "stvk", mesh = R"("type": "box", "size": [0.2, 0.2, 0.2], "cells": [3, 3, 3])";
  double youngs_modulus = 1e6, poissons_ratio = 0.3;
};

std::string above_the_ground(const Block& block, double gap) {
  return fmt::format(R"({{"name": "b", "mesh": {{{}, "center": [0, {}, 0]}}, "density": 1000,
    "material": {{"type": "{}", "youngs_modulus": {}, "poissons_ratio": {}}}}})",
                     block.mesh, 0.1 + gap, block.law, block.youngs_modulus, block.poissons_ratio);
}

constexpr const char* kGround = R"(, "contact": [{"type": "plane", "name": "ground", "point": [0, 0, 0], "normal": [0, 1, 0]}])";

// The pull of all forces but the ground's is the weight; what the ground carries is told by the energy's slope in height.
double carried(const Simulation& simulation) {
  const System& system = simulation.system();
  Vector pull = Vector::Zero(simulation.positions().size());
  system.add_gradient(simulation.positions(), 1, 1, pull);
  return pull.reshaped(3, pull.size() / 3).row(1).sum();
}

TEST(StaticEquilibrium, FindsTheGroundFromAnyHeightForAnyModulus) {
  std::mt19937 random(28);
  const auto draw = [&](double low, double high) { return std::uniform_real_distribution<>(low, high)(random); };
  for (int k = 0; k < 16; ++k) {
    Block block;
    block.law = std::array{"stvk", "neo_hookean", "corotated", "linear"}[static_cast<std::size_t>(k % 4)];
    block.youngs_modulus = std::pow(10, draw(4, 11));
    block.poissons_ratio = draw(0, 0.49);
    if (k % 3 == 2) block.mesh = R"("type": "ball", "radius": 0.1, "size": 0.05)";
    const double gap = std::pow(10, draw(-2.5, 0.7));
    SCOPED_TRACE(fmt::format("{} {:.3g} Pa, {:.3g} m above the ground", block.law, block.youngs_modulus, gap));
    Simulation falling = scene(above_the_ground(block, gap), kGravity, kGround);
    ASSERT_EQ(failure_of(falling), "");
    const double weight = falling.system().vertex_mass().sum() * kGravity;
    EXPECT_LT(std::abs(carried(falling)), 1e-5 * weight) << "weight and ground balance";
    const Vector x = falling.positions();
    const auto heights = x.reshaped(3, x.size() / 3).row(1);

    EXPECT_GT(heights.minCoeff(), 0);
    EXPECT_LT(heights.minCoeff(), 0.01);
  }
}

TEST(StaticEquilibrium, FindsHowASheetHangsFromOneCorner) {
  Simulation hung =
      scene(R"({"name": "b", "mesh": {"type": "sheet", "size": [1, 1], "cells": [12, 12]}, "mass": 0.2,
    "material": {"type": "springs", "law": "stvk", "stretching": 1e4, "bending": 100}})",
            kGravity, R"(, "pins": [{"body": "b", "select": {"type": "sphere", "center": [-0.5, 0, -0.5], "radius": 0.001}}])");
  ASSERT_EQ(failure_of(hung), "");
  const Vector x = hung.positions();
  const auto vertices = x.reshaped(3, x.size() / 3);
  const Vec3 centre = vertices * hung.system().vertex_mass() / hung.system().vertex_mass().sum();
  EXPECT_LT(centre[1], -0.5);
  EXPECT_LT(std::hypot(centre[0] + 0.5, centre[2] + 0.5), 1e-6) << "straight below the pin";
}

TEST(StaticEquilibrium, SaysThatNothingCarriesABodyThatFallsOrSlidesForEver) {
  const std::string body = above_the_ground({}, 0.1);
  for (const char* beside : {"", R"(, "contact": [{"type": "sphere", "name": "s", "center": [3, -1, 0], "radius": 0.2}])",
                             R"(, "contact": [{"type": "sphere", "name": "s", "center": [0.03, -1, 0.01], "radius": 0.2}])",
                             R"(, "contact": [{"type": "plane", "name": "s", "point": [0, -1, 0], "normal": [0.2, 1, 0]}])"}) {
    Simulation falling = scene(body, kGravity, beside);
    EXPECT_THAT(failure_of(falling), HasSubstr("pins, constraints or contact must hold every body")) << beside;
  }
}

TEST(StaticEquilibrium, SaysSoOfABodyInFreeFallHoweverStiffItIs) {
  for (const double modulus : {1e4, 1e9, 1e15, 1e18}) {
    Block block;
    block.youngs_modulus = modulus;
    Simulation falling = scene(above_the_ground(block, 0.1), 1e-3, "");
    EXPECT_NE(failure_of(falling), "") << modulus;
  }
}

constexpr const char* kHeldEnd =
    R"(, "pins": [{"body": "b", "select": {"type": "plane", "point": [-0.5, 0, 0], "normal": [-1, 0, 0]}}])";

std::string bar(const char* law, double modulus, double contrast) {
  return fmt::format(R"({{"name": "b", "mesh": {{"type": "box", "size": [1, 0.2, 0.2], "cells": [8, 3, 3]}}, "density": 1000,
    "material": {{"type": "{0}", "youngs_modulus": {1}, "poissons_ratio": 0.3}},
    "regions": [{{"select": {{"type": "box", "min": [0, -1, -1], "max": [0.3, 1, 1]}},
                  "material": {{"type": "{0}", "youngs_modulus": {2}, "poissons_ratio": 0.3}}}}]}})",
                     law, modulus, contrast * modulus);
}

// Where forces are rounding in the stiff part, the bar bends all the same as linear elasticity says.
TEST(StaticEquilibrium, IsTrueForPartsFarStifferThanTheyAreLoaded) {
  for (const double contrast : {1.0, 1e5, 1e7, 1e9})
    for (const double gravity : {1e-4, 1e-6, 1e-8}) {
      SCOPED_TRACE(fmt::format("contrast {:g}, gravity {:g}", contrast, gravity));
      Simulation bent = scene(bar("stvk", 1e5, contrast), gravity, kHeldEnd);
      Simulation linear = scene(bar("linear", 1e5, contrast), 1e-4, kHeldEnd);
      ASSERT_EQ(failure_of(bent), "");
      ASSERT_EQ(failure_of(linear), "");
      const Vector sag = (bent.positions() - bent.initial().x) / gravity, wanted = (linear.positions() - linear.initial().x) / 1e-4;
      EXPECT_LT((sag - wanted).norm(), 1e-4 * wanted.norm());
    }
}

TEST(StaticEquilibrium, OfABodyOfGivenVolumeTakesFewIterations) {
  for (const char* law : {"stvk", "neo_hookean"})
    for (const double modulus : {1e5, 1e6, 1e7}) {
      Simulation bent = scene(bar(law, modulus, 1), 1e-5 * modulus,
                              std::string(kHeldEnd) + R"(, "constraints": [{"type": "volume", "body": "b"}])");
      const auto made = bent.step();
      ASSERT_TRUE(made) << law;
      EXPECT_LE(made->statistics.newton_iterations, 12) << law << ' ' << modulus;
      EXPECT_LT(made->statistics.residual, 1e-10);
    }
}

}  // namespace
}  // namespace lilyan::equilibria
