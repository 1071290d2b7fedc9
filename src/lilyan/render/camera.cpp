#include <lilyan/render/camera.hpp>

#include <lilyan/core/error.hpp>

#include <Eigen/Geometry>

#include <algorithm>
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

namespace {

Camera camera_towards(const ViewDirection& direction, double fov) {
  const double azimuth = direction.azimuth * std::numbers::pi / 180, elevation = direction.elevation * std::numbers::pi / 180;
  Camera camera;
  camera.from = {std::sin(azimuth) * std::cos(elevation), std::sin(elevation), std::cos(azimuth) * std::cos(elevation)};
  // Straight from above, the picture's top is where the camera's back was.
  camera.up = {-std::sin(azimuth) * std::sin(elevation), std::cos(elevation), -std::cos(azimuth) * std::sin(elevation)};
  camera.fov = fov;
  check_camera(camera);
  return camera;
}

}  // namespace

Framing::Framing(int width, int height, const ViewDirection& direction, double fov, const Margins& margins)
    : looking_(camera_towards(direction, fov)),
      axes_(looking_),
      nearest_(std::numeric_limits<double>::infinity()),
      deepest_(-nearest_) {
  const double tangent = std::tan(fov * std::numbers::pi / 360), aspect = static_cast<double>(width) / height;
  slopes_ = {tangent * aspect * (1 - 2 * margins.left), tangent * aspect * (1 - 2 * margins.right),
             tangent * (1 - 2 * margins.bottom), tangent * (1 - 2 * margins.top)};
  farthest_.fill(-std::numeric_limits<double>::infinity());
}

void Framing::add(const Vec3& point) {
  if (!point.allFinite()) return;
  lowest_ = lowest_.cwiseMin(point);
  highest_ = highest_.cwiseMax(point);
  const double a = point.dot(axes_.right), b = point.dot(axes_.up), c = point.dot(axes_.forward);
  const std::array<double, 4> outwards = {-a, a, -b, b};
  for (std::size_t k = 0; k < 4; ++k) farthest_[k] = std::max(farthest_[k], outwards[k] - slopes_[k] * c);
  nearest_ = std::min(nearest_, c);
  deepest_ = std::max(deepest_, c);
}

void Framing::add(const Skin& skin) {
  for (const Triangle& triangle : skin.triangles)
    for (Index i : triangle) add(Vec3(vertex(skin.x, i)));
}

Camera Framing::camera() const {
  if (empty()) return looking_;
  // A single point, or a line seen along itself, is shown from a distance that fits its size.
  const double size =
      std::max({(highest_ - lowest_).maxCoeff(), 1e-9 * highest_.cwiseAbs().cwiseMax(lowest_.cwiseAbs()).maxCoeff(), 1e-300});
  const double across = -(farthest_[0] + farthest_[1]) / (slopes_[0] + slopes_[1]);
  const double upright = -(farthest_[2] + farthest_[3]) / (slopes_[2] + slopes_[3]);
  const double C = std::min({across, upright, nearest_ - 0.1 * size});
  // What is left of the window's width or height is shared by both sides.
  const double A = ((farthest_[1] + slopes_[1] * C) - (farthest_[0] + slopes_[0] * C)) / 2;
  const double B = ((farthest_[3] + slopes_[3] * C) - (farthest_[2] + slopes_[2] * C)) / 2;
  Camera camera = looking_;
  camera.from = A * axes_.right + B * axes_.up + C * axes_.forward;
  camera.to = camera.from + ((nearest_ + deepest_) / 2 - C) * axes_.forward;
  return camera;
}

Camera fit_camera(const std::vector<Skin>& skins, int width, int height, const ViewDirection& direction, double fov,
                  const Margins& margins) {
  Framing framing(width, height, direction, fov, margins);
  for (const Skin& skin : skins) framing.add(skin);
  return framing.camera();
}

}  // namespace lilyan::render
