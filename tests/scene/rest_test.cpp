// Bodies at rest stay there, at little cost and without a complaint; what is too weak to be told from rounding still moves them.
#include <lilyan/run/advance.hpp>
#include <lilyan/scene/load.hpp>

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <cmath>
#include <string>

namespace lilyan::rest {
namespace {

constexpr const char* kMethodsThatMove[] = {"backward_euler", "bdf2", "newmark",         "implicit_midpoint",
                                            "variational",    "avf",  "energy_momentum", "discrete_gradient",
                                            "bathe"};

std::string box(const char* name, const char* center, double youngs_modulus, const char* velocity = "[0, 0, 0]") {
  return fmt::format(R"({{"name": "{}", "mesh": {{"type": "box", "size": [1, 1, 1], "cells": [3, 3, 3], "split": 6, "center": {}}},
    "material": {{"type": "stvk", "youngs_modulus": {}, "poissons_ratio": 0.3}}, "density": 1000, "velocity": {{"linear": {}}}}})",
                     name, center, youngs_modulus, velocity);
}

Simulation simulation(const std::string& bodies, const std::string& integrator, int steps, const std::string& more = "") {
  return parse_scene(fmt::format(R"({{"lilyan": 1, "gravity": [0, 0, 0], "bodies": [{}], "integrator": {{"type": "{}"}},
    "time": {{"step": 0.01, "steps": {}}}{}}})",
                                 bodies, integrator, steps, more),
                     "rest.json", {})
      .simulation;
}

void expect_rest(const std::string& integrator) {
  for (const double youngs_modulus : {1e3, 1e6, 1e11}) {
    Simulation resting = simulation(box("b", "[0, 0, 0]", youngs_modulus), integrator, 200);
    StepStatistics total;
    while (!resting.is_finished()) {
      const auto made = resting.step();
      ASSERT_TRUE(made) << youngs_modulus;
      total.add(made->statistics);
    }
    EXPECT_LT((resting.positions() - resting.initial().x).lpNorm<Eigen::Infinity>(), 1e-12) << youngs_modulus;
    EXPECT_EQ(total.short_of_tolerance, 0) << youngs_modulus;
    EXPECT_LE(total.newton_iterations, 200 * 5) << youngs_modulus;
  }
}

TEST(BodyAtRest, IsItsOwnEquilibrium) { expect_rest("static"); }

TEST(BodyAtRest, StaysThereWithVariationalAdaption) {
  Simulation resting = parse_scene(fmt::format(R"({{"lilyan": 1, "gravity": [0, 0, 0], "bodies": [{}],
    "integrator": {{"type": "implicit_midpoint"}},
    "time": {{"step": 0.01, "steps": 100, "adaption": {{"type": "energy", "energy": 1, "enforced": "variational"}}}}}})",
                                               box("b", "[0, 0, 0]", 1e6)),
                                   "rest.json", {})
                           .simulation;
  StepStatistics total;
  while (!resting.is_finished()) {
    const auto made = resting.step();
    ASSERT_TRUE(made);
    total.add(made->statistics);
  }
  EXPECT_LT((resting.positions() - resting.initial().x).lpNorm<Eigen::Infinity>(), 1e-12);
  EXPECT_EQ(total.short_of_tolerance, 0);
}

class EveryImplicitMethod : public testing::TestWithParam<const char*> {};

TEST_P(EveryImplicitMethod, LeavesABodyAtRestWhereItIs) { expect_rest(GetParam()); }

TEST_P(EveryImplicitMethod, LeavesABodyAtRestBesideOneThatMoves) {
  Simulation moving =
      simulation(box("still", "[0, 0, 0]", 1e6) + ", " + box("flying", "[3, 0, 0]", 1e6, "[1, 0, 0]"), GetParam(), 50);
  while (!moving.is_finished()) ASSERT_TRUE(moving.step());
  const Vector moved = moving.positions() - moving.initial().x;
  const Eigen::Index half = moved.size() / 2;
  EXPECT_LT(moved.head(half).lpNorm<Eigen::Infinity>(), 1e-12);
  for (Eigen::Index c = half; c < moved.size(); c += 3) EXPECT_NEAR(moved[c], 0.5, 1e-9);
}

TEST_P(EveryImplicitMethod, MovesABodyByALoadThatIsLostInRounding) {
  // 1e-9 N on 1000 kg: far less than what rounding leaves of the forces between its cells.
  Simulation pushed = simulation(box("b", "[0, 0, 0]", 1e6), GetParam(), 100, R"(, "loads": [{"type": "acceleration", "body": "b",
    "acceleration": [1e-12, 0, 0]}])");
  while (!pushed.is_finished()) ASSERT_TRUE(pushed.step());
  EXPECT_NEAR(pushed.ledger().linear[0], 1e-9, 2e-11);
}

TEST_P(EveryImplicitMethod, MovesABodyByAHandThatIsLostInRounding) {
  Simulation pulled = simulation(box("b", "[0, 0, 0]", 1e6), GetParam(), 100);
  Pull pull{{}, Vec3(1, 0, 0), 1e-9};  // 1e-9 N, shared by all vertices
  const Index vertices = static_cast<Index>(pulled.positions().size() / 3);
  for (Index i = 0; i < vertices; ++i) pull.shares.push_back({i, 1.0 / vertices});
  while (!pulled.is_finished()) ASSERT_TRUE(pulled.step({pull}));
  EXPECT_NEAR(pulled.ledger().linear[0], 1e-9, 2e-11);
}

INSTANTIATE_TEST_SUITE_P(Rest, EveryImplicitMethod, testing::ValuesIn(kMethodsThatMove),
                         [](const auto& of) { return std::string(of.param); });

}  // namespace
}  // namespace lilyan::rest
