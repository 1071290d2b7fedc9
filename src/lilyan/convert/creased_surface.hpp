// A surface ready for smooth shading: vertices on sharp edges are there once for every smooth side, each with its own normal.
#pragma once

#include <lilyan/mesh/triangle_mesh.hpp>

#include <vector>

namespace lilyan {

class CreasedSurface {
 public:
  // Edges whose triangles meet at more than `degrees` at the positions x are sharp, and stay so.
  CreasedSurface(const Vector& x, const std::vector<Triangle>& triangles, double degrees);

  const std::vector<Index>& source() const { return source_; }           // of every vertex, the one of the surface it stands for
  const std::vector<Triangle>& triangles() const { return triangles_; }  // in the new vertices

  Vector positions(const Vector& x) const;
  // The mean over the triangles of a side, weighted by area, of length 1; (0, 1, 0) where they cancel.
  Vector normals(const Vector& x) const;

 private:
  std::vector<Index> source_;
  std::vector<Triangle> triangles_;
};

}  // namespace lilyan
