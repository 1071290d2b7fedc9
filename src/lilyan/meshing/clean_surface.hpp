// A surface as its author made it -> one that a mesher can ask for its inside.
//
// Vertices at the same place become one; triangles without area and repeated ones are dropped; within a connected part all
// triangles face the same way as most of them did; and the whole encloses a positive volume. Holes and self-intersections stay.
#pragma once

#include <lilyan/mesh/triangle_mesh.hpp>

#include <string>

namespace lilyan {

struct CleanSurface {
  TriangleMesh surface;  // its notes say what was mended
  double volume = 0;     // enclosed [m^3]; where the surface is open, that of the cone from its middle
  double area = 0;       // [m^2]
  Index edges = 0;
  Index open_edges = 0;     // with one triangle
  Index crowded_edges = 0;  // with three or more
};

// Throws InputError (with `place`, the name of the surface) where indices are out of range, coordinates are not finite or nothing
// is left.
CleanSurface clean_surface(const TriangleMesh& surface, const std::string& place);

}  // namespace lilyan
