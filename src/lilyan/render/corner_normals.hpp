// Normals for shading: smooth where a surface is, sharp at its edges.
#pragma once

#include <lilyan/mesh/skin.hpp>

#include <array>
#include <vector>

namespace lilyan::render {

using CornerNormals = std::array<Vec3, 3>;  // at a triangle's corners, of length 1

// A corner's normal is the mean over those triangles around the vertex whose own normals are within `crease` of this triangle's,
// weighted by their areas; so a box keeps its edges and a sphere shows none. Triangles without area have zero normals.
std::vector<CornerNormals> corner_normals(const Vector& x, const std::vector<Triangle>& triangles, double crease_in_degrees = 50);

}  // namespace lilyan::render
