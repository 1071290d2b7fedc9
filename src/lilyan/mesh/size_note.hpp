// Mesh files rarely say what their unit is: a body of an odd size was most likely not made in metres.
#pragma once

#include <lilyan/core/vector.hpp>

#include <string>

namespace lilyan {

// One line where the longest side of the box around X is above 50 m or below 1 mm, else empty. `millimetres` is what the user would
// write if the file is in millimetres ("--scale 0.001"), `factor` what changes sizes ("--scale").
std::string size_note(const Vector& X, const std::string& millimetres, const std::string& factor);

}  // namespace lilyan
