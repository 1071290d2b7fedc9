// Presets, regions and materials of mesh files as scenes write them.
#include <lilyan/core/error.hpp>
#include <lilyan/energy/elements/elasticity.hpp>
#include <lilyan/materials/evaluate.hpp>
#include <lilyan/run/advance.hpp>
#include <lilyan/scene/load.hpp>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <tests/support/fault_of.hpp>
#include <tests/support/temporary_folder.hpp>

namespace lilyan {
namespace {

const char* const kBlock = R"({
  "lilyan": 1, "gravity": [0, 0, 0],
  "bodies": [{
    "name": "block", "mesh": {"type": "box", "size": [4, 1, 1], "cells": [4, 1, 1]},
    "material": {"type": "stvk", "youngs_modulus": 1e5, "poissons_ratio": 0.3}, "density": 100
  }],
  "integrator": {"type": "avf"},
  "time": {"step": 0.01, "steps": 3}
})";

Scene block(const std::vector<std::string>& overrides) { return parse_scene(kBlock, "block.json", overrides); }

double mass(const Scene& scene) { return scene.simulation.system().vertex_mass().sum(); }

// Energy density of each tet when the whole system is stretched along x.
std::vector<double> densities(const Scene& scene) {
  Vector x = scene.simulation.initial().x;
  for (Index i = 0; i < scene.simulation.system().vertices(); ++i) x[3 * i] *= 1.001;
  std::vector<CellState> states(scene.inventory.cells.tets.size());
  for (const Elasticity* elasticity : scene.inventory.elasticity) elasticity->states(x, states);
  std::vector<double> psi;
  for (const CellState& state : states) psi.push_back(state.energy_density);
  return psi;
}

const std::string kStiffHalf =
    R"({"select": {"type": "plane", "point": [0, 0, 0], "normal": [1, 0, 0]}, "material": {"type": "stvk", "youngs_modulus": 1e7, "poissons_ratio": 0.3}, "density": 300})";

TEST(SceneRegions, GiveTheirTetsAnotherMaterialAndDensity) {
  const Scene scene = block({"bodies.0.regions=[" + kStiffHalf + "]"});
  EXPECT_EQ(scene.inventory.elasticity.size(), 1u);
  const std::vector<double> psi = densities(scene);
  for (std::size_t e = 0; e < psi.size(); ++e) {
    Vec3 middle = Vec3::Zero();
    for (Index i : scene.inventory.cells.tets[e]) middle += 0.25 * vertex(scene.simulation.initial().x, i);
    EXPECT_NEAR(psi[e] / psi[0], middle[0] > 0 ? 100 : 1, 1e-6) << e;
  }
  EXPECT_NEAR(mass(scene), 2 * 100 + 2 * 300, 1e-9);
}

TEST(SceneRegions, MayHaveAnyLawAndTheLaterOnesWin) {
  const std::string soft_all =
      R"({"select": {"type": "all"}, "material": {"type": "neo_hookean", "mu": 100, "bulk_modulus": 500}})";
  const Scene both = block({"bodies.0.regions=[" + kStiffHalf + "," + soft_all + "]"});
  EXPECT_EQ(both.inventory.elasticity.size(), 1u);  // nothing is left of the others
  EXPECT_NEAR(mass(both), 2 * 100 + 2 * 300, 1e-9);
  const Scene mixed = block({"bodies.0.regions=[" + soft_all + "," + kStiffHalf + "]"});
  EXPECT_EQ(mixed.inventory.elasticity.size(), 2u);

  Simulation simulation = mixed.simulation;
  for (int k = 0; k < 3; ++k) ASSERT_TRUE(simulation.step());
}

TEST(SceneRegions, ShareAMassEvenly) {
  const Scene scene = parse_scene(
      R"({"lilyan": 1, "bodies": [{"mesh": {"type": "box", "size": [2, 1, 1], "cells": [2, 1, 1]},
          "material": {"type": "preset", "name": "steel"}, "mass": 6,
          "regions": [{"select": {"type": "tets", "indices": [0, 1]}, "material": {"type": "preset", "name": "rubber"}}]}],
          "integrator": {"type": "avf"}, "time": {"step": 1, "steps": 1}})",
      "m.json");
  EXPECT_NEAR(mass(scene), 6, 1e-12);
  EXPECT_EQ(scene.inventory.elasticity.size(), 2u);
  EXPECT_THAT(scene.record.notes, testing::ElementsAre(testing::HasSubstr("bodies/0/regions/0: the preset's density of ")));
}

TEST(SceneRegions, OfASetComeFromTheMeshFile) {
  const test::TemporaryFolder folder;
  folder.write("two.veg",
               "*VERTICES\n5 3 0 0\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n5 1 1 1\n*ELEMENTS\nTET\n2 4 0\n1 1 2 3 4\n2 2 3 4 5\n"
               "*SET shell\n2\n*MATERIAL soft\nENU, 10, 1e5, 0.3\n*REGION\nallElements, soft\n");
  const std::string text =
      R"({"lilyan": 1, "bodies": [{"name": "b", "mesh": {"type": "file", "path": "two.veg"}, "material": {"type": "file", "law": "stvk"},
          "regions": [{"select": {"type": "set", "name": "shell"}, "material": {"type": "preset", "name": "steel"}}]}],
          "integrator": {"type": "avf"}, "time": {"step": 1, "steps": 1}})";
  const Scene scene = parse_scene(text, folder / "two.json");
  const std::vector<double> psi = densities(scene);
  EXPECT_GT(psi[1], 1e5 * psi[0]);
  EXPECT_NEAR(mass(scene), 10.0 / 6 + 7850.0 / 3, 1e-9);
  const Fault fault = test::fault_of([&] { parse_scene(text, folder / "two.json", {"bodies.0.regions.0.select.name=shel"}); });
  EXPECT_EQ(fault.place, "bodies/0/regions/0/select/name");
  EXPECT_THAT(to_text(fault), testing::HasSubstr("did you mean \"shell\"?"));
}

// A cube of 1 m^3.
std::string preset_cube(const std::string& name) {
  return R"({"lilyan": 1, "bodies": [{"mesh": {"type": "box", "size": [1, 1, 1], "cells": [1, 1, 1]},
             "material": {"type": "preset", "name": ")" +
         name + R"("}}], "integrator": {"type": "avf"}, "time": {"step": 1, "steps": 1}})";
}

TEST(ScenePresets, GiveLawModuliAndDensity) {
  const auto cube = [](const std::vector<std::string>& overrides) {
    return parse_scene(preset_cube("steel"), "s.json", overrides);
  };
  const Scene steel = cube({});
  EXPECT_NEAR(mass(steel), 7850, 1e-9);
  EXPECT_NEAR(mass(cube({"bodies.0.density=10"})), 10, 1e-12);
  EXPECT_NEAR(mass(cube({"bodies.0.mass=3"})), 3, 1e-12);
  const Scene linear = cube({"bodies.0.material.law=linear"});
  EXPECT_EQ(linear.simulation.system().degree(), 2);
  EXPECT_EQ(steel.simulation.system().degree(), 4);
}

TEST(ScenePresets, OfWoodMayBeTurned) {
  const std::string text = preset_cube("wood");
  const double along = densities(parse_scene(text, "w.json"))[0];
  const double across = densities(parse_scene(text, "w.json", {"bodies.0.material.axes=[[0, 1, 0], [0, 0, 1], [1, 0, 0]]"}))[0];
  EXPECT_GT(along, 10 * across);
}

TEST(HonestPresets, OfWoodKeepTheirSizeHoweverTheyTurn) {
  for (const char* elements : {"tets", "hexes"}) {
    const std::string override =
        fmt::format(R"(bodies.0.mesh={{"type": "box", "size": [1, 1, 1], "cells": [1, 1, 1], "elements": "{}"}})", elements);
    const Scene scene = parse_scene(preset_cube("wood"), "w.json", {override});
    Vector turned = scene.inventory.rest;
    for (Index i = 0; i < scene.simulation.system().vertices(); ++i) {
      const Vec3 X = vertex(scene.inventory.rest, i);
      vertex(turned, i) = Vec3(0.8 * X[0] - 0.6 * X[1], 0.6 * X[0] + 0.8 * X[1], X[2]);  // 37 degrees
    }
    EXPECT_LT(scene.simulation.system().potential_energy(turned, 0), 1e-15 * 14.74e9) << elements;
    const Scene small = parse_scene(preset_cube("wood"), "w.json", {override, "bodies.0.material.law=orthotropic"});
    EXPECT_GT(small.simulation.system().potential_energy(turned, 0), 1e-3 * 14.74e9) << elements;
  }
}

TEST(SceneFileMaterials, OfAnOrthotropicFileNeedALawThatTakesThemAndTurnWithTheShape) {
  const test::TemporaryFolder folder;
  folder.write("ortho.veg",
               "*VERTICES\n4 3 0 0\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n*ELEMENTS\nTET\n1 4 0\n1 1 2 3 4\n"
               "*MATERIAL m\nORTHOTROPIC_N1, 10, 1e6, 1e5, 1e4, 0.3\n*REGION\nallElements, m\n");
  const std::string text =
      R"({"lilyan": 1, "bodies": [{"mesh": {"type": "file", "path": "ortho.veg"}, "material": {"type": "file", "law": "orthotropic"}}],
          "integrator": {"type": "avf"}, "time": {"step": 1, "steps": 1}})";
  const double straight = densities(parse_scene(text, folder / "o.json"))[0];
  const double turned = densities(
      parse_scene(text, folder / "o.json", {R"(bodies.0.mesh.transform={"rotate": {"axis": [0, 1, 0], "degrees": 90}})"}))[0];
  EXPECT_NEAR(straight / turned, 100, 1e-6);  // then the softest axis lies along x
  const Fault fault = test::fault_of([&] { parse_scene(text, folder / "o.json", {"bodies.0.material.law=stvk"}); });
  EXPECT_EQ(fault.place, "bodies/0/material/law");
  EXPECT_THAT(to_text(fault), testing::HasSubstr("\"m\" is orthotropic"));
}

}  // namespace
}  // namespace lilyan
