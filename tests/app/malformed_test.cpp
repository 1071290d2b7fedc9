// Bad scenes and command lines: exit status 2, the culprit named, at once, and an earlier run's output left alone.
#include "program.hpp"

#include <gmock/gmock.h>
#include <sys/stat.h>

namespace lilyan::testing {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

struct BadScene {
  std::string name;
  std::string from, to;  // the first `from` in the good scene becomes `to`
  std::string culprit;   // named on standard error
};

const std::vector<BadScene> kBadScenes = {
    {"EmptyFile", kGoodScene, "", "scene.json"},
    {"Blank", kGoodScene, "\n\n", "scene.json:3:1"},
    {"TruncatedJson", "\"integrator\": {\"type\": \"avf\"},\n  \"time\": {\"step\": 0.01, \"steps\": 5}\n}", "", "scene.json:"},
    {"TruncatedText", "\"avf\"},\n  \"time\": {\"step\": 0.01, \"steps\": 5}\n}", "\"av", "scene.json:9"},
    {"NotAnObject", kGoodScene, "[1, 2]", "an object"},
    {"NullScene", kGoodScene, "null", "an object"},
    {"TrailingComma", "\"steps\": 5}", "\"steps\": 5,}", "comma"},
    {"MissingComma", "\"lilyan\": 1,", "\"lilyan\": 1", "scene.json:3"},
    {"SingleQuotes", "\"lilyan\"", "'lilyan'", "double quotes"},
    {"TwoScenes", kGoodScene, "{} {}", "what follows"},
    {"NaNNumber", "\"density\": 1", "\"density\": NaN", "scene.json:7"},
    {"InfiniteNumber", "\"density\": 1", "\"density\": 1e400", "scene.json:7"},
    {"DuplicateKey", "\"lilyan\": 1,", "\"lilyan\": 1, \"lilyan\": 1,", "given twice"},
    {"InvalidUtf8", "\"bar\"", "\"b\xff\"", "UTF-8"},
    {"NulByte", "\"lilyan\"", std::string("\0", 1), "scene.json:2"},
    {"NestedTooDeep", kGoodScene, std::string(100000, '['), "brackets"},
    {"NestedObjectsTooDeep", "\"density\": 1", "\"density\": " + std::string(100000, '{'), "scene.json:7"},
    {"WrongVersion", "\"lilyan\": 1", "\"lilyan\": 2", "lilyan: 2"},
    {"MissingVersion", "\"lilyan\": 1,", "", "lilyan: missing"},
    {"VersionAsText", "\"lilyan\": 1", "\"lilyan\": \"1\"", "without quotes"},
    {"MisspeltTopKey", "\"integrator\"", "\"integrater\"", "did you mean \"integrator\"?"},
    {"KeyNotBuiltYet", "\"lilyan\": 1,", "\"lilyan\": 1, \"domains\": [],", "domains: unknown key"},
    {"MisspeltModulus", "youngs_modulus", "young_modulus", "did you mean \"youngs_modulus\"?"},
    {"MisspeltLaw", "\"stvk\"", "\"svtk\"", "did you mean \"stvk\"?"},
    {"PresetAsLaw", "\"stvk\"", "\"rubber\"", R"(hint: "rubber" is a preset: write {"type": "preset", "name": "rubber"})"},
    {"LawAsPreset", "\"type\": \"stvk\", \"youngs_modulus\": 1000, \"poissons_ratio\": 0.3", R"("type": "preset", "name": "stvk")",
     R"(hint: "stvk" is a type: write {"type": "stvk", ...})"},
    {"PresetAsKey", "\"type\": \"stvk\", \"youngs_modulus\": 1000, \"poissons_ratio\": 0.3", R"("preset": "rubber")",
     R"(hint: "rubber" is a preset: write {"type": "preset", "name": "rubber"})"},
    {"PresetAsText", R"({"type": "stvk", "youngs_modulus": 1000, "poissons_ratio": 0.3})", "\"steel\"",
     R"(hint: "steel" is a preset: write {"type": "preset", "name": "steel"})"},
    {"PresetWithoutName", "\"type\": \"stvk\", \"youngs_modulus\": 1000, \"poissons_ratio\": 0.3", R"("type": "preset")",
     R"(missing; expected one of "rubber", "jelly", )"},
    {"PresetWithoutNameHint", "\"type\": \"stvk\", \"youngs_modulus\": 1000, \"poissons_ratio\": 0.3", R"("type": "preset")",
     R"(hint: for example "name": "rubber"; the stuff, described by)"},
    {"LawNotBuiltYet", "\"stvk\"", "\"viscoelastic\"", "bodies/0/material/type"},
    {"MisspeltIntegrator", "\"avf\"", "\"afv\"", "did you mean \"avf\"?"},
    {"MisspeltShape", "\"box\"", "\"bx\"", "did you mean \"box\"?"},
    {"TypeMissing", "\"type\": \"avf\"", "", "integrator/type: missing"},
    {"TypeIsANumber", "\"type\": \"avf\"", "\"type\": 3", "integrator/type: 3"},
    {"NegativeDensity", "\"density\": 1", "\"density\": -1", "bodies/0/density: -1"},
    {"ZeroDensity", "\"density\": 1", "\"density\": 0", "bodies/0/density: 0"},
    {"NoDensityNorMass", ",\n    \"density\": 1", "", "\"density\" and \"mass\""},
    {"DensityAndMass", "\"density\": 1", "\"density\": 1, \"mass\": 1", "\"density\" and \"mass\""},
    {"TinyDensity", "\"density\": 1", "\"density\": 1e-320", "bodies/0"},
    {"IncompressiblePoisson", "0.3", "0.5", "bodies/0/material/poissons_ratio: 0.5"},
    {"PoissonBelowMinusOne", "0.3", "-1", "bodies/0/material/poissons_ratio"},
    {"NegativeModulus", "1000", "-1000", "bodies/0/material/youngs_modulus: -1000"},
    {"HalfASetOfModuli", ", \"poissons_ratio\": 0.3", "", "complete"},
    {"MixedModuli", "\"poissons_ratio\": 0.3", "\"mu\": 3", "mixture"},
    {"ModulusAsText", "1000", "\"1000\"", "youngs_modulus"},
    {"SizeOfTwo", "[2, 1, 1]", "[2, 1]", "bodies/0/mesh/size: 2 items"},
    {"SizeNegative", "[2, 1, 1]", "[2, -1, 1]", "bodies/0/mesh/size/1: -1"},
    {"SizeUnderflows", "[2, 1, 1]", "[2e-200, 1e-200, 1]", "bodies/0/mesh"},
    {"CellsFractional", "\"cells\": [2, 1, 1]", "\"cells\": [2.5, 1, 1]", "bodies/0/mesh/cells/0: 2.5"},
    {"CellsZero", "\"cells\": [2, 1, 1]", "\"cells\": [0, 1, 1]", "bodies/0/mesh/cells/0: 0"},
    {"CellsHuge", "\"cells\": [2, 1, 1]", "\"cells\": [1000, 1000, 1000]", "bodies/0/mesh/cells"},
    {"CellsAstronomic", "\"cells\": [2, 1, 1]", "\"cells\": [1e300, 1, 1]", "bodies/0/mesh/cells/0"},
    {"CellsBeyondIndices", "\"cells\": [2, 1, 1]", "\"cells\": [4294967297, 1, 1]", "bodies/0/mesh/cells"},
    {"NoBodies", "\"lilyan\": 1,\n  \"bodies\": [{", "\"lilyan\": 1, \"bodies\": [], \"x\": [{", "bodies: 0 items"},
    {"BodiesAnObject", "\"lilyan\": 1,\n  \"bodies\": [{", "\"lilyan\": 1, \"bodies\": {}, \"x\": [{", "bodies: an object"},
    {"StepZero", "0.01", "0", "time/step: 0"},
    {"StepNegative", "0.01", "-0.01", "time/step: -0.01"},
    {"StepsZero", "\"steps\": 5", "\"steps\": 0", "time/steps: 0"},
    {"StepsFractional", "\"steps\": 5", "\"steps\": 5.5", "time/steps: 5.5"},
    {"StepsAndDuration", "\"steps\": 5", "\"steps\": 5, \"duration\": 1", "\"duration\" and \"steps\""},
    {"NeitherStepsNorDuration", ", \"steps\": 5", "", "\"duration\" and \"steps\""},
    {"MoreStepsThanNumbers", "\"step\": 0.01, \"steps\": 5", "\"step\": 1e-300, \"duration\": 1", "time/step"},
    {"MeshFileMissing", R"("type": "box", "size": [2, 1, 1], "cells": [2, 1, 1])", R"("type": "file", "path": "none.msh")",
     "none.msh"},
    {"MeshFileIsAFolder", R"("type": "box", "size": [2, 1, 1], "cells": [2, 1, 1])", R"("type": "file", "path": "folder.msh")",
     "folder.msh: is a folder"},
    {"MeshFileIsADevice", R"("type": "box", "size": [2, 1, 1], "cells": [2, 1, 1])", R"("type": "file", "path": "zero.msh")",
     "zero.msh"},
    {"MeshFileIsAPipe", R"("type": "box", "size": [2, 1, 1], "cells": [2, 1, 1])", R"("type": "file", "path": "pipe.msh")",
     "pipe.msh: is a pipe"},
    {"MeshFileOfUnknownKind", R"("type": "box", "size": [2, 1, 1], "cells": [2, 1, 1])", R"("type": "file", "path": "scene.json")",
     "scene.json"},
    {"MeshFileIsNonsense", R"("type": "box", "size": [2, 1, 1], "cells": [2, 1, 1])", R"("type": "file", "path": "bad.msh")",
     "bad.msh"},
    {"FileMaterialOfABox", "\"youngs_modulus\": 1000, \"poissons_ratio\": 0.3},\n    \"density\": 1", "\"type2\": 1}",
     "bodies/0/material/type2"},
    {"PinOnUnknownBody", "\"lilyan\": 1,", R"("lilyan": 1, "pins": [{"body": "bra", "select": {"type": "all"}}],)",
     "did you mean \"bar\"?"},
    {"PinSelectsNothing", "\"lilyan\": 1,",
     R"("lilyan": 1, "pins": [{"body": "bar", "select": {"type": "sphere", "center": [9, 9, 9], "radius": 1}}],)", "pins/0/select"},
    {"PinWithUnknownAxis", "\"lilyan\": 1,", R"("lilyan": 1, "pins": [{"body": "bar", "select": {"type": "all"}, "axes": ["w"]}],)",
     "pins/0/axes/0"},
    {"ProbeOnUnknownBody", "\"lilyan\": 1,",
     R"("lilyan": 1, "output": {"probes": [{"name": "p", "body": "x", "nearest": [0, 0, 0]}]},)", "output/probes/0/body"},
    {"UnknownFrameFormat", "\"lilyan\": 1,", R"("lilyan": 1, "output": {"frames": ["vtk"]},)", "did you mean \"vtu\"?"},
    {"ToleranceTooLarge", "\"lilyan\": 1,", R"("lilyan": 1, "solver": {"tolerance": 1},)", "solver/tolerance"},
    {"NameClimbsOut", "\"lilyan\": 1,", R"("lilyan": 1, "name": "../../x",)", "name:"},
    {"GravityANumber", "\"lilyan\": 1,", R"("lilyan": 1, "gravity": -9.81,)", "gravity: -9.81"},
    {"InvertedWhereUndefined", "\"type\": \"stvk\"", "\"type\": \"neo_hookean\"", ""},
};

std::string changed(const BadScene& bad) {
  std::string text = kGoodScene;
  const std::size_t at = text.find(bad.from);
  EXPECT_NE(at, std::string::npos) << "the good scene does not hold what " << bad.name << " replaces";
  text.replace(at, bad.from.size(), bad.to);
  if (bad.name == "InvertedWhereUndefined")
    text.insert(text.find("\"density\""), R"("deform": [{"type": "stretch", "factors": [1, 1, -1]}], )");
  return text;
}

void expect_refused(const Outcome& outcome, const std::string& culprit) {
  EXPECT_EQ(outcome.status, 2) << outcome.err;
  EXPECT_THAT(outcome.err, StartsWith("error: "));
  EXPECT_THAT(outcome.err, HasSubstr(culprit));
  EXPECT_EQ(outcome.out, "");
  EXPECT_LT(outcome.seconds, 2);
  EXPECT_LT(outcome.err.size(), 4000u);
}

TEST(MalformedScene, IsRefusedByRunAndCheckAndLeavesEarlierOutputAlone) {
  const ScratchFolder folder;
  folder.write("good.json", kGoodScene);
  ASSERT_EQ(run_program({"run", "good.json", "-o", "out", "--quiet"}, folder.path()).status, 0);
  const std::string ledger = folder.read("out/ledger.csv");
  folder.write("bad.msh", "$MeshFormat\n9 9 9\n");
  std::filesystem::create_directory(folder.path() / "folder.msh");
  std::filesystem::create_symlink("/dev/zero", folder.path() / "zero.msh");
  ASSERT_EQ(mkfifo((folder.path() / "pipe.msh").c_str(), 0600), 0);

  for (const BadScene& bad : kBadScenes) {
    SCOPED_TRACE(bad.name);
    folder.write("scene.json", changed(bad));
    expect_refused(run_program({"check", "scene.json"}, folder.path()), bad.culprit);
    expect_refused(run_program({"run", "scene.json", "-o", "out"}, folder.path()), bad.culprit);
    EXPECT_EQ(folder.read("out/ledger.csv"), ledger);
  }
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "x"));
}

struct BadCommand {
  std::vector<std::string> arguments;
  std::string culprit;
};

TEST(MalformedCommand, IsRefusedWithTheCulpritNamed) {
  const ScratchFolder folder;
  folder.write("good.json", kGoodScene);
  folder.write("file", "x");
  std::filesystem::create_directory(folder.path() / "folder");
  ASSERT_EQ(mkfifo((folder.path() / "pipe").c_str(), 0600), 0);
  std::filesystem::create_symlink("loop", folder.path() / "loop");
  folder.write("large.json", "");
  std::filesystem::resize_file(folder.path() / "large.json", 65u << 20);

  const std::vector<BadCommand> cases = {
      {{}, "no command"},
      {{""}, "no command"},
      {{"rnu", "good.json"}, "did you mean \"run\"?"},
      {{"simulate"}, "simulate"},
      {{"compere", "good.json"}, "did you mean \"compare\"?"},
      {{"--nonsense"}, "--nonsense"},
      {{"run"}, "SCENE"},
      {{"run", "good.json", "other.json"}, "other.json"},
      {{"run", "--nonsense", "good.json"}, "--nonsense"},
      {{"run", "none.json"}, "none.json"},
      {{"run", ""}, ""},
      {{"run", "folder"}, "folder"},
      {{"run", "/dev/zero"}, "/dev/zero"},
      {{"run", "pipe"}, "pipe"},
      {{"run", "loop"}, "loop"},
      {{"run", "large.json"}, "large.json"},
      {{"run", std::string(5000, 'x')}, "xxx"},
      {{"run", "good.json", "-o"}, "-o"},
      {{"run", "good.json", "-o", "file"}, "file"},
      {{"run", "good.json", "-o", "file/below"}, "file"},
      {{"run", "good.json", "-o", "/proc/none"}, "/proc/none"},
      {{"run", "good.json", "-o", ""}, "-o"},
      {{"run", "good.json", "--threads", "0"}, "--threads"},
      {{"run", "good.json", "--threads", "-2"}, "--threads"},
      {{"run", "good.json", "--threads", "two"}, "--threads"},
      {{"run", "good.json", "--threads", "1000000"}, "--threads"},
      {{"run", "good.json", "--set"}, "--set"},
      {{"run", "good.json", "--set", "nonsense"}, "--set nonsense"},
      {{"run", "good.json", "--set", "=1"}, "--set =1"},
      {{"run", "good.json", "--set", "bodies.7.mass=1"}, "--set bodies.7.mass=1"},
      {{"run", "good.json", "--set", "lilyan.x=1"}, "--set lilyan.x=1"},
      {{"run", "good.json", "--set", "a..b=1"}, "--set a..b=1"},
      {{"run", "good.json", "--set", "time.stp=1"}, "time/stp"},
      {{"run", "good.json", "--set", "time.step=-1"}, "time/step: -1"},
      {{"run", "good.json", "--set", "integrator.type=euler"}, "integrator/type"},
      {{"run", "good.json", "--set", "x\x1b[31m=1"}, "unknown key"},
      {{"compare"}, "SCENE"},
      {{"compare", "none.json"}, "none.json"},
      {{"compare", "good.json", "--integrators", "avf,backward_eular"}, "did you mean \"backward_euler\"?"},
      {{"compare", "good.json", "--integrators", "avf,nope"}, "known are: forward_euler, "},
      {{"compare", "good.json", "--integrators", "avf,avf"}, "twice"},
      {{"compare", "good.json", "--integrators", "variational:alpha"}, "name=value"},
      {{"compare", "good.json", "--integrators", "variational:alpha=3"}, "integrator/alpha: 3"},
      {{"compare", "good.json", "--integrators", "variational:alhpa=0.5"}, "did you mean \"alpha\"?"},
      {{"compare", "good.json", "--integrators", ""}, "--integrators"},
      {{"compare", "good.json", "-o", ""}, "-o"},
      {{"report"}, "DIR"},
      {{"report", "folder"}, "setting.json"},
      {{"check"}, "SCENE"},
      {{"check", "none.json"}, "none.json"},
      {{"info"}, "FILE"},
      {{"info", "none.msh"}, "none.msh"},
      {{"info", "file"}, "file"},
      {{"info", "folder"}, "folder"},
      {{"list", "intergrators"}, "did you mean \"integrators\"?"},
      {{"list", "x", "y"}, "y"},
      {{"schema", "extra"}, "extra"},
  };
  for (const BadCommand& bad : cases) {
    SCOPED_TRACE(::testing::PrintToString(bad.arguments).substr(0, 200));
    const Outcome outcome = run_program(bad.arguments, folder.path());
    EXPECT_EQ(outcome.status, 2) << outcome.err;
    EXPECT_THAT(outcome.err, StartsWith("error: "));
    EXPECT_THAT(outcome.err, HasSubstr(bad.culprit));
    EXPECT_EQ(outcome.err.find('\x1b'), std::string::npos);
    EXPECT_LT(outcome.seconds, 2);
  }
  EXPECT_EQ(folder.read("file"), "x");
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "out"));
}

}  // namespace
}  // namespace lilyan::testing
