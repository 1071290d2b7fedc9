// A surface in motion as glTF shows it: the first shape as it is, the others as displacements from it, with normals.
#pragma once

#include <lilyan/mesh/triangle_mesh.hpp>

#include <cstddef>
#include <functional>
#include <vector>

namespace lilyan {

// A surface ready for smooth shading: vertices on sharp edges are there once for every smooth side, each with its own normal.
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

class MorphTargets {
 public:
  using Positions = std::function<Vector(std::size_t frame)>;  // [m]

  // A surface that does not move has one shape, whatever the number of `frames`.
  MorphTargets(Positions x, const std::vector<Triangle>& triangles, std::size_t frames, bool moves);

  const CreasedSurface& surface() const { return surface_; }
  std::size_t vertices() const { return surface_.source().size(); }
  std::size_t shapes() const { return shapes_; }

  struct Shape {
    std::vector<float> x, n;
  };
  Shape at(std::size_t shape) const;

 private:
  Positions positions_;
  Vector first_;
  CreasedSurface surface_;
  std::size_t shapes_;
  Vector x0_, n0_;
};

}  // namespace lilyan
