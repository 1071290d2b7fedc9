// A surface as its author made it -> one that a mesher can ask for its inside.
//
// Vertices at the same place become one; triangles without area and repeated ones are dropped; within a connected part all
// triangles face the same way as most of them did; and the whole encloses a positive volume. Holes and self-intersections stay.
#pragma once

#include <lilyan/mesh/triangle_mesh.hpp>

#include <string>
#include <vector>

namespace lilyan {

// Edges with one triangle that hang together.
struct OpenPlace {
  Index edges = 0;
  double width = 0;  // of the box around it [m]
  Vec3 middle = Vec3::Zero();
};

struct CleanSurface {
  TriangleMesh surface;  // its notes say what was mended
  double volume = 0;     // enclosed [m^3]; where the surface is open, that of the cone from its middle
  double area = 0;       // [m^2]
  Index edges = 0;
  Index open_edges = 0;                // with one triangle
  Index crowded_edges = 0;             // with three or more
  std::vector<OpenPlace> open_places;  // the widest first
};

// "the surface is open in 2 places (7 edges have a triangle on one side only), the widest 0.3 m across, near [0.1, 0, 0.5] m"; "the
// surface is closed" where it is.
std::string openness(const CleanSurface& clean);

// Throws InputError (with `place`, the name of the surface) where indices are out of range, coordinates are not finite or nothing
// is left.
CleanSurface clean_surface(const TriangleMesh& surface, const std::string& place);

}  // namespace lilyan
