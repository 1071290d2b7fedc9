#include <lilyan/core/platform/file.hpp>
#include <lilyan/output/record_rows.hpp>
#include <lilyan/output/run_folder.hpp>
#include <lilyan/report/report.hpp>
#include <tests/report/ledgers.hpp>
#include <tests/report/tags.hpp>
#include <tests/run/expect_fault.hpp>
#include <tests/support/temporary_folder.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace lilyan::test {

using testing::HasSubstr;
using testing::Not;

TEST(Page, OfARunIsWellFormedAndWhole) {
  RunRecord run = swinging_record(300, -0.2);
  run.pictures = {{0, "PNG"}};
  const std::string page = run_page(run);
  EXPECT_TRUE(unbalanced_tags(page).empty()) << unbalanced_tags(page).back();
  for (const char* word : {"Lost 60 % of its energy", "Energies", "Angular momentum", "Newton iterations",
                           "set-ups of the linear solver", "data:image/png;base64,UE5H"})
    EXPECT_THAT(page, HasSubstr(word));
  for (const char* outside : {"src=\"http", "href=\"http", "url(", "@import"}) EXPECT_THAT(page, Not(HasSubstr(outside)));
}

TEST(Page, SurvivesLedgersOfNoRowOneRowAndExplosions) {
  std::vector<RunRecord> runs = {record_of({}), record_of({swinging_row(0)}), swinging_record(3000, 50)};
  std::vector<LedgerRow> rows;
  for (int step = 0; step < 50; ++step) {
    LedgerRow row = swinging_row(step);
    row.kinetic = row.total = std::pow(10.0, 20 * step);  // infinite after a while
    if (step > 40) row.linear.setConstant(std::nan(""));
    rows.push_back(row);
  }
  runs.push_back(record_of(rows));
  for (const RunRecord& run : runs) {
    const std::string page = run_page(run);
    EXPECT_TRUE(unbalanced_tags(page).empty()) << unbalanced_tags(page).back();
    for (const char* number : {">inf", ">nan", " nan", "[inf", "[nan", ",inf", ",nan", ":nan", ":inf"})
      EXPECT_THAT(page, Not(HasSubstr(number)));
  }
}

TEST(Page, OfAnExplosionShowsWhatItWasBefore) {
  std::vector<LedgerRow> rows = {swinging_row(0), swinging_row(1), swinging_row(2)};
  rows[2].kinetic = rows[2].total = 1e295;
  const std::string page = run_page(record_of(rows));
  EXPECT_THAT(page, HasSubstr("<b>100 J</b><span>energy at the start"));
  EXPECT_THAT(page, HasSubstr("<b>1×10²⁹³</b><span>largest energy error, relative to what was there before it exploded"));
  EXPECT_THAT(page, HasSubstr("Energies<span class=\"unit\"> [J], logarithmic<"));
}

TEST(Page, WithoutAStepShowsNoFigureOfSteps) {
  RunRecord run = record_of({swinging_row(0)});
  run.setting.steps = 300;
  run.summary.status = RunStatus::failed;
  const std::string page = run_page(run);
  EXPECT_THAT(page, HasSubstr("0 of 300 steps"));
  EXPECT_THAT(page, HasSubstr("energy at the start"));
  for (const char* word : {"energy at the end", "a step<", "largest energy error", "<svg"}) EXPECT_THAT(page, Not(HasSubstr(word)));
}

TEST(Page, SaysWhyAPictureIsShown) {
  std::vector<LedgerRow> rows;
  for (std::int64_t step = 0; step <= 10; ++step) {
    rows.push_back(swinging_row(step));
    rows.back().elastic = step == 3 ? 50 : 10;
  }
  RunRecord run = record_of(rows);
  run.pictures = {{0, "PNG"}, {3, "PNG"}, {10, "PNG"}};
  const std::string why = "step 3, t = 0.03 s: the largest elastic energy between the first and the last state";
  EXPECT_THAT(run_page(run), HasSubstr(why));
  EXPECT_THAT(run_page(run), HasSubstr("step 10, t = 0.1 s<"));
  run.pictures[1].step = 5;  // as earlier versions chose it
  EXPECT_THAT(run_page(run), HasSubstr("step 5, t = 0.05 s<"));
}

TEST(Page, SaysWhatARowOfTheLedgerCounts) {
  EXPECT_THAT(run_page(swinging_record(20)), HasSubstr("Solver work a step"));
  std::vector<LedgerRow> rows;
  for (const std::int64_t step : {0, 50, 100, 120}) rows.push_back(swinging_row(step));
  RunRecord run = record_of(rows);
  EXPECT_THAT(run_page(run), HasSubstr("Solver work in 50 steps each"));
  EXPECT_THAT(run_page(run), HasSubstr("Wall time in 50 steps each"));
  EXPECT_THAT(comparison_page("bar", {{"avf", "avf", run}}), HasSubstr("Newton iterations in 50 steps each"));
}

TEST(Page, OfAComparisonSaysWhereACurveIsCutOff) {
  const std::string cut = "A curve that ends at the upper edge";
  EXPECT_THAT(comparison_page("bar", {{"avf", "avf", swinging_record(300)}}), Not(HasSubstr(cut)));
  EXPECT_THAT(comparison_page("bar", {{"avf", "avf", swinging_record(300)}, {"bad", "bad", swinging_record(3000, 5)}}),
              HasSubstr(cut));
}

TEST(Page, OfAComparisonHoldsEveryRun) {
  const std::vector<NamedRun> runs = {{"avf", "avf", swinging_record(300)},
                                      {"variational:alpha=0.3", "variational_alpha_0.3", swinging_record(3000, 5)}};
  const std::string page = comparison_page("bar", runs);
  EXPECT_TRUE(unbalanced_tags(page).empty()) << unbalanced_tags(page).back();
  EXPECT_THAT(page, HasSubstr("href=\"variational_alpha_0.3/report.html\""));
  EXPECT_THAT(page, HasSubstr("exploded: more than 10 times"));
  EXPECT_TRUE(unbalanced_tags(comparison_page("bar", {})).empty());
}

TEST(Page, HostileNamesAreText) {
  RunRecord run = swinging_record(5);
  run.setting.name = run.setting.integrator = "<script>alert(1)</script>";
  run.setting.scene = "{\"name\": \"</pre><img src=x onerror=alert(1)>\"}";
  run.setting.overrides = {"name=<b>"};
  run.setting.notes = {"<i>"};
  run.setting.bodies = {{"\"><svg onload=alert(1)>", 4, 1, "tets", 1, {}, {}}};
  run.setting.pins = {"'><u>"};
  run.setting.program = "<u>";
  run.summary.failure = RunFailure{"<s>", 1, 0, 0, {"<s>"}};
  for (const std::string& page : {run_page(run), comparison_page(run.setting.name, {{run.setting.name, "\"x", run}})}) {
    EXPECT_TRUE(unbalanced_tags(page).empty());
    for (const char* tag : {"<script>alert", "<img src=x", "<b>n", "<svg onload", "<u>", "<s>", "\"\"x"})
      EXPECT_THAT(page, Not(HasSubstr(tag)));
  }
}

TEST(Page, OfAMillionRowsIsSmall) {
  RunRecord run = swinging_record(0);
  for (std::int64_t step = 1; step <= 1000000; ++step) run.trace.see(swinging_row(step));
  EXPECT_LT(run_page(run).size(), 500e3);
}

// A run's folder as it is on disk.
RunFolder write_run(const TemporaryFolder& folder, std::int64_t steps) {
  const RunFolder files(folder.path());
  std::string ledger = ledger_header();
  for (std::int64_t step = 0; step <= steps; ++step) ledger += ledger_line(swinging_row(step, 1e-7));
  write_text(files.ledger(), ledger);
  RunSetting setting = swinging_record(steps).setting;
  setting.scene = "{\"gravity\": [0, 0, 0]}";
  write_text(files.setting(), setting_text(setting));
  write_text(files.summary(), R"({"status": "done", "steps": 20, "energy": {"max_drift": 2e-8, "final_drift": 1e-8, "scale": 100},
    "momentum": {"linear_drift": 0, "angular_drift": null, "linear_scale": 3, "angular_scale": 2}, "max_displacement": 0.5,
    "newton": {"iterations": 60, "factorizations": 20, "backtracks": 1, "failed": 0, "short_of_tolerance": 0, "worst_residual": 1e-15},
    "seconds": {"wall": 1, "assembly": 0.25, "factorisation": 0.25, "solve": 0.1, "line_search": 0.1, "output": 0.1}})");
  return files;
}

TEST(Report, IsMadeOfTheFolderAlone) {
  TemporaryFolder folder;
  const RunFolder files = write_run(folder, 20);
  const RunRecord run = write_report(folder.path());
  EXPECT_EQ(run.trace.rows(), 21);
  EXPECT_EQ(run.trace.last().total, swinging_row(20, 1e-7).total);
  EXPECT_EQ(run.summary.newton_iterations, 60);
  EXPECT_TRUE(std::isnan(run.summary.angular_drift));
  EXPECT_EQ(run.setting.scene, "{\n  \"gravity\": [0,0,0]\n}");
  EXPECT_EQ(run.setting.properties.energy, "exact");
  EXPECT_THAT(folder.read("report.html"), HasSubstr("Kept its energy to 2e-08"));
}

TEST(Report, OfAFolderThatIsNoneOfARunSaysWhatIsMissing) {
  TemporaryFolder folder;
  EXPECT_EQ(fault_of([&] { write_report(folder.path()); }), "report.missing");
  const RunFolder files = write_run(folder, 20);
  for (const auto& [file, id] :
       {std::pair{files.summary(), "report.missing"}, {files.setting(), "report.missing"}, {files.ledger(), "ledger.missing"}}) {
    const std::string text = read_text(file);
    std::filesystem::remove(file);
    EXPECT_EQ(fault_of([&] { write_report(folder.path()); }), id) << file;
    write_text(file, text);
  }
  for (const auto& file : {files.summary(), files.setting()})
    for (const std::string& damage : {std::string("{}"), std::string("{"), std::string("[1]"), std::string("{\"status\": 3}")}) {
      const std::string text = read_text(file);
      write_text(file, damage);
      EXPECT_EQ(fault_of([&] { write_report(folder.path()); }), "report.syntax") << file << damage;
      write_text(file, text);
    }
  EXPECT_FALSE(std::filesystem::exists(files.report()));
}

}  // namespace lilyan::test
