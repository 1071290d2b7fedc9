// probes.csv: where the probed vertices are, the same rows as the ledger.
#pragma once

#include <lilyan/dynamics/history.hpp>
#include <lilyan/run/run_plan.hpp>

#include <string>
#include <vector>

namespace lilyan {

std::string probes_header(const std::vector<Probe>& probes);
std::string probes_line(const std::vector<Probe>& probes, const Frame& now);

}  // namespace lilyan
