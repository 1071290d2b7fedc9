// Boxes of masses and springs: matrices like those of an elastic body, with the positions of their vertices.
#pragma once

#include <tests/algebra/matrices.hpp>

#include <array>

namespace lilyan::test {

struct SpringBox {
  Pattern pattern;
  SymmetricMatrix A;
  Vector positions;
};

struct SpringBoxes {
  struct Box {
    std::array<Index, 3> vertices;
    double edge = 1;       // between neighbours
    double stiffness = 1;  // of a spring
    double mass = 0.01;    // of a vertex
    Vec3 corner = Vec3::Zero();
  };
  std::vector<Box> boxes;
  bool holds_end = false;    // the vertices of each box with the least x are held
  bool holds_plane = false;  // nothing moves along z

  // M + sum over springs of k n n^T, n the spring's direction.
  SpringBox make() const {
    Graph graph;
    std::vector<std::vector<int>> axes;
    std::vector<double> mass, stiffness;
    std::vector<Vec3> x;
    for (const Box& box : boxes) {
      const Graph own = box_graph(box.vertices[0], box.vertices[1], box.vertices[2]);
      const Index first = static_cast<Index>(x.size());
      for (auto [a, b] : own.edges) {
        graph.edges.emplace_back(first + a, first + b);
        stiffness.push_back(box.stiffness);
      }
      for (Index i = 0; i < box.vertices[0]; ++i)
        for (Index j = 0; j < box.vertices[1]; ++j)
          for (Index k = 0; k < box.vertices[2]; ++k) {
            x.push_back(box.corner + box.edge * Vec3(i, j, k));
            mass.push_back(box.mass);
            axes.push_back(holds_end && i == 0 ? std::vector<int>() : holds_plane ? std::vector{0, 1} : std::vector{0, 1, 2});
          }
    }
    for (const auto& of_vertex : axes) graph.unknowns.push_back(static_cast<Index>(of_vertex.size()));
    auto pattern = std::make_shared<SymmetricPattern>(*pattern_of(graph));
    std::vector<std::array<Index, 3>> unknown(x.size(), {-1, -1, -1});
    Index next = 0;
    for (std::size_t v = 0; v < axes.size(); ++v)
      for (int axis : axes[v]) {
        pattern->axis.push_back(static_cast<std::uint8_t>(axis));
        unknown[v][axis] = next++;
      }
    SpringBox made{pattern, SymmetricMatrix(pattern), Vector(3 * static_cast<Eigen::Index>(x.size()))};
    for (std::size_t v = 0; v < x.size(); ++v) made.positions.segment<3>(3 * static_cast<Eigen::Index>(v)) = x[v];
    auto add = [&](Index row, Index column, double value) {
      if (row < 0 || column < 0 || row < column) return;
      const auto begin = pattern->row.begin() + pattern->column_begin[column],
                 end = pattern->row.begin() + pattern->column_begin[column + 1];
      made.A.values()[static_cast<std::size_t>(std::find(begin, end, row) - pattern->row.begin())] += value;
    };
    for (std::size_t e = 0; e < graph.edges.size(); ++e) {
      const auto [a, b] = graph.edges[e];
      const Vec3 n = (x[a] - x[b]).normalized();
      for (int r = 0; r < 3; ++r)
        for (int c = 0; c < 3; ++c) {
          const double k = stiffness[e] * n[r] * n[c];
          add(unknown[a][r], unknown[a][c], k), add(unknown[b][r], unknown[b][c], k);
          add(unknown[a][r], unknown[b][c], -k), add(unknown[b][r], unknown[a][c], -k);
        }
    }
    for (std::size_t v = 0; v < x.size(); ++v)
      for (int axis : axes[v]) add(unknown[v][axis], unknown[v][axis], mass[v]);
    return made;
  }
};

}  // namespace lilyan::test
