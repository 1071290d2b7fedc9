// One instant of a surface as a Wavefront OBJ file: positions and triangles, nothing else.
#pragma once

#include <lilyan/mesh/triangle_mesh.hpp>

#include <filesystem>

namespace lilyan {

// Numbers are as short as they can be without losing a bit; t [s] stands in a comment. The file appears whole or not at all.
void write_obj(const std::filesystem::path& file, double t, const Vector& x, const std::vector<Triangle>& triangles);

}  // namespace lilyan
