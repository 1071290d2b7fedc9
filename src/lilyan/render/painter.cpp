#include <lilyan/render/painter.hpp>

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lilyan::render {

namespace {

const Vec3 kUp = Vec3::UnitY();

std::vector<Vec3> project_all(const Projection& projection, const Vector& x) {
  std::vector<Vec3> projected(static_cast<std::size_t>(x.size() / 3));
  for (std::size_t i = 0; i < projected.size(); ++i) projected[i] = projection(vertex(x, static_cast<Index>(i)));
  return projected;
}

std::vector<Eigen::Vector3f> in_floats(const Vector& x) {
  std::vector<Eigen::Vector3f> points(static_cast<std::size_t>(x.size() / 3));
  for (std::size_t i = 0; i < points.size(); ++i) points[i] = vertex(x, static_cast<Index>(i)).cast<float>();
  return points;
}

// Where in a triangle a place of the picture lies. With the corners' (X, Y, W) as columns of a matrix, its inverse times
// (x, y, 1) is proportional to the corners' weights, perspective included.
struct TrianglePoint {
  Vec3 weights;          // of the corners, not negative, sum 1
  double edge_distance;  // [pixels] to the nearest edge
  double height;         // [pixels] the least of the triangle's heights

  TrianglePoint(const std::array<Vec3, 3>& corners, double x, double y) {
    Mat3 rows;
    rows << corners[1].cross(corners[2]).transpose(), corners[2].cross(corners[0]).transpose(),
        corners[0].cross(corners[1]).transpose();
    const Vec3 raw = rows * Vec3(x, y, 1);
    const double sum = raw.sum();
    weights = sum != 0 ? Vec3(raw / sum) : Vec3::Constant(1.0 / 3);
    if (!weights.allFinite()) weights = Vec3::Constant(1.0 / 3);
    const Eigen::Vector2d sum_slope(rows.col(0).sum(), rows.col(1).sum());
    edge_distance = height = std::numeric_limits<double>::infinity();
    for (int k = 0; k < 3; ++k) {
      const Eigen::Vector2d slope = (Eigen::Vector2d(rows(k, 0), rows(k, 1)) - weights[k] * sum_slope) / sum;
      const double steepness = slope.norm();
      if (!(steepness > 0)) continue;
      edge_distance = std::min(edge_distance, std::max(weights[k], 0.0) / steepness);
      height = std::min(height, 1 / steepness);
    }
    // The mean place of a pixel's samples may lie a little outside.
    weights = weights.cwiseMax(0);
    weights /= weights.sum();
  }
};

// Brighter than a screen can be fades to white instead of being cut off.
Color within_screen(const Color& light) {
  constexpr float kKnee = 0.8f, kRoom = 1 - kKnee;
  return light.unaryExpr([](float v) { return v <= kKnee ? v : kKnee + kRoom * (1 - std::exp((kKnee - v) / kRoom)); });
}

Color studio(double height) {  // 0 at the top, 1 at the bottom
  const auto t = static_cast<float>(height * height * (3 - 2 * height));
  static const Color top = from_oklch(0.985, 0.003, 250), bottom = from_oklch(0.905, 0.008, 255);
  return top + t * (bottom - top);
}

}  // namespace

Painter::Painter(const Stage& stage, const Camera& camera, const PictureSettings& settings, ColorMapKind map,
                 std::optional<double> ground)
    : stage_(stage),
      settings_(settings),
      projection_(camera, settings.width, settings.height),
      projected_(project_all(projection_, stage.x)),
      lighting_(CameraAxes(camera), kUp, settings.height, in_floats(stage.x), stage.triangles, settings.shadows),
      map_(map),
      ground_(ground) {
  if (ground_) shadow_.emplace(lighting_, *ground_);
}

Painter::Spot Painter::look(std::uint32_t index, double pixel_x, double pixel_y) const {
  const Triangle& triangle = stage_.triangles[index];
  const auto corner = [&](std::size_t k) { return static_cast<std::size_t>(triangle[k]); };
  const TrianglePoint at({projected_[corner(0)], projected_[corner(1)], projected_[corner(2)]}, pixel_x, pixel_y);
  const CornerNormals& normals = stage_.normals[index];
  Vec3 point = Vec3::Zero(), normal = Vec3::Zero();
  for (std::size_t k = 0; k < 3; ++k) {
    point += at.weights[static_cast<Eigen::Index>(k)] * vertex(stage_.x, triangle[k]);
    normal += at.weights[static_cast<Eigen::Index>(k)] * normals[k];
  }
  const Vec3 view = (projection_.eye() - point).normalized();
  // A surface has two sides; where a smooth normal turns away at the rim, it is brought back to the rim.
  const Vec3 flat = (vertex(stage_.x, triangle[1]) - vertex(stage_.x, triangle[0]))
                        .cross(vertex(stage_.x, triangle[2]) - vertex(stage_.x, triangle[0]));
  if (flat.dot(view) < 0) normal = -normal;
  const double away = normal.dot(view);
  if (away < 0) normal -= away * view;
  normal = normal.norm() > 1e-12 ? Vec3(normal.normalized()) : view;

  Spot spot;
  spot.point = point.cast<float>();
  spot.normal = normal.cast<float>();
  spot.view = view.cast<float>();
  spot.means = stage_.is_colored_by_field(index);
  if (!spot.means) {
    spot.color = stage_.color_of(index);
  } else {
    double place = 0;
    for (std::size_t k = 0; k < 3; ++k) place += at.weights[static_cast<Eigen::Index>(k)] * stage_.place[corner(k)];
    spot.color = map_.at(place);
  }
  if (settings_.edges) {
    const double line = settings_.height / 1440.0;  // half a line's width [pixels]
    const double crowded = std::clamp((at.height - 2) / 6, 0.0, 1.0);
    spot.ink = static_cast<float>(0.55 * crowded * std::clamp(line + 0.5 - at.edge_distance, 0.0, 1.0));
  }
  return spot;
}

Color Painter::lit(const Spot& spot, const Light& light) const {
  // Colours that mean something are shaded less and get less gloss, so that the legend is true of them.
  Color seen = spot.color * (spot.means ? Color(0.4f + 0.62f * light.diffuse) : light.diffuse);
  // A satin coat: a soft highlight of the key light, and the sky at grazing angles.
  const Eigen::Vector3f half = (spot.view + lighting_.key_direction()).normalized();
  const float highlight = std::pow(std::max(spot.normal.dot(half), 0.0f), 42.0f);
  const float grazing = std::pow(1 - std::clamp(spot.normal.dot(spot.view), 0.0f, 1.0f), 4.0f);
  const float coat = spot.means ? 0.35f : 1.0f;
  seen += coat * (0.12f * light.key * highlight + 0.08f * light.sky * grazing);
  return within_screen(seen * (1 - spot.ink));
}

Color Painter::shadow(double pixel_x, double pixel_y) const {
  const Vec3 ray = projection_.ray(pixel_x, pixel_y);
  const double above = projection_.eye().dot(kUp) - *ground_, sinking = -ray.dot(kUp);
  if (!(above > 0 && sinking > 0)) return Color::Ones();
  const Vec3 point = projection_.eye() + above / sinking * ray;
  return shadow_->at(point[0], point[2]);
}

Painter::Paint Painter::behind(double pixel_x, double pixel_y) const {
  const Color left = ground_ ? shadow(pixel_x, pixel_y) : Color::Ones();
  if (settings_.background == Background::transparent) return {Color::Zero(), 1 - left.mean()};
  const Color plain = settings_.background == Background::white ? Color::Ones() : studio(pixel_y / settings_.height);
  return {left * plain, 1};
}

// All samples of a pixel that see the same triangle, or nothing, are painted at once, at their middle.
void Painter::look(int x, int y, const PixelSamples& samples, std::vector<Spot>& spots, Paint& sum) const {
  std::array<bool, kSamples> done{};
  for (std::size_t first = 0; first < kSamples; ++first) {
    if (done[first]) continue;
    const std::uint32_t triangle = samples.triangle[first];
    int count = 0;
    double px = 0, py = 0;
    for (std::size_t k = first; k < kSamples; ++k)
      if (samples.triangle[k] == triangle) {
        done[k] = true;
        ++count;
        px += sample_x(k);
        py += sample_y(k);
      }
    px = x + px / (count * kSubpixels);
    py = y + py / (count * kSubpixels);
    const float share = static_cast<float>(count) / kSamples;
    if (triangle == kNothing) {
      const Paint paint = behind(px, py);
      sum.color += share * paint.color;
      sum.opacity += share * paint.opacity;
    } else {
      spots.push_back(look(triangle, px, py));
      spots.back().share = share;
    }
  }
}

void Painter::paint(const VisibilityBand& band, int top, int bottom, Image& image) const {
  std::vector<Spot> spots;
  std::vector<Paint> sums;  // of the pixels, row by row
  for (int y = top; y < bottom; ++y)
    for (int x = 0; x < image.width; ++x) {
      const std::size_t first = spots.size();
      look(x, y, band.at(x, y), spots, sums.emplace_back());
      for (std::size_t k = first; k < spots.size(); ++k) spots[k].pixel = sums.size() - 1;
    }

  std::vector<Eigen::Vector3f> points, normals;
  for (const Spot& spot : spots) points.push_back(spot.point), normals.push_back(spot.normal);
  const std::vector<Light> lights = lighting_.at(points, normals);
  for (std::size_t k = 0; k < spots.size(); ++k) {
    Paint& sum = sums[spots[k].pixel];
    sum.color += spots[k].share * lit(spots[k], lights[k]);
    sum.opacity += spots[k].share;
  }

  const auto first = image.pixels.begin() + static_cast<std::ptrdiff_t>(image.width) * top;
  std::transform(sums.begin(), sums.end(), first, [](const Paint& sum) -> Pixel {
    const Color color = sum.opacity > 0 ? Color(sum.color / sum.opacity) : Color::Zero();
    return {to_byte(color[0]), to_byte(color[1]), to_byte(color[2]),
            static_cast<std::uint8_t>(std::lround(255 * std::min(sum.opacity, 1.0f)))};
  });
}

}  // namespace lilyan::render
