#include <lilyan/algebra/threads.hpp>
#include <lilyan/mesh/shape_functions.hpp>
#include <lilyan/meshing/embedding.hpp>
#include <lilyan/meshing/locators.hpp>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

namespace lilyan {

namespace {

double cell_volume(const Vector& x, const Tet& tet) { return volume(x, tet); }
double cell_volume(const Vector& x, const Hex& hex) { return hex_volume(x, hex); }

// The mean over the cells at every vertex, weighted by their volumes; `vertices` of them.
template <class Cell>
MeshField averaged(const MeshField& field, const std::vector<Cell>& cells, const std::vector<double>& volumes,
                   std::size_t vertices) {
  const auto n = static_cast<std::size_t>(field.components);
  assert(field.values.size() == n * cells.size());
  std::vector<double> around(vertices, 0);
  MeshField mean{field.name, field.components, std::vector<double>(n * vertices, 0)};
  for (std::size_t e = 0; e < cells.size(); ++e)
    for (Index i : cells[e]) {
      const auto at = static_cast<std::size_t>(i);
      around[at] += volumes[e];
      for (std::size_t c = 0; c < n; ++c) mean.values[n * at + c] += volumes[e] * field.values[n * e + c];
    }
  for (std::size_t k = 0; k < mean.values.size(); ++k)
    if (around[k / n] > 0) mean.values[k] /= around[k / n];
  return mean;
}

}  // namespace

template <class Cell>
Embedding<Cell>::Embedding(TriangleMesh surface, std::vector<Cell> cells, std::vector<Anchor> anchors)
    : CarriedSurface(std::move(surface)), cells_(std::move(cells)), anchors_(std::move(anchors)) {
  assert(static_cast<Index>(anchors_.size()) == this->surface().vertices());
}

template <class Cell>
Vector Embedding<Cell>::at(const Vector& x) const {
  Vector place(3 * static_cast<Eigen::Index>(anchors_.size()));
  for (std::size_t i = 0; i < anchors_.size(); ++i) {
    const auto& [cell, weights] = anchors_[i];
    const Cell& corners = cells_[static_cast<std::size_t>(cell)];
    Vec3 sum = Vec3::Zero();
    for (std::size_t k = 0; k < kCorners; ++k) sum += weights[k] * vertex(x, corners[k]);
    vertex(place, static_cast<Index>(i)) = sum;
  }
  return place;
}

template <class Cell>
MeshField Embedding<Cell>::carry(const MeshField& field) const {
  const auto n = static_cast<std::size_t>(field.components);
  MeshField carried{field.name, field.components, std::vector<double>(n * anchors_.size(), 0)};
  for (std::size_t i = 0; i < anchors_.size(); ++i) {
    const auto& [cell, weights] = anchors_[i];
    double sum = 0;
    for (double weight : weights) sum += std::max(weight, 0.0);
    for (std::size_t k = 0; k < kCorners; ++k) {
      const auto corner = static_cast<std::size_t>(cells_[static_cast<std::size_t>(cell)][k]);
      const double share = std::max(weights[k], 0.0) / sum;
      for (std::size_t c = 0; c < n; ++c) carried.values[n * i + c] += share * field.values[n * corner + c];
    }
  }
  return carried;
}

template <class Cell>
std::vector<MeshField> Embedding<Cell>::fields(const Vector& x, const std::vector<MeshField>& vertex_fields,
                                               const std::vector<MeshField>& cell_fields) const {
  std::vector<MeshField> carried;
  for (const MeshField& field : vertex_fields) carried.push_back(carry(field));
  if (cell_fields.empty()) return carried;
  std::vector<double> volumes;
  volumes.reserve(cells_.size());
  for (const Cell& cell : cells_)
    volumes.push_back(std::max(std::abs(cell_volume(x, cell)), 1e-300));  // a flat one has a value, too
  for (const MeshField& field : cell_fields)
    carried.push_back(carry(averaged(field, cells_, volumes, static_cast<std::size_t>(x.size() / 3))));
  return carried;
}

template <class Cell>
std::vector<double> Embedding<Cell>::overhangs(const Vector& X) const {
  std::vector<double> result(anchors_.size(), 0);
  for (std::size_t i = 0; i < result.size(); ++i) {
    const auto& [cell, weights] = anchors_[i];
    if (*std::min_element(weights.begin(), weights.end()) >= 0) continue;
    const Vec3 p = vertex(surface().X, static_cast<Index>(i));
    result[i] = std::sqrt(squared_distance_to_faces(X, cells_[static_cast<std::size_t>(cell)], p));
  }
  return result;
}

template class Embedding<Tet>;
template class Embedding<Hex>;

TetEmbedding embed(TriangleMesh surface, const TetMesh& body) {
  std::vector<TetEmbedding::Anchor> anchors(static_cast<std::size_t>(surface.vertices()));
  const TetLocator locator(body);
  parallel_for(surface.vertices(), [&](Index i) {
    const Vec3 p = vertex(surface.X, i);
    const Index tet = locator.find(p);
    anchors[static_cast<std::size_t>(i)] = {tet, barycentric(body.X, body.tets[static_cast<std::size_t>(tet)], p)};
  });
  return {std::move(surface), body.tets, std::move(anchors)};
}

HexEmbedding embed(TriangleMesh surface, const Vector& X, const std::vector<Hex>& hexes) {
  std::vector<HexEmbedding::Anchor> anchors(static_cast<std::size_t>(surface.vertices()));
  const HexLocator locator(X, hexes);
  parallel_for(surface.vertices(), [&](Index i) {
    const Vec3 p = vertex(surface.X, i);
    const Index hex = locator.find(p);
    anchors[static_cast<std::size_t>(i)] = {hex, trilinear(X, hexes[static_cast<std::size_t>(hex)], p)};
  });
  return {std::move(surface), hexes, std::move(anchors)};
}

}  // namespace lilyan
