// `lilyan reduce`, and `lilyan info` of what it writes and of VegaFEM's coefficients.
#include "program.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <numbers>
#include <sstream>

namespace lilyan::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

constexpr const char* kBars = R"({
  "lilyan": 1, "gravity": [0, -4, 0],
  "bodies": [
    {"name": "bar", "mesh": {"type": "file", "path": "meshes/bar.msh"}, "reduce": {"modes": 6},
     "material": {"type": "stvk", "youngs_modulus": 1e5, "poissons_ratio": 0.3}, "density": 1000},
    {"name": "stiff", "mesh": {"type": "box", "size": [2, 0.4, 0.4], "cells": [4, 2, 2]}, "reduce": {"modes": 4},
     "material": {"type": "linear", "youngs_modulus": 1e6, "poissons_ratio": 0.3}, "density": 1000}],
  "pins": [{"body": "bar", "select": {"type": "plane", "point": [-1, 0, 0], "normal": [-1, 0, 0]}},
           {"body": "stiff", "select": {"type": "plane", "point": [-1, 0, 0], "normal": [-1, 0, 0]}}],
  "integrator": {"type": "avf"}, "time": {"step": 0.01, "steps": 20}, "output": {"frames": ["vtu"]}})";

std::string cubic_of_one(double stiffness) {
  const std::int32_t sizes[] = {1, 1, 1, 1};
  const double numbers[] = {stiffness, 0.5, 0.25};
  std::string bytes(sizeof sizes + sizeof numbers, '\0');
  std::memcpy(bytes.data(), sizes, sizeof sizes);
  std::memcpy(bytes.data() + sizeof sizes, numbers, sizeof numbers);
  return bytes;
}

class ReduceCommand : public ::testing::Test {
 protected:
  void SetUp() override {
    folder.write("scenes/bars.json", kBars);
    std::filesystem::create_directory(folder / "scenes/meshes");
    const Outcome meshed =
        run({"mesh", "box", "-o", "scenes/meshes/bar.msh", "--size", "2", "0.4", "0.4", "--cells", "8", "2", "2"});
    ASSERT_EQ(meshed.status, 0) << meshed.err;
  }
  Outcome run(const std::vector<std::string>& arguments) { return run_program(arguments, folder.path()); }
  bool has(const std::string& file) const { return std::filesystem::exists(folder / file); }

  ScratchFolder folder;
};

TEST_F(ReduceCommand, WritesASceneThatMovesAsTheOneItWasMadeOf) {
  const Outcome reduced = run({"reduce", "scenes/bars.json", "-o", "out/small"});
  ASSERT_EQ(reduced.status, 0) << reduced.err;
  EXPECT_EQ(reduced.err, "");
  EXPECT_THAT(reduced.out, AllOf(StartsWith("bars\n"), HasSubstr("  body      bar: 81 vertices, reduced to 6 coordinates of "),
                                 HasSubstr("  body      stiff: 45 vertices, reduced to 4 coordinates of "),
                                 HasSubstr("lilyan run out/small/bars.json")));
  const auto scene = nlohmann::json::parse(folder.read("out/small/bars.json"), nullptr, true, true);
  EXPECT_EQ(scene["bodies"][0]["mesh"], nlohmann::json({{"type", "model"}, {"path", "bar.model"}}));
  EXPECT_EQ(scene["bodies"][1]["mesh"], nlohmann::json({{"type", "model"}, {"path", "stiff.model"}}));
  EXPECT_EQ(scene["bodies"][0].size(), 2u);  // the name and the mesh
  ASSERT_EQ(run({"run", "scenes/bars.json", "-o", "a", "--no-report", "--quiet"}).status, 0);
  const Outcome again = run({"run", "out/small/bars.json", "-o", "b", "--no-report", "--quiet"});
  ASSERT_EQ(again.status, 0) << again.err;
  // The cells are not shown, and the motion is the same to the last bit.
  EXPECT_FALSE(folder.read("a/frames/frame_000020.vtu") == folder.read("b/frames/frame_000020.vtu"));
  const auto energies = [&](const std::string& file) {
    std::istringstream rows(folder.read(file));
    std::string all, name;
    std::getline(rows, name);
    const auto columns = std::count(name.begin(), name.begin() + static_cast<std::ptrdiff_t>(name.find("wall_ms")), ',');
    for (std::string row; std::getline(rows, row);) {
      std::istringstream cells(row);
      for (std::ptrdiff_t k = 0; k < columns && std::getline(cells, name, ','); ++k) all += name + ",";
      all += "\n";
    }
    return all;
  };
  EXPECT_GT(energies("a/ledger.csv").size(), 1000u);
  EXPECT_EQ(energies("a/ledger.csv"), energies("b/ledger.csv"));
}

TEST_F(ReduceCommand, TellsOfEveryBodyOnOnePage) {
  ASSERT_EQ(run({"reduce", "scenes/bars.json", "-o", "out"}).status, 0);
  const std::string page = folder.read("out/report.html");
  EXPECT_THAT(page, AllOf(StartsWith("<!DOCTYPE html>"), HasSubstr("<h2>bar</h2>"), HasSubstr("<h2>stiff</h2>"),
                          HasSubstr("6 in place of 243, of 81 vertices"), HasSubstr("a polynomial of degree 4"),
                          HasSubstr("a polynomial of degree 2"), HasSubstr("bar.model, ")));
  EXPECT_THAT(page, AllOf(HasSubstr("Coordinate 3: "), Not(HasSubstr("Coordinate 4: ")), Not(HasSubstr("src=\"http"))));
}

TEST_F(ReduceCommand, WritesTheSameBytesForAnyNumberOfThreads) {
  for (const std::string threads : {"1", "3"})
    ASSERT_EQ(run({"reduce", "scenes/bars.json", "-o", "t" + threads, "--threads", threads, "--quiet"}).out, "");
  for (const std::string file : {"bar.model", "stiff.model", "bars.json"}) {
    ASSERT_TRUE(has("t1/" + file));
    EXPECT_TRUE(folder.read("t1/" + file) == folder.read("t3/" + file)) << file;
  }
  // Nothing is left to be reduced in what it wrote.
  const Outcome again = run({"reduce", "t1/bars.json", "-o", "again", "--quiet"});
  EXPECT_EQ(again.status, 2);
  EXPECT_THAT(again.err, HasSubstr("no body of the scene is reduced"));
}

TEST_F(ReduceCommand, RefusesASceneWithoutReducedBodies) {
  folder.write("bar.json", kGoodScene);
  const Outcome outcome = run({"reduce", "bar.json", "-o", "out"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("bar.json: no body of the scene is reduced"), HasSubstr("\"reduce\"")));
  EXPECT_FALSE(has("out"));
  EXPECT_EQ(run({"reduce", "scenes/bars.json"}).status, 2);
  EXPECT_EQ(run({"reduce", "scenes/bars.json", "-o", ""}).status, 2);
}

TEST_F(ReduceCommand, ReplacesOnlyWhatItWrote) {
  const Outcome itself = run({"reduce", "scenes/bars.json", "-o", "scenes"});
  EXPECT_EQ(itself.status, 2);
  EXPECT_THAT(itself.err, HasSubstr("is the scene that is read"));
  EXPECT_EQ(folder.read("scenes/bars.json"), kBars);

  folder.write("out/stiff.model", "mine");
  const Outcome others = run({"reduce", "scenes/bars.json", "-o", "out"});
  EXPECT_EQ(others.status, 2);
  EXPECT_THAT(others.err, HasSubstr("stiff.model\" is there already"));
  EXPECT_FALSE(has("out/bars.json") || has("out/bar.model") || has("out/report.html"));
  EXPECT_EQ(folder.read("out/stiff.model"), "mine");

  folder.write("new/notes.txt", "mine");
  ASSERT_EQ(run({"reduce", "scenes/bars.json", "-o", "new"}).status, 0);
  ASSERT_EQ(run({"reduce", "scenes/bars.json", "-o", "new"}).status, 0) << "its own files it replaces";
  EXPECT_EQ(folder.read("new/notes.txt"), "mine");
  folder.write("new/bars.json", folder.read("new/bars.json") + " ");
  EXPECT_EQ(run({"reduce", "scenes/bars.json", "-o", "new"}).status, 2) << "a scene that was changed it does not";

  ASSERT_EQ(run({"run", "scenes/bars.json", "-o", "run", "--quiet"}).status, 0);
  const std::string report = folder.read("run/report.html");
  EXPECT_THAT(run({"reduce", "scenes/bars.json", "-o", "run"}).err, HasSubstr("is the folder of a run"));
  EXPECT_TRUE(folder.read("run/report.html") == report);
}

TEST_F(ReduceCommand, LeavesNothingOfASceneThatIsRefused) {
  folder.write("scenes/free.json", nlohmann::json::parse(kBars).patch(R"([{"op": "remove", "path": "/pins/1"}])"_json).dump());
  const Outcome outcome = run({"reduce", "scenes/free.json", "-o", "out"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("[scene.reduce]"));
  EXPECT_FALSE(has("out") || has("out.part"));
}

TEST_F(ReduceCommand, IsFollowedByInfo) {
  ASSERT_EQ(run({"reduce", "scenes/bars.json", "-o", "out", "--quiet"}).status, 0);
  const Outcome text = run({"info", "out/bar.model"});
  EXPECT_EQ(text.status, 0) << text.err;
  EXPECT_THAT(text.out, AllOf(StartsWith("out/bar.model\n"), HasSubstr("reduced model, "), HasSubstr("vertices  81, 320 kg"),
                              HasSubstr("of degree 4 in 6 coordinates"), HasSubstr("  Hz        "), HasSubstr("left out  ")));
  const auto json = nlohmann::json::parse(run({"info", "out/bar.model", "--json"}).out);
  EXPECT_EQ(json["format"], "model");
  EXPECT_EQ(json["coordinates"], 6);
  EXPECT_EQ(json["vertices"], 81);
  EXPECT_EQ(json["bytes"], std::filesystem::file_size(folder / "out/bar.model"));
  EXPECT_EQ(json["frequencies"].size(), 6u);
  // The first column is nearly the first natural mode.
  const auto modes = nlohmann::json::parse(
      run({"modes", "scenes/bars.json", "-n", "1", "--json", "--set", "bodies.0.reduce.modes=1", "--set", "bodies.1.density=1e-3"})
          .out);
  EXPECT_NEAR(json["frequencies"][0].get<double>() / modes["frequencies"][0].get<double>(), 1, 0.01);
}

TEST_F(ReduceCommand, InfoReadsVegaFemsCoefficients) {
  folder.write("one.cub", cubic_of_one(std::pow(2 * std::numbers::pi * 3, 2)));
  const Outcome text = run({"info", "one.cub"});
  EXPECT_EQ(text.status, 0) << text.err;
  EXPECT_THAT(text.out, AllOf(HasSubstr("VegaFEM's cubic coefficients, 40 bytes"), HasSubstr("of degree 4 in 1 coordinates"),
                              HasSubstr("  Hz        3\n")));
  const auto json = nlohmann::json::parse(run({"info", "one.cub", "--json"}).out);
  EXPECT_EQ(json["format"], "cub");
  EXPECT_NEAR(json["frequencies"][0].get<double>(), 3, 1e-12);
  EXPECT_FALSE(json.contains("vertices"));
}

TEST_F(ReduceCommand, InfoRefusesWhatIsNoModel) {
  ASSERT_EQ(run({"reduce", "scenes/bars.json", "-o", "out", "--quiet"}).status, 0);
  const std::string whole = folder.read("out/bar.model"), cubic = cubic_of_one(1);
  folder.write("cut.model", whole.substr(0, whole.size() / 2));
  std::string bent = whole;
  bent[bent.size() / 2] ^= 1;
  folder.write("bent.model", bent);
  folder.write("text.model", "not a model");
  folder.write("empty.model", "");
  folder.write("cut.cub", cubic.substr(0, 30));
  folder.write("long.cub", cubic + "x");
  folder.write("huge.cub", std::string("\xff\xff\xff\x7f", 4) + cubic.substr(4));
  const std::pair<const char*, const char*> cases[] = {
      {"cut.model", "model.damaged"},   {"bent.model", "model.damaged"}, {"text.model", "model.foreign"},
      {"empty.model", "model.damaged"}, {"none.model", "model.missing"}, {"cut.cub", "reduction.file"},
      {"long.cub", "reduction.file"},   {"huge.cub", "reduction.file"},  {"none.cub", "model.missing"}};
  for (const auto& [file, id] : cases)
    for (const bool as_json : {false, true}) {
      const Outcome outcome =
          run(as_json ? std::vector<std::string>{"info", file, "--json"} : std::vector<std::string>{"info", file});
      EXPECT_EQ(outcome.status, 2) << file;
      EXPECT_THAT(outcome.err, AllOf(HasSubstr(file), HasSubstr(std::string("[") + id + "]"))) << file;
      EXPECT_EQ(outcome.out, "");
      EXPECT_LT(outcome.seconds, 2) << file;
    }
}

}  // namespace
}  // namespace lilyan::testing
