#include <lilyan/mesh/mesh_size.hpp>

#include <lilyan/core/platform/available_memory.hpp>
#include <lilyan/core/vector.hpp>

#include <fmt/format.h>

#include <limits>

namespace lilyan {

std::optional<std::string> why_too_large(double vertices, double cells, std::optional<double> memory) {
  constexpr double kLargest = std::numeric_limits<Index>::max();
  constexpr double kBytesPerVertex = 1000, kBytesPerCell = 200, kSurelyFree = 0x1p20;
  const double needed = kBytesPerVertex * vertices + kBytesPerCell * cells;
  const std::string size = fmt::format("{:.3g} vertices and {:.3g} cells", vertices, cells);
  if (!(3 * vertices <= kLargest && cells <= kLargest))
    return fmt::format("{} are more than the engine can number ({:.3g} and {:.3g})", size, kLargest / 3, kLargest);
  if (!memory && needed < kSurelyFree) return std::nullopt;
  const double free = memory ? *memory : available_memory();
  if (needed > free)
    return fmt::format("{} need at least {:.3g} GiB of memory; {:.3g} GiB are free", size, needed / 0x1p30, free / 0x1p30);
  return std::nullopt;
}

std::string size_note(const Vector& X, const std::string& millimetres, const std::string& factor) {
  constexpr double kLongest = 50, kShortest = 1e-3;  // [m]
  if (X.size() == 0) return {};
  const auto points = X.reshaped(3, X.size() / 3);
  const double length = (points.rowwise().maxCoeff() - points.rowwise().minCoeff()).maxCoeff();
  if (length > kLongest)
    return fmt::format("the body is {:.4g} m long; if the file is in millimetres, give {}", length, millimetres);
  if (length < kShortest)
    return fmt::format("the body is only {:.3g} m long; lengths are in metres, and {} multiplies those of the file", length,
                       factor);
  return {};
}

}  // namespace lilyan
