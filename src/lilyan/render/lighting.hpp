// Studio light with true soft shadows: many far lights, each with its depth map.
//
// The key light is a cluster of directions within a cone about the upper left of the camera, which makes penumbrae that widen with
// distance. The sky is a dome of directions, bluer towards the zenith; where a body hides part of it, the light fades: that is
// what makes creases and contact look real. A weak fill from the right, without shadow, keeps dark sides readable; light from below
// is a faint reflection of the ground. Everything lives in the unit ball: callers scale their bodies into it.
#pragma once

#include <lilyan/mesh/tet_mesh.hpp>
#include <lilyan/render/camera.hpp>
#include <lilyan/render/color.hpp>

#include <span>
#include <vector>

namespace lilyan::render {

// What a far light sees first: a square of depths around the unit ball, looked at along parallel rays.
class DepthMap {
 public:
  // `direction` (of length 1) points to the light; `size` texels on a side cover the ball of radius 1 around the origin. Of
  // triangles that reach beyond, the part inside is drawn.
  DepthMap(const Vec3& direction, int size, const std::vector<Eigen::Vector3f>& points, const std::vector<Triangle>& triangles);

  // How much of the light reaches a point, from 0 to 1: the mean over the four texels around it, so that shadows have smooth edges.
  float visibility(const Eigen::Vector3f& point) const {
    const float u = right_.dot(point) * scale_ + middle_, v = up_.dot(point) * scale_ + middle_;
    if (!(u >= 0 && v >= 0 && u < most_ && v < most_)) return 1;
    const auto column = static_cast<int>(u), row = static_cast<int>(v);
    const float across = u - static_cast<float>(column), along = v - static_cast<float>(row);
    const float height = direction_.dot(point);
    const float* texel =
        &heights_[static_cast<std::size_t>(row) * static_cast<std::size_t>(size_) + static_cast<std::size_t>(column)];
    const auto lit = [&](int k) { return texel[k] <= height ? 1.0f : 0.0f; };
    const float upper = lit(0) + across * (lit(1) - lit(0)), lower = lit(size_) + across * (lit(size_ + 1) - lit(size_));
    return upper + along * (lower - upper);
  }

 private:
  void draw(const Eigen::Vector3f& a, const Eigen::Vector3f& b, const Eigen::Vector3f& c);

  Eigen::Vector3f direction_, right_, up_;
  int size_;
  float scale_, middle_, most_;
  std::vector<float> heights_;  // the largest towards the light, of what covers a texel's middle
};

// How many directions the light comes from: enough for large pictures, or for small ones in less than half the time.
enum class Shadows { fine, coarse };

// What falls on a surface: of a white matt surface, `diffuse` is the colour.
struct Light {
  Color diffuse = Color::Zero();
  float key = 0, sky = 0;  // the share of the key light and of the sky that is not hidden
};

class Lighting {
 public:
  // `axes` are the camera's, `up` the world's; `detail` is the height of the picture [pixels], which shadows need not surpass.
  Lighting(const CameraAxes& axes, const Vec3& up, int detail, const std::vector<Eigen::Vector3f>& points,
           const std::vector<Triangle>& triangles, Shadows shadows = Shadows::fine);

  // At many points at once: one depth map after the other, each of which stays in the processor's cache meanwhile.
  std::vector<Light> at(std::span<const Eigen::Vector3f> points, std::span<const Eigen::Vector3f> normals) const;
  // The same where nothing hides any light.
  Light open(const Eigen::Vector3f& normal) const;

  const Eigen::Vector3f& key_direction() const { return key_direction_; }
  int detail() const { return detail_; }

 private:
  struct Source {
    Eigen::Vector3f direction;
    Color color;
    bool key;
  };
  Color unshadowed(const Eigen::Vector3f& normal) const;  // fill and light from below

  Eigen::Vector3f up_, key_direction_, fill_direction_;
  int detail_;
  float key_offset_, sky_offset_;  // from a surface to where its light is looked up
  std::vector<Source> sources_;
  std::vector<DepthMap> maps_;  // of the sources
};

// The shadow that bodies throw on level ground, worked out once on a grid and looked up per pixel.
//
// A grid is enough since the light is soft, and smoothing it hides that the light comes from a limited number of directions.
class GroundShadow {
 public:
  // y is up, and `height` the ground's; both live with the unit ball of the lighting.
  GroundShadow(const Lighting& lighting, double height);

  // What is left of the light, by colour: 1 where nothing hides it.
  Color at(double x, double z) const;

 private:
  std::size_t cell(Index column, Index row) const;

  Index size_;  // cells on a side
  double middle_x_, middle_z_, reach_;
  std::vector<Color> left_;
};

}  // namespace lilyan::render
