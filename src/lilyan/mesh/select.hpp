// Choosing vertices (or element centroids) by where they are; boundaries are inside.
#pragma once

#include <lilyan/mesh/body_mesh.hpp>

#include <string>
#include <variant>
#include <vector>

namespace lilyan {

// A box compares plainly, min <= x <= max. Spheres, planes and tubes compute before they compare, so a point counts as on the
// boundary within kOnBoundary times the largest coordinate in sight; rounding then never puts a boundary outside.
inline constexpr double kOnBoundary = 1e-12;

struct SelectBox {
  Vec3 min, max;
};
struct SelectSphere {
  Vec3 center;
  double radius;
};
struct SelectPlane {
  Vec3 point, normal;  // the side the normal points to; of any length but zero
};
// Within the radius of a path of straight pieces from each point to the next; round at its ends and at its bends.
struct SelectTube {
  std::vector<Vec3> points;  // at least one
  double radius;
};
struct SelectVertices {
  std::vector<Index> indices;
};
struct SelectAll {};

using Selection = std::variant<SelectAll, SelectBox, SelectSphere, SelectPlane, SelectTube, SelectVertices>;

// Sorted indices, each once, of the points (3 coordinates each) that the selection holds; may be none.
// An index that is none of the points throws InputError.
std::vector<Index> select(const Selection& selection, const Vector& points);

// The vertices of a named set of the mesh: of its vertex set where there is one, else those of the cells of its cell set. A name
// that the mesh does not have throws InputError, listing the sets there are.
std::vector<Index> vertices_of_set(const BodyMesh& mesh, const std::string& name);

// All its sets by their vertices.
std::map<std::string, std::vector<Index>> sets_by_vertices(const BodyMesh& mesh);

// The vertex nearest to `point`, the one with the lowest index on a tie. X holds at least one vertex.
Index nearest_vertex(const Vector& X, const Vec3& point);

}  // namespace lilyan
