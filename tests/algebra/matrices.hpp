// Patterns and matrices that the tests of algebra share, with their dense counterparts.
#pragma once

#include <lilyan/algebra/symmetric_matrix.hpp>

#include <Eigen/Dense>

#include <algorithm>
#include <memory>
#include <random>
#include <utility>
#include <vector>

namespace lilyan::test {

using Dense = Eigen::MatrixXd;
using Pattern = std::shared_ptr<const SymmetricPattern>;

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  double real(double low, double high) { return std::uniform_real_distribution<double>(low, high)(engine_); }
  Index index(Index low, Index high) { return std::uniform_int_distribution<Index>(low, high)(engine_); }
  bool chance(double probability) { return real(0, 1) < probability; }
  Vector vector(Index n) {
    Vector x(n);
    for (Index i = 0; i < n; ++i) x[i] = real(-1, 1);
    return x;
  }

 private:
  std::mt19937 engine_;
};

inline Dense random_dense(Index rows, Index columns, Random& random) {
  Dense A(rows, columns);
  for (double& value : A.reshaped()) value = random.real(-1, 1);
  return A;
}

// Vertices with some unknowns each; the unknowns of one vertex all couple, and those of two vertices that share an edge.
struct Graph {
  std::vector<Index> unknowns;  // of each vertex; 0 where all of it is held
  std::vector<std::pair<Index, Index>> edges;
};

inline Pattern pattern_of(const Graph& graph) {
  const Index vertices = static_cast<Index>(graph.unknowns.size());
  std::vector<std::vector<Index>> later(vertices);  // neighbours of a higher number
  for (auto [a, b] : graph.edges)
    if (a != b) later[std::min(a, b)].push_back(std::max(a, b));
  std::vector<Index> first(1, 0);
  for (Index count : graph.unknowns) first.push_back(first.back() + count);

  auto pattern = std::make_shared<SymmetricPattern>();
  pattern->size = first.back();
  pattern->column_begin.push_back(0);
  for (Index v = 0; v < vertices; ++v) {
    std::sort(later[v].begin(), later[v].end());
    later[v].erase(std::unique(later[v].begin(), later[v].end()), later[v].end());
    for (Index j = first[v]; j < first[v + 1]; ++j) {
      pattern->group.push_back(v);
      for (Index i = j; i < first[v + 1]; ++i) pattern->row.push_back(i);
      for (Index w : later[v])
        for (Index i = first[w]; i < first[w + 1]; ++i) pattern->row.push_back(i);
      pattern->column_begin.push_back(pattern->entries());
    }
  }
  return pattern;
}

inline Graph random_graph(Index vertices, Index fewest_unknowns, Index most_unknowns, double density, Random& random) {
  Graph graph;
  for (Index v = 0; v < vertices; ++v) graph.unknowns.push_back(random.index(fewest_unknowns, most_unknowns));
  for (Index a = 0; a < vertices; ++a)
    for (Index b = 0; b < a; ++b)
      if (random.chance(density)) graph.edges.emplace_back(a, b);
  return graph;
}

// The graph of a box of cells: a vertex meets its neighbours in all cells around it, three unknowns each.
inline Graph box_graph(Index nx, Index ny, Index nz) {
  Graph graph;
  graph.unknowns.assign(static_cast<std::size_t>(nx) * ny * nz, 3);
  auto number = [&](Index i, Index j, Index k) { return (i * ny + j) * nz + k; };
  for (Index i = 0; i < nx; ++i)
    for (Index j = 0; j < ny; ++j)
      for (Index k = 0; k < nz; ++k)
        for (Index a = std::max(0, i - 1); a < std::min(nx, i + 2); ++a)
          for (Index b = std::max(0, j - 1); b < std::min(ny, j + 2); ++b)
            for (Index c = std::max(0, k - 1); c < std::min(nz, k + 2); ++c)
              if (number(a, b, c) < number(i, j, k)) graph.edges.emplace_back(number(i, j, k), number(a, b, c));
  return graph;
}

// Every unknown couples to every other, each a group of its own.
inline Pattern full_pattern(Index size) {
  Graph graph;
  graph.unknowns.assign(static_cast<std::size_t>(size), 1);
  for (Index a = 0; a < size; ++a)
    for (Index b = 0; b < a; ++b) graph.edges.emplace_back(a, b);
  return pattern_of(graph);
}

inline Dense to_dense(const SymmetricMatrix& A) {
  Dense dense = Dense::Zero(A.size(), A.size());
  const SymmetricPattern& pattern = *A.pattern();
  for (Index j = 0; j < A.size(); ++j)
    for (std::int64_t k = pattern.column_begin[j]; k < pattern.column_begin[j + 1]; ++k)
      dense(pattern.row[k], j) = dense(j, pattern.row[k]) = A.values()[k];
  return dense;
}

// Takes the entries of the pattern out of a dense matrix.
inline SymmetricMatrix from_dense(const Pattern& pattern, const Dense& dense) {
  SymmetricMatrix A(pattern);
  for (Index j = 0; j < A.size(); ++j)
    for (std::int64_t k = pattern->column_begin[j]; k < pattern->column_begin[j + 1]; ++k)
      A.values()[k] = dense(pattern->row[k], j);
  return A;
}

inline SymmetricMatrix full_matrix(const Dense& dense) { return from_dense(full_pattern(static_cast<Index>(dense.rows())), dense); }

inline SymmetricMatrix random_matrix(const Pattern& pattern, Random& random) {
  SymmetricMatrix A(pattern);
  for (double& value : A.values()) value = random.real(-1, 1);
  return A;
}

// Positive definite by a diagonal that outweighs the rest of its row.
inline SymmetricMatrix random_definite_matrix(const Pattern& pattern, Random& random) {
  SymmetricMatrix A = random_matrix(pattern, random);
  Vector weight = Vector::Zero(A.size()), diagonal(A.size());
  for (Index j = 0; j < A.size(); ++j)
    for (std::int64_t k = pattern->column_begin[j] + 1; k < pattern->column_begin[j + 1]; ++k) {
      weight[j] += std::abs(A.values()[k]);
      weight[pattern->row[k]] += std::abs(A.values()[k]);
    }
  for (Index j = 0; j < A.size(); ++j) diagonal[j] = weight[j] - A.diagonal(j) + random.real(0.1, 1);
  A.add_to_diagonal(1, diagonal);
  return A;
}

inline bool same_bits(const Vector& a, const Vector& b) {
  return a.size() == b.size() && std::equal(a.data(), a.data() + a.size(), b.data());
}

}  // namespace lilyan::test
