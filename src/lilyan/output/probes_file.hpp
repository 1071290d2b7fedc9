// probes.csv: where the probed vertices are, the same rows as the ledger.
#pragma once

#include <lilyan/run/output_plan.hpp>
#include <lilyan/run/simulation.hpp>

#include <string>
#include <vector>

namespace lilyan {

std::string probes_header(const std::vector<Probe>& probes);
std::string probes_line(const std::vector<Probe>& probes, const Snapshot& now);

}  // namespace lilyan
