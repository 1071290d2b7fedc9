// The plots of a run, and those that lay several runs over each other.
#pragma once

#include <lilyan/report/chart.hpp>
#include <lilyan/report/run_record.hpp>

#include <vector>

namespace lilyan {

// Energies, balance, momenta, solver work, wall time.
std::vector<Chart> run_charts(const RunRecord& run);

struct NamedRun {
  std::string name;
  std::string folder;  // of the run, within the comparison's
  RunRecord record;
};
std::vector<Chart> comparison_charts(const std::vector<NamedRun>& runs);

}  // namespace lilyan
