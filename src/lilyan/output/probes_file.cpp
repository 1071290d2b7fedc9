#include <lilyan/output/csv.hpp>
#include <lilyan/output/probes_file.hpp>

#include <fmt/format.h>

namespace lilyan {

std::string probes_header(const std::vector<Probe>& probes) {
  std::string header = "step,time";
  for (const Probe& probe : probes) {
    for (const char* axis : {".x", ".y", ".z"}) header += "," + csv_field(probe.name + axis);
  }
  return header + "\n";
}

std::vector<Index> probed_vertices(const std::vector<Probe>& probes) {
  std::vector<Index> vertices;
  for (const Probe& probe : probes)
    for (const WeightedVertex& share : probe.shares) vertices.push_back(share.vertex);
  return vertices;
}

std::string probes_line(std::int64_t step, double t, const std::vector<Probe>& probes, const Vector& positions) {
  std::string line = fmt::format("{},{:.17g}", step, t);
  Index next = 0;
  for (const Probe& probe : probes) {
    std::vector<WeightedVertex> shares = probe.shares;
    for (WeightedVertex& share : shares) share.vertex = next++;
    for (const double number : weighted_sum(shares, positions)) fmt::format_to(std::back_inserter(line), ",{:.17g}", number);
  }
  return line + "\n";
}

}  // namespace lilyan
