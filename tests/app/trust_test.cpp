// What the program says where a result cannot be trusted.
#include "program.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

namespace lilyan::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

const char* const kDoor = R"({
  "lilyan": 1, "gravity": [0, 0, 0],
  "bodies": [{
    "name": "door", "mesh": {"type": "box", "size": [0.8, 0.04, 2], "cells": [4, 1, 4], "elements": "hexes", "center": [0.4, 0, 1]},
    "material": {"type": "preset", "name": "wood", "law": "orthotropic"}, "velocity": {"angular": [0, 0, 2]}
  }],
  "integrator": {"type": "avf"}, "time": {"step": 0.01, "steps": 40}
})";

// A cantilever that bends under its weight.
const char* const kBeam = R"({
  "lilyan": 1,
  "bodies": [{
    "name": "beam", "mesh": {"type": "box", "size": [10, 1, 1], "cells": [20, 2, 2]},
    "material": {"type": "linear", "youngs_modulus": 1e6, "poissons_ratio": 0.3}, "density": 1000
  }],
  "pins": [{"body": "beam", "select": {"type": "plane", "point": [-5, 0, 0], "normal": [-1, 0, 0]}}],
  "integrator": {"type": "avf"}, "time": {"step": 0.01, "steps": 20}
})";

class HonestProgram : public ::testing::Test {
 protected:
  Outcome run(const std::vector<std::string>& arguments) { return run_program(arguments, folder.path()); }
  nlohmann::json summary(const std::string& of) { return nlohmann::json::parse(folder.read(of + "/summary.json")); }

  ScratchFolder folder;
};

TEST_F(HonestProgram, SaysThatSmallStrainWasTurnedTooFar) {
  folder.write("door.json", kDoor);
  const Outcome swelling = run({"run", "door.json", "-o", "o"});
  EXPECT_EQ(swelling.status, 0);
  EXPECT_THAT(swelling.out, HasSubstr("WARNING   hex "));
  EXPECT_THAT(swelling.out, HasSubstr("use \"corotated\" with the same moduli"));
  EXPECT_EQ(swelling.err, "");
  EXPECT_THAT(summary("o").at("warnings").dump(), HasSubstr("degrees"));
  EXPECT_THAT(run({"info", "o"}).out, HasSubstr("WARNING   hex "));
  const std::string page = folder.read("o/report.html");
  EXPECT_THAT(page, HasSubstr("Turned further than a law of small strain allows"));
  EXPECT_THAT(page, HasSubstr("with the same moduli"));

  const Outcome rigid = run({"run", "door.json", "-o", "p", "--set", R"(bodies.0.material={"type": "preset", "name": "wood"})"});
  EXPECT_THAT(rigid.out, Not(HasSubstr("WARNING")));
  EXPECT_THAT(summary("p").at("warnings"), IsEmpty());
}

// A pin tears a body that was at rest along: beside the energy it had, any error is large; beside that of its motion it is
// rounding.
TEST_F(HonestProgram, TellsWhatRoundingLeftBesideTheEnergyOfTheMotion) {
  folder.write("bar.json", kGoodScene);
  for (const std::string integrator : {"avf", "energy_momentum"})
    for (const std::string way : {"1e2", "1e4", "1e6"}) {
      const std::string pin = R"(pins=[{"body": "bar", "select": {"type": "plane", "point": [-0.99, 0, 0], "normal": [-1, 0, 0]},)"
                              R"("motion": {"translate": [)" +
                              way + R"(, 0, 0], "to": 0.1}}])";
      const Outcome outcome =
          run({"run", "bar.json", "-o", "o", "--replace", "--no-report", "--set", pin, "--set", "bodies.0.density=1000", "--set",
               "bodies.0.material.youngs_modulus=1e5", "--set", "bodies.0.mesh.cells=[4, 2, 2]", "--set",
               "integrator.type=" + integrator, "--set", "time.steps=20"});
      EXPECT_EQ(outcome.status, 0) << outcome.err;
      EXPECT_LT(summary("o").at("energy").at("max_drift"), 1e-9) << integrator << " " << way;
      EXPECT_LT(summary("o").at("newton").at("worst_residual"), 1e-9) << integrator << " " << way << outcome.out;
      EXPECT_THAT(outcome.out, HasSubstr("turned inside out"));
    }
}

TEST_F(HonestProgram, SaysThatCellsWereTurnedInsideOut) {
  folder.write("bar.json", kGoodScene);
  const Outcome outcome = run({"run", "bar.json", "-o", "o", "--set", "bodies.0.material.type=stvk", "--set",
                               R"(bodies.0.deform=[{"type": "stretch", "factors": [-0.6, 1, 1]}])"});
  EXPECT_THAT(outcome.out + outcome.err, HasSubstr("turned inside out"));
  const nlohmann::json inverted = summary("o").at("inverted");
  EXPECT_GT(inverted.at("cells"), 0);
  EXPECT_LE(inverted.at("least_j"), -0.6 + 1e-9);
  EXPECT_THAT(inverted.at("cell").get<std::string>(), HasSubstr("tet "));
  EXPECT_GE(inverted.at("time"), 0);
  EXPECT_THAT(folder.read("o/report.html"), HasSubstr("inside out (J = -"));
}

TEST_F(HonestProgram, NotesBodiesThatFellIntoEachOther) {
  folder.write("fall.json",
               R"({"lilyan": 1, "gravity": [0, -9.81, 0], "integrator": {"type": "avf"}, "time": {"step": 0.01, "steps": 40},
    "bodies": [
      {"name": "low", "mesh": {"type": "box", "size": [1, 1, 1], "cells": [2, 2, 2], "split": 6},
       "material": {"type": "stvk", "youngs_modulus": 1e6, "poissons_ratio": 0.3}, "density": 1000},
      {"name": "high", "mesh": {"type": "ball", "radius": 0.5, "size": 0.2, "center": [0.1, 1.2, 0.1]},
       "material": {"type": "stvk", "youngs_modulus": 1e6, "poissons_ratio": 0.3}, "density": 1000}],
    "pins": [{"body": "low", "select": {"type": "plane", "point": [0, -0.5, 0], "normal": [0, -1, 0]}}]})");
  const Outcome outcome = run({"run", "fall.json", "-o", "o"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("NOTE      bodies \"low\" and \"high\" overlap at the end"));
  EXPECT_THAT(folder.read("o/report.html"), HasSubstr("overlap at the end"));
  const Outcome kept_apart = run({"run", "fall.json", "-o", "k", "--set", R"(contact=[{"type": "between", "bodies": "all"}])"});
  EXPECT_EQ(kept_apart.status, 0) << kept_apart.err;
  EXPECT_THAT(kept_apart.out, Not(HasSubstr("overlap")));
}

TEST_F(HonestProgram, NotesMeshesThatCannotBendOnStandardOutputOnly) {
  folder.write("beam.json", kBeam);
  const std::vector<std::string> one_layer = {"--set", "bodies.0.mesh.cells=[10, 1, 1]",
                                              "--set", "bodies.0.material.youngs_modulus=1e8",
                                              "--set", "bodies.0.material.poissons_ratio=0.49"};
  std::vector<std::string> words = {"run", "beam.json", "-o", "o"};
  words.insert(words.end(), one_layer.begin(), one_layer.end());
  const Outcome outcome = run(words);
  EXPECT_EQ(outcome.err, "");
  EXPECT_THAT(outcome.out, HasSubstr("NOTE      body \"beam\" bends or twists with about 1 layer of tets"));
  EXPECT_THAT(outcome.out, HasSubstr("NOTE      body \"beam\" has Poisson's ratio 0.49"));
  EXPECT_EQ(summary("o").at("notes").size(), 2u);
  EXPECT_THAT(folder.read("o/report.html"), HasSubstr("with about 1 layer of tets"));
  // Four layers of hexes bend.
  const Outcome fine = run({"run", "beam.json", "-o", "f", "--set", "bodies.0.mesh.elements=hexes", "--set",
                            "bodies.0.mesh.refine=1", "--set", "bodies.0.material.poissons_ratio=0.3", "--set", "time.steps=3"});
  EXPECT_EQ(fine.status, 0) << fine.err;
  EXPECT_THAT(fine.out, Not(HasSubstr("NOTE")));
}

TEST_F(HonestProgram, EstimatesTheErrorOfItsModes) {
  folder.write("beam.json", kBeam);
  const Outcome outcome = run({"modes", "beam.json", "-n", "2", "--check", "--json"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const nlohmann::json modes = nlohmann::json::parse(outcome.out);
  const double f = modes.at("frequencies")[0], error = modes.at("estimated_errors")[0];
  // Timoshenko's cantilever bends at 0.0510 Hz; what is estimated is the error to a fifth of itself.
  EXPECT_NEAR(f / 0.0510 - 1, 0.213, 0.01);
  EXPECT_NEAR(error, f / 0.0510 - 1, 0.045);
  EXPECT_THAT(modes.at("notes").dump(), HasSubstr("about 2 layers of tets"));
  EXPECT_THAT(run({"modes", "beam.json", "-n", "2", "--check"}).out, HasSubstr("estimated error"));

  folder.write("points.json", R"({"lilyan": 1, "bodies": [{"mesh": {"type": "points", "positions": [[0, 0, 0]], "masses": [1]}}],
    "potentials": [{"formula": "x^2 + y^2 + z^2", "body": "body0"}], "integrator": {"type": "avf"}, "time": {"step": 0.1, "steps": 2}})");
  const Outcome points = run({"modes", "points.json", "-n", "1", "--check"});
  EXPECT_EQ(points.status, 2);
}

// No inverted tet in a scene of points, no shorter step for a body at rest.
TEST_F(HonestProgram, NamesCausesThatAreReal) {
  folder.write("bar.json", kGoodScene);
  const Outcome outcome =
      run({"run", "bar.json", "-o", "o", "--set", "solver.max_iterations=1", "--set", "solver.on_failure=stop", "--set",
           R"(bodies.0.deform=[{"type": "stretch", "factors": [1.5, 1, 1]}])", "--set", "bodies.0.material.type=neo_hookean"});
  EXPECT_EQ(outcome.status, 3) << outcome.out;
  EXPECT_THAT(outcome.err, Not(HasSubstr("shorter")));
  EXPECT_THAT(outcome.err, Not(HasSubstr("compressed")));
  EXPECT_THAT(outcome.err, HasSubstr("nothing moves yet"));
}

}  // namespace
}  // namespace lilyan::testing
