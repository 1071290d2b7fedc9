// The camera that shows everything: as near as it can stand so that no point leaves its window.
//
// With the direction of view fixed, a point p = (a, b, c), in the camera's axes, is right of the window's left edge when
// a - A >= -left (c - C), with the camera at (A, B, C) and the edge's slope `left`; likewise for the other three. So of any number
// of points only the largest of four linear functions matter, and films of any length are fitted in one pass.
#pragma once

#include <lilyan/mesh/skin.hpp>
#include <lilyan/render/camera.hpp>

#include <array>
#include <limits>

namespace lilyan::render {

// From which side a fitted camera looks.
struct ViewDirection {
  double azimuth = 30;    // [degrees] 0: from +z; grows towards +x
  double elevation = 18;  // [degrees] above the horizon
};

// The part of the picture that points may fill, as fractions of its width and height left free at each edge.
struct Margins {
  double left = 0.07, right = 0.07, top = 0.07, bottom = 0.07;
};

class Framing {
 public:
  Framing(int width, int height, const ViewDirection& direction = {}, double fov = Camera{}.fov, const Margins& margins = {});

  void add(const Vec3& point);  // points that are not finite are left out
  void add(const Skin& skin);   // the vertices of its triangles

  bool empty() const { return !(lowest_[0] <= highest_[0]); }
  Camera camera() const;
  // Corners of the box around all points.
  const Vec3& lowest() const { return lowest_; }
  const Vec3& highest() const { return highest_; }

 private:
  Camera looking_;  // in direction and field of view
  CameraAxes axes_;
  std::array<double, 4> slopes_;    // left, right, bottom, top edge of the window at depth 1, outwards
  std::array<double, 4> farthest_;  // the largest of each edge's function
  double nearest_, deepest_;        // least and largest c
  Vec3 lowest_ = Vec3::Constant(std::numeric_limits<double>::infinity());
  Vec3 highest_ = Vec3::Constant(-std::numeric_limits<double>::infinity());
};

// For a single picture.
Camera fit_camera(const std::vector<Skin>& skins, int width, int height, const ViewDirection& direction = {},
                  double fov = Camera{}.fov, const Margins& margins = {});

}  // namespace lilyan::render
