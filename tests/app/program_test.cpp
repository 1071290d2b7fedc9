// What the program promises to people and scripts: exit status, streams, files.
#include "program.hpp"

#include <tests/run/run_files.hpp>

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

namespace lilyan::testing {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class Program : public ::testing::Test {
 protected:
  void SetUp() override { folder.write("bar.json", kGoodScene); }
  Outcome run(const std::vector<std::string>& arguments) { return run_program(arguments, folder.path()); }

  ScratchFolder folder;
};

std::size_t lines(const std::string& text) { return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')); }

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
  for (const char* fact : {"compiler", "LILYAN_NATIVE=", "LILYAN_CHOLMOD=", "sanitizers", "Eigen"})
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

TEST_F(Program, RunWritesIntoTheSceneNamesFolderAndSaysSo) {
  const Outcome outcome = run({"run", "bar.json"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("5 of 5 steps"));
  EXPECT_THAT(outcome.out, HasSubstr("out/bar"));
  EXPECT_EQ(lines(folder.read("out/bar/ledger.csv")), 1 + 6u);
  EXPECT_THAT(folder.read("out/bar/ledger.csv"), StartsWith("step,time,h,kinetic,elastic,gravity,"));
  EXPECT_EQ(nlohmann::json::parse(folder.read("out/bar/summary.json")).at("steps"), 5);
}

TEST_F(Program, QuietPrintsNothing) {
  const Outcome outcome = run(
      {"run", "bar.json", "-o", "there", "--quiet", "--set", "name=other", "--set", R"(time={"step": 0.01, "duration": 0.0312})"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.out + outcome.err, "");
  EXPECT_EQ(lines(folder.read("there/ledger.csv")), 1 + 4u);
}

std::string without_wall_time(const std::string& ledger) { return test::without_column(ledger, "wall_ms"); }

TEST_F(Program, TheNumberOfThreadsChangesNoBit) {
  const std::string cells = "bodies.0.mesh.cells=[12, 6, 6]", velocity = R"(bodies.0.velocity={"angular": [3, 2, 1]})";
  for (const char* threads : {"1", "2", "3"})
    ASSERT_EQ(run({"run", "bar.json", "-o", threads, "--threads", threads, "--quiet", "--set", cells, "--set", velocity}).status,
              0);
  EXPECT_EQ(without_wall_time(folder.read("1/ledger.csv")), without_wall_time(folder.read("2/ledger.csv")));
  EXPECT_EQ(without_wall_time(folder.read("1/ledger.csv")), without_wall_time(folder.read("3/ledger.csv")));
  EXPECT_EQ(lines(without_wall_time(folder.read("1/ledger.csv"))), 1 + 6u);
}

TEST_F(Program, ModesPrintsATableOrNothingButJson) {
  const Outcome table = run({"modes", "bar.json"});
  EXPECT_EQ(table.status, 0) << table.err;
  EXPECT_THAT(table.out, HasSubstr("10 modes about rest, among them 6 rigid motions and 0 mechanisms"));
  EXPECT_THAT(table.out, HasSubstr("frequency [Hz]"));
  EXPECT_EQ(lines(table.out), 2 + 10 + 1u);  // a note on the single layer of tets
  EXPECT_EQ(table.err, "");
  const Outcome outcome = run({"modes", "bar.json", "-n", "8", "--json"});
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
  EXPECT_EQ(run({"modes", "bar.json", "-n", "8", "--json", "--threads", "3"}).out, outcome.out);
}

TEST_F(Program, ModesWritesShapesThatPlay) {
  ASSERT_EQ(run({"modes", "bar.json", "-n", "7", "-o", "there"}).status, 0);
  EXPECT_EQ(lines(folder.read("there/modes.csv")), 1 + 7u);
  EXPECT_THAT(folder.read("there/mode_07/frames.pvd"), HasSubstr("frames/frame_000015.vtu"));
  EXPECT_TRUE(std::filesystem::exists(folder / "there/mode_07/frames/frame_000015.vtu"));
}

TEST_F(Program, ModesRefusesANumberThatTheBodiesDoNotHave) {
  const Outcome outcome = run({"modes", "bar.json", "-n", "100000", "-o", "there"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("hint: ask for 1 to "));
  EXPECT_FALSE(std::filesystem::exists(folder / "there"));
  EXPECT_EQ(run({"modes", "bar.json", "-n", "0"}).status, 2);
  EXPECT_EQ(run({"modes", "bar.json", "-n", "-2"}).status, 2);
}

TEST_F(Program, SetChangesTheScene) {
  EXPECT_EQ(run({"run", "bar.json", "-o", "o", "--set", "time.steps=2", "--set", "integrator.type=backward_euler",
                 "--set=output.ledger.every=2"})
                .status,
            0);
  EXPECT_EQ(lines(folder.read("o/ledger.csv")), 1 + 2u);
  EXPECT_EQ(nlohmann::json::parse(folder.read("o/summary.json")).at("integrator"), "backward_euler");
}

TEST_F(Program, ResumesWithMoreStepsAndRefusesAnotherScene) {
  ASSERT_EQ(run({"run", "bar.json", "-o", "o"}).status, 0);
  const std::string five = folder.read("o/ledger.csv");

  const Outcome again = run({"run", "bar.json", "-o", "o", "--resume"});
  EXPECT_EQ(again.status, 0);
  EXPECT_NE(again.err, "");  // says that there was nothing to do
  EXPECT_EQ(folder.read("o/ledger.csv"), five);

  EXPECT_EQ(run({"run", "bar.json", "-o", "o", "--resume", "--set", "time.steps=9"}).status, 0);
  EXPECT_THAT(folder.read("o/ledger.csv"), StartsWith(five));
  EXPECT_EQ(lines(folder.read("o/ledger.csv")), 1 + 10u);

  const std::string ten = folder.read("o/ledger.csv");
  const Outcome other = run({"run", "bar.json", "-o", "o", "--resume", "--set", "bodies.0.density=2"});
  EXPECT_EQ(other.status, 2);
  EXPECT_THAT(other.err, StartsWith("error: "));
  EXPECT_EQ(folder.read("o/ledger.csv"), ten);
}

TEST_F(Program, AStepThatCannotBeMadeEndsWithStatus3AndLikelyCauses) {
  const Outcome outcome =
      run({"run", "bar.json", "-o", "o", "--set", "solver.max_iterations=1", "--set",
           R"(bodies.0.velocity={"angular": [90, 60, 30]})", "--set", "time.step=0.1", "--set", "solver.tolerance=1e-14"});
  EXPECT_EQ(outcome.status, 3) << outcome.err;
  EXPECT_THAT(outcome.err, StartsWith("error: step 1 could not be made"));
  EXPECT_THAT(outcome.err, HasSubstr("likely causes"));
  EXPECT_EQ(lines(folder.read("o/ledger.csv")), 1 + 1u);
}

TEST_F(Program, AStepThatCannotBeMadeInContactNamesThePiecesThatAreNearest) {
  const Outcome outcome =
      run({"run", LILYAN_SCENES "/colliding_balls.json", "-o", "o", "--no-report", "--set", "solver.max_iterations=5"});
  EXPECT_EQ(outcome.status, 3) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("are nearest to each other where the solver stopped"));
  EXPECT_THAT(outcome.err, HasSubstr("of body \"left\""));
  EXPECT_THAT(outcome.err, HasSubstr("of the distance of contact \"blow\""));
}

TEST_F(Program, AnExplicitMethodThatExplodesIsToldItsLongestStep) {
  const auto with = [&](const std::string& method, const std::string& step) {
    const Outcome outcome = run({"run", "bar.json", "-o", "o", "--set", "integrator.type=" + method, "--set", "time.step=" + step,
                                 "--set", "time.steps=2000", "--set", R"(bodies.0.velocity={"angular": [0, 0, 0.1]})"});
    return outcome.out + outcome.err;
  };
  const std::string failed = with("velocity_verlet", "0.2");
  EXPECT_THAT(failed,
              ContainsRegex("step of 0.2 s is [0-9.]+ times the limit of explicit methods, 2/omega_max = 0.0[0-9]+ s at rest"));
  const std::size_t at = failed.find("2/omega_max = ") + 14;
  const double limit = std::stod(failed.substr(at));
  EXPECT_THAT(with("velocity_verlet", std::to_string(0.95 * limit)), Not(HasSubstr("omega_max")));
  EXPECT_THAT(with("velocity_verlet", std::to_string(1.05 * limit)), HasSubstr("is 1.05 times the limit"));
  EXPECT_THAT(with("forward_euler", "0.05"), HasSubstr("forward_euler gains energy even below it"));
  EXPECT_THAT(with("backward_euler", "0.2"), Not(HasSubstr("omega_max")));
}

TEST_F(Program, StopsAfterTheStepInHandOnASignal) {
  for (const char* signal : {"INT", "TERM"}) {
    const Outcome outcome = run_shell(
        std::string("\"$lilyan\" run bar.json -o o --quiet --set time.steps=100000000 & p=$!\n") +
            "n=0; while [ ! -s o/ledger.csv ] && [ $n -lt 200 ]; do sleep 0.05; n=$((n+1)); done; kill -" + signal + " $p; wait $p",
        folder.path());
    EXPECT_EQ(outcome.status, 4) << signal << outcome.err;
    EXPECT_TRUE(folder.read("o/ledger.csv").ends_with('\n'));
    EXPECT_THAT(outcome.err, ContainsRegex("stopped by a signal after step [0-9]+ of 100000000, at t = [0-9.e-]+ s"));
    EXPECT_THAT(outcome.err, HasSubstr("output up to there is in o;"));
    EXPECT_THAT(outcome.err, HasSubstr("lilyan run bar.json -o o --set time.steps=100000000 --quiet --resume\n"));
    const nlohmann::json info = nlohmann::json::parse(run({"info", "o", "--json"}).out);
    EXPECT_EQ(info.at("status"), "stopped");
    EXPECT_THAT(run({"info", "o"}).out, HasSubstr("lilyan run SCENE -o o --resume"));
    std::filesystem::remove_all(folder.path() / "o");
  }
}

TEST_F(Program, ARunSaysWhatItRemovedOfAnEarlierOneAndNothingElse) {
  const std::vector<std::string> words = {"run", "bar.json", "-o", "o", "--set", R"(output={"frames": ["vtu"]})"};
  EXPECT_EQ(run(words).err, "");
  ASSERT_EQ(run({"convert", "o", "--to", "glb"}).status, 0);
  ASSERT_EQ(run({"convert", "o", "--to", "obj"}).status, 0);
  folder.write("o/mine.txt", "mine");
  folder.write("o/obj/notes.txt", "mine");
  const Outcome again = run(words);
  EXPECT_EQ(lines(again.err), 1u);
  EXPECT_EQ(again.err, "note: removed with the earlier run in o, from which it was converted: animation.glb, obj/\n");
  EXPECT_EQ(run(words).err, "") << "what a run writes again is not worth a word";
  EXPECT_EQ(folder.read("o/mine.txt") + folder.read("o/obj/notes.txt"), "minemine");
}

TEST_F(Program, ChecksWhetherAMethodCanBeTurnedRound) {
  auto check = [&](const std::string& method, const std::string& more = "time.steps=20") {
    return run({"run", "bar.json", "-o", "o", "--check-reversible", "--set", "time.step=0.002", "--set", more, "--set",
                "integrator={\"type\": \"" + method + "\"}"});
  };
  EXPECT_THAT(check("avf").out, HasSubstr("there and back with avf: reversible"));
  const Outcome damped = check("backward_euler");
  EXPECT_EQ(damped.status, 0);
  EXPECT_THAT(damped.out, HasSubstr("not reversible"));
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "o")) << "it writes nothing";
  const Outcome moving = check(
      "avf",
      R"(pins=[{"body": "bar", "select": {"type": "box", "min": [-9, -9, -9], "max": [-1, 9, 9]}, "motion": {"translate": [1, 0, 0], "to": 1}}])");
  EXPECT_EQ(moving.status, 2);
  EXPECT_THAT(moving.err, HasSubstr("changes in time"));
  EXPECT_EQ(run({"run", "bar.json", "--check-reversible", "--resume"}).status, 2);
}

TEST_F(Program, AFinishedRunEndsWithTheCommandForAFilm) {
  folder.write("bin/ffmpeg", "#!/bin/sh\n");
  std::filesystem::permissions(folder.path() / "bin/ffmpeg", std::filesystem::perms::owner_all);
  const auto run_with = [&](const std::string& path, const std::string& more) {
    return run_shell("PATH=" + path + " \"$lilyan\" run bar.json -o 'o o' " + more, folder.path()).out;
  };
  const std::string frames = R"(--set 'output={"frames": ["vtu"]}')";
  EXPECT_TRUE(run_with("nowhere:bin", frames)
                  .ends_with("  report    o o/report.html\n  film      lilyan render 'o o' -o 'o o/film.mp4'\n"));
  EXPECT_TRUE(run_with("nowhere", frames).ends_with("  report    o o/report.html\n"));
  EXPECT_TRUE(run_with("bin", "").ends_with("  report    o o/report.html\n"));  // no frames, no film
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

TEST_F(Program, InfoDescribesScenesAndMeshes) {
  EXPECT_THAT(run({"info", "bar.json"}).out, HasSubstr("2 kg"));
  folder.write("tet.node", "4 3 0 0\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n");
  folder.write("tet.ele", "1 4 0\n1 1 2 3 4\n");
  const Outcome mesh = run({"info", "tet.node"});
  EXPECT_EQ(mesh.status, 0) << mesh.err;
  EXPECT_THAT(mesh.out, HasSubstr("0.166667 m^3"));
}

TEST_F(Program, InfoDescribesAScene) {
  const Outcome text = run({"info", "bar.json"});
  for (const char* words :
       {"12 vertices, 10 tets", "method    avf: ", "time      5 steps of 0.01 s: 0.05 s", "output    no frames"})
    EXPECT_THAT(text.out, HasSubstr(words));
  const nlohmann::json json = nlohmann::json::parse(run({"info", "bar.json", "--json"}).out);
  EXPECT_EQ(json.at("scene"), "bar");
  EXPECT_EQ(json.at("bodies").at(0).at("tets"), 10);
  EXPECT_DOUBLE_EQ(json.at("mass").get<double>(), 2);
  EXPECT_EQ(json.at("bodies").at(0).at("box").at("max"), (nlohmann::json{1, 0.5, 0.5}));
  EXPECT_EQ(json.at("integrator"), "avf");
  EXPECT_EQ(json.at("time").at("steps"), 5);
}

TEST_F(Program, InfoDescribesTheFolderOfARun) {
  ASSERT_EQ(run({"run", "bar.json", "-o", "o", "--quiet", "--set", R"(output={"frames": ["vtu"]})"}).status, 0);
  const Outcome text = run({"info", "o"});
  EXPECT_EQ(text.status, 0) << text.err;
  EXPECT_THAT(text.out, StartsWith("o: finished\n"));
  for (const char* words : {"scene     bar, 36 unknowns, with avf", "steps     5 of 5 of 0.01 s", "6 rows, t = 0 to 0.05 s",
                            "6 frames, t = 0 to", "file      ledger.csv, ", "folder    frames/ with 6 files"})
    EXPECT_THAT(text.out, HasSubstr(words));
  nlohmann::json json = nlohmann::json::parse(run({"info", "o", "--json"}).out);
  EXPECT_EQ(json.at("status"), "done");
  EXPECT_EQ(json.at("rows").at("count"), 6);
  EXPECT_EQ(json.at("frames").at("count"), 6);
  EXPECT_EQ(json.at("files").at("frames/").at("files"), 6);

  // As a killed run leaves it, and with a file that something else has spoilt.
  std::filesystem::remove(folder.path() / "o/summary.json");
  folder.write("o/frames.pvd", "spoilt");
  json = nlohmann::json::parse(run({"info", "o", "--json"}).out);
  EXPECT_EQ(json.at("status"), "unfinished");
  EXPECT_EQ(json.at("steps"), 5);
  EXPECT_EQ(json.at("faults").size(), 1u);
  EXPECT_THAT(run({"info", "o"}).out, HasSubstr("not finished"));

  const Outcome outside = run({"info", "."});
  EXPECT_EQ(outside.status, 2);
  EXPECT_THAT(outside.err, HasSubstr("folders of runs in it: ./o"));
}

TEST_F(Program, InfoDescribesAMeshThatCannotBeSimulated) {
  folder.write("bad.mesh",
               "MeshVersionFormatted 2\nDimension 3\nVertices\n5\n0 0 0 0\n1 0 0 0\n0 1 0 0\n0 0 1 0\n1 1 0 0\n"
               "Tetrahedra\n2\n2 1 3 4 7\n1 2 3 5 0\n");
  const Outcome text = run({"info", "bad.mesh"});
  EXPECT_EQ(text.status, 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr("1 tets inverted, 1 without volume, 0 twice"));
  EXPECT_THAT(text.out, HasSubstr("set       ref7: 1 tets"));
  const nlohmann::json json = nlohmann::json::parse(run({"info", "bad.mesh", "--json"}).out);
  EXPECT_EQ(json.at("faults").at("inverted"), 1);
  EXPECT_EQ(json.at("tet_sets").at("ref7"), 1);
  EXPECT_EQ(json.at("surface").at("open_edges"), 0);
  folder.write("open.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  EXPECT_THAT(run({"info", "open.obj"}).out, HasSubstr("not watertight"));
  EXPECT_THAT(run({"info", "open.obj"}).out, HasSubstr("3 open"));
}

TEST_F(Program, InfoTellsTheModuliOfAnOrthotropicMaterial) {
  folder.write("fir.veg",
               "*VERTICES\n4 3 0 0\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n*ELEMENTS\nTET\n1 4 0\n1 1 2 3 4\n"
               "*MATERIAL fir\nORTHOTROPIC_N3G3, 500, 3e9, 2e8, 1e8, 0.3, 0.4, 0.02, 1e8, 1e7, 2e8\n*REGION\nallElements, fir\n");
  EXPECT_THAT(run({"info", "fir.veg"}).out,
              HasSubstr("fir: 1 tets, density 500 kg/m^3, orthotropic: youngs_moduli [3e+09, 2e+08, 1e+08]"));
  const nlohmann::json material = nlohmann::json::parse(run({"info", "fir.veg", "--json"}).out).at("materials").at(0);
  EXPECT_EQ(material.at("shear_moduli"), (nlohmann::json{1e8, 1e7, 2e8}));
  EXPECT_EQ(material.at("axes").at(1), (nlohmann::json{0, 1, 0}));
}

TEST_F(Program, APinHoldsANamedSetOfTheMesh) {
  folder.write("tet.mesh",
               "MeshVersionFormatted 2\nDimension 3\nVertices\n4\n0 0 0 0\n1 0 0 0\n0 1 0 0\n0 0 1 0\n"
               "Triangles\n1\n1 2 3 5\nTetrahedra\n1\n1 2 3 4 7\n");
  auto scene = [&](const std::string& name) {
    folder.write("set.json", R"({"lilyan": 1, "bodies": [{"mesh": {"type": "file", "path": "tet.mesh"}, "density": 1000,
      "material": {"type": "stvk", "mu": 1000, "lambda": 1000}}],
      "pins": [{"body": "body0", "select": {"type": "set", "name": ")" +
                                 name + R"("}}],
      "integrator": {"type": "avf"}, "time": {"step": 0.01, "steps": 2}})");
    return run({"run", "set.json", "-o", "o"});
  };
  EXPECT_EQ(scene("ref5").status, 0);
  EXPECT_EQ(scene("ref7").status, 0);
  const Outcome unknown = scene("ref6");
  EXPECT_EQ(unknown.status, 2);
  EXPECT_THAT(unknown.err, HasSubstr("pins/0/select/name"));
  EXPECT_THAT(unknown.err, HasSubstr("\"ref5\", \"ref7\""));
}

TEST_F(Program, SurvivesClosedAndFullStreams) {
  EXPECT_EQ(run_shell("\"$lilyan\" schema | head -c 1 >/dev/null; \"$lilyan\" run bar.json | true", folder.path()).status, 0);
  EXPECT_EQ(run_shell("\"$lilyan\" run bar.json -o o >&- 2>&- <&-", folder.path()).status, 0);
  EXPECT_THAT(folder.read("o/ledger.csv"), StartsWith("step,time"));
  const Outcome full = run_shell("\"$lilyan\" schema >/dev/full", folder.path());
  EXPECT_EQ(full.status, 2);
  EXPECT_THAT(full.err, HasSubstr("standard output"));
}

TEST_F(Program, OutputThatCannotBeWrittenIsBadInput) {
  folder.write("file", "mine");
  EXPECT_EQ(run({"run", "bar.json", "-o", "file"}).status, 2);
  EXPECT_EQ(folder.read("file"), "mine");
}

}  // namespace
}  // namespace lilyan::testing
