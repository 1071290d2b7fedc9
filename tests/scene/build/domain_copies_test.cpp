// Domains that are copies of shapes or of stored models, and bodies that come from models.
#include <lilyan/multidomain/body/domain_body_file.hpp>
#include <lilyan/multidomain/body/tree_stepper.hpp>
#include <lilyan/reduction/reduced_model.hpp>
#include <lilyan/scene/load.hpp>
#include <lilyan/scene/models/scene_with_models.hpp>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <fstream>

#include <tests/scene/build/step_to_end.hpp>
#include <tests/support/fault_of.hpp>
#include <tests/support/temporary_folder.hpp>

namespace lilyan {
namespace {

using test::fault_of;
using testing::HasSubstr;

// A trunk of two domains that stands on the ground, and leaves on it.
std::string trunk_with(const std::string& copies) {
  return R"({"lilyan": 1, "name": "trunk", "gravity": [0, -9.81, 0], "bodies": [{"name": "tree",
    "mesh": {"type": "box", "size": [0.2, 1.2, 0.2], "cells": [2, 12, 2], "center": [0, 0.6, 0]},
    "material": {"type": "stvk", "youngs_modulus": 2e6, "poissons_ratio": 0.3}, "density": 1000,
    "domains": [
      {"name": "low", "select": {"type": "box", "min": [-1, 0, -1], "max": [1, 0.6, 1]}, "modes": 8},
      {"name": "high", "select": {"type": "box", "min": [-1, 0.6, -1], "max": [1, 1.2, 1]}, "modes": 8})" +
         (copies.empty() ? "" : ", " + copies) + R"(]}],
    "pins": [{"name": "ground", "body": "tree", "select": {"type": "plane", "point": [0, 0, 0], "normal": [0, -1, 0]}}],
    "damping": [{"type": "rayleigh", "stiffness": 0.005}],
    "integrator": {"type": "multidomain_newmark"}, "time": {"step": 0.01, "steps": 40}})";
}

constexpr const char* kLeafShape =
    R"("mesh": {"type": "box", "size": [0.4, 0.05, 0.1], "cells": [4, 1, 1], "center": [0.2, 0, 0]})";
constexpr const char* kHeld = R"("held": {"type": "plane", "point": [0.001, 0, 0], "normal": [-1, 0, 0]})";

std::string leaf(const std::string& placements, const std::string& more = R"("reach": 0.12)") {
  return fmt::format(R"({{"name": "leaf", {}, {}, "modes": 6, {}, "placements": {}}})", kLeafShape, kHeld, more, placements);
}

const DomainBody& body_of(const Scene& scene) { return dynamic_cast<const TreeStepper&>(scene.simulation.stepper()).body(); }

void write(const std::filesystem::path& file, const std::string& text) { std::ofstream(file) << text; }

constexpr const char* kThreePlaces = R"([{"translate": [0.1, 0.3, 0]}, {"translate": [0.1, 0.9, 0], "scale": 1.5},
  {"translate": [-0.1, 0.9, 0], "rotate": {"axis": [0, 2, 0], "degrees": 180}, "scale": [0.7, 0.7, 0.7]}])";

TEST(DomainCopies, HangOnTheNearestDomainAndShareAModel) {
  const Scene scene = parse_scene(trunk_with(leaf(kThreePlaces)), "trunk.json");
  const DomainBody& body = body_of(scene);
  ASSERT_EQ(body.tree().count(), 5);
  EXPECT_EQ(body.tree().models(), 3);
  EXPECT_EQ(body.tree().size(), 8 + 8 + 3 * 6);
  EXPECT_EQ(body.name(2), "leaf0");
  EXPECT_EQ(body.name(body.tree().parent(2)), "low");
  EXPECT_EQ(body.name(body.tree().parent(3)), "high");
  EXPECT_EQ(body.name(body.tree().parent(4)), "high");
  EXPECT_EQ(body.tree()[3].scale, 1.5);
  EXPECT_NEAR(scene.inventory.mass(), 1000 * (0.2 * 0.2 * 1.2 + 0.4 * 0.05 * 0.1 * (1 + 1.5 * 1.5 * 1.5 + 0.7 * 0.7 * 0.7)), 1e-9);
  EXPECT_NEAR(body.tree().mass(), scene.inventory.mass(), 1e-9);
  // They rest where they were placed.
  EXPECT_LT((scene.simulation.positions() - scene.inventory.rest).cwiseAbs().maxCoeff(), 1e-12);
  const auto x = scene.inventory.rest.reshaped(3, scene.inventory.vertices());
  EXPECT_NEAR(x.row(0).maxCoeff(), 0.1 + 1.5 * 0.4, 1e-12);
  EXPECT_NEAR(x.row(0).minCoeff(), -0.1 - 0.7 * 0.4, 1e-12);
}

TEST(DomainCopies, AreReadFromLinesAndFromPieces) {
  const test::TemporaryFolder folder;
  write(folder / "leaves.txt",
        "# scale axis degrees place\n1 0 1 0 0  0.1 0.3 0\n1.5 0 1 0 0  0.1 0.9 0\n0.7 0 3 0 180  -0.1 0.9 0\n");
  const Scene listed = parse_scene(trunk_with(leaf(kThreePlaces)), folder / "a.json");
  const Scene lines = parse_scene(trunk_with(leaf(R"({"path": "leaves.txt"})")), folder / "b.json");
  EXPECT_LT((listed.inventory.rest - lines.inventory.rest).cwiseAbs().maxCoeff(), 1e-15);

  // The surfaces of the copies as one mesh.
  std::string obj;
  const Index first = 3 * 13 * 3, n = 5 * 2 * 2;
  const auto x = listed.inventory.rest.reshaped(3, listed.inventory.vertices());
  for (Index i = first; i < first + 3 * n; ++i) obj += fmt::format("v {:.17g} {:.17g} {:.17g}\n", x(0, i), x(1, i), x(2, i));
  for (const Triangle& t : listed.inventory.cells.triangles)
    if (t[0] >= first) obj += fmt::format("f {} {} {}\n", t[0] - first + 1, t[1] - first + 1, t[2] - first + 1);
  write(folder / "leaves.obj", obj);
  const Scene pieces = parse_scene(trunk_with(leaf(R"({"pieces": "leaves.obj"})")), folder / "c.json");
  EXPECT_LT((listed.inventory.rest - pieces.inventory.rest).cwiseAbs().maxCoeff(), 1e-12);

  write(folder / "leaves.obj", "v 9 9 9\nv 9 8 9\nv 8 9 9\nf " + std::to_string(3 * n + 1) + " " + std::to_string(3 * n + 2) + " " +
                                   std::to_string(3 * n + 3) + "\n" + obj);
  const Fault fault = fault_of([&] { parse_scene(trunk_with(leaf(R"({"pieces": "leaves.obj"})")), folder / "c.json"); });
  EXPECT_EQ(fault.id, "scene.domains");
  EXPECT_THAT(fault.message, HasSubstr("piece"));
}

TEST(DomainCopies, OfAStoredModelMoveAsThoseOfTheShape) {
  const test::TemporaryFolder folder;
  const std::string shape = fmt::format(
      R"({{"lilyan": 1, "bodies": [{{"name": "leaf", {}, "material": {{"type": "stvk", "youngs_modulus": 2e6, "poissons_ratio": 0.3}},
      "density": 1000, "reduce": {{"modes": 6}}}}],
      "pins": [{{"body": "leaf", "select": {{"type": "plane", "point": [0.001, 0, 0], "normal": [-1, 0, 0]}}}}],
      "integrator": {{"type": "avf"}}, "time": {{"step": 0.01, "steps": 1}}}})",
      kLeafShape);
  write(folder / "leaf.json", shape);
  WantedModels wanted;
  load_scene(folder / "leaf.json", {}, wanted);
  write_reduced_model(folder / "leaf.model", std::get<ReducedModel>(wanted.models.front().model));
  Scene made = parse_scene(trunk_with(leaf(kThreePlaces)), folder / "a.json");
  const std::string stored =
      fmt::format(R"({{"name": "leaf", "model": "leaf.model", "reach": 0.12, "placements": {}}})", kThreePlaces);
  Scene read = parse_scene(trunk_with(stored), folder / "b.json");
  EXPECT_EQ(body_of(read).tree().size(), body_of(made).tree().size());
  step_to_end(made.simulation);
  step_to_end(read.simulation);
  const Vector moved = made.simulation.positions() - made.inventory.rest;
  EXPECT_GT(moved.cwiseAbs().maxCoeff(), 0.005);
  EXPECT_LT((made.simulation.positions() - read.simulation.positions()).cwiseAbs().maxCoeff(), 1e-6 * moved.cwiseAbs().maxCoeff());
}

// A row of copies that hold on to each other, without a mesh of the body.
constexpr const char* kRow = R"({"lilyan": 1, "gravity": [0, 0, 0], "bodies": [{"name": "row",
  "material": {"type": "stvk", "youngs_modulus": 1e6, "poissons_ratio": 0.3}, "density": 1000,
  "velocity": {"linear": [0, 0, 1], "angular": [0, 0.5, 0]},
  "domains": [{"name": "link", "mesh": {"type": "box", "size": [0.6, 0.2, 0.2], "cells": [6, 2, 2], "center": [0.3, 0, 0]},
    "modes": 8, "reach": 0.01,
    "placements": [{}, {"translate": [0.6, 0, 0], "parent": "link0"}, {"translate": [1.2, 0, 0], "parent": "link1"}]}]}],
  "integrator": {"type": "multidomain_midpoint"}, "time": {"step": 0.01, "steps": 50}})";

TEST(DomainCopies, NeedNoMeshOfTheBody) {
  Scene row = parse_scene(kRow, "row.json");
  EXPECT_EQ(body_of(row).tree().count(), 3);
  EXPECT_EQ(body_of(row).tree().models(), 2);  // the root is free, and the others are held by their parents
  EXPECT_EQ(body_of(row).tree().root_motion(), RootMotion::free);
  const LedgerRow before = row.simulation.ledger();
  EXPECT_NEAR(before.linear[2], row.inventory.mass(), 1e-9);
  step_to_end(row.simulation);
  EXPECT_LT((row.simulation.ledger().linear - before.linear).norm(), 1e-12 * before.linear.norm());
  EXPECT_LT((row.simulation.ledger().angular - before.angular).norm(), 1e-10 * before.angular.norm());

  const Scene held =
      parse_scene(kRow, "row.json",
                  {R"(bodies.0.velocity={"linear": [0, 0, 0]})",
                   R"(pins=[{"body": "row", "select": {"type": "plane", "point": [0, 0, 0], "normal": [-1, 0, 0]}}])"});
  EXPECT_EQ(body_of(held).tree().root_motion(), RootMotion::fixed);
}

TEST(DomainCopies, ThatCannotBeHungAreRefusedByName) {
  struct Case {
    std::string copies, id, place, words;
  };
  const std::string far = R"([{"translate": [5, 0.3, 0]}])";
  for (const Case& bad : std::vector<Case>{
           {leaf(far), "scene.domains", "bodies/0/domains/2/reach", "the nearest is 4.9"},
           {leaf(kThreePlaces, R"("reach": 1e-4)"), "scene.domains", "bodies/0/domains/2/reach", "three are needed"},
           {leaf(kThreePlaces, R"("frequency": 1)"), "scene.missing-key", "bodies/0/domains/2/reach", "missing"},
           {leaf(R"([{"translate": [0.1, 0.3, 0], "scale": [1, 1, 2]}])"), "scene.domains", "bodies/0/domains/2/placements/0/scale",
            "[1, 1, 2]"},
           {leaf(R"([{"scale": -1}])"), "scene.range", "bodies/0/domains/2/placements/0/scale", "-1"},
           {leaf(R"([{"translate": [0.1, 0.3, 0], "parent": "higk"}])"), "scene.domains", "bodies/0/domains/2/placements",
            "called \"higk\""},
           {leaf(R"({"path": "a", "pieces": "b"})"), "scene.domains", "bodies/0/domains/2/placements", "either"},
           {leaf(R"({"path": "nowhere.txt"})"), "mesh.missing", "bodies/0/domains/2/placements/path", "nowhere.txt"},
           {R"({"name": "leaf", "model": "nowhere.model", "reach": 0.1, "placements": [{}]})", "model.missing",
            "bodies/0/domains/2/model", "nowhere.model"},
           {fmt::format(R"({{"name": "leaf", {}, "model": "b", "reach": 0.1, "placements": [{{}}]}})", kLeafShape), "scene.domains",
            "bodies/0/domains/2/model", "or of a \"model\""},
           {fmt::format(R"({{"name": "leaf", {}, "reach": 0.1}})", kLeafShape), "scene.domains", "bodies/0/domains/2",
            "where the copies are"},
           {R"({"name": "high", "select": {"type": "all"}, "reach": 0.1})", "scene.domains", "bodies/0/domains/2/name",
            "two domains"},
           {R"({"name": "third", "select": {"type": "all"}, "reach": 0.1})", "scene.domains", "bodies/0/domains/2/reach", "copies"},
           {R"({"name": "third"})", "scene.missing-key", "bodies/0/domains/2/select", "missing"},
       }) {
    SCOPED_TRACE(bad.copies);
    const Fault fault = fault_of([&] { parse_scene(trunk_with(bad.copies), "trunk.json"); });
    EXPECT_EQ(fault.id, bad.id) << fault.message;
    EXPECT_THAT(fault.place, HasSubstr(bad.place));
    EXPECT_THAT(fault.place + fault.message + fault.hint, HasSubstr(bad.words));
  }
}

class DomainModelScene : public testing::Test {
 protected:
  // Writes the model of a scene and the scene that uses it.
  void reduce(const std::string& text) {
    write(folder / "whole.json", text);
    WantedModels wanted;
    const Scene scene = load_scene(folder / "whole.json", {}, wanted);
    std::visit([&](const auto& model) { write_model_file(folder / model_file_name(wanted.models[0]), to_model_file(model)); },
               wanted.models[0].model);
    write(folder / "reduced.json", scene_text_with_models(scene.record.text, folder.path(), folder.path(), wanted.models));
  }

  test::TemporaryFolder folder;
};

TEST_F(DomainModelScene, MovesBitForBitAsTheSceneItWasMadeFrom) {
  for (const std::string& copies : {std::string(), leaf(kThreePlaces)}) {
    reduce(trunk_with(copies));
    Scene whole = load_scene(folder / "whole.json"), reduced = load_scene(folder / "reduced.json");
    EXPECT_TRUE(reduced.record.notes.empty());
    EXPECT_EQ(reduced.inventory.vertices(), whole.inventory.vertices());
    step_to_end(whole.simulation);
    step_to_end(reduced.simulation);
    EXPECT_TRUE(whole.simulation.positions() == reduced.simulation.positions());
    EXPECT_EQ(whole.simulation.ledger().total, reduced.simulation.ledger().total);
  }
}

TEST_F(DomainModelScene, FeelsAirAndLoadsAsTheSceneItWasMadeFrom) {
  std::string text = trunk_with(leaf(kThreePlaces));
  text.replace(text.find(R"("damping": [)"), 12, R"("loads": [{"type": "traction", "body": "tree", "traction": [30, 0, 0],
    "select": {"type": "plane", "point": [0, 0.9, 0], "normal": [0, 1, 0]}}],
    "damping": [{"type": "drag", "fast": 0.6, "wind": [3, 0, 0]}, )");
  reduce(text);
  Scene whole = load_scene(folder / "whole.json"), reduced = load_scene(folder / "reduced.json");
  step_to_end(whole.simulation);
  step_to_end(reduced.simulation);
  EXPECT_TRUE(whole.simulation.positions() == reduced.simulation.positions());
}

TEST_F(DomainModelScene, OfAReducedBodyMovesAsTheSceneItWasMadeFrom) {
  reduce(R"({"lilyan": 1, "gravity": [0, -9.81, 0], "bodies": [{"name": "bar",
    "mesh": {"type": "box", "size": [1, 0.2, 0.2], "cells": [5, 2, 2]},
    "material": {"type": "stvk", "youngs_modulus": 1e5, "poissons_ratio": 0.3}, "density": 1000, "reduce": {"modes": 7}}],
    "pins": [{"body": "bar", "select": {"type": "plane", "point": [-0.5, 0, 0], "normal": [-1, 0, 0]}}],
    "damping": [{"type": "rayleigh", "stiffness": 0.001}, {"type": "drag", "slow": 1, "fast": 0}],
    "integrator": {"type": "avf"}, "time": {"step": 0.01, "steps": 30}})");
  Scene whole = load_scene(folder / "whole.json"), reduced = load_scene(folder / "reduced.json");
  EXPECT_EQ(reduced.inventory.bodies.front().coordinates, 7);
  step_to_end(whole.simulation);
  step_to_end(reduced.simulation);
  EXPECT_TRUE(whole.simulation.positions() == reduced.simulation.positions());

  const Fault fault = fault_of(
      [&] { load_scene(folder / "reduced.json", {R"(contact=[{"type": "plane", "point": [0, -0.3, 0], "normal": [0, 1, 0]}])"}); });
  EXPECT_EQ(fault.id, "scene.model");
  EXPECT_THAT(fault.hint, HasSubstr("\"reduce\""));
}

TEST_F(DomainModelScene, IsHeldAsItWasMade) {
  reduce(trunk_with(""));
  const auto pins = [](const char* select) { return fmt::format(R"(pins=[{{"body": "tree", "select": {}}}])", select); };
  const Scene fewer =
      load_scene(folder / "reduced.json", {pins(R"({"type": "box", "min": [-1, -1, -1], "max": [0.05, 0.001, 1]})")});
  ASSERT_EQ(fewer.record.notes.size(), 1u);
  EXPECT_THAT(fewer.record.notes.front(), HasSubstr("they stay held"));
  const Fault fault = fault_of(
      [&] { load_scene(folder / "reduced.json", {pins(R"({"type": "plane", "point": [0, 1.2, 0], "normal": [0, 1, 0]})")}); });
  EXPECT_EQ(fault.id, "scene.model");
  EXPECT_THAT(fault.message, HasSubstr("its model moves it"));
}

TEST_F(DomainModelScene, TakesNothingThatTheModelHas) {
  reduce(trunk_with(""));
  for (const char* const given :
       {R"(bodies.0.material={"type": "stvk", "youngs_modulus": 1, "poissons_ratio": 0})", "bodies.0.density=1", "bodies.0.mass=1",
        R"(bodies.0.domains={"count": 2})", R"(bodies.0.reduce={"modes": 3})",
        R"(bodies.0.deform=[{"type": "translate", "by": [1, 0, 0]}])", R"(bodies.0.mass_matrix="consistent")"}) {
    const Fault fault = fault_of([&] { load_scene(folder / "reduced.json", {given}); });
    EXPECT_EQ(fault.id, "scene.model") << given;
  }
  EXPECT_EQ(fault_of([&] { load_scene(folder / "reduced.json", {R"(integrator.type="avf")"}); }).id, "integrator.domains");
  write(folder / "tree.model", "nothing");
  EXPECT_EQ(fault_of([&] { load_scene(folder / "reduced.json"); }).id, "model.foreign");
  std::filesystem::remove(folder / "tree.model");
  EXPECT_EQ(fault_of([&] { load_scene(folder / "reduced.json"); }).id, "model.missing");
}

TEST(DomainCopies, OfABodyOfSpringsAreRefused) {
  for (const char* material : {R"({"type": "springs", "stretching": 1})", R"({"type": "rod", "stiffness": 1})"}) {
    try {
      parse_scene(
          fmt::format(
              R"({{"lilyan": 1, "bodies": [{{"name": "body", "mesh": {{"type": "box", "size": [1, 0.25, 0.25], "cells": [6, 1, 1]}},
        "material": {}, "density": 1000, "domains": [{{"name": "left", "select": {{"type": "all"}}, "modes": 4}},
          {{"name": "leaf", "modes": 4, "mesh": {{"type": "box", "size": [0.2, 0.1, 0.1], "cells": [2, 1, 1], "center": [0.1, 0, 0]}},
            "held": {{"type": "plane", "point": [0.001, 0, 0], "normal": [-1, 0, 0]}}, "placements": [{{"translate": [0.5, 0, 0]}}],
            "parent": "left"}}]}}],
        "integrator": {{"type": "multidomain_midpoint"}}, "time": {{"step": 0.01, "steps": 1}}}})",
              material),
          "copies.json", {});
      FAIL() << material;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find("is no law of cells"), std::string::npos) << error.what();
    }
  }
}

}  // namespace
}  // namespace lilyan
