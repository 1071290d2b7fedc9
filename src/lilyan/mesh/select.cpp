#include <lilyan/core/error.hpp>
#include <lilyan/core/platform/file_reader.hpp>
#include <lilyan/mesh/body_mesh.hpp>
#include <lilyan/mesh/select.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <limits>

namespace lilyan {

namespace {

double slack(const Vector& points, const Vec3& reference) {
  const double largest = points.size() == 0 ? 0 : points.cwiseAbs().maxCoeff();
  return kOnBoundary * std::max(largest, reference.cwiseAbs().maxCoeff());  // [m]
}

// From x to the straight piece between a and b.
double distance_to_piece(const Vec3& x, const Vec3& a, const Vec3& b) {
  const Vec3 along = b - a;
  const double length2 = along.squaredNorm();
  const double t = length2 > 0 ? std::clamp((x - a).dot(along) / length2, 0.0, 1.0) : 0;
  return (x - a - t * along).norm();
}

template <class Inside>
std::vector<Index> filter(const Vector& points, Inside inside) {
  std::vector<Index> found;
  for (Index i = 0; i < points.size() / 3; ++i)
    if (inside(Vec3(vertex(points, i)))) found.push_back(i);
  return found;
}

struct Select {
  const Vector& points;

  std::vector<Index> operator()(const SelectAll&) const {
    return filter(points, [](const Vec3&) { return true; });
  }

  std::vector<Index> operator()(const SelectBox& box) const {
    const Vec3 lowest = box.min.array() - slack(points, Vec3::Zero()), highest = box.max.array() + slack(points, Vec3::Zero());
    return filter(points,
                  [&](const Vec3& x) { return (lowest.array() <= x.array()).all() && (x.array() <= highest.array()).all(); });
  }

  std::vector<Index> operator()(const SelectSphere& sphere) const {
    const double radius = sphere.radius + slack(points, sphere.center);
    return filter(points, [&](const Vec3& x) { return (x - sphere.center).norm() <= radius; });
  }

  std::vector<Index> operator()(const SelectPlane& plane) const {
    const Vec3 n = plane.normal.stableNormalized();
    const double lowest = -slack(points, plane.point);
    return filter(points, [&](const Vec3& x) { return n.dot(x - plane.point) >= lowest; });
  }

  std::vector<Index> operator()(const SelectTube& tube) const {
    double radius = tube.radius;
    for (const Vec3& point : tube.points) radius = std::max(radius, tube.radius + slack(points, point));
    return filter(points, [&](const Vec3& x) {
      double distance = (x - tube.points.front()).norm();
      for (std::size_t k = 1; k < tube.points.size(); ++k)
        distance = std::min(distance, distance_to_piece(x, tube.points[k - 1], tube.points[k]));
      return distance <= radius;
    });
  }

  std::vector<Index> operator()(const SelectVertices& vertices) const {
    const Index count = static_cast<Index>(points.size() / 3);
    for (Index i : vertices.indices)
      if (i < 0 || i >= count)
        throw InputError(Fault{"select.index", "", fmt::format("index {} is not in 0 to {}", i, count - 1), ""});
    std::vector<Index> found = vertices.indices;
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
  }
};

}  // namespace

std::vector<Index> select(const Selection& selection, const Vector& points) { return std::visit(Select{points}, selection); }

std::map<std::string, std::vector<Index>> sets_by_vertices(const BodyMesh& mesh) {
  std::map<std::string, std::vector<Index>> sets = mesh.vertex_sets;
  for (const auto& [name, cells] : mesh.cell_sets)
    if (!sets.contains(name)) sets[name] = vertices_of_set(mesh, name);
  return sets;
}

std::vector<Index> vertices_of_set(const BodyMesh& mesh, const std::string& name) {
  if (const auto set = mesh.vertex_sets.find(name); set != mesh.vertex_sets.end()) return set->second;
  if (const auto set = mesh.cell_sets.find(name); set != mesh.cell_sets.end()) {
    std::vector<Index> vertices;
    for (Index e : set->second) {
      const std::span<const Index> cell = mesh.cells.vertices(e);
      vertices.insert(vertices.end(), cell.begin(), cell.end());
    }
    make_set(vertices);
    return vertices;
  }
  std::vector<std::string> known;
  for (const auto& [key, set] : mesh.vertex_sets) known.push_back(key);
  for (const auto& [key, set] : mesh.cell_sets)
    if (!mesh.vertex_sets.contains(key)) known.push_back(key);
  std::string list;
  constexpr std::size_t kShown = 12;
  for (std::size_t k = 0; k < std::min(known.size(), kShown); ++k) list += (k == 0 ? "" : ", ") + shown(known[k]);
  if (known.size() > kShown) list += fmt::format(", ... ({} in all)", known.size());
  const std::string nearest = nearest_name(name, known);
  throw InputError(Fault{"select.set", "",
                         fmt::format("the mesh has no set {}; it has {}", shown(name), known.empty() ? "none" : list),
                         nearest.empty() ? std::string("physical groups of Gmsh and references of Medit are sets")
                                         : fmt::format("did you mean {}?", shown(nearest))});
}

Index nearest_vertex(const Vector& X, const Vec3& point) {
  assert(X.size() >= 3);
  Index nearest = 0;
  double least = std::numeric_limits<double>::infinity();
  for (Index i = 0; i < X.size() / 3; ++i) {
    const double distance = (vertex(X, i) - point).squaredNorm();
    if (distance < least) {
      least = distance;
      nearest = i;
    }
  }
  return nearest;
}

}  // namespace lilyan
