// From where a picture is taken, and what that makes of points.
#pragma once

#include <lilyan/core/vector.hpp>

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

}  // namespace lilyan::render
