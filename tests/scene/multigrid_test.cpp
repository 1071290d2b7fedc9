// Every kind of body by multigrid: what holds with the factor holds with it, too.
#include <lilyan/core/error.hpp>
#include <lilyan/run/advance.hpp>
#include <lilyan/scene/load.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>

namespace lilyan::multigrid_scenes {
namespace {

using testing::HasSubstr;

struct BodyCase {
  const char* name;
  const char* bodies;
  const char* pins = "[]";
  bool is_free = false;
  double most_iterations = 12;  // of conjugate gradients, per Newton iteration
  const char* contact = "[]";
};

const BodyCase kCases[] = {
    {"free_block", R"([{"name": "b", "mesh": {"type": "box", "size": [1, 1, 1], "cells": [8, 8, 8], "split": 6},
      "material": {"type": "stvk", "youngs_modulus": 1e6, "poissons_ratio": 0.4}, "density": 1000,
      "deform": [{"type": "stretch", "factors": [1.05, 1, 1]}], "velocity": {"linear": [1, 2, 0], "angular": [1, 2, 3]}}])",
     "[]", true},
    {"held_bar", R"([{"name": "b", "mesh": {"type": "box", "size": [4, 1, 1], "cells": [24, 6, 6], "split": 5},
      "material": {"type": "neo_hookean", "youngs_modulus": 1e6, "poissons_ratio": 0.3}, "density": 1000}])",
     R"([{"body": "b", "select": {"type": "plane", "point": [-2, 0, 0], "normal": [-1, 0, 0]}}])"},
    {"twisted_bar", R"([{"name": "b", "mesh": {"type": "box", "size": [4, 1, 1], "cells": [20, 5, 5], "split": 6},
      "material": {"type": "stable_neo_hookean", "youngs_modulus": 1e5, "poissons_ratio": 0.4}, "density": 1000,
      "deform": [{"type": "twist", "axis": [1, 0, 0], "degrees": 120}]}])"},
    {"stiff_free_block", R"([{"name": "b", "mesh": {"type": "box", "size": [1, 1, 1], "cells": [8, 8, 8], "split": 6},
      "material": {"type": "stvk", "youngs_modulus": 1e10, "poissons_ratio": 0.3}, "density": 1000,
      "velocity": {"angular": [1, 2, 3]}}])",
     "[]", true},
    {"soft_rubber", R"([{"name": "b", "mesh": {"type": "box", "size": [1, 1, 1], "cells": [8, 8, 8], "split": 6},
      "material": {"type": "stvk", "youngs_modulus": 1e5, "poissons_ratio": 0.49}, "density": 1000,
      "velocity": {"angular": [1, 2, 3]}}])",
     "[]", true},
    {"hexes", R"([{"name": "b", "mesh": {"type": "box", "size": [2, 1, 1], "cells": [14, 7, 7], "elements": "hexes"},
      "material": {"type": "stvk", "youngs_modulus": 1e6, "poissons_ratio": 0.3}, "density": 1000,
      "deform": [{"type": "twist", "axis": [1, 0, 0], "degrees": 20}]}])"},
    {"plane_strain", R"([{"name": "b", "mesh": {"type": "rectangle", "size": [2, 1], "cells": [50, 25], "thickness": 1},
      "material": {"type": "stvk", "youngs_modulus": 1e6, "poissons_ratio": 0.4}, "density": 1000}])",
     R"([{"body": "b", "select": {"type": "plane", "point": [-1, 0, 0], "normal": [-1, 0, 0]}}])"},
    {"cloth", R"([{"name": "b", "mesh": {"type": "sheet", "size": [1, 1], "cells": [24, 24]},
      "material": {"type": "springs", "law": "stvk", "stretching": 1e4, "bending": 100}, "mass": 0.2}])",
     R"([{"body": "b", "select": {"type": "sphere", "center": [-0.5, 0, -0.5], "radius": 0.001}}])"},
    {"plate", R"([{"name": "b", "mesh": {"type": "box", "size": [2, 0.1, 2], "cells": [20, 2, 20], "split": 6},
      "material": {"type": "stvk", "youngs_modulus": 1e8, "poissons_ratio": 0.3}, "density": 1000}])",
     R"([{"body": "b", "select": {"type": "plane", "point": [-1, 0, 0], "normal": [-1, 0, 0]}}])"},
    {"flat_cells", R"([{"name": "b", "mesh": {"type": "box", "size": [2, 2, 0.2], "cells": [9, 9, 9], "split": 6},
      "material": {"type": "stvk", "youngs_modulus": 1e7, "poissons_ratio": 0.3}, "density": 1000}])",
     R"([{"body": "b", "select": {"type": "plane", "point": [-1, 0, 0], "normal": [-1, 0, 0]}}])", false, 16},
    {"strip_beside_block", R"([{"name": "block", "mesh": {"type": "box", "size": [5, 5, 5], "cells": [7, 7, 7], "split": 6},
      "material": {"type": "stvk", "youngs_modulus": 1e8, "poissons_ratio": 0.3}, "density": 1000, "velocity": {"angular": [0, 0, 1]}},
     {"name": "strip", "mesh": {"type": "box", "size": [0.01, 0.002, 0.001], "cells": [20, 4, 2], "split": 6, "center": [20, 0, 0]},
      "material": {"type": "stvk", "youngs_modulus": 1e5, "poissons_ratio": 0.3}, "density": 1000,
      "deform": [{"type": "stretch", "factors": [1.01, 1, 1]}]}])",
     "[]", true},
    {"corotated", R"([{"name": "b", "mesh": {"type": "box", "size": [1, 1, 1], "cells": [7, 7, 7], "split": 6},
      "material": {"type": "corotated", "youngs_modulus": 1e6, "poissons_ratio": 0.3}, "density": 1000,
      "velocity": {"angular": [1, 2, 3]}}])"},
    {"consistent_mass", R"([{"name": "b", "mesh": {"type": "box", "size": [1, 1, 1], "cells": [7, 7, 7], "split": 6},
      "mass_matrix": "consistent", "material": {"type": "stvk", "youngs_modulus": 1e6, "poissons_ratio": 0.3}, "density": 1000,
      "velocity": {"angular": [1, 2, 3]}}])"},
    {"stiff_slabs", R"([{"name": "b", "mesh": {"type": "box", "size": [4, 1, 1], "cells": [20, 5, 5], "split": 6},
      "material": {"type": "stvk", "youngs_modulus": 1e6, "poissons_ratio": 0.3}, "density": 1000,
      "regions": [{"select": {"type": "box", "min": [-1.5, -1, -1], "max": [-0.5, 1, 1]},
                   "material": {"type": "stvk", "youngs_modulus": 1e10, "poissons_ratio": 0.3}},
                  {"select": {"type": "box", "min": [0.5, -1, -1], "max": [1.5, 1, 1]},
                   "material": {"type": "stvk", "youngs_modulus": 1e10, "poissons_ratio": 0.3}}]}])",
     R"([{"body": "b", "select": {"type": "plane", "point": [-2, 0, 0], "normal": [-1, 0, 0]}}])", false, 20},
    {"blocks_that_meet", R"([{"name": "lower", "mesh": {"type": "box", "size": [1, 1, 1], "cells": [6, 6, 6], "split": 6},
      "material": {"type": "stvk", "youngs_modulus": 1e6, "poissons_ratio": 0.3}, "density": 1000},
     {"name": "upper", "mesh": {"type": "box", "size": [1, 1, 1], "cells": [6, 6, 6], "split": 6, "center": [0.23, 1.03, 0.11]},
      "material": {"type": "stvk", "youngs_modulus": 1e6, "poissons_ratio": 0.3}, "density": 1000,
      "velocity": {"linear": [0, -2, 0]}}])",
     "[]", true, 16, R"([{"type": "between", "bodies": "all"}])"},
};

Scene scene_of(const BodyCase& of, const std::string& integrator, int steps, const std::string& linear) {
  const std::string text = fmt::format(R"({{"lilyan": 1, "gravity": [0, {}, 0], "bodies": {}, "pins": {}, "contact": {},
    "integrator": {{"type": "{}"}}, "solver": {{"linear": "{}"}}, "time": {{"step": 0.01, "steps": {}}}}})",
                                       of.is_free ? 0 : -9.81, of.bodies, of.pins, of.contact, integrator, linear, steps);
  return parse_scene(text, "body.json", {});
}

class EveryKind : public testing::TestWithParam<BodyCase> {
 protected:
  Simulation simulation(const std::string& integrator, int steps, const std::string& linear = "multigrid") const {
    return scene_of(GetParam(), integrator, steps, linear).simulation;
  }
};

TEST_P(EveryKind, KeepsTheEnergyOfAvf) {
  Simulation moving = simulation("avf", 10);
  Drift drift;
  drift.see(moving.ledger());
  StepStatistics total;
  while (!moving.is_finished()) {
    const auto made = moving.step();
    ASSERT_TRUE(made);
    total.add(made->statistics);
    drift.see(moving.ledger());
  }
  EXPECT_LT(drift.energy(), 1e-10);
  const double per_solve = static_cast<double>(total.linear_iterations) / total.newton_iterations;
  EXPECT_LE(per_solve, GetParam().most_iterations);
  RecordProperty("iterations_per_solve", fmt::format("{:.1f}", per_solve));
  EXPECT_EQ(moving.linear_solving().type, "multigrid");
  if (GetParam().is_free) {
    EXPECT_LT(drift.linear(), 1e-10);
  }
}

TEST_P(EveryKind, MovesAsWithTheFactor) {
  for (const char* integrator : {"backward_euler", "implicit_midpoint"}) {
    Simulation one = simulation(integrator, 5), other = simulation(integrator, 5, "factor");
    while (!one.is_finished()) {
      ASSERT_TRUE(one.step());
      ASSERT_TRUE(other.step());
    }
    const Vector moved = other.positions() - other.initial().x;
    EXPECT_LT((one.positions() - other.positions()).norm(), 1e-6 * moved.norm()) << integrator;
    EXPECT_EQ(other.linear_solving().type, "factor");
  }
}

TEST_P(EveryKind, RestsAsWithTheFactor) {
  if (GetParam().pins == std::string("[]")) return;     // nothing to find
  if (GetParam().name == std::string("cloth")) return;  // hung on one corner it may turn about the vertical
  Simulation one = simulation("static", 1), other = simulation("static", 1, "factor");
  ASSERT_TRUE(one.step());
  ASSERT_TRUE(other.step());
  const Vector moved = other.positions() - other.initial().x;
  EXPECT_LT((one.positions() - other.positions()).norm(), 1e-8 * moved.norm());
}

TEST_P(EveryKind, GivesTheSameBytesForAnyNumberOfThreads) {
  std::string alone;
  for (const int count : {1, 2, 3, 8}) {
    Simulation moving = simulation("avf", 2);
    moving.use_threads(count);
    while (!moving.is_finished()) ASSERT_TRUE(moving.step());
    const std::string bytes = moving.history().write();
    if (alone.empty()) alone = bytes;
    EXPECT_EQ(bytes == alone, true) << count << " threads";
  }
}

TEST_P(EveryKind, GoesOnToTheSameBytesFromItsHistoryAlone) {
  Simulation kept = simulation("avf", 4);
  Simulation forgetful = kept;
  while (!kept.is_finished()) {
    ASSERT_TRUE(kept.step());
    ASSERT_TRUE(forgetful.step());
    Simulation fresh = simulation("avf", 4);  // with nothing set up
    fresh.restore(History::read(forgetful.history().write()));
    forgetful = std::move(fresh);
  }
  EXPECT_TRUE(kept.history().write() == forgetful.history().write());
}

INSTANTIATE_TEST_SUITE_P(Multigrid, EveryKind, testing::ValuesIn(kCases),
                         [](const auto& of) { return std::string(of.param.name); });

std::string refusal(const std::string& integrator, const std::string& extra) {
  const std::string text = fmt::format(
      R"({{"lilyan": 1, "bodies": {}, "integrator": {{"type": "{}"}}, "time": {{"step": 0.01, "steps": 1}},
    "solver": {{"linear": "multigrid"{}}}{}}})",
      kCases[11].bodies, integrator, extra.starts_with(", \"find\"") ? extra : "", extra.starts_with(", \"find\"") ? "" : extra);
  try {
    Simulation simulation = parse_scene(text, "body.json", {}).simulation;
    simulation.prepare();
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(MultigridScenes, NeedFewIterationsForStiffBodiesAndShortSteps) {
  struct Hard {
    const char *youngs_modulus, *velocity, *step;
    double most_iterations;
  };
  for (const Hard& hard :
       {Hard{"1e9", R"({"angular": [1, 2, 3]})", "0.01", 12}, Hard{"1e11", R"({"angular": [1, 2, 3]})", "0.01", 20},
        Hard{"1e6", R"({"angular": [0, 0, 30]})", "0.00333", 12}}) {
    const std::string text = fmt::format(R"({{"lilyan": 1, "integrator": {{"type": "avf"}}, "solver": {{"linear": "multigrid"}},
      "time": {{"step": {}, "steps": 10}},
      "bodies": [{{"name": "b", "mesh": {{"type": "box", "size": [1, 1, 1], "cells": [8, 8, 8], "split": 6}}, "velocity": {},
                  "material": {{"type": "stvk", "youngs_modulus": {}, "poissons_ratio": 0.3}}, "density": 1000}}]}})",
                                         hard.step, hard.velocity, hard.youngs_modulus);
    Simulation moving = parse_scene(text, "body.json", {}).simulation;
    StepStatistics total;
    while (!moving.is_finished()) {
      const auto made = moving.step();
      ASSERT_TRUE(made);
      total.add(made->statistics);
    }
    EXPECT_LE(static_cast<double>(total.linear_iterations) / total.newton_iterations, hard.most_iterations) << hard.youngs_modulus;
    EXPECT_EQ(moving.linear_solving().type, "multigrid");
  }
}

TEST(MultigridScenes, AreSetUpOnceAtMostForABodyAtRest) {
  const BodyCase resting{"resting", R"([{"name": "b", "mesh": {"type": "box", "size": [1, 1, 1], "cells": [7, 7, 7], "split": 6},
      "material": {"type": "stvk", "youngs_modulus": 1e6, "poissons_ratio": 0.3}, "density": 1000}])",
                         "[]", true};
  for (const char* integrator : {"avf", "backward_euler", "implicit_midpoint"}) {
    Simulation resting_body = scene_of(resting, integrator, 20, "multigrid").simulation;
    int set_ups = 0;
    while (!resting_body.is_finished()) {
      const auto made = resting_body.step();
      ASSERT_TRUE(made);
      set_ups += made->statistics.factorizations;
    }
    EXPECT_LE(set_ups, 1) << integrator;
  }
}

TEST(MultigridScenes, AreRefusedByNameWhereMultigridCannotServe) {
  EXPECT_THAT(refusal("discrete_gradient", ""), HasSubstr("systems of equations"));
  EXPECT_THAT(refusal("corotational_reversible", ""), HasSubstr("one linear system"));
  EXPECT_THAT(refusal("avf", R"(, "find": "root")"), HasSubstr("root finder"));
  EXPECT_THAT(
      refusal("avf", R"(, "constraints": [{"type": "plane", "body": "b", "select": {"type": "sphere", "center": [-0.5, -0.5, -0.5],
    "radius": 0.01}, "point": [-0.5, -0.5, -0.5], "normal": [1, 0, 0]}])"),
      HasSubstr("systems of equations"));
  EXPECT_EQ(refusal("avf", ""), "accepted");
  EXPECT_EQ(refusal("static", ""), "accepted");
}

TEST(MultigridScenes, GoOnWithTheFactorWhereMultigridDoesNotConverge) {
  const BodyCase hard{"hard", R"([{"name": "b", "mesh": {"type": "box", "size": [0.6, 0.6, 2], "cells": [6, 6, 20], "split": 6},
      "material": {"type": "stvk", "youngs_modulus": 1e6, "poissons_ratio": 0.49999}, "density": 1000}])",
                      R"([{"body": "b", "select": {"type": "plane", "point": [0, 0, -1], "normal": [0, 0, -1]}}])"};
  Simulation kept = scene_of(hard, "avf", 4, "multigrid").simulation, forgetful = kept;
  while (!kept.is_finished()) {
    ASSERT_TRUE(kept.step());
    ASSERT_TRUE(forgetful.step());
    Simulation fresh = scene_of(hard, "avf", 4, "multigrid").simulation;
    fresh.restore(History::read(forgetful.history().write()));
    forgetful = std::move(fresh);
  }
  EXPECT_TRUE(kept.linear_solving().gave_up);
  EXPECT_EQ(kept.linear_solving().type, "factor");
  EXPECT_TRUE(kept.history().write() == forgetful.history().write()) << "that it gave up is remembered";
}

TEST(MultigridScenes, AreChosenByCounts) {
  auto chosen = [](const BodyCase& of, const std::string& integrator) {
    Simulation simulation = scene_of(of, integrator, 1, "auto").simulation;
    simulation.prepare();
    return simulation.linear_solving();
  };
  const std::string many = R"([{"name": "b", "mesh": {"type": "box", "size": [4, 1, 1], "cells": [30, 8, 8]},
      "material": {"type": "stvk", "youngs_modulus": 1e6, "poissons_ratio": 0.3}, "density": 1000}])";
  BodyCase large{"large", many.c_str()}, small = large, rubber = large;
  EXPECT_EQ(chosen(large, "avf").type, "multigrid");
  EXPECT_THAT(chosen(large, "avf").why, HasSubstr("unknowns are at least 5000"));
  const std::string few = R"([{"name": "b", "mesh": {"type": "box", "size": [4, 1, 1], "cells": [8, 2, 2]},
      "material": {"type": "stvk", "youngs_modulus": 1e6, "poissons_ratio": 0.3}, "density": 1000}])";
  small.bodies = few.c_str();
  EXPECT_EQ(chosen(small, "avf").type, "factor");
  EXPECT_THAT(chosen(small, "avf").why, HasSubstr("fewer than 5000"));
  EXPECT_THAT(chosen(large, "static").why, HasSubstr("fewer than 100000"));
  BodyCase huge = large;
  const std::string very_many = R"([{"name": "b", "mesh": {"type": "box", "size": [4, 1, 1], "cells": [120, 17, 17]},
      "material": {"type": "stvk", "youngs_modulus": 1e6, "poissons_ratio": 0.3}, "density": 1000}])";
  huge.bodies = very_many.c_str();
  EXPECT_EQ(chosen(huge, "static").type, "multigrid");
  const std::string incompressible = R"([{"name": "b", "mesh": {"type": "box", "size": [4, 1, 1], "cells": [30, 8, 8]},
      "material": {"type": "stvk", "youngs_modulus": 1e6, "poissons_ratio": 0.499}, "density": 1000}])";
  rubber.bodies = incompressible.c_str();
  EXPECT_THAT(chosen(rubber, "avf").why, HasSubstr("Poisson's ratio 0.499"));
  EXPECT_EQ(chosen(large, "velocity_verlet").type, "none");
}

}  // namespace
}  // namespace lilyan::multigrid_scenes
