#include <lilyan/render/depth_map.hpp>

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lilyan::render {

DepthMap::DepthMap(const Vec3& direction, int size, const std::vector<Eigen::Vector3f>& points,
                   const std::vector<Triangle>& triangles)
    : direction_(direction.cast<float>()), size_(size) {
  right_ = direction_.unitOrthogonal();
  up_ = direction_.cross(right_);
  // A texel is left free on each side, so that four texels stand around every point of the ball.
  scale_ = static_cast<float>(size - 3) / 2;
  middle_ = static_cast<float>(size - 1) / 2;
  most_ = static_cast<float>(size - 1);
  heights_.assign(static_cast<std::size_t>(size) * static_cast<std::size_t>(size), -std::numeric_limits<float>::infinity());

  std::vector<Eigen::Vector3f> seen(points.size());  // column, row, height
  for (std::size_t i = 0; i < points.size(); ++i)
    seen[i] = {right_.dot(points[i]) * scale_ + middle_, up_.dot(points[i]) * scale_ + middle_, direction_.dot(points[i])};
  const auto corner = [&](Index i) -> const Eigen::Vector3f& { return seen[static_cast<std::size_t>(i)]; };
  for (const Triangle& triangle : triangles) draw(corner(triangle[0]), corner(triangle[1]), corner(triangle[2]));
}

void DepthMap::draw(const Eigen::Vector3f& a, const Eigen::Vector3f& b, const Eigen::Vector3f& c) {
  const Eigen::Vector3f low = a.cwiseMin(b).cwiseMin(c), high = a.cwiseMax(b).cwiseMax(c);
  if (!(low[0] <= most_ && low[1] <= most_ && high[0] >= 0 && high[1] >= 0)) return;  // also what is not a number
  const auto left = static_cast<int>(std::ceil(std::max(low[0], 0.0f))), right = static_cast<int>(std::min(high[0], most_));
  const auto top = static_cast<int>(std::ceil(std::max(low[1], 0.0f))), bottom = static_cast<int>(std::min(high[1], most_));
  if (left > right || top > bottom) return;
  const float area = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
  if (area == 0) return;
  // Weights of b and c as linear functions of the place; the third is what is left.
  const float bx = (c[1] - a[1]) / area, by = (a[0] - c[0]) / area, cx = (a[1] - b[1]) / area, cy = (b[0] - a[0]) / area;
  for (int row = top; row <= bottom; ++row) {
    float* heights = &heights_[static_cast<std::size_t>(row) * static_cast<std::size_t>(size_)];
    const float y = static_cast<float>(row) - a[1];
    for (int column = left; column <= right; ++column) {
      const float x = static_cast<float>(column) - a[0];
      const float to_b = bx * x + by * y, to_c = cx * x + cy * y, to_a = 1 - to_b - to_c;
      // A little beyond the edges, so that no light leaks between neighbours.
      constexpr float kOutside = -1e-4f;
      const float height = a[2] + to_b * (b[2] - a[2]) + to_c * (c[2] - a[2]);
      const bool covers = to_a >= kOutside && to_b >= kOutside && to_c >= kOutside && height > heights[column];
      heights[column] = covers ? height : heights[column];
    }
  }
}

}  // namespace lilyan::render
