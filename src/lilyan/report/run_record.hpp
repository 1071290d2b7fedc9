// All that a run's folder tells about the run: what a report is made of.
#pragma once

#include <lilyan/output/summary.hpp>
#include <lilyan/report/ledger_reader.hpp>
#include <lilyan/report/ledger_trace.hpp>
#include <lilyan/report/setting.hpp>
#include <lilyan/run/run_state.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace lilyan {

// summary.json, read back.
struct RunSummary {
  RunStatus status = RunStatus::done;
  std::int64_t steps = 0;                            // made
  double max_drift = 0, final_drift = 0, scale = 0;  // of the energy; relative, relative, [J]
  double linear_drift = 0, angular_drift = 0;        // relative
  double linear_scale = 0, angular_scale = 0;        // [kg m/s], [kg m^2/s]
  double max_displacement = 0;                       // [m]
  std::int64_t newton_iterations = 0, factorizations = 0, backtracks = 0, failed = 0, short_of_tolerance = 0, unclosed = 0,
               fallbacks = 0;
  double worst_residual = 0;  // relative
  struct LinearSolver {
    std::string type, why;
    std::int64_t iterations = 0;
  };
  std::optional<LinearSolver> linear_solver;  // none: of a run by a version that did not say
  RunSeconds seconds;
  std::optional<RunFailure> failure;
  struct StepLengths {
    double shortest = 0, longest = 0;  // [s]
  };
  std::optional<StepLengths> step_lengths;  // where a rule chose them
  struct Contact {
    std::int64_t most_pairs = 0;      // at one row
    std::optional<double> least_gap;  // over the distance at which contact begins; none: nothing touched
    double search = 0, pairs = 0;     // where its time went [s]
    double deepest = 0;               // beyond a plane that can be passed [m]
  };
  std::optional<Contact> contact;  // where the scene has it
  struct WidestInterface {
    std::string parent, child;  // domains
    double jump = 0;            // of the copies of a vertex, over the size of the interface
  };
  std::optional<WidestInterface> widest_interface;  // of a body of domains
  std::int64_t inverted_cells = 0;                  // the most at one row
  double least_j = 1;
  std::vector<std::string> warnings;  // of what is wrong with the shapes of cells
  std::vector<std::string> notes;     // of what is inexact, with the error to expect
};

struct RunPicture {
  std::int64_t step = 0;
  std::string png;  // bytes
};

struct RunRecord {
  RunSetting setting;
  RunSummary summary;
  LedgerTrace trace;
  LedgerFaults ledger_faults;
  std::vector<RunPicture> pictures;  // in the order of time
};

// "step 12, t = 0.12 s"; without the time where the step's length was chosen and the record does not tell when it ended.
std::string moment_words(const RunRecord& run, std::int64_t step);

// Throws InputError where a file is missing (id "report.missing": a run that was killed has no summary) or is not what a run
// writes ("report.syntax").
RunRecord read_run_record(const std::filesystem::path& folder);

RunSummary read_summary(const std::filesystem::path& file);

}  // namespace lilyan
