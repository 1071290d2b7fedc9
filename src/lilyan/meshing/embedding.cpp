#include <lilyan/algebra/threads.hpp>
#include <lilyan/meshing/closest_point.hpp>
#include <lilyan/meshing/embedding.hpp>
#include <lilyan/meshing/tet_locator.hpp>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

namespace lilyan {

namespace {

// The mean over the tets at every vertex, weighted by their volumes; `vertices` of them.
MeshField averaged(const MeshField& field, const std::vector<Tet>& tets, const std::vector<double>& volumes, std::size_t vertices) {
  const auto n = static_cast<std::size_t>(field.components);
  assert(field.values.size() == n * tets.size());
  std::vector<double> around(vertices, 0);
  MeshField mean{field.name, field.components, std::vector<double>(n * vertices, 0)};
  for (std::size_t e = 0; e < tets.size(); ++e)
    for (Index i : tets[e]) {
      const auto at = static_cast<std::size_t>(i);
      around[at] += volumes[e];
      for (std::size_t c = 0; c < n; ++c) mean.values[n * at + c] += volumes[e] * field.values[n * e + c];
    }
  for (std::size_t k = 0; k < mean.values.size(); ++k)
    if (around[k / n] > 0) mean.values[k] /= around[k / n];
  return mean;
}

}  // namespace

Embedding::Embedding(TriangleMesh surface, std::vector<Tet> tets, std::vector<Anchor> anchors)
    : CarriedSurface(std::move(surface)), tets_(std::move(tets)), anchors_(std::move(anchors)) {
  assert(static_cast<Index>(anchors_.size()) == this->surface().vertices());
}

Vector Embedding::at(const Vector& x) const {
  Vector place(3 * static_cast<Eigen::Index>(anchors_.size()));
  for (std::size_t i = 0; i < anchors_.size(); ++i) {
    const auto& [tet, weights] = anchors_[i];
    const Tet& corners = tets_[static_cast<std::size_t>(tet)];
    Vec3 sum = Vec3::Zero();
    for (std::size_t k = 0; k < 4; ++k) sum += weights[k] * vertex(x, corners[k]);
    vertex(place, static_cast<Index>(i)) = sum;
  }
  return place;
}

MeshField Embedding::carry(const MeshField& field) const {
  const auto n = static_cast<std::size_t>(field.components);
  MeshField carried{field.name, field.components, std::vector<double>(n * anchors_.size(), 0)};
  for (std::size_t i = 0; i < anchors_.size(); ++i) {
    const auto& [tet, weights] = anchors_[i];
    double sum = 0;
    for (double weight : weights) sum += std::max(weight, 0.0);
    for (std::size_t k = 0; k < 4; ++k) {
      const auto corner = static_cast<std::size_t>(tets_[static_cast<std::size_t>(tet)][k]);
      const double share = std::max(weights[k], 0.0) / sum;
      for (std::size_t c = 0; c < n; ++c) carried.values[n * i + c] += share * field.values[n * corner + c];
    }
  }
  return carried;
}

std::vector<MeshField> Embedding::fields(const Vector& x, const std::vector<MeshField>& vertex_fields,
                                         const std::vector<MeshField>& tet_fields) const {
  std::vector<MeshField> carried;
  for (const MeshField& field : vertex_fields) carried.push_back(carry(field));
  if (tet_fields.empty()) return carried;
  std::vector<double> volumes;
  volumes.reserve(tets_.size());
  for (const Tet& tet : tets_) volumes.push_back(std::max(std::abs(volume(x, tet)), 1e-300));  // a flat tet still has a value
  for (const MeshField& field : tet_fields)
    carried.push_back(carry(averaged(field, tets_, volumes, static_cast<std::size_t>(x.size() / 3))));
  return carried;
}

std::vector<double> Embedding::overhangs(const Vector& X) const {
  std::vector<double> result(anchors_.size(), 0);
  for (std::size_t i = 0; i < result.size(); ++i) {
    const auto& [t, weights] = anchors_[i];
    if (*std::min_element(weights.begin(), weights.end()) >= 0) continue;
    const Tet& tet = tets_[static_cast<std::size_t>(t)];
    const Vec3 p = vertex(surface().X, static_cast<Index>(i));
    result[i] = std::numeric_limits<double>::infinity();
    for (const Triangle& face : kTetFaces) {
      const auto corner = [&](std::size_t k) -> Vec3 { return vertex(X, tet[static_cast<std::size_t>(face[k])]); };
      result[i] = std::min(result[i], (p - closest_point(p, corner(0), corner(1), corner(2))).norm());
    }
  }
  return result;
}

Embedding embed(TriangleMesh surface, const TetMesh& body) {
  std::vector<Embedding::Anchor> anchors(static_cast<std::size_t>(surface.vertices()));
  const TetLocator locator(body);
  parallel_for(surface.vertices(), [&](Index i) {
    const Vec3 p = vertex(surface.X, i);
    const Index tet = locator.find(p);
    anchors[static_cast<std::size_t>(i)] = {tet, barycentric(body.X, body.tets[static_cast<std::size_t>(tet)], p)};
  });
  return {std::move(surface), body.tets, std::move(anchors)};
}

}  // namespace lilyan
