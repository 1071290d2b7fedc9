// What the program promises of reports and comparisons.
#include "program.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

namespace lilyan::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class Reports : public ::testing::Test {
 protected:
  void SetUp() override { folder.write("bar.json", kGoodScene); }
  Outcome run(const std::vector<std::string>& arguments) { return run_program(arguments, folder.path()); }
  bool exists(const std::string& name) const { return std::filesystem::exists(folder.path() / name); }

  ScratchFolder folder;
};

TEST_F(Reports, ARunHasOneAndSaysWhereItIs) {
  const Outcome outcome = run({"run", "bar.json", "--set", "time.steps=7"});
  EXPECT_THAT(outcome.out, HasSubstr("report    out/bar/report.html"));
  const std::string page = folder.read("out/bar/report.html");
  EXPECT_THAT(page, HasSubstr("Made all 7 steps"));
  EXPECT_THAT(page, HasSubstr("--set time.steps=7"));
  for (const char* picture : {"step_000000.png", "step_000003.png", "step_000007.png"})
    EXPECT_TRUE(exists(std::string("out/bar/pictures/") + picture));
  EXPECT_THAT(page, HasSubstr("step 3, t = "));
}

TEST_F(Reports, WordsOfTheTerminalAreThoseOfThePage) {
  const Outcome outcome = run({"run", "bar.json", "--set", "integrator.type=backward_euler", "--set",
                               R"(bodies.0.velocity={"angular": [3, 2, 1]})", "--set", "time.steps=40"});
  const std::size_t begin = outcome.out.find("lost "), end = outcome.out.find('\n', begin);
  ASSERT_NE(begin, std::string::npos) << outcome.out;
  EXPECT_THAT(folder.read("out/bar/report.html"), HasSubstr("L" + outcome.out.substr(begin + 1, end - begin - 1)));
}

TEST_F(Reports, CanBeLeftOutAndMadeLater) {
  ASSERT_EQ(run({"run", "bar.json", "-o", "o", "--no-report"}).status, 0);
  EXPECT_FALSE(exists("o/report.html"));
  EXPECT_FALSE(exists("o/pictures"));
  const Outcome made = run({"report", "o"});
  EXPECT_EQ(made.status, 0) << made.err;
  EXPECT_EQ(made.out, "o/report.html\n");
  EXPECT_THAT(folder.read("o/report.html"), HasSubstr("Made all 5 steps"));
}

TEST_F(Reports, OfAnEarlierRunAreLeftAloneByABadScene) {
  ASSERT_EQ(run({"run", "bar.json", "-o", "o"}).status, 0);
  const std::string page = folder.read("o/report.html");
  EXPECT_EQ(run({"run", "bar.json", "-o", "o", "--set", "time.step=-1"}).status, 2);
  EXPECT_EQ(run({"run", "bar.json", "-o", "o", "--resume", "--set", "time.step=0.5"}).status, 2);
  EXPECT_EQ(folder.read("o/report.html"), page);
}

TEST_F(Reports, OfAResumedRunAreWhole) {
  ASSERT_EQ(run({"run", "bar.json", "-o", "o"}).status, 0);
  const Outcome resumed = run({"run", "bar.json", "-o", "o", "--resume", "--set", "time.steps=9"});
  ASSERT_EQ(resumed.status, 0) << resumed.err;
  const std::string page = folder.read("o/report.html");
  EXPECT_THAT(page, HasSubstr("Made all 9 steps"));
  EXPECT_THAT(page, HasSubstr("\"t\":[0,0.01,"));
  EXPECT_FALSE(exists("o/pictures/step_000002.png")) << "5 is nearer to the middle of 9";
  EXPECT_TRUE(exists("o/pictures/step_000009.png"));
}

TEST_F(Reports, MissingAfterAKillAreMadeByResume) {
  ASSERT_EQ(run({"run", "bar.json", "-o", "o"}).status, 0);
  std::filesystem::remove(folder.path() / "o/report.html");
  EXPECT_EQ(run({"run", "bar.json", "-o", "o", "--resume"}).status, 0);
  EXPECT_TRUE(exists("o/report.html"));
}

TEST_F(Reports, NotesOfAResumedRunComeFirst) {
  ASSERT_EQ(run({"run", "bar.json", "-o", "o"}).status, 0);
  const Outcome both = run_shell("\"$lilyan\" run bar.json -o o --resume --set time.steps=9 2>&1", folder.path());
  EXPECT_LT(both.out.find("going on after step 5"), both.out.find("9 of 9 steps")) << both.out;
}

TEST_F(Reports, AFailedRunsReportSaysWhy) {
  const Outcome outcome = run({"run", "bar.json", "-o", "o", "--set", "integrator.type=forward_euler", "--set", "time.step=10",
                               "--set", "time.steps=500", "--set", R"(bodies.0.velocity={"angular": [3, 2, 1]})"});
  ASSERT_EQ(outcome.status, 3) << outcome.out;
  const std::string page = folder.read("o/report.html");
  EXPECT_THAT(page, HasSubstr("could not be made"));
  EXPECT_THAT(page, HasSubstr("Likely cause"));
  EXPECT_THAT(page, HasSubstr("Exploded"));
}

TEST_F(Reports, NearlyIncompressibleBodiesAreNamedAsALikelyCause) {
  const Outcome outcome =
      run({"run", "bar.json", "-o", "o", "--set", "integrator.type=implicit_midpoint", "--set",
           R"(bodies.0.material={"type": "neo_hookean", "youngs_modulus": 1e5, "poissons_ratio": 0.4999999})", "--set",
           R"(bodies.0.deform=[{"type": "stretch", "factors": [1.3, 1, 1]}, {"type": "twist", "axis": [1, 0, 0], "degrees": 60}])",
           "--set", R"(solver={"max_iterations": 3})"});
  ASSERT_EQ(outcome.status, 3) << outcome.out << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("nearly incompressible (Poisson's ratio 0.4999999)"));
  EXPECT_THAT(outcome.out, HasSubstr("no step was made"));
}

TEST_F(Reports, HostileNamesDoNotRun) {
  ASSERT_EQ(run({"run", "bar.json", "-o", "o", "--set", "name=<script>alert(1)"}).status, 0);
  EXPECT_THAT(folder.read("o/report.html"), Not(HasSubstr("<script>alert")));
  EXPECT_THAT(folder.read("o/report.html"), HasSubstr("&lt;script&gt;alert"));
}

TEST_F(Reports, CompareRunsEveryMethodAndPrintsATable) {
  const Outcome outcome = run({"compare", "bar.json", "--integrators", "avf,variational:alpha=0.25,backward_euler", "-o", "c"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  for (const char* words : {"| method ", "| avf ", "| variational:alpha=0.25 ", "| backward_euler ", "report: c/report.html"})
    EXPECT_THAT(outcome.out, HasSubstr(words));
  for (const char* method : {"avf", "variational_alpha_0.25", "backward_euler"})
    for (const char* file : {"ledger.csv", "summary.json", "report.html"})
      EXPECT_TRUE(exists("c/" + (std::string(method) + "/" + file)));
  EXPECT_EQ(nlohmann::json::parse(folder.read("c/variational_alpha_0.25/setting.json"))["scene"]["integrator"]["alpha"], 0.25);
  EXPECT_THAT(folder.read("c/report.html"), HasSubstr("variational:alpha=0.25"));
}

TEST_F(Reports, AMethodThatFailsIsAResultOfAComparison) {
  const Outcome outcome = run({"compare", "bar.json", "--integrators", "forward_euler,avf", "-o", "c", "--set", "time.step=10",
                               "--set", "time.steps=60", "--set", R"(bodies.0.velocity={"angular": [3, 2, 1]})"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("stopped at step"));
  EXPECT_THAT(folder.read("c/report.html"), HasSubstr("stopped at step"));
  EXPECT_EQ(nlohmann::json::parse(folder.read("c/forward_euler/summary.json"))["status"], "failed");
  EXPECT_TRUE(nlohmann::json::parse(folder.read("c/forward_euler/summary.json")).contains("failure"));
}

TEST_F(Reports, AComparisonThatIsStoppedSaysWhereAndComparesWhatItHas) {
  const Outcome outcome = run_shell(
      "\"$lilyan\" compare bar.json --integrators avf,bdf2 -o c --quiet --set time.steps=100000000 & p=$!\n"
      "while [ ! -s c/avf/ledger.csv ] && kill -0 $p; do sleep 0.05; done; kill -TERM $p; wait $p",
      folder.path());
  EXPECT_EQ(outcome.status, 4) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("stopped by a signal during avf, method 1 of 2"));
  EXPECT_TRUE(exists("c/report.html"));
}

TEST_F(Reports, CompareQuietPrintsNothing) {
  const Outcome outcome = run({"compare", "bar.json", "--integrators", "avf", "--quiet"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.out + outcome.err, "");
  EXPECT_TRUE(exists("out/compare/bar/report.html"));
}

TEST_F(Reports, WhatIsPrintedFirstComesFirstWhereBothStreamsGoToOneFile) {
  const Outcome outcome = run_shell("\"$lilyan\" run bar.json -o o --resume > both 2>&1", folder.path());
  ASSERT_EQ(outcome.status, 0);
  const std::string both = folder.read("both");
  const std::size_t headline = both.find("vertices"), note = both.find("there is no checkpoint"), end = both.find("report    o");
  EXPECT_LT(headline, note) << both;
  EXPECT_LT(note, end) << both;
}

}  // namespace
}  // namespace lilyan::testing
