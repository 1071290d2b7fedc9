// Cells that are listed in files: regions and domains of bodies.
#include <lilyan/scene/load.hpp>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <tests/support/fault_of.hpp>
#include <tests/support/temporary_folder.hpp>

namespace lilyan {
namespace {

using testing::HasSubstr;

// Six hexes of 1 m^3 in a row, 100 kg/m^3, with a region of 300 kg/m^3.
Scene row_with(const test::TemporaryFolder& folder, const std::string& select) {
  const std::string law = R"("material": {"type": "stvk", "youngs_modulus": 1e4, "poissons_ratio": 0.3})";
  return parse_scene(fmt::format(R"({{"lilyan": 1, "bodies": [{{"name": "row",
    "mesh": {{"type": "box", "size": [6, 1, 1], "cells": [6, 1, 1], "elements": "hexes"}}, {}, "density": 100,
    "regions": [{{"select": {}, {}, "density": 300}}]}}],
    "integrator": {{"type": "avf"}}, "time": {{"step": 0.01, "steps": 1}}}})",
                                 law, select, law),
                     folder / "row.json");
}

double mass_of(const Scene& scene) { return scene.simulation.system().vertex_mass().sum(); }

TEST(CellFiles, ListTheCellsOfARegion) {
  const test::TemporaryFolder folder;
  folder.write("heavy.txt", "# the two at the ends, one of them twice\n0, 5\n0\n");
  EXPECT_NEAR(mass_of(row_with(folder, R"({"type": "file", "path": "heavy.txt"})")), 600 + 2 * 200, 1e-9);
  folder.write("last.txt", "6");
  const Scene last = row_with(folder, R"({"type": "file", "path": "last.txt", "base": 1})");
  EXPECT_NEAR(mass_of(last), 600 + 200, 1e-9);
  EXPECT_NEAR(last.simulation.system().vertex_mass()[24], 300.0 / 8, 1e-9);
}

TEST(CellFiles, BelongToWhatAResumedRunMayNotChange) {
  const test::TemporaryFolder folder;
  const auto hash_with = [&](const char* numbers) {
    folder.write("heavy.txt", numbers);
    return row_with(folder, R"({"type": "file", "path": "heavy.txt"})").record.hash;
  };
  EXPECT_EQ(hash_with("0 5"), hash_with("0, 5"));
  EXPECT_NE(hash_with("0 5"), hash_with("0 4"));
}

TEST(CellFiles, CutABodyIntoDomains) {
  const test::TemporaryFolder folder;
  folder.write("first.txt", "0 1 2");
  folder.write("second.txt", "4 5 6");
  const auto tip_with = [&](const std::string& first, const std::string& second) {
    Scene scene = parse_scene(fmt::format(R"({{"lilyan": 1, "bodies": [{{"name": "row",
      "mesh": {{"type": "box", "size": [6, 1, 1], "cells": [6, 1, 1], "elements": "hexes"}},
      "material": {{"type": "stvk", "youngs_modulus": 1e6, "poissons_ratio": 0.3}}, "density": 100,
      "domains": [{{"select": {}, "modes": 3}}, {{"select": {}, "modes": 3}}]}}],
      "pins": [{{"body": "row", "select": {{"type": "plane", "point": [-3, 0, 0], "normal": [-1, 0, 0]}}}}],
      "damping": [{{"type": "rayleigh", "stiffness": 0.01}}],
      "integrator": {{"type": "multidomain_newmark"}}, "time": {{"step": 0.01, "steps": 20}}}})",
                                          first, second),
                              folder / "row.json");
    while (!scene.simulation.is_finished()) EXPECT_TRUE(scene.simulation.step());
    return Vec3(vertex(scene.simulation.positions(), 24));
  };
  const Vec3 by_files =
      tip_with(R"({"type": "file", "path": "first.txt"})", R"({"type": "file", "path": "second.txt", "base": 1})");
  EXPECT_LT(by_files.y(), -0.51);
  EXPECT_EQ(by_files, tip_with(R"({"type": "cells", "indices": [0, 1, 2]})", R"({"type": "cells", "indices": [3, 4, 5]})"));
}

struct BadFile {
  const char *text, *more, *id, *place, *says;
};

TEST(CellFiles, AreRefusedByPlaceIfTheyAreWrong) {
  const BadFile cases[] = {
      {"0 6", "", "select.index", "bodies/0/regions/0/select", "index 6 is not in 0 to 5"},
      {"0 1", R"(, "base": 1)", "mesh.index", "bodies/0/regions/0/select/path", "index 0 is below 1"},
      {"-1", "", "mesh.index", "bodies/0/regions/0/select/path", "index -1 is below 0"},
      {"99999999999999999999", "", "mesh.number", "bodies/0/regions/0/select/path", "99999999999999999999"},
      {"9999999999", "", "mesh.index", "bodies/0/regions/0/select/path", "too large"},
      {"# nothing", "", "mesh.empty", "bodies/0/regions/0/select/path", "no index"},
      {"one", "", "mesh.number", "bodies/0/regions/0/select/path", "one"},
      {"0", R"(, "base": 2)", "scene.range", "bodies/0/regions/0/select/base", "2"},
  };
  for (const BadFile& bad : cases) {
    SCOPED_TRACE(bad.text);
    const test::TemporaryFolder folder;
    folder.write("cells.txt", bad.text);
    const Fault fault =
        test::fault_of([&] { row_with(folder, fmt::format(R"({{"type": "file", "path": "cells.txt"{}}})", bad.more)); });
    EXPECT_EQ(fault.id, bad.id) << fault.place << ": " << fault.message;
    EXPECT_THAT(fault.place, HasSubstr(bad.place));
    EXPECT_THAT(fault.message, HasSubstr(bad.says));
  }
  const test::TemporaryFolder folder;
  const Fault missing = test::fault_of([&] { row_with(folder, R"({"type": "file", "path": "cells.txt"})"); });
  EXPECT_THAT(missing.place, HasSubstr("bodies/0/regions/0/select/path"));
  EXPECT_THAT(missing.message, HasSubstr("cells.txt"));
}

}  // namespace
}  // namespace lilyan
