#include <lilyan/coarsening/model/coarse_model.hpp>

#include <lilyan/coarsening/fine_sampling.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace lilyan {

std::string source_text(std::uint64_t source) { return fmt::format("{:016x}", source); }

std::vector<Index> surface_vertices(const FineShape& fine) {
  std::vector<Index> vertices;
  for (const Triangle& triangle : fine.surface) vertices.insert(vertices.end(), triangle.begin(), triangle.end());
  std::sort(vertices.begin(), vertices.end());
  vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
  return vertices;
}

std::vector<Index> holding_vertices(const std::vector<WeightedVertex>& shares) {
  std::vector<double> weights;
  for (const WeightedVertex& share : shares) weights.push_back(share.weight);
  std::vector<Index> vertices;
  for (const std::size_t k : holding_corners(weights)) vertices.push_back(shares[k].vertex);
  return vertices;
}

std::optional<CagePlane> plane_to_cut(const CoarseModel& model) {
  if (model.frozen.empty()) return std::nullopt;
  std::array<int, 3> votes = {};
  for (const FrozenCell& cell : model.frozen) ++votes[static_cast<std::size_t>(cell.axis)];
  const auto axis = static_cast<int>(std::max_element(votes.begin(), votes.end()) - votes.begin());
  double sum = 0, count = 0;
  for (Index v = 0; v < model.fine.vertices(); ++v)
    if (model.fine.held[3 * static_cast<std::size_t>(v)] || model.fine.held[3 * static_cast<std::size_t>(v) + 1])
      sum += vertex(model.fine.X, v)[axis], ++count;
  const auto along = model.fine.X.reshaped(3, model.fine.vertices()).row(axis);
  const bool are_low = count == 0 || sum / count < 0.5 * (along.minCoeff() + along.maxCoeff());
  CagePlane plane{axis, are_low ? along.minCoeff() : along.maxCoeff()};
  for (const FrozenCell& cell : model.frozen)
    if (cell.axis == axis)
      plane.position = are_low ? std::max(plane.position, cell.position) : std::min(plane.position, cell.position);
  return plane;
}

std::vector<BoxCell> boxes_of(const CoarseModel& model) {
  return box_cells({model.X, model.cells}, model.dimension(), model.fine.X.size() > 0 ? model.fine.X[2] : 0);
}

std::vector<std::vector<WeightedVertex>> vertex_weights(const CoarseModel& model) {
  std::vector<std::vector<WeightedVertex>> weights(static_cast<std::size_t>(model.fine.vertices()));
  const std::vector<BoxCell> boxes = model.is_of_boxes() ? boxes_of(model) : std::vector<BoxCell>();
  for (Index v = 0; v < model.fine.vertices(); ++v) {
    const auto cell = model.cell_of_vertex[static_cast<std::size_t>(v)];
    const Vec3 x = vertex(model.fine.X, v);
    std::vector<WeightedVertex>& shares = weights[static_cast<std::size_t>(v)];
    if (model.is_of_boxes()) {
      const BoxCell& box = boxes[static_cast<std::size_t>(cell)];
      const Vector phi = box_functions(box, box.frame.coordinates(x));
      for (std::size_t i = 0; i < box.corners.size(); ++i) shares.push_back({box.corners[i], phi[static_cast<Eigen::Index>(i)]});
    } else {
      const std::span<const Index> corners = model.cells.vertices(cell);
      const std::array<double, 4> l = barycentric_coordinates(model.X, corners, x);
      for (std::size_t i = 0; i < corners.size(); ++i) shares.push_back({corners[i], l[i]});
    }
  }
  return weights;
}

}  // namespace lilyan
