// probes.csv: where the probed vertices are, the same rows as the ledger.
#pragma once

#include <lilyan/run/output_plan.hpp>

#include <string>
#include <vector>

namespace lilyan {

std::string probes_header(const std::vector<Probe>& probes);

// positions: of the probes' vertices, in their order [m], 3 numbers each.
std::vector<Index> probed_vertices(const std::vector<Probe>& probes);
std::string probes_line(std::int64_t step, double t, const Vector& positions);

}  // namespace lilyan
