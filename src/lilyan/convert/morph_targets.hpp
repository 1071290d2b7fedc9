// A surface in motion as glTF shows it: the first shape as it is, the others as displacements from it, with normals.
#pragma once

#include <lilyan/convert/creased_surface.hpp>

#include <cstddef>
#include <functional>
#include <vector>

namespace lilyan {

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
