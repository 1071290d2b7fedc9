// What a far light sees first: a square of depths around the unit ball, looked at along parallel rays.
#pragma once

#include <lilyan/mesh/tet_mesh.hpp>

#include <vector>

namespace lilyan::render {

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

}  // namespace lilyan::render
