#include <lilyan/mesh/skin.hpp>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

namespace lilyan {

namespace {

MeshField at_vertices(const MeshField& field, const std::vector<Index>& vertices) {
  const auto n = static_cast<std::size_t>(field.components);
  MeshField kept{field.name, field.components, {}};
  kept.values.reserve(n * vertices.size());
  for (Index i : vertices) {
    const auto first = field.values.begin() + static_cast<std::ptrdiff_t>(n * static_cast<std::size_t>(i));
    kept.values.insert(kept.values.end(), first, first + field.components);
  }
  return kept;
}

}  // namespace

const MeshField* find_field(const std::vector<MeshField>& fields, std::string_view name) {
  const auto found = std::find_if(fields.begin(), fields.end(), [&](const MeshField& field) { return field.name == name; });
  return found == fields.end() ? nullptr : &*found;
}

TetSkin::TetSkin(const std::vector<Tet>& tets) : tets_(tets) {
  TetMesh mesh;
  mesh.tets = tets;
  triangles_ = surface(mesh);
  Index count = 0;
  for (const Tet& tet : tets_) count = std::max(count, 1 + *std::max_element(tet.begin(), tet.end()));
  place_.assign(static_cast<std::size_t>(count), -1);
  for (const Triangle& triangle : triangles_)
    for (Index i : triangle) place_[static_cast<std::size_t>(i)] = 0;
  for (Index i = 0; i < count; ++i)
    if (place_[static_cast<std::size_t>(i)] == 0) {
      place_[static_cast<std::size_t>(i)] = static_cast<Index>(vertices_.size());
      vertices_.push_back(i);
    }
  for (Triangle& triangle : triangles_)
    for (Index& i : triangle) i = place_[static_cast<std::size_t>(i)];
}

Skin TetSkin::at(const Vector& x, const std::vector<MeshField>& vertex_fields, const std::vector<MeshField>& tet_fields) const {
  Skin skin;
  skin.triangles = triangles_;
  skin.x.resize(3 * static_cast<Eigen::Index>(vertices_.size()));
  for (std::size_t k = 0; k < vertices_.size(); ++k) vertex(skin.x, static_cast<Index>(k)) = vertex(x, vertices_[k]);
  for (const MeshField& field : vertex_fields) skin.fields.push_back(at_vertices(field, vertices_));
  if (tet_fields.empty()) return skin;

  std::vector<double> volumes(tets_.size());
  std::vector<double> around(vertices_.size(), 0);
  const auto seen = [&](Index i) { return place_[static_cast<std::size_t>(i)]; };
  for (std::size_t e = 0; e < tets_.size(); ++e) {
    volumes[e] = std::max(std::abs(volume(x, tets_[e])), 1e-300);  // a flat tet still has a value
    for (Index i : tets_[e])
      if (seen(i) >= 0) around[static_cast<std::size_t>(seen(i))] += volumes[e];
  }
  for (const MeshField& field : tet_fields) {
    const auto n = static_cast<std::size_t>(field.components);
    assert(field.values.size() == n * tets_.size());
    MeshField mean{field.name, field.components, std::vector<double>(n * vertices_.size(), 0)};
    for (std::size_t e = 0; e < tets_.size(); ++e)
      for (Index i : tets_[e]) {
        if (seen(i) < 0) continue;
        const auto place = static_cast<std::size_t>(seen(i));
        for (std::size_t c = 0; c < n; ++c) mean.values[n * place + c] += volumes[e] / around[place] * field.values[n * e + c];
      }
    skin.fields.push_back(std::move(mean));
  }
  return skin;
}

}  // namespace lilyan
