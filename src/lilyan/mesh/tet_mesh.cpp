#include <lilyan/mesh/tet_mesh.hpp>

#include <Eigen/Geometry>
#include <algorithm>
#include <cstddef>

namespace lilyan {

double volume(const Vector& x, const Tet& tet) {
  const Vec3 x0 = vertex(x, tet[0]);
  const Vec3 e1 = vertex(x, tet[1]) - x0, e2 = vertex(x, tet[2]) - x0, e3 = vertex(x, tet[3]) - x0;
  return e1.cross(e2).dot(e3) / 6;
}

MeshOrigin::Item MeshOrigin::vertex(Index i) const {
  return vertices.empty() ? Item{first_id + i, 0, 0} : vertices[static_cast<std::size_t>(i)];
}

MeshOrigin::Item MeshOrigin::tet(Index t) const {
  return tets.empty() ? Item{first_id + t, 0, 0} : tets[static_cast<std::size_t>(t)];
}

std::string MeshOrigin::place(const Item& item) const {
  return item.line == 0 ? files[item.file] : files[item.file] + ":" + std::to_string(item.line);
}

std::vector<Triangle> surface(const std::vector<Tet>& tets) {
  // Equal faces become neighbours when sorted by their vertex sets; `face` remembers tet and corner set.
  struct Face {
    Triangle key;
    std::int64_t face;
  };
  std::vector<Face> faces;
  faces.reserve(4 * tets.size());
  auto corners = [&tets](std::int64_t face) {
    const Tet& tet = tets[static_cast<std::size_t>(face / 4)];
    Triangle triangle;
    for (std::size_t k = 0; k < 3; ++k)
      triangle[k] = tet[static_cast<std::size_t>(kTetFaces[static_cast<std::size_t>(face % 4)][k])];
    return triangle;
  };
  for (std::int64_t face = 0; face < 4 * static_cast<std::int64_t>(tets.size()); ++face) {
    Triangle key = corners(face);
    std::sort(key.begin(), key.end());
    faces.push_back({key, face});
  }
  std::sort(faces.begin(), faces.end(), [](const Face& a, const Face& b) { return a.key < b.key; });

  std::vector<std::int64_t> boundary;
  for (std::size_t i = 0, next = 0; i < faces.size(); i = next) {
    while (next < faces.size() && faces[next].key == faces[i].key) ++next;
    if (next - i == 1) boundary.push_back(faces[i].face);
  }
  std::sort(boundary.begin(), boundary.end());

  std::vector<Triangle> triangles;
  triangles.reserve(boundary.size());
  for (std::int64_t face : boundary) triangles.push_back(corners(face));
  return triangles;
}

std::vector<Triangle> surface(const TetMesh& mesh) { return surface(mesh.tets); }

Vector area_of_vertices(const Vector& X, const std::vector<Triangle>& triangles) {
  Vector area = Vector::Zero(X.size() / 3);
  for (const auto& [a, b, c] : triangles) {
    const Vec3 A = vertex(X, a), B = vertex(X, b), C = vertex(X, c);
    const double third = (B - A).cross(C - A).norm() / 6;
    for (Index i : {a, b, c}) area[i] += third;
  }
  return area;
}

std::string list_ids(const std::vector<std::int64_t>& ids) {
  constexpr std::size_t kShown = 5;
  std::string text;
  for (std::size_t i = 0; i < std::min(kShown, ids.size()); ++i) text += (i == 0 ? "" : ", ") + std::to_string(ids[i]);
  if (ids.size() > kShown) text += ", ... (" + std::to_string(ids.size()) + " in all)";
  return text;
}

}  // namespace lilyan
