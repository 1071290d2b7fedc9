// Where copies of a shape are, from a text file: a line `scale  axis_x axis_y axis_z degrees  x y z` for each.
#pragma once

#include <lilyan/core/vector.hpp>

#include <filesystem>
#include <vector>

namespace lilyan {

struct PlacementLine {
  double scale = 1;
  Vec3 axis = Vec3::UnitZ();  // of length 1
  double degrees = 0;         // right-handed about the axis
  Vec3 translation = Vec3::Zero();
};

// At least one line and no more than `most`, else InputError. Comments begin with #, empty lines do not count.
std::vector<PlacementLine> read_placement_lines(const std::filesystem::path& file, std::size_t most);

}  // namespace lilyan
