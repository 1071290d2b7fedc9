#include <lilyan/render/stage.hpp>

#include <lilyan/render/scenery.hpp>

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>

namespace lilyan::render {

std::vector<CornerNormals> corner_normals(const Vector& x, const std::vector<Triangle>& triangles, double crease_in_degrees) {
  const auto vertices = static_cast<std::size_t>(x.size() / 3);
  std::vector<Vec3> area(triangles.size()),
      direction(triangles.size());  // normals of the triangles, as long as their areas, and of length 1
  // Around vertex i stand the triangles around[first[i]], ..., around[first[i + 1] - 1].
  std::vector<std::size_t> first(vertices + 1, 0), around(3 * triangles.size());
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    const Vec3 a = vertex(x, triangles[t][0]), b = vertex(x, triangles[t][1]), c = vertex(x, triangles[t][2]);
    area[t] = (b - a).cross(c - a);
    direction[t] = area[t].norm() > 0 ? Vec3(area[t].normalized()) : Vec3::Zero();
    for (Index i : triangles[t]) ++first[static_cast<std::size_t>(i) + 1];
  }
  for (std::size_t i = 0; i < vertices; ++i) first[i + 1] += first[i];
  std::vector<std::size_t> next(first.begin(), first.end() - 1);
  for (std::size_t t = 0; t < triangles.size(); ++t)
    for (Index i : triangles[t]) around[next[static_cast<std::size_t>(i)]++] = t;

  const double cosine = std::cos(crease_in_degrees * std::numbers::pi / 180);
  std::vector<CornerNormals> normals(triangles.size());
  for (std::size_t t = 0; t < triangles.size(); ++t)
    for (std::size_t corner = 0; corner < 3; ++corner) {
      const auto i = static_cast<std::size_t>(triangles[t][corner]);
      Vec3 sum = Vec3::Zero();
      for (std::size_t k = first[i]; k < first[i + 1]; ++k)
        if (direction[around[k]].dot(direction[t]) >= cosine) sum += area[around[k]];
      const double length = sum.norm();
      normals[t][corner] = length > 0 ? Vec3(sum / length) : direction[t];
    }
  return normals;
}

namespace {

bool is_finite(const Skin& skin, const Triangle& triangle) {
  return std::all_of(triangle.begin(), triangle.end(), [&](Index i) { return vertex(skin.x, i).allFinite(); });
}

// Half the sum, also where the sum is too large for a number.
Vec3 between(const Vec3& a, const Vec3& b) { return a / 2 + b / 2; }

void find_ball(const std::vector<Skin>& bodies, const std::vector<Skin>& obstacles, Stage& stage) {
  Vec3 low = Vec3::Constant(std::numeric_limits<double>::infinity()), high = -low;
  const Vicinity vicinity(bodies);
  const auto each_corner = [&](const auto& call) {
    for (const Skin& skin : bodies)
      for (const Triangle& triangle : skin.triangles)
        if (is_finite(skin, triangle))
          for (Index i : triangle) call(Vec3(vertex(skin.x, i)));
    for (const Skin& obstacle : obstacles) vicinity.each_vertex(obstacle, call);
  };
  each_corner([&](const Vec3& p) { low = low.cwiseMin(p), high = high.cwiseMax(p); });
  if (!(low[0] <= high[0])) return;
  stage.center = between(low, high);
  double farthest = 0;
  each_corner([&](const Vec3& p) { farthest = std::max(farthest, (p - stage.center).stableNorm()); });
  const double least = std::max(1e-12 * stage.center.cwiseAbs().maxCoeff(), std::numeric_limits<double>::min());
  stage.radius = std::min(std::max(farthest, least), std::numeric_limits<double>::max());
}

// Numbers the bodies in the order in which they appear.
class BodyColors {
 public:
  Color operator()(std::size_t skin, double body) {
    const std::pair<std::size_t, double> key{skin, std::isfinite(body) ? std::round(body) : 0};
    return body_color(number_.try_emplace(key, static_cast<int>(number_.size())).first->second);
  }

 private:
  std::map<std::pair<std::size_t, double>, int> number_;
};

}  // namespace

Camera Stage::scaled(const Camera& camera) const {
  Camera moved = camera;
  moved.from = scaled(camera.from);
  moved.to = scaled(camera.to);
  return moved;
}

Stage make_stage(const std::vector<Skin>& bodies, const std::vector<Skin>& obstacles, const std::string& field,
                 const std::optional<FieldScale>& scale) {
  Stage stage;
  find_ball(bodies, obstacles, stage);
  Eigen::Index vertices = 0;
  for (const std::vector<Skin>* skins : {&bodies, &obstacles})
    for (const Skin& skin : *skins) vertices += skin.vertices();
  stage.x = Vector::Zero(3 * vertices);
  Index first = 0;
  // Calls `shown` with each triangle of the skin, in its own vertex numbers.
  const auto add = [&](const Skin& skin, const auto& shown) {
    for (Index i = 0; i < skin.vertices(); ++i)
      if (vertex(skin.x, i).allFinite()) vertex(stage.x, first + i) = stage.scaled(vertex(skin.x, i));
    for (const Triangle& triangle : skin.triangles) {
      if (!is_finite(skin, triangle)) continue;
      stage.triangles.push_back({first + triangle[0], first + triangle[1], first + triangle[2]});
      shown(triangle);
    }
    first += skin.vertices();
  };
  BodyColors colors;
  for (std::size_t s = 0; s < bodies.size(); ++s) {
    const Skin& skin = bodies[s];
    const std::vector<double> body = scalar_field(skin, "body");
    add(skin, [&](const Triangle& triangle) {
      if (!scale) stage.color.push_back(colors(s, body.empty() ? 0 : body[static_cast<std::size_t>(triangle[0])]));
    });
    if (scale) {
      const std::vector<double> values = scalar_field(skin, field);
      for (std::size_t i = 0; i < static_cast<std::size_t>(skin.vertices()); ++i)
        stage.place.push_back(values.empty() ? std::numeric_limits<double>::quiet_NaN() : scale->place(values[i]));
    }
  }
  stage.body_triangles = stage.triangles.size();
  for (const Skin& obstacle : obstacles) add(obstacle, [&](const Triangle&) { stage.color.push_back(obstacle_color()); });
  stage.normals = corner_normals(stage.x, stage.triangles);
  return stage;
}

}  // namespace lilyan::render
