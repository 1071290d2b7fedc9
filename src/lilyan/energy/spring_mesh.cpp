#include <lilyan/energy/spring_mesh.hpp>

#include <algorithm>

namespace lilyan {

namespace {

Spring between(const Vector& X, Index a, Index b, double k) {
  return {std::min(a, b), std::max(a, b), (vertex(X, a) - vertex(X, b)).norm(), k};
}

}  // namespace

std::vector<Spring> stretching_springs(const Vector& X, const std::vector<Triangle>& triangles, double k) {
  std::vector<Spring> springs;
  for (const auto& [a, b] : edges_of(triangles)) springs.push_back(between(X, a, b, k));
  return springs;
}

std::vector<Spring> bending_springs(const Vector& X, const std::vector<Triangle>& triangles, double k) {
  struct Corner {
    VertexPair edge;
    Index opposite;
  };
  std::vector<Corner> corners;
  for (const Triangle& t : triangles)
    for (std::size_t c = 0; c < 3; ++c) {
      const Index a = t[c], b = t[(c + 1) % 3];
      corners.push_back({{std::min(a, b), std::max(a, b)}, t[(c + 2) % 3]});
    }
  std::stable_sort(corners.begin(), corners.end(), [](const Corner& p, const Corner& q) { return p.edge < q.edge; });
  std::vector<Spring> springs;
  for (std::size_t begin = 0, end = 0; begin < corners.size(); begin = end) {
    while (end < corners.size() && corners[end].edge == corners[begin].edge) ++end;
    if (end - begin == 2 && corners[begin].opposite != corners[begin + 1].opposite)
      springs.push_back(between(X, corners[begin].opposite, corners[begin + 1].opposite, k));
  }
  return springs;
}

std::vector<Spring> bending_springs(const Vector& X, const std::array<Index, 2>& rows, double k) {
  std::vector<Spring> springs;
  for (Index i = 0; i < rows[0]; ++i)
    for (Index j = 0; j < rows[1]; ++j) {
      const Index a = i * rows[1] + j;
      if (i + 2 < rows[0]) springs.push_back(between(X, a, a + 2 * rows[1], k));
      if (j + 2 < rows[1]) springs.push_back(between(X, a, a + 2, k));
    }
  return springs;
}

std::vector<Spring> rod_springs(const Vector& X, const std::vector<VertexPair>& edges, double c, SpringLaw law) {
  std::vector<Spring> springs;
  for (const auto& [a, b] : edges) {
    Spring& spring = springs.emplace_back(between(X, a, b, 0));
    const double r = spring.rest_length;
    spring.stiffness = law == SpringLaw::hookean ? c / r : c / (4 * r * r * r);
  }
  return springs;
}

}  // namespace lilyan
