// A surface that a body carries along: where it is and what it shows in every state of the body.
//
// A state is given by the positions x of the body's own vertices [m], 3 numbers each. How they move the surface is what kinds of
// carried surfaces differ in.
#pragma once

#include <lilyan/mesh/skin.hpp>

#include <utility>
#include <vector>

namespace lilyan {

class CarriedSurface {
 public:
  explicit CarriedSurface(TriangleMesh surface) : surface_(std::move(surface)) {}
  virtual ~CarriedSurface() = default;

  const TriangleMesh& surface() const { return surface_; }  // at rest

  // Positions of the surface's vertices [m], 3 numbers each.
  virtual Vector at(const Vector& x) const = 0;

  // Fields of the body's vertices (its velocity is one) and then those of its cells, at the vertices of the surface.
  virtual std::vector<MeshField> fields(const Vector& x, const std::vector<MeshField>& vertex_fields,
                                        const std::vector<MeshField>& cell_fields) const = 0;

  // How far each vertex of the surface lies outside the body, both at rest [m]; X: the body's rest positions; 0 inside.
  virtual std::vector<double> overhangs(const Vector& X) const = 0;

  // The surface as it is seen.
  Skin skin(const Vector& x, const std::vector<MeshField>& vertex_fields = {},
            const std::vector<MeshField>& cell_fields = {}) const {
    return {at(x), surface_.triangles, fields(x, vertex_fields, cell_fields)};
  }

 protected:
  CarriedSurface(const CarriedSurface&) = default;
  CarriedSurface(CarriedSurface&&) = default;
  CarriedSurface& operator=(const CarriedSurface&) = default;
  CarriedSurface& operator=(CarriedSurface&&) = default;

 private:
  TriangleMesh surface_;
};

}  // namespace lilyan
