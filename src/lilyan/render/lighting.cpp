#include <lilyan/render/lighting.hpp>

#include <lilyan/algebra/threads.hpp>

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

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

namespace {

struct SourceCounts {
  int key, sky;
};
SourceCounts source_counts(Shadows shadows) { return shadows == Shadows::fine ? SourceCounts{20, 72} : SourceCounts{9, 30}; }
// Texels of the maps, by the height of the picture.
int key_texels(int detail) { return std::clamp(detail * 8 / 9, 128, 1280); }
int sky_texels(int detail) { return std::clamp(detail / 3, 96, 256); }
constexpr double kKeyConeInDegrees = 5.5;
constexpr double kGoldenTurn = std::numbers::pi * (3 - 2.2360679774997896);  // spreads points evenly on a disc or a ball

// Of a white surface that faces the light: key 0.66, open sky about 0.40; together a little below white.
const Color kKeyColor = 0.66f * Color(1.0f, 0.965f, 0.91f);
const Color kZenith = 0.46f * Color(0.90f, 0.955f, 1.0f), kHorizon = 0.36f * Color(1.0f, 0.99f, 0.975f);
const Color kFill = 0.13f * Color(0.94f, 0.97f, 1.0f);
const Color kFromBelow = 0.21f * Color(1.0f, 0.97f, 0.93f);

std::vector<Vec3> cone(const Vec3& axis, int sources) {
  const Vec3 side = axis.unitOrthogonal(), other = axis.cross(side);
  const double radius = std::tan(kKeyConeInDegrees * std::numbers::pi / 180);
  std::vector<Vec3> directions;
  for (int k = 0; k < sources; ++k) {
    const double r = radius * std::sqrt((k + 0.5) / sources), turn = kGoldenTurn * k;
    directions.push_back((axis + r * (std::cos(turn) * side + std::sin(turn) * other)).normalized());
  }
  return directions;
}

std::vector<Vec3> dome(const Vec3& up, int sources) {
  const Vec3 side = up.unitOrthogonal(), other = up.cross(side);
  std::vector<Vec3> directions;
  for (int k = 0; k < sources; ++k) {
    const double height = (k + 0.5) / sources, r = std::sqrt(1 - height * height), turn = kGoldenTurn * k;
    directions.push_back(height * up + r * (std::cos(turn) * side + std::sin(turn) * other));
  }
  return directions;
}

constexpr double kAround = 2.3;  // how far the shadow of the unit ball is followed
constexpr int kSmoothings = 2;

// Cells on a side of the grid: about one for two pixels.
Index grid_size(int detail) { return std::clamp(detail / 2, 96, 512); }

// Each cell becomes a quarter of both neighbours and half of itself, along rows (step 1) or columns (step `size`).
void smooth(std::vector<Color>& cells, Index size, std::ptrdiff_t step) {
  const std::vector<Color> before = cells;
  for (Index row = 1; row + 1 < size; ++row)
    for (Index column = 1; column + 1 < size; ++column) {
      const auto cell = static_cast<std::size_t>(row) * static_cast<std::size_t>(size) + static_cast<std::size_t>(column);
      const Color* here = &before[cell];
      cells[cell] = 0.25f * here[-step] + 0.5f * here[0] + 0.25f * here[step];
    }
}

}  // namespace

Lighting::Lighting(const CameraAxes& axes, const Vec3& up, int detail, const std::vector<Eigen::Vector3f>& points,
                   const std::vector<Triangle>& triangles, Shadows shadows)
    : up_(up.cast<float>()),
      detail_(detail),
      // A texel or two off the surface, or it would shade itself.
      key_offset_(2 * 1.6f / static_cast<float>(key_texels(detail))),
      sky_offset_(2 * 1.8f / static_cast<float>(sky_texels(detail))) {
  // Over the photographer's left shoulder, also where the camera looks steeply down.
  Vec3 back = -axes.forward + axes.forward.dot(up) * up;
  back = back.norm() > 1e-3 ? Vec3(back.normalized()) : -axes.up;
  const Vec3 key = (-0.58 * axes.right + 1.5 * up + 0.62 * back).normalized();
  key_direction_ = key.cast<float>();
  fill_direction_ = (0.8 * axes.right + 0.3 * up + 0.75 * back).normalized().cast<float>();
  const SourceCounts counts = source_counts(shadows);
  const auto keys = static_cast<float>(counts.key), skies = static_cast<float>(counts.sky);
  for (const Vec3& direction : cone(key, counts.key)) sources_.push_back({direction.cast<float>(), kKeyColor / keys, true});
  // A sky of constant colour L gives a surface that faces it the light L: the mean of 2 cos over the dome is 1.
  for (const Vec3& direction : dome(up, counts.sky)) {
    const auto height = static_cast<float>(direction.dot(up));
    sources_.push_back({direction.cast<float>(), 2 * (height * kZenith + (1 - height) * kHorizon) / skies, false});
  }
  std::vector<std::optional<DepthMap>> maps(sources_.size());
  parallel_for(static_cast<Index>(sources_.size()), [&](Index k) {
    const Source& source = sources_[static_cast<std::size_t>(k)];
    maps[static_cast<std::size_t>(k)].emplace(source.direction.cast<double>(), source.key ? key_texels(detail) : sky_texels(detail),
                                              points, triangles);
  });
  for (std::optional<DepthMap>& map : maps) maps_.push_back(std::move(*map));
}

std::vector<Light> Lighting::at(std::span<const Eigen::Vector3f> points, std::span<const Eigen::Vector3f> normals) const {
  std::vector<Light> lights(points.size());
  std::vector<float> whole_key(points.size(), 0), whole_sky(points.size(), 0);
  for (std::size_t k = 0; k < sources_.size(); ++k) {
    const Source& source = sources_[k];
    const float offset = source.key ? key_offset_ : sky_offset_;
    for (std::size_t i = 0; i < points.size(); ++i) {
      const float facing = normals[i].dot(source.direction);
      if (!(facing > 0)) continue;
      const float seen = facing * maps_[k].visibility(points[i] + offset * normals[i]);
      lights[i].diffuse += seen * source.color;
      (source.key ? lights[i].key : lights[i].sky) += seen;
      (source.key ? whole_key : whole_sky)[i] += facing;
    }
  }
  for (std::size_t i = 0; i < points.size(); ++i) {
    lights[i].key = whole_key[i] > 0 ? lights[i].key / whole_key[i] : 0;
    lights[i].sky = whole_sky[i] > 0 ? lights[i].sky / whole_sky[i] : 1;
    lights[i].diffuse += unshadowed(normals[i]);
  }
  return lights;
}

Light Lighting::open(const Eigen::Vector3f& normal) const {
  Light light{unshadowed(normal), 1, 1};
  for (const Source& source : sources_) light.diffuse += std::max(normal.dot(source.direction), 0.0f) * source.color;
  return light;
}

Color Lighting::unshadowed(const Eigen::Vector3f& normal) const {
  return std::max(normal.dot(fill_direction_), 0.0f) * kFill + (0.5f - 0.5f * normal.dot(up_)) * kFromBelow;
}

GroundShadow::GroundShadow(const Lighting& lighting, double height)
    : size_(grid_size(lighting.detail())), left_(static_cast<std::size_t>(size_) * static_cast<std::size_t>(size_)) {
  const Eigen::Vector3f up = Eigen::Vector3f::UnitY(), key = lighting.key_direction();
  // The key light's shadow lies aside, that of the sky below the bodies; the grid holds both.
  const double aside = height / key[1], x = aside * key[0], z = aside * key[2];
  middle_x_ = x / 2;
  middle_z_ = z / 2;
  reach_ = kAround + std::hypot(x, z) / 2;

  const Color open = lighting.open(up).diffuse;
  const std::vector<Eigen::Vector3f> normals(static_cast<std::size_t>(size_), up);
  parallel_for(size_, [&](Index row) {
    const auto place = [&](Index k) { return 2.0 * k / (size_ - 1) - 1; };
    std::vector<Eigen::Vector3f> points;
    for (Index column = 0; column < size_; ++column)
      points.push_back(Vec3(middle_x_ + reach_ * place(column), height, middle_z_ + reach_ * place(row)).cast<float>());
    const std::vector<Light> lights = lighting.at(points, normals);
    for (Index column = 0; column < size_; ++column) {
      // Towards the grid's rim the shadow fades out.
      const auto fade = static_cast<float>(std::clamp(3 * (1 - std::hypot(place(column), place(row))), 0.0, 1.0));
      left_[cell(column, row)] = 1 + fade * (lights[static_cast<std::size_t>(column)].diffuse / open - 1);
    }
  });
  for (int k = 0; k < kSmoothings; ++k) {
    smooth(left_, size_, 1);
    smooth(left_, size_, size_);
  }
}

std::size_t GroundShadow::cell(Index column, Index row) const {
  return static_cast<std::size_t>(row) * static_cast<std::size_t>(size_) + static_cast<std::size_t>(column);
}

Color GroundShadow::at(double x, double z) const {
  const double u = ((x - middle_x_) / reach_ + 1) / 2 * (size_ - 1), v = ((z - middle_z_) / reach_ + 1) / 2 * (size_ - 1);
  if (!(u >= 0 && v >= 0 && u < size_ - 1 && v < size_ - 1)) return Color::Ones();
  const auto column = static_cast<Index>(u), row = static_cast<Index>(v);
  const auto across = static_cast<float>(u - column), along = static_cast<float>(v - row);
  const Color* here = &left_[cell(column, row)];
  return (1 - along) * ((1 - across) * here[0] + across * here[1]) +
         along * ((1 - across) * here[size_] + across * here[size_ + 1]);
}

}  // namespace lilyan::render
