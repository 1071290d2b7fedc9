#include <lilyan/mesh_files/placement_lines.hpp>
#include <lilyan/mesh_files/scan/text.hpp>

#include <fmt/format.h>

namespace lilyan {

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
