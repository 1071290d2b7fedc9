// Positions (or velocities) of all vertices from a text file: a line `x y z` per vertex.
#pragma once

#include <lilyan/core/vector.hpp>

#include <filesystem>

namespace lilyan {

// Exactly `vertices` lines, else InputError. Comments begin with #, empty lines do not count.
Vector read_positions(const std::filesystem::path& file, Index vertices);

}  // namespace lilyan
