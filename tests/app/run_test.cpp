// `lilyan run`: files, exit status, what it says and how it goes on.
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

using RunCommand = ProgramWithABar;

TEST_F(RunCommand, WritesIntoTheSceneNamesFolderAndSaysSo) {
  const Outcome outcome = run({"run", "bar.json"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("5 of 5 steps"));
  EXPECT_THAT(outcome.out, HasSubstr("out/bar"));
  EXPECT_EQ(lines(folder.read("out/bar/ledger.csv")), 1 + 6u);
  EXPECT_THAT(folder.read("out/bar/ledger.csv"), StartsWith("step,time,h,kinetic,elastic,gravity,"));
  EXPECT_EQ(nlohmann::json::parse(folder.read("out/bar/summary.json")).at("steps"), 5);
}

TEST_F(RunCommand, QuietPrintsNothing) {
  const Outcome outcome = run(
      {"run", "bar.json", "-o", "there", "--quiet", "--set", "name=other", "--set", R"(time={"step": 0.01, "duration": 0.0312})"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.out + outcome.err, "");
  EXPECT_EQ(lines(folder.read("there/ledger.csv")), 1 + 4u);
}

std::string without_wall_time(const std::string& ledger) { return test::without_column(ledger, "wall_ms"); }

TEST_F(RunCommand, TheNumberOfThreadsChangesNoBit) {
  const std::string cells = "bodies.0.mesh.cells=[12, 6, 6]", velocity = R"(bodies.0.velocity={"angular": [3, 2, 1]})";
  for (const char* threads : {"1", "2", "3"})
    ASSERT_EQ(run({"run", "bar.json", "-o", threads, "--threads", threads, "--quiet", "--set", cells, "--set", velocity}).status,
              0);
  EXPECT_EQ(without_wall_time(folder.read("1/ledger.csv")), without_wall_time(folder.read("2/ledger.csv")));
  EXPECT_EQ(without_wall_time(folder.read("1/ledger.csv")), without_wall_time(folder.read("3/ledger.csv")));
  EXPECT_EQ(lines(without_wall_time(folder.read("1/ledger.csv"))), 1 + 6u);
}

TEST_F(RunCommand, SetChangesTheScene) {
  EXPECT_EQ(run({"run", "bar.json", "-o", "o", "--set", "time.steps=2", "--set", "integrator.type=backward_euler",
                 "--set=output.ledger.every=2"})
                .status,
            0);
  EXPECT_EQ(lines(folder.read("o/ledger.csv")), 1 + 2u);
  EXPECT_EQ(nlohmann::json::parse(folder.read("o/summary.json")).at("integrator"), "backward_euler");
}

TEST_F(RunCommand, ResumesWithMoreStepsAndRefusesAnotherScene) {
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

TEST_F(RunCommand, AStepThatCannotBeMadeEndsWithStatus3AndLikelyCauses) {
  const Outcome outcome =
      run({"run", "bar.json", "-o", "o", "--set", "solver.max_iterations=1", "--set",
           R"(bodies.0.velocity={"angular": [90, 60, 30]})", "--set", "time.step=0.1", "--set", "solver.tolerance=1e-14"});
  EXPECT_EQ(outcome.status, 3) << outcome.err;
  EXPECT_THAT(outcome.err, StartsWith("error: step 1 could not be made"));
  EXPECT_THAT(outcome.err, HasSubstr("likely causes"));
  EXPECT_EQ(lines(folder.read("o/ledger.csv")), 1 + 1u);
}

TEST_F(RunCommand, AStepThatCannotBeMadeInContactNamesThePiecesThatAreNearest) {
  const Outcome outcome =
      run({"run", LILYAN_SCENES "/colliding_balls.json", "-o", "o", "--no-report", "--set", "solver.max_iterations=5"});
  EXPECT_EQ(outcome.status, 3) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("are nearest to each other where the solver stopped"));
  EXPECT_THAT(outcome.err, HasSubstr("of body \"left\""));
  EXPECT_THAT(outcome.err, HasSubstr("of the distance of contact \"blow\""));
}

TEST_F(RunCommand, AnExplicitMethodThatExplodesIsToldItsLongestStep) {
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

TEST_F(RunCommand, StopsAfterTheStepInHandOnASignal) {
  for (const char* signal : {"INT", "TERM"}) {
    const Outcome outcome =
        run_shell(std::string("\"$lilyan\" run bar.json -o o --quiet --set time.steps=100000000 & p=$!\n") +
                      "while [ ! -s o/ledger.csv ] && kill -0 $p; do sleep 0.05; done; kill -" + signal + " $p; wait $p",
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

TEST_F(RunCommand, SaysWhatItRemovedOfAnEarlierOneAndNothingElse) {
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

TEST_F(RunCommand, ChecksWhetherAMethodCanBeTurnedRound) {
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

TEST_F(RunCommand, TurnsBodiesOfDomainsRoundAsWell) {
  auto check = [&](const std::string& times) {
    return run({"run", "bar.json", "--check-reversible", "--set", "time.step=0.002", "--set",
                R"(bodies.0.domains={"count": 2, "modes": 12})", "--set", R"(integrator={"type": "multidomain_midpoint"})", "--set",
                R"(loads=[{"type": "force", "body": "bar", "select": {"type": "all"}, "force": [1, 0, 0])" + times + "}]"});
  };
  const Outcome steady = check("");
  EXPECT_EQ(steady.status, 0) << steady.err;
  EXPECT_THAT(steady.out, HasSubstr("there and back with multidomain_midpoint"));
  const Outcome ending = check(R"(, "to": 1)");
  EXPECT_EQ(ending.status, 2);
  EXPECT_THAT(ending.err, HasSubstr("load \"load0\" changes in time"));
}

// Among forces of 1e200 N rounding decides whether a step can be made; that it holds numbers, or says why there is none, it does
// not.
void expect_failure_or_numbers(const Outcome& outcome, const std::string& ledger) {
  EXPECT_THAT(outcome.status, testing::AnyOf(0, 3)) << outcome.err;
  if (outcome.status == 3) {
    EXPECT_THAT(outcome.err, HasSubstr("error: "));
  }
  for (const char* no_number : {"inf", "nan"}) EXPECT_THAT(ledger, Not(HasSubstr(no_number)));
}

TEST_F(RunCommand, FailsInWordsWhereAForceIsBeyondAllNumbers) {
  folder.write("far.json", R"({"lilyan": 1, "integrator": {"type": "bathe"}, "time": {"step": 0.004, "steps": 2}, "bodies": [
    {"mesh": {"type": "points", "positions": [[-0.45, 0.55, 0.03], [0.61, 0.55, 0.03]], "masses": [1, 2]}},
    {"mesh": {"type": "box", "size": [1, 0.25, 0.25], "cells": [5, 2, 2]}, "density": 1000,
     "material": {"type": "linear", "youngs_modulus": 1e5, "poissons_ratio": 0.3}}], "contact": [{"type": "between", "bodies": "all"},
    {"type": "plane", "point": [0, 0, 1], "normal": [1, -1, -1], "distance": 1e-200, "response": "repulsion"}]})");
  const Outcome outcome = run({"run", "far.json", "-o", "far", "--no-report"});
  expect_failure_or_numbers(outcome, folder.read("far/ledger.csv"));
}

TEST_F(RunCommand, MakesNoStepToAnEnergyBeyondAllNumbers) {
  for (const auto& [method, stiffness] : {std::pair("bdf2", "3e300"), std::pair("newmark", "3e300"), std::pair("bathe", "1e280")}) {
    folder.write(
        "fast.json",
        std::string(R"({"lilyan": 1, "gravity": [0, 0, 0], "time": {"step": 0.004, "steps": 1}, "bodies": [
      {"mesh": {"type": "points", "positions": [[0.1, -0.0171, 0.3]], "masses": [1]}}], "integrator": {"type": ")") +
            method +
            R"("}, "contact": [{"type": "plane", "point": [0, 0, 0], "normal": [1, 1, -1], "response": "repulsion", "stiffness": )" +
            stiffness + "}]}");
    const Outcome outcome = run({"run", "fast.json", "-o", method, "--no-report"});
    SCOPED_TRACE(method);
    expect_failure_or_numbers(outcome, folder.read(std::string(method) + "/ledger.csv"));
  }
}

TEST_F(RunCommand, EndsWithTheCommandForAFilm) {
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

TEST_F(RunCommand, APinHoldsANamedSetOfTheMesh) {
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

TEST_F(RunCommand, OutputThatCannotBeWrittenIsBadInput) {
  folder.write("file", "mine");
  EXPECT_EQ(run({"run", "bar.json", "-o", "file"}).status, 2);
  EXPECT_EQ(folder.read("file"), "mine");
}

}  // namespace
}  // namespace lilyan::testing
