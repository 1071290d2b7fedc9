#include <lilyan/core/error.hpp>
#include <lilyan/render/framing.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lilyan::render {

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
