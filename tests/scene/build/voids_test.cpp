// Regions that are void: what is left of a body, and how a scene speaks of it.
#include <lilyan/mesh/carried_surface.hpp>
#include <lilyan/multidomain/body/domain_body_file.hpp>
#include <lilyan/scene/load.hpp>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <tests/scene/build/step_to_end.hpp>
#include <tests/support/fault_of.hpp>
#include <tests/support/temporary_folder.hpp>

namespace lilyan {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

// Four cubes of 1 m in a row from x = -2 to 2, of five tets each. Vertex (i, j, k) has the number 4 i + 2 j + k.
constexpr const char* kCubesWithVoids = R"({
  "lilyan": 1, "gravity": [0, -1, 0],
  "bodies": [{
    "name": "row", "mesh": {"type": "box", "size": [4, 1, 1], "cells": [4, 1, 1]},
    "material": {"type": "stvk", "youngs_modulus": 1e4, "poissons_ratio": 0.3}, "density": 100
  }],
  "integrator": {"type": "avf"},
  "time": {"step": 0.01, "steps": 5}
})";

std::string void_between(double from, double to) {
  return fmt::format(R"({{"select": {{"type": "box", "min": [{}, -9, -9], "max": [{}, 9, 9]}}, "material": {{"type": "void"}}}})",
                     from, to);
}
std::string regions(const std::string& list) { return "bodies.0.regions=[" + list + "]"; }
const std::string kWithoutFirst = regions(void_between(-2, -1)), kWithoutSecond = regions(void_between(-1, 0));

Scene row(const std::vector<std::string>& overrides, const std::filesystem::path& file = "row.json") {
  return parse_scene(kCubesWithVoids, file, overrides);
}
Vec3 rest(const Scene& scene, Index i) { return vertex(scene.inventory.rest, i); }
std::vector<Index> held(const Scene& scene) {
  std::vector<Index> vertices;
  for (Index i = 0; i < scene.simulation.system().vertices(); ++i)
    if (scene.simulation.system().coordinates().is_held(3 * i)) vertices.push_back(i);
  return vertices;
}
Fault fault_with(const std::vector<std::string>& overrides, const std::filesystem::path& file = "row.json") {
  return test::fault_of([&] { row(overrides, file); });
}

TEST(Voids, MoveLikeABodyThatNeverHadTheCells) {
  const std::vector<std::string> pinned = {
      R"(pins=[{"body": "row", "select": {"type": "plane", "point": [-2, 0, 0], "normal": [-1, 0, 0]}}])"};
  std::vector<std::string> with_void = pinned, shorter = pinned;
  with_void.push_back(regions(void_between(1, 2)));
  shorter.emplace_back(R"(bodies.0.mesh={"type": "box", "size": [3, 1, 1], "cells": [3, 1, 1], "center": [-0.5, 0, 0]})");
  Scene one = row(with_void), other = row(shorter);
  EXPECT_EQ(one.inventory.cells.tets, other.inventory.cells.tets);
  step_to_end(one.simulation);
  step_to_end(other.simulation);
  const Vector x = one.simulation.positions(), y = other.simulation.positions();
  ASSERT_EQ(x.size(), y.size());
  EXPECT_GT((x - one.simulation.initial().x).cwiseAbs().maxCoeff(), 1e-3);
  EXPECT_LT((x - y).cwiseAbs().maxCoeff(), 1e-12);
}

TEST(Voids, RemoveCellsAndTheirVertices) {
  const Scene scene = row({kWithoutFirst});
  EXPECT_EQ(scene.inventory.cells.tets.size(), 15u);
  EXPECT_EQ(scene.simulation.system().vertices(), 16);
  EXPECT_EQ(scene.inventory.rest.reshaped(3, 16).row(0).minCoeff(), -1);
  EXPECT_NEAR(scene.inventory.mass(), 300, 1e-9);
  EXPECT_THAT(scene.record.notes, IsEmpty());
  // The mass of a body is that of what is left.
  EXPECT_NEAR(row({kWithoutFirst, "bodies.0.density=100"}).inventory.mass(), 300, 1e-9);
  const std::string by_mass =
      std::string(kCubesWithVoids).replace(std::string(kCubesWithVoids).find("\"density\": 100"), 14, "\"mass\": 7");
  const Scene light = parse_scene(by_mass, "row.json", {kWithoutFirst});
  EXPECT_NEAR(light.inventory.mass(), 7, 1e-12);
  EXPECT_NEAR(light.simulation.system().vertex_mass().sum(), 7, 1e-12);
}

TEST(Voids, LoseAgainstLaterRegions) {
  const auto heavy_between = [](int from, int to) {
    return fmt::format(R"({{"select": {{"type": "box", "min": [{}, -9, -9], "max": [{}, 9, 9]}},
      "material": {{"type": "stvk", "youngs_modulus": 2e4, "poissons_ratio": 0.3}}, "density": 500}})",
                       from, to);
  };
  const std::string stuff = heavy_between(-2, -1);
  EXPECT_NEAR(row({regions(stuff + "," + void_between(-2, -1))}).inventory.mass(), 300, 1e-9);
  EXPECT_NEAR(row({regions(void_between(-2, -1) + "," + stuff)}).inventory.mass(), 800, 1e-9);
  EXPECT_NEAR(row({regions(heavy_between(1, 2) + "," + void_between(-2, -1))}).inventory.mass(), 2 * 100 + 500, 1e-9);
}

TEST(Voids, AreForHexesAndSlicesToo) {
  const Scene hexes = row({kWithoutFirst, R"(bodies.0.mesh.elements="hexes")"});
  EXPECT_EQ(hexes.inventory.cells.hexes.size(), 3u);
  Scene slice = row({R"(bodies.0.mesh={"type": "rectangle", "size": [4, 1], "cells": [4, 1], "thickness": 0.5})", kWithoutFirst});
  EXPECT_EQ(slice.inventory.cells.triangles.size(), 6u);
  EXPECT_NEAR(slice.inventory.mass(), 150, 1e-9);
  step_to_end(slice.simulation);
}

TEST(Voids, LeaveTheNumbersThatAMeshHas) {
  const Scene scene = row({kWithoutFirst, R"(pins=[{"body": "row", "select": {"type": "vertices", "indices": [19, 4]}}])"});
  ASSERT_EQ(held(scene).size(), 2u);
  EXPECT_EQ(rest(scene, held(scene)[0]), Vec3(-1, -0.5, -0.5));
  EXPECT_EQ(rest(scene, held(scene)[1]), Vec3(2, 0.5, 0.5));

  const Fault removed =
      fault_with({kWithoutFirst, R"(pins=[{"body": "row", "select": {"type": "vertices", "indices": [5, 2, 3]}}])"});
  EXPECT_EQ(removed.id, "select.removed");
  EXPECT_EQ(removed.place, "pins/0/select");
  EXPECT_THAT(removed.message, HasSubstr("vertex 2 was removed by a void region, and 2 of those listed"));
  EXPECT_THAT(fault_with({kWithoutFirst, R"(pins=[{"body": "row", "select": {"type": "vertices", "indices": [20]}}])"}).message,
              HasSubstr("20 is not in 0 to 19"));
}

TEST(Voids, LeaveTheNumbersInFiles) {
  const test::TemporaryFolder folder;
  folder.write("held.bou", "5, 20\n");
  const std::string pin = R"(pins=[{"body": "row", "select": {"type": "file", "path": "held.bou"}}])";
  const Scene scene = row({kWithoutFirst, pin}, folder / "row.json");
  EXPECT_EQ(rest(scene, held(scene)[0]), Vec3(-1, -0.5, -0.5));
  folder.write("held.bou", "4\n");
  EXPECT_THAT(fault_with({kWithoutFirst, pin}, folder / "row.json").message, HasSubstr("vertex 3 was removed"));

  // A line for each of the twenty vertices, which names its vertex.
  std::string lines;
  for (int i = 0; i < 20; ++i) lines += fmt::format("{} 0 1\n", i);
  folder.write("lines.txt", lines);
  const Scene placed = row({kWithoutFirst, R"(bodies.0.deform=[{"type": "positions", "path": "lines.txt"}])",
                            R"(bodies.0.velocity={"path": "lines.txt"})"},
                           folder / "row.json");
  for (Index i = 0; i < 16; ++i) {
    EXPECT_EQ(Vec3(vertex(placed.simulation.initial().x, i)), Vec3(i + 4, 0, 1));
    EXPECT_NEAR(placed.simulation.initial().v[3 * i], i + 4, 1e-12);
  }
  folder.write("lines.txt", "0 0 0\n");
  EXPECT_THAT(fault_with({kWithoutFirst, R"(bodies.0.velocity={"path": "lines.txt"})"}, folder / "row.json").message,
              HasSubstr("vertex 2 of 20"));
}

TEST(Voids, LeaveTheNumbersOfParticlesAndEndsOfRods) {
  // The scene is refused unless the ends are so far apart.
  const auto rod_from = [](int vertex) {
    return fmt::format(R"(constraints=[{{"type": "distance", "length": 3.3166247903554,
      "between": [{{"body": "row", "vertex": {}}}, {{"body": "row", "vertex": 19}}]}}])",
                       vertex);
  };
  const Scene scene = row({kWithoutFirst, rod_from(4)});
  EXPECT_NEAR((rest(scene, 0) - rest(scene, 15)).norm(), 3.3166247903554, 1e-12);
  EXPECT_EQ(fault_with({kWithoutFirst, rod_from(8)}).id, "scene.constraint");
  const Fault removed = fault_with({kWithoutFirst, rod_from(3)});
  EXPECT_EQ(removed.id, "select.removed");
  EXPECT_EQ(removed.place, "constraints/0/between/0/vertex");
  EXPECT_THAT(fault_with({kWithoutFirst, rod_from(20)}).hint, HasSubstr("0 to 19"));

  const auto formula_of = [](int vertex) {
    return fmt::format(R"(potentials=[{{"particles": {{"a": {{"body": "row", "vertex": {}}}}}, "expression": "a.x + 7"}}])",
                       vertex);
  };
  const Scene pulled = row({kWithoutFirst, "gravity=[0,0,0]", formula_of(19)});
  EXPECT_NEAR(pulled.simulation.system().potential_energy(pulled.simulation.initial().x, 0), 2 + 7, 1e-9);
  EXPECT_EQ(fault_with({kWithoutFirst, formula_of(0)}).id, "select.removed");
  EXPECT_THAT(fault_with({kWithoutFirst, formula_of(20)}).message, HasSubstr("beyond the last vertex of \"row\", 19"));
}

TEST(Voids, TakeTheirCellsOutOfSets) {
  const test::TemporaryFolder folder;
  folder.write("two.veg",
               "*VERTICES\n5 3 0 0\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n5 1 1 1\n*ELEMENTS\nTET\n2 4 0\n1 1 2 3 4\n2 2 3 4 5\n"
               "*SET near\n1\n*SET both\n1, 2\n");
  const auto with = [&](const std::string& set) {
    return std::vector<std::string>{R"(bodies.0.mesh={"type": "file", "path": "two.veg"})",
                                    regions(R"({"select": {"type": "set", "name": "near"}, "material": {"type": "void"}})"),
                                    fmt::format(R"(pins=[{{"body": "row", "select": {{"type": "set", "name": "{}"}}}}])", set)};
  };
  const Scene scene = row(with("both"), folder / "row.json");
  EXPECT_EQ(scene.inventory.cells.tets.size(), 1u);
  EXPECT_THAT(held(scene), ElementsAre(0, 1, 2, 3));
  const Fault empty = fault_with(with("near"), folder / "row.json");
  EXPECT_EQ(empty.id, "scene.selects-nothing");
  EXPECT_THAT(empty.hint, HasSubstr("that void regions leave"));
}

TEST(Voids, CarryAFineSurfaceByTheCellsThatAreLeft) {
  const test::TemporaryFolder folder;
  folder.write("fine.obj", "v -1.9 0 0\nv 1.9 0 0\nv 1.9 0.4 0\nf 1 2 3\n");
  const Scene scene =
      row({kWithoutFirst, R"(bodies.0.render={"path": "fine.obj"})", R"(bodies.0.deform=[{"type": "translate", "by": [0, 3, 0]}])"},
          folder / "row.json");
  const Vector shown = scene.inventory.bodies[0].render->at(scene.simulation.initial().x);
  EXPECT_LT((vertex(shown, 0) - Vec3(-1.9, 3, 0)).norm(), 1e-12);  // beyond the end of what is left

  // Weights count the mesh as it is: vertices 16 ... are of the last cube, 0 ... of the first.
  const auto corners = [&](Index first) {
    const Scene whole = row({});
    for (const Tet& tet : whole.inventory.cells.tets)
      if (*std::min_element(tet.begin(), tet.end()) >= first)
        return fmt::format("{} 0.25 {} 0.25 {} 0.25 {} 0.25", tet[0], tet[1], tet[2], tet[3]);
    return std::string();
  };
  const auto weights = [&](const std::string& tet) {
    folder.write("fine.interp", fmt::format("0 {}\n1 {}\n2 {}\n", tet, tet, tet));
    return std::vector<std::string>{kWithoutFirst, R"(bodies.0.render={"path": "fine.obj", "interp": "fine.interp"})"};
  };
  const Scene weighed = row(weights(corners(12)), folder / "row.json");
  const Vec3 middle = vertex(weighed.inventory.bodies[0].render->at(weighed.simulation.initial().x), 1);
  EXPECT_NEAR(middle[0], 1.5, 0.3);
  const Fault removed = fault_with(weights(corners(0)), folder / "row.json");
  EXPECT_EQ(removed.id, "mesh.no-tet");
  EXPECT_EQ(removed.place, "bodies/0/render/interp");
  EXPECT_THAT(removed.message, HasSubstr("that is left of the body"));
}

TEST(Voids, HaveWallsThatLoadsActOnAndMeetObstacles) {
  // A cube of 4^3 small ones without the eight in its middle: an inner surface of 6 * 4 faces.
  const std::vector<std::string> hollow = {
      R"(bodies.0.mesh={"type": "box", "size": [4, 4, 4], "cells": [4, 4, 4], "elements": "hexes"})",
      regions(R"({"select": {"type": "box", "min": [-1, -1, -1], "max": [1, 1, 1]}, "material": {"type": "void"}})")};
  std::vector<std::string> blown = hollow;
  blown.emplace_back(
      R"(loads=[{"type": "traction", "body": "row", "select": {"type": "box", "min": [-1, 1, -1], "max": [1, 1, 1]}, "traction": [0, 3, 0]}])");
  const Scene loaded = row(blown);
  EXPECT_EQ(loaded.simulation.system().vertices(), 125 - 1);
  EXPECT_NEAR(loaded.simulation.system().load(0).sum(), 3 * 4, 1e-9);

  std::vector<std::string> dropped = hollow;
  dropped.emplace_back(R"(contact=[{"type": "plane", "point": [0, -2.001, 0], "normal": [0, 1, 0], "distance": 0.01}])");
  Scene fallen = row(dropped);
  step_to_end(fallen.simulation);
}

TEST(Voids, AreNotedIfPartsFallOrTurnFreely) {
  const std::string pin = R"(pins=[{"body": "row", "select": {"type": "plane", "point": [-2, 0, 0], "normal": [-1, 0, 0]}}])";
  EXPECT_THAT(row({kWithoutSecond, pin}).record.notes, ElementsAre(HasSubstr("1 of the 2 parts of \"row\"")));
  EXPECT_THAT(row({kWithoutFirst}).record.notes, IsEmpty());
  // Of 2 x 2 squares the two that meet at a vertex.
  const std::string checkered = regions(
      R"({"select": {"type": "box", "min": [0, 0, -9], "max": [9, 9, 9]}, "material": {"type": "void"}},
         {"select": {"type": "box", "min": [-9, -9, -9], "max": [0, 0, 9]}, "material": {"type": "void"}})");
  EXPECT_THAT(row({R"(bodies.0.mesh={"type": "rectangle", "size": [2, 2], "cells": [2, 2]})", checkered}).record.notes,
              ElementsAre(HasSubstr("row: its void regions leave 1 piece that hangs on the rest by vertices or edges alone")));
}

TEST(Voids, AreRefusedWhereTheyMakeNoSense) {
  const Fault all = fault_with({regions(R"({"select": {"type": "all"}, "material": {"type": "void"}})")});
  EXPECT_EQ(all.id, "scene.void");
  EXPECT_EQ(all.place, "bodies/0/regions");
  EXPECT_THAT(all.message, HasSubstr("all of its 20 tets are void"));
  EXPECT_EQ(fault_with({regions(void_between(5, 6))}).id, "scene.selects-nothing");
  EXPECT_EQ(fault_with({R"(bodies.0.material={"type": "void"})"}).place, "bodies/0/material/type");
  const Fault heavy = fault_with({regions(R"({"select": {"type": "all"}, "material": {"type": "void"}, "density": 1})")});
  EXPECT_EQ(heavy.place, "bodies/0/regions/0/density");
  const Fault cloth = fault_with({R"(bodies.0.mesh={"type": "sheet", "size": [1, 1], "cells": [2, 2]})",
                                  R"(bodies.0.material={"type": "springs", "stretching": 1})", kWithoutFirst});
  EXPECT_EQ(cloth.id, "scene.cells");
  EXPECT_EQ(cloth.place, "bodies/0/regions");
  EXPECT_THAT(cloth.message, HasSubstr("a body of \"springs\" has no regions"));
}

// Cubes 1 to 3 of the row, cut into two domains by the numbers of their tets.
std::vector<std::string> two_domains(const char* second) {
  return {kWithoutFirst,
          fmt::format(R"(bodies.0.domains=[{{"select": {{"type": "tets", "indices": [5, 6, 7, 8, 9]}}, "modes": 3}},
                          {{"select": {{"type": "tets", "indices": [{}]}}, "modes": 3}}])",
                      second),
          R"(pins=[{"body": "row", "select": {"type": "vertices", "indices": [4, 5, 6, 7]}}])",
          R"(damping=[{"type": "rayleigh", "stiffness": 0.01}])", R"(integrator={"type": "multidomain_newmark"})"};
}

TEST(Voids, LeaveTheNumbersOfCellsToDomains) {
  Scene scene = row(two_domains("10, 11, 12, 13, 14, 15, 16, 17, 18, 19"));
  step_to_end(scene.simulation);
  const Fault left_out = fault_with(two_domains("10, 11, 12, 13, 14, 15, 16, 17, 18"));
  EXPECT_THAT(left_out.message, HasSubstr("tet 19 belongs to no domain"));
  EXPECT_THAT(fault_with(two_domains("9, 10")).message, HasSubstr("tet 9 belongs to"));
  EXPECT_EQ(fault_with(two_domains("0, 10")).id, "select.removed");
}

// What `lilyan reduce` writes: the body is the model then, and the numbers in the scene are the same.
void expect_the_model_to_keep_the_numbers(const std::vector<std::string>& overrides) {
  const test::TemporaryFolder folder;
  folder.write("row.json", kCubesWithVoids);
  WantedModels wanted;
  const Scene made = load_scene(folder / "row.json", overrides, wanted);
  ASSERT_EQ(wanted.models.size(), 1u);
  const auto numbers = [](const auto& model) { return model.numbers; };
  const KeptNumbers kept = std::visit(numbers, wanted.models[0].model);
  EXPECT_EQ(kept.old_count, 20);
  EXPECT_EQ(kept.old.front(), 4);
  std::visit([&](const auto& model) { write_model_file(folder / "row.model", to_model_file(model)); }, wanted.models[0].model);

  const auto from_model = [&](const char* pinned) {
    return parse_scene(
        fmt::format(R"({{"lilyan": 1, "bodies": [{{"name": "row", "mesh": {{"type": "model", "path": "row.model"}}}}],
      "pins": [{{"body": "row", "select": {{"type": "vertices", "indices": [{}]}}}}],
      "integrator": {{"type": "{}"}}, "time": {{"step": 0.01, "steps": 1}}}})",
                    pinned, made.record.integrator_name),
        folder / "other.json");
  };
  EXPECT_THAT(from_model("4, 5, 6, 7").record.notes, Not(Contains(HasSubstr("that no pin of the scene holds"))));
  EXPECT_THAT(test::fault_of([&] { from_model("8"); }).message, HasSubstr("vertex 8 of \"row\" is pinned"));
  EXPECT_EQ(test::fault_of([&] { from_model("3"); }).id, "select.removed");
}

TEST(Voids, AreKnownToReducedModels) {
  expect_the_model_to_keep_the_numbers({kWithoutFirst, R"(bodies.0.reduce={"modes": 4})",
                                        R"(pins=[{"body": "row", "select": {"type": "vertices", "indices": [4, 5, 6, 7]}}])"});
  expect_the_model_to_keep_the_numbers(two_domains("10, 11, 12, 13, 14, 15, 16, 17, 18, 19"));
}

}  // namespace
}  // namespace lilyan
