// How large meshes may be: the one rule, for shapes, for files and for all bodies of a scene together.
//
//   3 V <= 2^31 - 1,  C <= 2^31 - 1                 components and cells are numbered by an Index
//   V 1000 bytes + C 200 bytes <= memory            what the engine keeps at the least, without the factors of a linear solver
//
// Whether a factor fits is known once the matrix has been analysed (id "algebra.memory"), by the same figure of what is free.
#pragma once

#include <lilyan/core/platform/available_memory.hpp>

#include <optional>
#include <string>

namespace lilyan {

// Why V vertices and C cells are too many, in words; none where they are not. `memory` in bytes.
std::optional<std::string> why_too_large(double vertices, double cells, double memory = available_memory());

}  // namespace lilyan
