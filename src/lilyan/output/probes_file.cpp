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

std::string probes_line(const std::vector<Probe>& probes, const Snapshot& now) {
  std::string line = fmt::format("{},{:.17g}", now.step, now.t);
  for (const Probe& probe : probes) {
    const Vec3 x = vertex(now.x, probe.vertex);
    fmt::format_to(std::back_inserter(line), ",{:.17g},{:.17g},{:.17g}", x[0], x[1], x[2]);
  }
  return line + "\n";
}

}  // namespace lilyan
