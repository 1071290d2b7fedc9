// What the program promises to people and scripts for all its commands, and the small ones: check, list, reference, completion.
#include "program.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

namespace lilyan::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

using Program = ProgramWithABar;

TEST_F(Program, SaysItsVersionAndHelp) {
  EXPECT_THAT(run({"--version"}).out, StartsWith("lilyan "));
  for (const char* command : {"run", "compare", "report", "check", "convert", "modes", "mesh", "list", "info", "render", "schema",
                              "reference", "completion"}) {
    EXPECT_THAT(run({"--help"}).out, HasSubstr(command));
    const Outcome help = run({command, "--help"});
    EXPECT_EQ(help.status, 0) << command;
    EXPECT_THAT(help.out, HasSubstr("Usage: lilyan " + std::string(command)));
  }
}

TEST_F(Program, SaysHowItWasBuilt) {
  for (const char* fact : {"compiler", "LILYAN_NATIVE=", "sanitizers", "Eigen"})
    EXPECT_THAT(run({"--version"}).out, HasSubstr(fact));
}

TEST_F(Program, CompletesItsCommandLineInBash) {
  const auto offers = [&](const std::string& words) {
    return run_shell("export lilyan; exec bash -c 'source <(\"$lilyan\" completion); COMP_WORDS=(" + words +
                         "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); lilyan_complete; echo \"${COMPREPLY[*]}\"'",
                     folder.path())
        .out;
  };
  EXPECT_EQ(offers("lilyan ru"), "run\n");
  EXPECT_THAT(offers("lilyan \"\""), HasSubstr("check"));
  EXPECT_EQ(offers("lilyan run b"), "bar.json\n");
  EXPECT_EQ(offers("lilyan run --res"), "--resume\n");
  EXPECT_EQ(offers("lilyan list integ"), "integrators\n");
  EXPECT_EQ(offers("lilyan run --threads \"\""), "\n");
  std::filesystem::create_directories(folder.path() / "out/bar");
  EXPECT_EQ(offers("lilyan render ou"), "out\n");
  EXPECT_EQ(offers("lilyan mesh ba"), "bar.json\n");
  EXPECT_EQ(offers("lilyan compare bar.json --integrators av"), "avf\n");
  EXPECT_EQ(offers("lilyan compare bar.json --integrators avf,imp"), "avf,implicit_midpoint\n");
  EXPECT_EQ(offers("lilyan compare bar.json --integrators = av"), "avf\n");
  EXPECT_EQ(offers("lilyan convert out/bar -o ou"), "out\n");
  EXPECT_EQ(offers("lilyan reference comm"), "commands\n");
}

TEST_F(Program, PredictsWhatARunTakesAndRefusesFramesThatNoDiskHolds) {
  const std::vector<std::string> frames = {"--set", R"(output={"frames": ["vtu"]})"};
  const auto with_frames = [&](std::vector<std::string> words) {
    words.insert(words.end(), frames.begin(), frames.end());
    return run(words);
  };
  EXPECT_THAT(run({"check", "bar.json"}).out, HasSubstr(" for the linear solver (factor)"));
  EXPECT_THAT(with_frames({"check", "bar.json"}).out, HasSubstr("6 frames of "));
  EXPECT_THAT(with_frames({"run", "bar.json", "-o", "predicted"}).out, HasSubstr(" of disk\n"));
  for (const char* command : {"check", "run"}) {
    const Outcome refused = with_frames({command, "bar.json", "--set", "time.steps=1000000000000"});
    EXPECT_EQ(refused.status, 2) << command;
    EXPECT_THAT(refused.err, HasSubstr("[output.disk]")) << command;
    EXPECT_FALSE(std::filesystem::exists(folder.path() / "out")) << command;
  }
}

TEST_F(Program, PrintsPagesOfTheReference) {
  EXPECT_THAT(run({"reference"}).out, HasSubstr("scene, commands, integrators"));
  EXPECT_THAT(run({"reference", "scene"}).out, HasSubstr("## bodies-mesh"));
  EXPECT_THAT(run({"reference", "commands"}).out, HasSubstr("## reference"));
  EXPECT_THAT(run({"reference", "errors"}).out, HasSubstr("## scene.unknown-key"));
  const Outcome wrong = run({"reference", "scen"});
  EXPECT_EQ(wrong.status, 2);
  EXPECT_THAT(wrong.err, HasSubstr("did you mean \"scene\"?"));
}

TEST_F(Program, CheckSaysOkWithSizesAndReportsEveryErrorOtherwise) {
  EXPECT_THAT(run({"check", "bar.json"}).out, StartsWith("ok: bar: 12 vertices, 10 tets, 36 unknowns, 5 steps"));
  const Outcome bad =
      run({"check", "bar.json", "--set", "time.step=0", "--set", "bodies.0.density=0", "--set", "solver.tolrance=1"});
  EXPECT_EQ(bad.status, 2);
  for (const char* place : {"time/step", "bodies/0/density", "solver/tolrance"}) EXPECT_THAT(bad.err, HasSubstr(place));
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "out"));
}

TEST_F(Program, ListsAsTablesAndAsJson) {
  for (const char* kind : {"integrators", "materials", "shapes", "deforms", "selections", "scenes"}) {
    EXPECT_THAT(run({"list"}).out, HasSubstr(kind));
    EXPECT_EQ(run({"list", kind}).status, 0);
    EXPECT_TRUE(nlohmann::json::parse(run({"list", kind, "--json"}).out).is_array()) << kind;
  }
  bool has_avf = false;
  for (const auto& entry : nlohmann::json::parse(run({"list", "integrators", "--json"}).out))
    if (entry.at("name") == "avf") has_avf = entry.at("order") == 2 && entry.at("energy").is_string();
  EXPECT_TRUE(has_avf);
}

TEST_F(Program, SurvivesClosedAndFullStreams) {
  EXPECT_EQ(run_shell("\"$lilyan\" schema | head -c 1 >/dev/null; \"$lilyan\" run bar.json | true", folder.path()).status, 0);
  EXPECT_EQ(run_shell("\"$lilyan\" run bar.json -o o >&- 2>&- <&-", folder.path()).status, 0);
  EXPECT_THAT(folder.read("o/ledger.csv"), StartsWith("step,time"));
  const Outcome full = run_shell("\"$lilyan\" schema >/dev/full", folder.path());
  EXPECT_EQ(full.status, 2);
  EXPECT_THAT(full.err, HasSubstr("standard output"));
}

}  // namespace
}  // namespace lilyan::testing
