// probes.csv: where the probed vertices are, the same rows as the ledger.
#pragma once

#include <lilyan/run/output_plan.hpp>

#include <string>
#include <vector>

namespace lilyan {

std::string probes_header(const std::vector<Probe>& probes);

// All vertices that carry the probes, probe by probe.
std::vector<Index> probed_vertices(const std::vector<Probe>& probes);
// positions: of these, in their order [m], 3 numbers each.
std::string probes_line(std::int64_t step, double t, const std::vector<Probe>& probes, const Vector& positions);

}  // namespace lilyan
