// From where a picture is taken, what that makes of points, and the camera that shows everything.
#pragma once

#include <lilyan/core/vector.hpp>
#include <lilyan/mesh/skin.hpp>

#include <array>
#include <limits>

namespace lilyan::render {

struct Camera {
  Vec3 from{0, 0, 1};  // [m]
  Vec3 to{0, 0, 0};    // [m] in the middle of the picture
  Vec3 up{0, 1, 0};    // points up in the picture
  double fov = 28;     // [degrees] between the lower and the upper edge of the picture
};

// Throws InputError where the numbers make no camera: not finite, `from` at `to`, `up` along the view, fov outside (0, 180).
void check_camera(const Camera& camera);

// The camera's own axes, of length 1: to the right, up, and into the picture.
struct CameraAxes {
  explicit CameraAxes(const Camera& camera);
  Vec3 right, up, forward;
};

// Points in the picture. A point becomes (X, Y, W): X/W and Y/W are pixels from the picture's upper left corner, W is the depth
// [m], not positive behind the camera.
class Projection {
 public:
  Projection(const Camera& camera, int width, int height);

  Vec3 operator()(const Vec3& point) const;
  Vec3 ray(double pixel_x, double pixel_y) const;  // from the camera through a place in the picture, of depth 1
  const Vec3& eye() const { return eye_; }

 private:
  Vec3 eye_;
  CameraAxes axes_;
  double pixels_;  // a unit at depth 1
  double middle_x_, middle_y_;
};

// The camera that shows everything stands as near as it can so that no point leaves its window.
//
// With the direction of view fixed, a point p = (a, b, c), in the camera's axes, is right of the window's left edge when
// a - A >= -left (c - C), with the camera at (A, B, C) and the edge's slope `left`; likewise for the other three. So of any number
// of points only the largest of four linear functions matter, and films of any length are fitted in one pass.

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
