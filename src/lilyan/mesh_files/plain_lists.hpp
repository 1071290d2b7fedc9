// Plain lists in text files that a scene names: indices, positions of vertices, places of copies.
#pragma once

#include <lilyan/core/vector.hpp>

#include <filesystem>
#include <vector>

namespace lilyan {

// Indices, such as the fixed vertices in VegaFEM's .bou, separated by commas, blanks or new lines, in the file's order; `base` is
// what the file calls index 0 (.bou: 1).
// Comments begin with #. An index below `base` and a list without any throw InputError.
std::vector<Index> read_index_list(const std::filesystem::path& file, Index base);

// Positions (or velocities) of all vertices, a line `x y z` for each. Exactly `vertices` lines, else InputError. Comments begin
// with #, empty lines do not count.
Vector read_positions(const std::filesystem::path& file, Index vertices);

// Where copies of a shape are: a line `scale  axis_x axis_y axis_z degrees  x y z` for each.
struct PlacementLine {
  double scale = 1;
  Vec3 axis = Vec3::UnitZ();  // of length 1
  double degrees = 0;         // right-handed about the axis
  Vec3 translation = Vec3::Zero();
};

// At least one line and no more than `most`, else InputError. Comments begin with #, empty lines do not count.
std::vector<PlacementLine> read_placement_lines(const std::filesystem::path& file, std::size_t most);

}  // namespace lilyan
