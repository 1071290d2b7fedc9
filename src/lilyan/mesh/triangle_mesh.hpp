// A surface of triangles: what a modelling program makes, what a picture shows, what a body is meshed from.
#pragma once

#include <lilyan/mesh/tet_mesh.hpp>

#include <string>
#include <vector>

namespace lilyan {

struct TriangleMesh {
  Vector X;                         // positions [m], 3 a vertex
  std::vector<Triangle> triangles;  // counter-clockwise seen from outside, where there is an outside
  std::vector<std::string> notes;   // what a reader mended, in words for the user

  Index vertices() const { return static_cast<Index>(X.size() / 3); }
};

}  // namespace lilyan
