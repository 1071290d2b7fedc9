#include <lilyan/mesh/mesh_limits.hpp>

#include <lilyan/core/vector.hpp>

#include <fmt/format.h>

#include <limits>

namespace lilyan {

std::optional<std::string> why_too_large(double vertices, double cells, double memory) {
  constexpr double kLargest = std::numeric_limits<Index>::max();
  constexpr double kBytesPerVertex = 1000, kBytesPerCell = 200;
  const double needed = kBytesPerVertex * vertices + kBytesPerCell * cells;
  const std::string size = fmt::format("{:.3g} vertices and {:.3g} cells", vertices, cells);
  if (!(3 * vertices <= kLargest && cells <= kLargest))
    return fmt::format("{} are more than the engine can number ({:.3g} and {:.3g})", size, kLargest / 3, kLargest);
  if (needed > memory)
    return fmt::format("{} need at least {:.3g} GiB of memory; {:.3g} GiB are free", size, needed / 0x1p30, memory / 0x1p30);
  return std::nullopt;
}

}  // namespace lilyan
