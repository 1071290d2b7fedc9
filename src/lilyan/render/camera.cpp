#include <lilyan/core/error.hpp>
#include <lilyan/render/camera.hpp>

#include <Eigen/Geometry>

#include <cmath>
#include <numbers>

namespace lilyan::render {

void check_camera(const Camera& camera) {
  const auto fault = [](const char* message, const char* hint) { throw InputError({"render.camera", "camera", message, hint}); };
  if (!(camera.from.allFinite() && camera.to.allFinite() && camera.up.allFinite() && std::isfinite(camera.fov)))
    fault("a number of the camera is not finite", "give finite positions, or leave the camera to be fitted");
  if (!(camera.fov > 0 && camera.fov < 180)) fault("the field of view must be between 0 and 180 degrees", "28 is a good value");
  const Vec3 view = camera.to - camera.from;
  const double length = view.stableNorm();
  if (!(length > 0)) fault("the camera stands at the point that it looks at", "move `from` away from `to`");
  const double tilt = (view / length).cross(camera.up.stableNormalized()).norm();
  if (!(tilt > 1e-6)) fault("the camera looks along its own up direction", "give another up, for example 0 0 1");
}

CameraAxes::CameraAxes(const Camera& camera)
    : right((camera.to - camera.from).stableNormalized().cross(camera.up.stableNormalized()).normalized()),
      up(right.cross((camera.to - camera.from).stableNormalized())),
      forward((camera.to - camera.from).stableNormalized()) {}

Projection::Projection(const Camera& camera, int width, int height)
    : eye_(camera.from),
      axes_(camera),
      pixels_(height / 2.0 / std::tan(camera.fov * std::numbers::pi / 360)),
      middle_x_(width / 2.0),
      middle_y_(height / 2.0) {}

Vec3 Projection::operator()(const Vec3& point) const {
  const Vec3 seen = point - eye_;
  const double depth = seen.dot(axes_.forward);
  return {pixels_ * seen.dot(axes_.right) + middle_x_ * depth, middle_y_ * depth - pixels_ * seen.dot(axes_.up), depth};
}

Vec3 Projection::ray(double pixel_x, double pixel_y) const {
  return axes_.forward + (pixel_x - middle_x_) / pixels_ * axes_.right + (middle_y_ - pixel_y) / pixels_ * axes_.up;
}

}  // namespace lilyan::render
