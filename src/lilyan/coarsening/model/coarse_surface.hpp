// The surface of a fine body, carried by a coarse one.
//
// Between two states of the coarse body it moves as its fine vertices do: where the cells' own functions put them, or where the
// probes say that they are inside the cells (reconstruction.hpp). Fields of coarse vertices come to it by the weights, fields of
// coarse cells from the cell that a vertex lies in.
#pragma once

#include <lilyan/coarsening/model/coarse_model.hpp>
#include <lilyan/mesh/carried_surface.hpp>

#include <optional>

namespace lilyan {

enum class ShownDetail { interpolated, reconstructed };

class CoarseSurface final : public CarriedSurface {
 public:
  // A body of tets or triangles has no probes to tell more, and is interpolated.
  CoarseSurface(const CoarseModel& model, ShownDetail detail);

  Vector at(const Vector& x) const override;
  std::vector<MeshField> fields(const Vector& x, const std::vector<MeshField>& vertex_fields,
                                const std::vector<MeshField>& cell_fields) const override;

  // 0: the cells cover the fine body.
  std::vector<double> overhangs(const Vector& X) const override;

  // Positions of the surface by the cells' own functions [m], whatever is shown.
  Vector interpolated(const Vector& x) const;

 private:
  std::vector<std::vector<WeightedVertex>> weights_;  // of each vertex of the surface
  std::vector<Index> cells_;                          // that each lies in
  std::optional<ReconstructedVertices> reconstructed_;
};

}  // namespace lilyan
