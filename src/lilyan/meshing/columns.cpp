#include <lilyan/meshing/columns.hpp>

#include <lilyan/mesh/box_tree.hpp>

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <optional>

namespace lilyan {

namespace {

class Surface {
 public:
  Surface(const Vector& X, const Cells& cells) : X_(X), triangles_(surface(cells)), tree_(boxes()) {}

  const std::vector<Triangle>& triangles() const { return triangles_; }

  Vec3 corner(Index triangle, int k) const { return vertex(X_, triangles_[static_cast<std::size_t>(triangle)][k]); }
  Vec3 middle(Index t) const { return (corner(t, 0) + corner(t, 1) + corner(t, 2)) / 3; }
  Vec3 area_vector(Index t) const { return 0.5 * (corner(t, 1) - corner(t, 0)).cross(corner(t, 2) - corner(t, 0)); }

  struct Hit {
    Index triangle = -1;
    double distance = std::numeric_limits<double>::infinity();  // [m]
  };

  // The first triangle other than `from` that a ray meets from behind, on its way out.
  Hit way_out(Index from, const Vec3& direction) const {
    const Vec3 origin = middle(from);
    Hit hit;
    std::vector<Index> open = {0};
    while (!open.empty()) {
      const BoxTree::Node& node = tree_.nodes()[static_cast<std::size_t>(open.back())];
      open.pop_back();
      if (!meets(node.box, origin, direction, hit.distance)) continue;
      if (node.child != 0) {
        open.insert(open.end(), {node.child, node.child + 1});
        continue;
      }
      for (Index k = node.first; k < node.first + node.count; ++k) {
        const Index t = tree_.items()[static_cast<std::size_t>(k)];
        if (t == from || !(area_vector(t).dot(direction) > 0)) continue;
        if (const auto distance = crossing(t, origin, direction); distance && *distance < hit.distance) hit = {t, *distance};
      }
    }
    return hit;
  }

 private:
  std::vector<Box> boxes() const {
    std::vector<Box> boxes;
    for (Index t = 0; t < static_cast<Index>(triangles_.size()); ++t) {
      Box box = Box::nothing();
      for (int k = 0; k < 3; ++k) box.add(corner(t, k));
      boxes.push_back(box);
    }
    return boxes;
  }

  static bool meets(const Box& box, const Vec3& origin, const Vec3& direction, double reach) {
    double enter = 0, leave = reach;
    for (int i = 0; i < 3; ++i) {
      if (direction[i] == 0) {
        if (origin[i] < box.low[i] || origin[i] > box.high[i]) return false;
        continue;
      }
      const double a = (box.low[i] - origin[i]) / direction[i], b = (box.high[i] - origin[i]) / direction[i];
      enter = std::max(enter, std::min(a, b));
      leave = std::min(leave, std::max(a, b));
    }
    return enter <= leave;
  }

  // Where the ray origin + s direction meets the triangle: s > 0, from origin - a = s (-direction) + u (b - a) + v (c - a).
  std::optional<double> crossing(Index t, const Vec3& origin, const Vec3& direction) const {
    constexpr double kRim = 1e-9;  // of the triangle: a ray through an edge meets one of its two triangles at least
    const Vec3 a = corner(t, 0), ab = corner(t, 1) - a, ac = corner(t, 2) - a, across = direction.cross(ac);
    const double det = ab.dot(across);
    const Vec3 way = origin - a, turned = way.cross(ab);
    const double u = way.dot(across) / det, v = direction.dot(turned) / det, s = ac.dot(turned) / det;
    if (!(u >= -kRim && v >= -kRim && u + v <= 1 + kRim && s > 0)) return std::nullopt;
    return s;
  }

  const Vector& X_;
  std::vector<Triangle> triangles_;
  BoxTree tree_;
};

// The cell behind each triangle of the surface.
std::vector<Index> cells_behind(const std::vector<Triangle>& triangles, const Cells& cells, Index vertices) {
  std::vector<std::vector<Index>> at_vertex(static_cast<std::size_t>(vertices));  // triangles by their lowest vertex
  for (std::size_t t = 0; t < triangles.size(); ++t)
    at_vertex[static_cast<std::size_t>(*std::min_element(triangles[t].begin(), triangles[t].end()))].push_back(
        static_cast<Index>(t));
  std::vector<Index> behind(triangles.size(), -1);
  for (Index e = 0; e < cells.count(); ++e) {
    const std::span<const Index> cell = cells.vertices(e);
    const auto has = [&](Index v) { return std::find(cell.begin(), cell.end(), v) != cell.end(); };
    for (const Index v : cell)
      for (const Index t : at_vertex[static_cast<std::size_t>(v)])
        if (const Triangle& triangle = triangles[static_cast<std::size_t>(t)];
            has(triangle[0]) && has(triangle[1]) && has(triangle[2]))
          behind[static_cast<std::size_t>(t)] = e;
  }
  return behind;
}

}  // namespace

std::vector<Column> columns_through(const Vector& X, const Cells& cells, Index most) {
  if (cells.tets.empty() && cells.hexes.empty()) return {};
  const Surface outside(X, cells);
  const std::vector<Triangle>& triangles = outside.triangles();
  const std::vector<Index> behind = cells_behind(triangles, cells, static_cast<Index>(X.size() / 3));
  const auto count = static_cast<Index>(triangles.size());
  const Index stride = std::max<Index>(1, count / most);
  std::vector<Column> columns;
  for (Index t = 0; t < count; t += stride) {
    const Vec3 normal = outside.area_vector(t);
    if (!(normal.norm() > 0) || behind[static_cast<std::size_t>(t)] < 0) continue;
    const Vec3 inwards = -normal.normalized();
    const auto [far, length] = outside.way_out(t, inwards);
    if (far < 0 || behind[static_cast<std::size_t>(far)] < 0) continue;
    columns.push_back({triangles[static_cast<std::size_t>(t)], triangles[static_cast<std::size_t>(far)],
                       behind[static_cast<std::size_t>(t)], behind[static_cast<std::size_t>(far)], inwards, normal.norm(), length});
  }
  return columns;
}

double extent_along(const Vector& X, const Cells& cells, Index cell, const Vec3& direction) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const Index v : cells.vertices(cell)) {
    const double at = vertex(X, v).dot(direction);
    low = std::min(low, at), high = std::max(high, at);
  }
  return high - low;
}

}  // namespace lilyan
