// All bodies of a picture as one set of triangles, brought to the unit ball so that light and depth need no units.
#pragma once

#include <lilyan/render/camera.hpp>
#include <lilyan/render/color.hpp>
#include <lilyan/render/corner_normals.hpp>
#include <lilyan/render/scale.hpp>

#include <optional>

namespace lilyan::render {

struct Stage {
  Vec3 center = Vec3::Zero();  // [m] of the ball around all bodies
  double radius = 1;           // [m]
  Vector x;                    // (position - center) / radius; vertices without a finite place are 0 and in no triangle
  std::vector<Triangle> triangles;
  std::vector<CornerNormals> normals;
  std::vector<double> place;  // of each vertex along the colour map; empty where there is no field
  std::vector<Color> color;   // of each triangle; empty where there is a field

  Vec3 scaled(const Vec3& point) const { return (point - center) / radius; }
  Camera scaled(const Camera& camera) const;
};

// Each body has a colour of its own: skins are different bodies, and so are the values of a field "body" within one.
Stage make_stage(const std::vector<Skin>& skins, const std::string& field, const std::optional<FieldScale>& scale);

}  // namespace lilyan::render
