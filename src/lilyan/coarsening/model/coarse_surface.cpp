#include <lilyan/coarsening/model/coarse_surface.hpp>

#include <algorithm>

namespace lilyan {

namespace {

// The surface with its own vertices alone.
TriangleMesh shown_surface(const FineShape& fine) {
  const std::vector<Index> vertices = surface_vertices(fine);
  TriangleMesh mesh;
  mesh.X.resize(3 * static_cast<Eigen::Index>(vertices.size()));
  for (std::size_t k = 0; k < vertices.size(); ++k) vertex(mesh.X, static_cast<Index>(k)) = vertex(fine.X, vertices[k]);
  for (Triangle triangle : fine.surface) {
    for (Index& i : triangle) i = static_cast<Index>(std::lower_bound(vertices.begin(), vertices.end(), i) - vertices.begin());
    mesh.triangles.push_back(triangle);
  }
  return mesh;
}

}  // namespace

CoarseSurface::CoarseSurface(const CoarseModel& model, ShownDetail detail) : CarriedSurface(shown_surface(model.fine)) {
  const std::vector<std::vector<WeightedVertex>> of_all = vertex_weights(model);
  for (Index v : surface_vertices(model.fine)) {
    weights_.push_back(of_all[static_cast<std::size_t>(v)]);
    cells_.push_back(model.cell_of_vertex[static_cast<std::size_t>(v)]);
  }
  if (detail == ShownDetail::reconstructed && is_of_boxes(model.cells))
    reconstructed_.emplace(model.detail, boxes_of(model), model.X, CellFrame::rotated);
}

Vector CoarseSurface::at(const Vector& x) const { return reconstructed_ ? reconstructed_->at(x) : interpolated(x); }

Vector CoarseSurface::interpolated(const Vector& x) const {
  Vector places(3 * static_cast<Eigen::Index>(weights_.size()));
  for (std::size_t v = 0; v < weights_.size(); ++v) vertex(places, static_cast<Index>(v)) = weighted_sum(weights_[v], x);
  return places;
}

std::vector<MeshField> CoarseSurface::fields(const Vector&, const std::vector<MeshField>& vertex_fields,
                                             const std::vector<MeshField>& cell_fields) const {
  std::vector<MeshField> carried;
  for (const MeshField& field : vertex_fields) {
    MeshField& to = carried.emplace_back(MeshField{field.name, field.components, {}});
    for (const std::vector<WeightedVertex>& shares : weights_)
      for (int c = 0; c < field.components; ++c) {
        double sum = 0;
        for (const auto& [i, weight] : shares) sum += weight * field.values[static_cast<std::size_t>(field.components * i + c)];
        to.values.push_back(sum);
      }
  }
  for (const MeshField& field : cell_fields) {
    MeshField& to = carried.emplace_back(MeshField{field.name, field.components, {}});
    for (Index cell : cells_)
      for (int c = 0; c < field.components; ++c)
        to.values.push_back(field.values[static_cast<std::size_t>(field.components * cell + c)]);
  }
  return carried;
}

std::vector<double> CoarseSurface::overhangs(const Vector&) const { return std::vector<double>(weights_.size(), 0); }

}  // namespace lilyan
