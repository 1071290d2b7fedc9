// Bodies of hexes, triangles, edges and points, from the scene to their motion.
#include <lilyan/algebra/threads.hpp>
#include <lilyan/core/error.hpp>
#include <lilyan/dynamics/ledger.hpp>
#include <lilyan/mesh/box.hpp>
#include <lilyan/mesh_files/vtk/vtu.hpp>
#include <lilyan/run/advance.hpp>
#include <lilyan/scene/load.hpp>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <tests/support/temporary_folder.hpp>

namespace lilyan::bodies {
namespace {

using testing::HasSubstr;

struct Outcome {
  History history;
  Drift drift;
  std::int64_t steps = 0;
};

Outcome run(const Scene& plan, bool is_forgetful = false) {
  Outcome outcome{History(plan.simulation.history().now()), {}, 0};
  Workspace kept;
  outcome.drift.see(ledger_row(plan.simulation.system(), outcome.history, 0));
  for (std::int64_t k = 1; k <= plan.simulation.settings().steps; ++k) {
    Workspace fresh;
    auto step = plan.simulation.stepper().attempt(
        outcome.history, {k, static_cast<double>(k) * plan.simulation.settings().h, plan.simulation.settings().h},
        is_forgetful ? fresh : kept);
    if (!step) break;
    outcome.history.accept(std::move(*step));
    if (is_forgetful) outcome.history = History::read(outcome.history.write());
    outcome.drift.see(ledger_row(plan.simulation.system(), outcome.history, 0));
    ++outcome.steps;
  }
  return outcome;
}

Scene scene(const std::string& body, const std::string& more = "", const std::string& integrator = R"({"type": "avf"})",
            double h = 0.01, int steps = 100, const std::filesystem::path& file = "scene.json") {
  return parse_scene(fmt::format(R"({{"lilyan": 1, "bodies": [{}], {} "integrator": {}, "time": {{"step": {}, "steps": {}}}}})",
                                 body, more, integrator, h, steps),
                     file);
}

const char* const kHexes = R"({"name": "bar", "mesh": {"type": "box", "size": [4, 1, 1], "cells": [6, 2, 2], "elements": "hexes"},
  "material": {"type": "stvk", "youngs_modulus": 1e4, "poissons_ratio": 0.3}, "density": 100,
  "deform": [{"type": "twist", "axis": [1, 0, 0], "degrees": 60}], "velocity": {"angular": [1, 0, 2]}})";
const char* const kSlice = R"({"name": "bar", "mesh": {"type": "rectangle", "size": [4, 1], "cells": [16, 4], "center": [0, 0, 2]},
  "material": {"type": "stvk", "youngs_modulus": 1e4, "poissons_ratio": 0.3}, "density": 100,
  "deform": [{"type": "stretch", "factors": [1.2, 1, 1]}], "velocity": {"angular": [0, 0, 2]}})";
const char* const kSheet = R"({"name": "bar", "mesh": {"type": "sheet", "size": [1, 1], "cells": [9, 9]},
  "material": {"type": "springs", "stretching": 1000, "bending": 10}, "mass": 0.2, "velocity": {"angular": [3, 0, 1]}})";
const char* const kRod = R"({"name": "bar", "mesh": {"type": "rod", "from": [0, 0, 0], "to": [1, 0, 0], "cells": 20},
  "material": {"type": "rod", "stiffness": 50}, "density": 1000, "velocity": {"angular": [0, 0, 3]}})";
const char* const kPoints = R"({"name": "bar", "mesh": {"type": "points", "positions": [[0, 0, 0], [1, 0, 0]], "masses": [1, 2]},
  "velocity": {"linear": [1, 0, 0]}})";

TEST(Bodies, OfEveryCellKeepTheirEnergyUnderAvf) {
  for (const char* body : {kHexes, kSlice, kSheet, kRod, kPoints}) {
    const Outcome outcome = run(scene(body, R"("gravity": [0, -1, 0],)"));
    EXPECT_EQ(outcome.steps, 100) << body;
    EXPECT_LT(outcome.drift.energy(), 1e-10) << body;
  }
}

std::string with_consistent_mass(std::string body) {
  body.pop_back();
  return body + R"(, "mass_matrix": "consistent"})";
}

TEST(ConsistentMass, OfHexesAndSlicesKeepsTheEnergyUnderAvf) {
  for (const char* body : {kHexes, kSlice}) {
    const Scene plan = scene(with_consistent_mass(body), R"("gravity": [0, -1, 0],)");
    EXPECT_TRUE(plan.simulation.system().shares_mass());
    EXPECT_EQ(plan.simulation.system().vertex_mass(), scene(body).simulation.system().vertex_mass());
    const Outcome outcome = run(plan);
    EXPECT_EQ(outcome.steps, 100) << body;
    EXPECT_LT(outcome.drift.energy(), 1e-10) << body;
  }
}

TEST(ConsistentMass, IsRefusedForSpringsAndPoints) {
  for (const char* body : {kSheet, kRod, kPoints}) {
    try {
      scene(with_consistent_mass(body));
      FAIL() << body;
    } catch (const InputError& error) {
      EXPECT_EQ(error.faults().front().id, "scene.cells") << body;
      EXPECT_THAT(error.faults().front().place, HasSubstr("mass_matrix")) << body;
    }
  }
}

TEST(Bodies, OfEveryCellGiveTheSameBitsWhenTheWorkspaceIsForgottenAndForAnyNumberOfThreads) {
  const std::string damping = R"("damping": [{"type": "rayleigh", "mass": 0.1, "stiffness": 1e-4}],)";
  for (const char* body : {kHexes, kSlice, kSheet, kRod, kPoints}) {
    const Scene plan = scene(body, damping, R"({"type": "avf"})", 0.01, 12);
    const Outcome kept = run(plan), forgetful = run(plan, true);
    set_threads(2);
    const Outcome two = run(plan);
    set_threads(1);
    for (const Outcome* other : {&forgetful, &two}) {
      EXPECT_EQ(kept.history.now().x, other->history.now().x) << body;
      EXPECT_EQ(kept.history.now().p, other->history.now().p) << body;
    }
  }
}

TEST(Bodies, HaveTheMassOfTheirVolume) {
  EXPECT_NEAR(scene(kHexes).simulation.system().vertex_mass().sum(), 400, 1e-10);
  EXPECT_NEAR(scene(kSlice).simulation.system().vertex_mass().sum(), 400, 1e-10);
  EXPECT_NEAR(scene(kSheet).simulation.system().vertex_mass().sum(), 0.2, 1e-14);
  EXPECT_NEAR(scene(kRod).simulation.system().vertex_mass().sum(), 0.1, 1e-14);
  EXPECT_EQ(scene(kPoints).simulation.system().vertex_mass()[1], 2);
}

TEST(Bodies, OfSeveralKindsMoveInOneScene) {
  auto renamed = [](std::string body, const std::string& name) {
    return body.replace(body.find("\"bar\""), 5, "\"" + name + "\"");
  };
  const Scene plan = scene(renamed(kPoints, "a") + "," + renamed(kRod, "b") + "," + renamed(kHexes, "c") + "," +
                               renamed(kSheet, "d") + "," + renamed(kSlice, "e"),
                           "", R"({"type": "avf"})", 0.01, 10);
  EXPECT_EQ(counted(plan.inventory.cells), "24 hexes, 290 triangles, 20 edges and 2 points");
  EXPECT_EQ(plan.inventory.bodies[0].first_cell, 24 + 290 + 20);
  EXPECT_EQ(plan.inventory.bodies[4].first_cell, 24 + 162);
  const Outcome together = run(plan), alone = run(scene(kRod, "", R"({"type": "avf"})", 0.01, 10));
  EXPECT_EQ(together.steps, 10);
  const Body& rod = plan.inventory.bodies[1];
  const Vector x = together.history.now().x.segment(3 * Eigen::Index{rod.first_vertex}, 3 * Eigen::Index{rod.vertices});
  EXPECT_LT((x - alone.history.now().x).norm(), 1e-8);
}

std::string cloth(int n, const std::string& law, double stiffness) {
  return fmt::format(R"({{"name": "cloth", "mesh": {{"type": "sheet", "size": [1, 1], "cells": [{0}, {0}]}}, "mass": 0.2,
    "material": {{"type": "springs", "law": "{1}", "stretching": {2}, "bending": {2}}}}})",
                     n, law, stiffness);
}
const char* const kCorners = R"("pins": [{"body": "cloth", "select": {"type": "sphere", "center": [-0.5, 0, -0.5], "radius": 1e-6}},
  {"body": "cloth", "select": {"type": "sphere", "center": [-0.5, 0, 0.5], "radius": 1e-6}}],)";

TEST(Cloth, OfStVenantKirchhoffSpringsHungAtTwoCornersKeepsItsEnergy) {
  const Scene plan = scene(cloth(13, "stvk", 1000), kCorners, R"({"type": "avf"})", 0.033, 500);
  EXPECT_EQ(plan.simulation.system().vertices(), 196);
  const Outcome outcome = run(plan);
  EXPECT_EQ(outcome.steps, 500);
  EXPECT_LT(outcome.drift.energy() * outcome.drift.energy_scale() / (0.2 * 9.81), 1e-9);
}

TEST(Cloth, OfHookeanSpringsKeepsItsEnergyByAnExactRule) {
  const Scene plan = scene(cloth(8, "hookean", 100), kCorners, R"({"type": "avf", "quadrature": "exact"})", 0.033, 200);
  const Outcome outcome = run(plan);
  EXPECT_EQ(outcome.steps, 200);
  EXPECT_LT(outcome.drift.energy() * outcome.drift.energy_scale() / (0.2 * 9.81), 1e-8);
}

// Hung at one end it stretches by M g L/(2 c), however fine it is divided; of stvk springs in the limit of small strain.
TEST(Rods, ConvergeUnderRefinement) {
  const double expected = 0.1 * 9.81 / (2 * 5000);
  for (const std::string law : {"hookean", "stvk"}) {
    double last = 0;
    for (const int cells : {4, 16, 64}) {
      const Scene plan =
          scene(fmt::format(R"({{"name": "rope", "mesh": {{"type": "rod", "from": [0, 0, 0], "to": [0, -1, 0],
                                               "cells": {}}}, "material": {{"type": "rod", "law": "{}", "stiffness": 5000}},
                                               "density": 1000}})",
                            cells, law),
                R"("pins": [{"body": "rope", "select": {"type": "vertices", "indices": [0]}}],)", R"({"type": "static"})", 1, 1);
      const Outcome outcome = run(plan);
      ASSERT_EQ(outcome.steps, 1);
      last = -1 - vertex(outcome.history.now().x, cells)[1];
      EXPECT_NEAR(last, expected, law == "hookean" ? 1e-9 : 2e-4 * expected) << law << " " << cells;
    }
  }
}

// Plane strain is what tets between two walls without friction do.
TEST(PlaneStrain, BendsACantileverAsTetsHeldInTheirPlaneDo) {
  const std::string more = R"("pins": [{"body": "bar", "select": {"type": "plane", "point": [-0.2, 0, 0], "normal": [-1, 0, 0]}},
                                       {"body": "bar", "select": {"type": "all"}, "axes": ["z"]}],)";
  auto sag = [&](const std::string& mesh) {
    const Scene plan = scene(fmt::format(R"({{"name": "bar", "mesh": {}, "density": 1000,
                                             "material": {{"type": "stvk", "youngs_modulus": 1.4e6, "poissons_ratio": 0.3}}}})",
                                         mesh),
                             more, R"({"type": "static"})", 1, 1);
    const Outcome outcome = run(plan);
    EXPECT_EQ(outcome.steps, 1);
    double lowest = 0;
    for (Index i = 0; i < plan.simulation.system().vertices(); ++i)
      if (vertex(plan.inventory.rest, i)[0] > 0.199)
        lowest = std::min(lowest, vertex(outcome.history.now().x, i)[1] - vertex(plan.inventory.rest, i)[1]);
    return lowest;
  };
  const double flat = sag(R"({"type": "rectangle", "size": [0.4, 0.04], "cells": [160, 16]})");
  const double tets = sag(R"({"type": "box", "size": [0.4, 0.04, 0.01], "cells": [160, 16, 1]})");
  const double hexes = sag(R"({"type": "box", "size": [0.4, 0.04, 0.01], "cells": [160, 16, 1], "elements": "hexes"})");
  EXPECT_LT(flat, -0.01);
  EXPECT_NEAR(tets / flat, 1, 0.01);
  EXPECT_NEAR(hexes / flat, 1, 0.01);
}

TEST(Traction, ActsOnQuadsOfHexesAndOnTheRimOfAFlatBody) {
  auto total = [](const char* body, const char* select, const char* extra = "") {
    const Scene plan = scene(body, fmt::format(R"("loads": [{{"type": "traction", "body": "bar", "traction": [10, 0, 0],
                                                    "select": {}}}],{})",
                                               select, extra));
    return plan.simulation.system().load(0).sum();
  };
  EXPECT_NEAR(total(kHexes, R"({"type": "plane", "point": [2, 0, 0], "normal": [1, 0, 0]})"), 10, 1e-12);
  EXPECT_NEAR(total(kSlice, R"({"type": "plane", "point": [2, 0, 0], "normal": [1, 0, 0]})"), 10, 1e-12);
  EXPECT_NEAR(total(kSheet, R"({"type": "all"})"), 10, 1e-12);
}

TEST(Regions, OfHexesAndTrianglesHaveTheirOwnStuff) {
  auto mass = [](std::string body, const std::string& select) {
    body.pop_back();
    return scene(body + fmt::format(R"(, "regions": [{{"select": {}, "density": 300,
      "material": {{"type": "stvk", "youngs_modulus": 1e5, "poissons_ratio": 0.3}}}}]}})",
                                    select))
        .simulation.system()
        .vertex_mass()
        .sum();
  };
  const std::string right = R"({"type": "plane", "point": [0, 0, 0], "normal": [1, 0, 0]})";
  EXPECT_NEAR(mass(kHexes, right), 800, 1e-9);
  EXPECT_NEAR(mass(kSlice, right), 800, 1e-9);
  EXPECT_NEAR(mass(kHexes, R"({"type": "cells", "indices": [0, 23]})"), 400 + 2 * 200 * 4.0 / 24, 1e-9);
}

TEST(Damping, ByStrainTakesEnergyOfHexesAndSlicesAndByDragOfSheetsAndRods) {
  auto left = [](const char* body, const std::string& damping) {
    const std::string more = R"("gravity": [0, 0, 0], "damping": [)" + damping + "],";
    const Outcome free = run(scene(body, R"("gravity": [0, 0, 0],)", R"({"type": "avf"})", 0.01, 30)),
                  damped = run(scene(body, more, R"({"type": "avf"})", 0.01, 30));
    auto mechanical = [](const Outcome& outcome) { return outcome.drift.last().kinetic + outcome.drift.last().elastic; };
    return mechanical(damped) / mechanical(free);
  };
  for (const char* body : {kHexes, kSlice}) EXPECT_LT(left(body, R"({"type": "strain", "coefficient": 0.2})"), 0.95) << body;
  for (const char* body : {kHexes, kSlice, kSheet, kRod}) EXPECT_LT(left(body, R"({"type": "drag", "slow": 100})"), 0.999) << body;
  for (const char* body : {kHexes, kSlice, kSheet, kRod, kPoints})
    EXPECT_LT(left(body, R"({"type": "rayleigh", "mass": 1})"), 0.9) << body;
}

TEST(BodiesFromFiles, TakeTheHexesOrTheTrianglesWhereThereAreNoTets) {
  const test::TemporaryFolder folder;
  const BodyMesh hexes = hex_box(Vec3(4, 1, 1), {6, 2, 2}, Vec3::Zero());
  write_vtu(folder / "hexes.vtu", hexes.X, hexes.cells, {}, {});
  Cells flat;
  flat.triangles = {{0, 1, 2}, {0, 2, 3}};
  Vector X(12);
  X << 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1;
  write_vtu(folder / "flat.vtu", X, flat, {}, {});
  X[2] = 2;
  write_vtu(folder / "bent.vtu", X, flat, {}, {});
  const std::string law = R"("material": {"type": "stvk", "youngs_modulus": 1e4, "poissons_ratio": 0.3}, "density": 100)",
                    springs = R"("material": {"type": "springs", "stretching": 10, "bending": 1}, "density": 100)";
  auto plan = [&](const std::string& mesh, const std::string& stuff) {
    return scene(fmt::format(R"({{"mesh": {{"type": "file", "path": {}}}, {}}})", mesh, stuff), "", R"({"type": "avf"})", 0.01, 5,
                 folder / "scene.json");
  };
  const Scene bar = plan(R"("hexes.vtu")", law);
  EXPECT_EQ(counted(bar.inventory.cells), "24 hexes");
  EXPECT_NEAR(bar.simulation.system().vertex_mass().sum(), 400, 1e-10);
  const Scene slice = plan(R"("flat.vtu")", law);
  EXPECT_NEAR(slice.simulation.system().vertex_mass().sum(), 100, 1e-12);
  EXPECT_EQ(slice.simulation.system().coordinates().size(), 8);
  const Scene sheet = plan(R"("bent.vtu", "thickness": 0.01)", springs);
  EXPECT_EQ(sheet.simulation.system().coordinates().size(), 12);
  EXPECT_EQ(run(sheet).steps, 5);
  EXPECT_THROW(plan(R"("bent.vtu")", law), InputError);
  EXPECT_THROW(plan(R"("hexes.vtu")", springs), InputError);
  EXPECT_THROW(plan(R"("hexes.vtu", "thickness": 1)", law), InputError);
}

void expect_refusal(const std::string& body, const std::string& words, const std::string& more = "") {
  try {
    scene(body, more);
    ADD_FAILURE() << body << more << " was accepted";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr(words)) << body << more;
  }
}

std::string body(const std::string& mesh, const std::string& rest) {
  return fmt::format(R"({{"name": "bar", "mesh": {{{}}}, {}}})", mesh, rest);
}

TEST(Bodies, ThatCannotBeAreRefused) {
  const std::string law = R"("material": {"type": "stvk", "youngs_modulus": 1e4, "poissons_ratio": 0.3}, "density": 100)";
  const std::string springs = R"("material": {"type": "springs", "stretching": 10}, "density": 100)";
  const std::string rod_law = R"("material": {"type": "rod", "stiffness": 10}, "density": 100)";
  const std::string box = R"("type": "box", "size": [1, 1, 1], "cells": [1, 1, 1])",
                    sheet = R"("type": "sheet", "size": [1, 1], "cells": [2, 2])",
                    rectangle = R"("type": "rectangle", "size": [1, 1], "cells": [2, 2])",
                    rod = R"("type": "rod", "from": [0, 0, 0], "to": [1, 0, 0], "cells": 4)",
                    points = R"("type": "points", "positions": [[0, 0, 0]], "masses": [1])";
  expect_refusal(body(box + R"(, "elements": "prisms")", law), R"("tets", "hexes")");
  expect_refusal(body(R"("type": "rectangle", "size": [1], "cells": [2, 2])", law), "bodies/0/mesh/size");
  expect_refusal(body(R"("type": "rectangle", "size": [1, 1], "cells": [2, 0])", law), "bodies/0/mesh/cells");
  expect_refusal(body(rectangle + R"(, "thickness": 0)", law), "above 0");
  expect_refusal(body(R"("type": "sheet", "size": [1, -1], "cells": [2, 2])", springs), "bodies/0/mesh/size");
  expect_refusal(body(R"("type": "rod", "from": [1, 0, 0], "to": [1, 0, 0], "cells": 4)", rod_law), "same point");
  expect_refusal(body(R"("type": "rod", "from": [0, 0, 0], "to": [1, 0, 0], "cells": 4, "area": 0)", rod_law),
                 "bodies/0/mesh/area");
  expect_refusal(body(R"("type": "points", "positions": [[0, 0, 0], [1, 0, 0]], "masses": [1])", R"("regions": [])"),
                 "1 masses for 2 positions");
  expect_refusal(body(R"("type": "points", "positions": [[0, 0]], "masses": [1])", R"("regions": [])"),
                 "bodies/0/mesh/positions/0");
  expect_refusal(body(R"("type": "points", "positions": [[0, 0, 0]], "masses": [0])", R"("regions": [])"),
                 "bodies/0/mesh/masses/0");
  expect_refusal(body(points, law), "masses of their own");
  expect_refusal(body(points, R"("mass": 1)"), "remove \"mass\"");
  expect_refusal(body(box, R"("density": 100)"), "bodies/0/material");
  expect_refusal(body(box, springs), "this one is of tets");
  expect_refusal(body(box, rod_law), "give it the mesh \"rod\"");
  expect_refusal(body(sheet, law), "plane strain");
  expect_refusal(
      body(
          box + R"(, "elements": "hexes")",
          R"("material": {"type": "corotated", "youngs_modulus": 1, "poissons_ratio": 0.3, "rotation": "displacement"}, "density": 1)"),
      "bodies/0/material/rotation: \"displacement\" is for tets, and this body is of hexes");
  expect_refusal(
      body(box + R"(, "elements": "hexes")",
           R"("material": {"type": "corotated", "youngs_modulus": 1, "poissons_ratio": 0.3, "pinned": "held"}, "density": 1)"),
      "bodies/0/material/pinned");
  expect_refusal(body(rod, law), "\"stvk\" is no law of edges");
  expect_refusal(body(rod, springs), "is of edges");
  expect_refusal(body(sheet, R"("material": {"type": "springs"}, "density": 1)"), "stretching");
  expect_refusal(body(sheet, R"("material": {"type": "springs", "stretching": 0}, "density": 1)"), "above 0");
  expect_refusal(body(sheet, R"("material": {"type": "springs", "stretching": 1, "bending": -1}, "density": 1)"), "at least 0");
  expect_refusal(body(sheet, R"("material": {"type": "springs", "stretching": 1, "law": "neo_hookean"}, "density": 1)"), "hookean");
  expect_refusal(body(sheet, R"("material": {"type": "springs", "stretching": 1})"), "neither of \"density\" and \"mass\"");
  expect_refusal(body(rod, R"("material": {"type": "rod", "stiffness": -1}, "density": 1)"), "above 0");
  expect_refusal(body(rod, R"("material": {"type": "rod", "stiffness": 1e308, "law": "stvk"}, "density": 1, "regions": [])"),
                 "not finite");
  expect_refusal(
      body(sheet, springs + R"(, "regions": [{"select": {"type": "all"}, "material": {"type": "stvk", "mu": 1, "lambda": 1}}])"),
      "no regions");
  expect_refusal(body(sheet, springs + R"(, "render": {"path": "fine.obj"})"), "carried by tets or hexes");
  expect_refusal(body(box + R"(, "elements": "hexes")", law + R"(, "regions": [{"select": {"type": "tets", "indices": [0]},
    "material": {"type": "stvk", "mu": 1, "lambda": 1}}])"),
                 "body of hexes");
  expect_refusal(body(rectangle, law + R"(, "deform": [{"type": "twist", "axis": [1, 0, 0], "degrees": 5}])"), "all z are equal");
}

TEST(Bodies, AreRefusedWhatTheirCellsCannotHave) {
  expect_refusal(kRod, "has no surface",
                 R"("loads": [{"type": "traction", "body": "bar", "traction": [1, 0, 0], "select": {"type": "all"}}],)");
  expect_refusal(kPoints, "has no surface",
                 R"("loads": [{"type": "traction", "body": "bar", "traction": [1, 0, 0], "select": {"type": "all"}}],)");
  expect_refusal(
      kHexes, "no surface quad whole",
      R"("loads": [{"type": "traction", "body": "bar", "traction": [1, 0, 0], "select": {"type": "vertices", "indices": [0]}}],)");
  expect_refusal(
      kSlice, "edge of its rim",
      R"("loads": [{"type": "traction", "body": "bar", "traction": [1, 0, 0], "select": {"type": "vertices", "indices": [0]}}],)");
  for (const char* body : {kSheet, kRod, kPoints})
    expect_refusal(body, "damping/0/type", R"("damping": [{"type": "strain", "coefficient": 0.01}],)");
  expect_refusal(kPoints, "damping/0/type", R"("damping": [{"type": "drag", "slow": 1}],)");
  expect_refusal(kPoints, "damping/0/type", R"("damping": [{"type": "rayleigh", "stiffness": 1}],)");
  expect_refusal(kSlice, "out of its plane",
                 R"("pins": [{"body": "bar", "select": {"type": "all"}, "motion": {"translate": [0, 0, 1], "to": 1}}],)");
}

TEST(PlaneStrain, LetsPinsMoveABodyInItsPlane) {
  const Scene plan =
      scene(kSlice, R"("pins": [{"body": "bar", "select": {"type": "plane", "point": [-1.9, 0, 0], "normal": [-1, 0, 0]},
                                       "motion": {"translate": [0.1, 0, 0], "rotate": {"axis": [0, 0, 1], "degrees": 20}, "to": 1}}],)");
  const Outcome outcome = run(plan);
  EXPECT_EQ(outcome.steps, 100);
  for (Index i = 0; i < plan.simulation.system().vertices(); ++i) EXPECT_EQ(vertex(outcome.history.now().x, i)[2], 2);
  EXPECT_EQ(plan.inventory.pin_names.size(), 1u);
}

// Cells ten times as long as high are no slivers, those of a hundred times are.
TEST(BodiesOfScene, HaveTheirSliversTold) {
  const auto notes = [](double height) {
    return parse_scene(fmt::format(R"({{"lilyan": 1, "bodies": [{{"name": "plate", "mesh": {{"type": "box", "size": [2, {}, 2],
      "cells": [2, 1, 2]}}, "material": {{"type": "stvk", "youngs_modulus": 1e5, "poissons_ratio": 0.3}}, "density": 1000}}],
      "integrator": {{"type": "avf"}}, "time": {{"step": 0.01, "steps": 1}}}})",
                                   height),
                       "plate.json", {})
        .record.notes;
  };
  EXPECT_TRUE(notes(0.1).empty());
  ASSERT_EQ(notes(0.01).size(), 1u);
  EXPECT_EQ(notes(0.01)[0].rfind("plate: 20 of 20 tets are slivers, the worst tet ", 0), 0u) << notes(0.01)[0];
}

}  // namespace
}  // namespace lilyan::bodies
