#include <lilyan/mesh_files/plain_lists.hpp>

#include <lilyan/mesh_files/scan/text.hpp>

#include <fmt/format.h>

#include <limits>

namespace lilyan {

std::vector<Index> read_index_list(const std::filesystem::path& file, Index base) {
  TextScanner text(file, {.blanks = " \t\r\v\f,", .comment = '#'});
  std::vector<Index> indices;
  while (text.next_line())
    for (std::size_t k = 0; k < text.size(); ++k) {
      const std::int64_t index = text.integer(k, "index");
      if (index < base)
        text.fail("mesh.index", fmt::format("index {} is below {}, the first", index, base),
                  "the scene's `base` says what the first index is");
      if (index - base > std::numeric_limits<Index>::max()) text.fail("mesh.index", fmt::format("index {} is too large", index));
      indices.push_back(static_cast<Index>(index - base));
    }
  if (indices.empty()) text.fail("mesh.empty", "the file holds no index");
  return indices;
}

Vector read_positions(const std::filesystem::path& file, Index vertices) {
  TextScanner text(file, {.comment = '#'});
  Vector x(3 * Eigen::Index{vertices});
  for (Index i = 0; i < vertices; ++i) {
    text.require_line(fmt::format("vertex {} of {}", i + 1, vertices));
    text.require_size(3, "x y z");
    vertex(x, i) = text.position(0);
  }
  if (text.next_line()) text.fail("mesh.count", fmt::format("more lines than the {} vertices of the body", vertices));
  return x;
}

std::vector<PlacementLine> read_placement_lines(const std::filesystem::path& file, std::size_t most) {
  TextScanner text(file, {.comment = '#'});
  std::vector<PlacementLine> lines;
  while (text.next_line()) {
    if (lines.size() == most) text.fail("mesh.count", fmt::format("more than {} copies", most), "use fewer");
    text.require_size(8, "scale  axis_x axis_y axis_z degrees  x y z");
    PlacementLine line;
    line.scale = text.number(0, "scale");
    line.axis = text.position(1);
    line.degrees = text.number(4, "degrees");
    line.translation = text.position(5);
    if (!(line.scale > 0)) text.fail("mesh.number", fmt::format("the scale is {}", line.scale), "a scale is above 0");
    const double length = line.axis.stableNorm();
    if (!(length > 0)) text.fail("mesh.number", "the axis has no length", "give an axis even where nothing is turned: 0 1 0 0");
    line.axis /= length;
    lines.push_back(line);
  }
  if (lines.empty()) text.fail("mesh.count", "no copy", "give a line for each: scale  axis_x axis_y axis_z degrees  x y z");
  return lines;
}

}  // namespace lilyan
