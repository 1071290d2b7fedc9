// All bodies and obstacles of a picture as one set of triangles, brought to the unit ball so that light and depth need no units.
#pragma once

#include <lilyan/mesh/skin.hpp>
#include <lilyan/render/camera.hpp>
#include <lilyan/render/color.hpp>
#include <lilyan/render/scale.hpp>

#include <array>
#include <optional>
#include <vector>

namespace lilyan::render {

// Normals for shading: smooth where a surface is, sharp at its edges.
using CornerNormals = std::array<Vec3, 3>;  // at a triangle's corners, of length 1

// A corner's normal is the mean over those triangles around the vertex whose own normals are within `crease` of this triangle's,
// weighted by their areas; so a box keeps its edges and a sphere shows none. Triangles without area have zero normals.
std::vector<CornerNormals> corner_normals(const Vector& x, const std::vector<Triangle>& triangles, double crease_in_degrees = 50);

// The ball is around the bodies and what counts of the obstacles (scenery.hpp); obstacles may reach beyond it.
struct Stage {
  Vec3 center = Vec3::Zero();  // [m] of the ball
  double radius = 1;           // [m]
  Vector x;                    // (position - center) / radius; vertices without a finite place are 0 and in no triangle
  std::vector<Triangle> triangles;
  std::vector<CornerNormals> normals;
  std::vector<double> place;       // of each vertex of a body along the colour map; empty if there is no field
  std::vector<Color> color;        // of each triangle that no field colours, the last of which are those of obstacles
  std::size_t body_triangles = 0;  // which come first

  bool is_colored_by_field(std::size_t triangle) const { return !place.empty() && triangle < body_triangles; }
  const Color& color_of(std::size_t triangle) const { return color[place.empty() ? triangle : triangle - body_triangles]; }
  Vec3 scaled(const Vec3& point) const { return (point - center) / radius; }
  Camera scaled(const Camera& camera) const;
};

// Each body has a colour of its own: skins are different bodies, and so are the values of a field "body" within one. Obstacles
// share a neutral one.
Stage make_stage(const std::vector<Skin>& bodies, const std::vector<Skin>& obstacles, const std::string& field,
                 const std::optional<FieldScale>& scale);

}  // namespace lilyan::render
