// `lilyan modes`: tables and files, bodies that are glued together, the equilibrium of a scene, and bodies of domains.
#include "program.hpp"

#include <gmock/gmock.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <numbers>

namespace lilyan::testing {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;

constexpr double kPi = std::numbers::pi;

class ModesCommand : public ::testing::Test {
 protected:
  Outcome run(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "modes");
    return run_program(arguments, folder.path());
  }
  nlohmann::json json(std::vector<std::string> arguments) {
    arguments.push_back("--json");
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return nlohmann::json::parse(outcome.out);
  }

  ScratchFolder folder;
};

TEST_F(ModesCommand, PrintsATableOrNothingButJson) {
  folder.write("bar.json", kGoodScene);
  const Outcome table = run({"bar.json"});
  EXPECT_EQ(table.status, 0) << table.err;
  EXPECT_THAT(table.out, HasSubstr("10 modes about rest, among them 6 rigid motions and 0 mechanisms"));
  EXPECT_THAT(table.out, HasSubstr("frequency [Hz]"));
  EXPECT_EQ(lines(table.out), 2 + 10 + 1u);  // a note on the single layer of tets
  EXPECT_EQ(table.err, "");
  const Outcome outcome = run({"bar.json", "-n", "8", "--json"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  const auto json = nlohmann::json::parse(outcome.out);
  const std::vector<double> f = json.at("frequencies");
  ASSERT_EQ(f.size(), 8u);
  EXPECT_TRUE(std::is_sorted(f.begin(), f.end()));
  EXPECT_EQ(json.at("rigid"), 6);
  EXPECT_EQ(json.at("mechanisms"), 0);
  EXPECT_LT(f[5], 1e-4 * f[6]);
  EXPECT_EQ(json.at("residuals").size(), 8u);
  EXPECT_EQ(json.at("missing"), 0);
  EXPECT_EQ(run({"bar.json", "-n", "8", "--json", "--threads", "3"}).out, outcome.out);
}

TEST_F(ModesCommand, WritesShapesThatPlay) {
  folder.write("bar.json", kGoodScene);
  ASSERT_EQ(run({"bar.json", "-n", "7", "-o", "there"}).status, 0);
  EXPECT_EQ(lines(folder.read("there/modes.csv")), 1 + 7u);
  EXPECT_THAT(folder.read("there/mode_07/frames.pvd"), HasSubstr("frames/frame_000015.vtu"));
  EXPECT_TRUE(std::filesystem::exists(folder / "there/mode_07/frames/frame_000015.vtu"));
}

TEST_F(ModesCommand, RefusesANumberThatTheBodiesDoNotHave) {
  folder.write("bar.json", kGoodScene);
  const Outcome outcome = run({"bar.json", "-n", "100000", "-o", "there"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("hint: ask for 1 to "));
  EXPECT_FALSE(std::filesystem::exists(folder / "there"));
  EXPECT_EQ(run({"bar.json", "-n", "0"}).status, 2);
  EXPECT_EQ(run({"bar.json", "-n", "-2"}).status, 2);
}

std::string beam(const std::string& name, double length, int cells, double middle) {
  return fmt::format(
      R"({{"name": "{}", "density": 7800, "material": {{"type": "linear", "youngs_modulus": 2.1e11, "poissons_ratio": 0.3}},
      "mesh": {{"type": "box", "size": [{}, 0.05, 0.04], "cells": [{}, 2, 2], "center": [{}, 0, 0]}}}})",
      name, length, cells, middle);
}

std::string scene(const std::string& bodies, const std::string& more) {
  return fmt::format(R"({{"lilyan": 1, "bodies": [{}], "integrator": {{"type": "avf"}}, "time": {{"step": 0.001, "steps": 1}}{}}})",
                     bodies, more);
}

TEST_F(ModesCommand, GivesTwoGluedHalfBeamsTheFrequenciesOfTheWhole) {
  folder.write("whole.json", scene(beam("whole", 1, 20, 0.5), ""));
  folder.write("halves.json", scene(beam("left", 0.5, 10, 0.25) + ", " + beam("right", 0.5, 10, 0.75),
                                    R"(, "constraints": [{"type": "glue", "body": "left", "to": "right",
                                    "select": {"type": "plane", "point": [0.5, 0, 0], "normal": [1, 0, 0]}}])"));
  const auto whole = json({"whole.json", "-n", "12"}), halves = json({"halves.json", "-n", "12"});
  EXPECT_EQ(halves.at("about"), "rest");
  EXPECT_EQ(halves.at("rigid"), 6);
  EXPECT_EQ(halves.at("mechanisms"), 0);
  EXPECT_EQ(halves.at("constraints"), 27);
  EXPECT_EQ(halves.at("completeness"), "counted");
  const std::vector<double> expected = whole.at("frequencies"), found = halves.at("frequencies");
  for (std::size_t k = 6; k < 12; ++k) EXPECT_NEAR(found[k] / expected[k], 1, 1e-6) << k;
  EXPECT_EQ(run({"halves.json", "-n", "12", "--json", "--threads", "1"}).out,
            run({"halves.json", "-n", "12", "--json", "--threads", "3"}).out);
}

// A square steel bar of length 1 m and thickness 0.02 m, hinged about y at both ends on its middle line, where it is pulled.
// Without Poisson's contraction hexes bend well if they are short along the bar.
struct HingedBar {
  double L = 1, t = 0.02, E = 2.1e11, rho = 7800;
  double area() const { return t * t; }
  double bending_stiffness() const { return E * t * t * t * t / 12; }
  double buckling_load() const { return kPi * kPi * bending_stiffness() / (L * L); }

  // omega^2 [1/s^2] of the first bending under the tension T [N].
  double squared_frequency(double T) const {
    return (std::pow(kPi / L, 4) * bending_stiffness() + std::pow(kPi / L, 2) * T) / (rho * area());
  }
  std::string scene_under(double T) const {
    return scene(
        R"({"name": "bar", "density": 7800, "material": {"type": "stvk", "youngs_modulus": 2.1e11, "poissons_ratio": 0},
        "mesh": {"type": "box", "size": [1, 0.02, 0.02], "cells": [400, 1, 2], "center": [0.5, 0, 0], "elements": "hexes"}})",
        fmt::format(R"(, "pins": [{{"body": "bar", "select": {{"type": "all"}}, "axes": ["y"]}},
        {{"body": "bar", "select": {{"type": "box", "min": [0, -1, -0.001], "max": [0, 1, 0.001]}}, "axes": ["x", "z"]}},
        {{"body": "bar", "select": {{"type": "box", "min": [1, -1, -0.001], "max": [1, 1, 0.001]}}, "axes": ["z"]}}],
        "loads": [{{"type": "traction", "body": "bar", "select": {{"type": "box", "min": [1, -1, -1], "max": [1, 1, 1]}},
        "traction": [{:.17g}, 0, 0]}}])",
                    T / area()));
  }
};

TEST_F(ModesCommand, TunesAHingedBarByItsTension) {
  const HingedBar bar;
  for (double share : {0.0, 1.0, 20.0}) {  // of the load that buckles it: bending alone, as much of both, tension above all
    const double T = share * bar.buckling_load();
    folder.write("bar.json", bar.scene_under(T));
    const auto modes = json({"bar.json", "--prestressed", "-n", "3"});
    EXPECT_EQ(modes.at("about"), "equilibrium");
    const double omega = 2 * kPi * modes.at("frequencies").at(0).get<double>();
    const double off = omega * omega / bar.squared_frequency(T) - 1;
    EXPECT_LT(std::abs(off), 0.02) << "tension " << T << " N";
  }
  folder.write("bar.json", bar.scene_under(20 * bar.buckling_load()));
  const double omega = 2 * kPi * json({"bar.json", "-n", "1"}).at("frequencies").at(0).get<double>();
  EXPECT_NEAR(omega * omega / bar.squared_frequency(0), 1, 0.02) << "about rest the load does not enter";
}

TEST_F(ModesCommand, SaysThatABucklingBarIsUnstable) {
  const HingedBar bar;
  folder.write("bar.json", bar.scene_under(-0.9 * bar.buckling_load()));
  EXPECT_EQ(run({"bar.json", "--prestressed", "-n", "1"}).status, 0);
  folder.write("bar.json", bar.scene_under(-1.1 * bar.buckling_load()));
  const Outcome outcome = run({"bar.json", "--prestressed", "-n", "1"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("the equilibrium is unstable"));
  EXPECT_EQ(outcome.out, "");
}

TEST_F(ModesCommand, SaysThatThereIsNoEquilibrium) {
  folder.write("falling.json", scene(beam("beam", 1, 4, 0.5), R"(, "gravity": [0, 0, -9.81])"));
  const Outcome outcome = run({"falling.json", "--prestressed", "-o", "there"});
  EXPECT_EQ(outcome.status, 3);
  EXPECT_THAT(outcome.err, HasSubstr("no equilibrium was found"));
  EXPECT_EQ(outcome.out, "");
  EXPECT_FALSE(std::filesystem::exists(folder / "there"));
}

TEST_F(ModesCommand, DrawsModesAboutTheEquilibrium) {
  const HingedBar bar;
  folder.write("bar.json", bar.scene_under(20 * bar.buckling_load()));
  const Outcome outcome = run({"bar.json", "--prestressed", "-n", "1", "-o", "there"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("1 mode about the equilibrium, among them 0 rigid motions"));
  ASSERT_EQ(run({"bar.json", "-n", "1", "-o", "resting"}).status, 0);
  EXPECT_NE(folder.read("there/mode_01/frames/frame_000000.vtu"), folder.read("resting/mode_01/frames/frame_000000.vtu"))
      << "frame 0 shows what it vibrates about";
}

// A bar of three domains, or of none.
std::string chain(const std::string& domains, const std::string& integrator) {
  return fmt::format(
      R"({{"lilyan": 1, "bodies": [{{"name": "bar", "mesh": {{"type": "box", "size": [1.8, 0.2, 0.2], "cells": [18, 2, 2], "split": 5}},
      "material": {{"type": "stvk", "youngs_modulus": 1e6, "poissons_ratio": 0.3}}, "density": 1000{}}}],
      "pins": [{{"body": "bar", "select": {{"type": "plane", "point": [-0.9, 0, 0], "normal": [-1, 0, 0]}}}}],
      "integrator": {}, "time": {{"step": 0.01, "steps": 1}}}})",
      domains, integrator);
}

constexpr const char* kDomains = R"(, "domains": [
      {"select": {"type": "box", "min": [-0.9, -1, -1], "max": [-0.3, 1, 1]}, "modes": 20},
      {"select": {"type": "box", "min": [-0.3, -1, -1], "max": [0.3, 1, 1]}, "modes": 20},
      {"select": {"type": "box", "min": [0.3, -1, -1], "max": [0.9, 1, 1]}, "modes": 20}])";

TEST_F(ModesCommand, GivesTheFrequenciesOfDomainsByTheirCoupling) {
  folder.write("whole.json", chain("", R"({"type": "avf"})"));
  const double whole = json({"whole.json", "-n", "1"})["frequencies"][0].get<double>();
  const auto lowest = [&](const std::string& coupling) {
    folder.write("tree.json", chain(kDomains, fmt::format(R"({{"type": "multidomain_newmark", "coupling": "{}"}})", coupling)));
    const auto modes = json({"tree.json", "-n", "1"});
    EXPECT_EQ(modes["coupling"], coupling) << "it has the name that scenes give it";
    return modes["frequencies"][0].get<double>() / whole;
  };
  EXPECT_NEAR(lowest("exact"), 1, 0.02);
  EXPECT_NEAR(lowest("l1"), 2.9, 0.2);
  EXPECT_NEAR(lowest("l2"), 1.2, 0.1);
  EXPECT_NEAR(lowest("composite"), 1.13, 0.08);
  EXPECT_THAT(run({"tree.json"}).out, HasSubstr("10 lowest frequencies at rest of 3 domains with 60 coordinates"));
  for (const std::vector<std::string>& more :
       {std::vector<std::string>{"--prestressed"}, {"--check"}, {"-o", "shapes"}, {"-n", "61"}}) {
    std::vector<std::string> arguments = {"tree.json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    EXPECT_EQ(run(arguments).status, 2) << more.front();
  }
  EXPECT_THAT(run({"tree.json", "-o", "shapes"}).err, HasSubstr("the coupling composite has frequencies, but no shapes"));
  EXPECT_FALSE(std::filesystem::exists(folder / "shapes"));
}

TEST_F(ModesCommand, DrawsModesOfDomains) {
  folder.write("tree.json", chain(kDomains, R"({"type": "multidomain_midpoint"})"));
  const Outcome outcome = run({"tree.json", "-n", "3", "-o", "shapes"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("  output    shapes\n"));
  const std::string table = folder.read("shapes/modes.csv");
  EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 1 + 3);
  const double first = json({"tree.json", "-n", "1"})["frequencies"][0].get<double>();
  EXPECT_THAT(table, HasSubstr(fmt::format("\n1,{:.17g},0,0,", first)));
  EXPECT_TRUE(folder.read("shapes/mode_01/frames/frame_000004.vtu") != folder.read("shapes/mode_03/frames/frame_000004.vtu"))
      << "every mode moves the vertices its own way";
  EXPECT_TRUE(std::filesystem::exists(folder / "shapes/mode_03/frames/frame_000015.vtu"));
}

TEST_F(ModesCommand, DrawsRigidMotionsOfAFlyingBodyOfDomains) {
  folder.write("tree.json", chain(kDomains, R"({"type": "multidomain_midpoint"})"));
  ASSERT_EQ(run({"tree.json", "-n", "7", "-o", "shapes", "--set", "pins=[]"}).status, 0);
  const std::string table = folder.read("shapes/modes.csv");
  EXPECT_THAT(table, ContainsRegex("\n6,[^,]*,1,0,"));
  EXPECT_THAT(table, ContainsRegex("\n7,[^,]*,0,0,"));
}

}  // namespace
}  // namespace lilyan::testing
