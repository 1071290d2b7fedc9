#include <lilyan/render/scenery.hpp>

#include <Eigen/Geometry>

#include <algorithm>
#include <limits>

namespace lilyan::render {

namespace {

constexpr double kLevel = 0.99985;   // cos of one degree
constexpr double kLargest = 2;       // of an obstacle that counts, in diagonals of the bodies
constexpr double kHalfSquare = 1.5;  // in diagonals of what is shown

struct Extent {
  Vec3 lowest = Vec3::Constant(std::numeric_limits<double>::infinity()), highest = -lowest;

  void add(const Skin& skin) {
    for (const Triangle& triangle : skin.triangles)
      for (Index i : triangle)
        if (const Vec3 p = vertex(skin.x, i); p.allFinite()) lowest = lowest.cwiseMin(p), highest = highest.cwiseMax(p);
  }
  bool is_empty() const { return !(lowest[0] <= highest[0]); }
  double diagonal() const { return (highest - lowest).stableNorm(); }
  bool holds(const Extent& other) const {
    return (lowest.array() <= other.lowest.array()).all() && (highest.array() >= other.highest.array()).all();
  }
};

bool is_level(const Plane& plane) { return plane.normal[1] >= kLevel; }

// The level plane that is the ground; the end if there is none.
auto ground_of(const std::vector<Plane>& planes) {
  auto ground = planes.end();
  for (auto plane = planes.begin(); plane != planes.end(); ++plane)
    if (is_level(*plane) && (ground == planes.end() || plane->point[1] < ground->point[1])) ground = plane;
  return ground;
}

bool reaches_below(const Skin& skin, const Plane& plane) {
  for (Index i = 0; i < skin.vertices(); ++i)
    if (plane.normal.dot(vertex(skin.x, i) - plane.point) < 0) return true;
  return false;
}

// Without the triangles that hide what it holds.
Skin opened(Skin obstacle, const Extent& bodies, const Vec3& eye) {
  Extent own;
  own.add(obstacle);
  if (bodies.is_empty() || !own.holds(bodies)) return obstacle;
  const Vec3 middle = bodies.lowest / 2 + bodies.highest / 2;
  std::erase_if(obstacle.triangles, [&](const Triangle& t) {
    const Vec3 a = vertex(obstacle.x, t[0]), b = vertex(obstacle.x, t[1]), c = vertex(obstacle.x, t[2]);
    const Vec3 normal = (b - a).cross(c - a);
    return normal.dot(eye - a) * normal.dot(middle - a) < 0;
  });
  return obstacle;
}

Skin square(const Plane& plane, const Vec3& middle, double half_width) {
  const Vec3 center = middle - plane.normal.dot(middle - plane.point) * plane.normal;
  // One side of the square is horizontal, unless all are.
  Vec3 across = Vec3::UnitY().cross(plane.normal);
  across = across.norm() > 1e-6 ? Vec3(across.normalized()) : Vec3(Vec3::UnitX());
  const Vec3 along = plane.normal.cross(across);
  Skin skin{Vector(12), {{0, 1, 2}, {0, 2, 3}}, {}};
  vertex(skin.x, 0) = center + half_width * (-across - along);
  vertex(skin.x, 1) = center + half_width * (across - along);
  vertex(skin.x, 2) = center + half_width * (across + along);
  vertex(skin.x, 3) = center + half_width * (-across + along);
  return skin;
}

}  // namespace

Vicinity::Vicinity(const std::vector<Skin>& bodies) {
  Extent extent;
  for (const Skin& skin : bodies) extent.add(skin);
  is_empty_ = extent.is_empty();
  lowest_ = extent.lowest, highest_ = extent.highest;
  if (!is_empty_) reach_ = extent.diagonal();
}

bool Vicinity::counts(const Skin& obstacle) const {
  if (is_empty_) return true;
  Extent extent;
  extent.add(obstacle);
  return !extent.is_empty() && extent.diagonal() <= kLargest * reach_;
}

bool Vicinity::counts(const Vec3& point) const {
  if (!point.allFinite()) return false;
  if (is_empty_) return true;
  return (point.array() >= lowest_.array() - reach_).all() && (point.array() <= highest_.array() + reach_).all();
}

bool Vicinity::counts_ground(double height) const { return !is_empty_ && height <= highest_[1] && height >= lowest_[1] - reach_; }

std::optional<double> level_ground(const std::vector<Plane>& planes) {
  const auto ground = ground_of(planes);
  return ground == planes.end() ? std::nullopt : std::optional(ground->point[1]);
}

void add_to(Framing& framing, const std::vector<Skin>& bodies, const Scenery& scenery) {
  for (const Skin& skin : bodies) framing.add(skin);
  const Vicinity vicinity(bodies);
  for (const Skin& obstacle : scenery.obstacles) vicinity.each_vertex(obstacle, [&](const Vec3& point) { framing.add(point); });
  const std::optional<double> ground = level_ground(scenery.planes);
  if (!ground || !vicinity.counts_ground(*ground)) return;
  for (const Skin& skin : bodies)
    for (const Triangle& triangle : skin.triangles)
      for (Index i : triangle) framing.add(Vec3(skin.x[3 * i], *ground, skin.x[3 * i + 2]));
}

std::vector<Skin> drawn_obstacles(const Scenery& scenery, const std::vector<Skin>& bodies, const Framing& framing,
                                  const Camera& camera) {
  Extent extent;
  for (const Skin& body : bodies) extent.add(body);
  std::vector<Skin> drawn;
  for (const Skin& obstacle : scenery.obstacles) drawn.push_back(opened(obstacle, extent, camera.from));
  if (framing.empty()) return drawn;
  const Vec3 middle = framing.lowest() / 2 + framing.highest() / 2;
  const double half_width = kHalfSquare * (framing.highest() - framing.lowest()).stableNorm();
  const auto ground = ground_of(scenery.planes);
  const auto is_seen = [&](const Plane& plane) { return plane.normal.dot(camera.from - plane.point) > 0; };
  for (auto plane = scenery.planes.begin(); plane != scenery.planes.end(); ++plane)
    if (plane != ground && is_seen(*plane)) drawn.push_back(square(*plane, middle, half_width));
  const bool hides = ground != scenery.planes.end() && is_seen(*ground) &&
                     std::any_of(drawn.begin(), drawn.end(), [&](const Skin& skin) { return reaches_below(skin, *ground); });
  if (hides) drawn.push_back(square(*ground, middle, half_width));
  return drawn;
}

}  // namespace lilyan::render
