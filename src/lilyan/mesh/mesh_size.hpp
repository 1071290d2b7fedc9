// How large meshes may be: the one rule, for shapes, for files and for all bodies of a scene together.
//
//   3 V <= 2^31 - 1,  C <= 2^31 - 1                 components and cells are numbered by an Index
//   V 1000 bytes + C 200 bytes <= memory            what the engine keeps at the least, without the factors of a linear solver
//
// Whether a factor fits is known once the matrix has been analysed (id "algebra.memory"), by the same figure of what is free.
#pragma once

#include <lilyan/core/vector.hpp>

#include <optional>
#include <string>

namespace lilyan {

// Why V vertices and C cells are too many, in words; none where they are not. `memory` in bytes; none: what is free. That is not
// asked for what needs less than 1 MiB: asking takes longer than making it, and scenes have thousands of small bodies.
std::optional<std::string> why_too_large(double vertices, double cells, std::optional<double> memory = {});

// Mesh files rarely say what their unit is: a body of an odd size was most likely not made in metres.
//
// One line where the longest side of the box around X is above 50 m or below 1 mm, else empty. `millimetres` is what the user would
// write if the file is in millimetres ("--scale 0.001"), `factor` what changes sizes ("--scale").
std::string size_note(const Vector& X, const std::string& millimetres, const std::string& factor);

}  // namespace lilyan
