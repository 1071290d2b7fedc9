#include <lilyan/coarsening/model/coarse_model.hpp>

#include <lilyan/algebra/dense.hpp>
#include <lilyan/coarsening/fine_sampling.hpp>
#include <lilyan/core/model_file.hpp>
#include <lilyan/energy/elements/cell_stiffness.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

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
  const std::vector<BoxCell> boxes = is_of_boxes(model.cells) ? boxes_of(model) : std::vector<BoxCell>();
  for (Index v = 0; v < model.fine.vertices(); ++v) {
    const auto cell = model.cell_of_vertex[static_cast<std::size_t>(v)];
    const Vec3 x = vertex(model.fine.X, v);
    std::vector<WeightedVertex>& shares = weights[static_cast<std::size_t>(v)];
    if (is_of_boxes(model.cells)) {
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

namespace {

template <int kDim>
double resistance(const CoarseModel& model, const typename CellStiffness<kDim>::Cell& cell, std::size_t e) {
  return rigid_residual<kDim>(model.X, cell, model.stiffness[e]);
}

// A stiffness moves nothing by itself: it is symmetric, not negative, and rigid motions cost nothing.
void check_stiffness(const ModelFile& file, const CoarseModel& model) {
  constexpr double kRounding = 1e-9;  // of the stiffness
  const auto check = [&](const Eigen::MatrixXd& K, std::size_t e) {
    if (K != K.transpose()) file.refuse(fmt::format("the stiffness of cell {} is not symmetric", e));
    const Vector values = symmetric_eigenvalues(K);
    if (!(values[0] >= -kRounding * values[values.size() - 1]) || !(values[values.size() - 1] > 0))
      file.refuse(
          fmt::format("the stiffness of cell {} has the eigenvalues {:.3g} to {:.3g}", e, values[0], values[values.size() - 1]));
  };
  for (std::size_t e = 0; e < model.stiffness.size(); ++e) {
    check(model.stiffness[e], e);
    const double resisted =
        model.dimension() == 3 ? resistance<3>(model, model.cells.hexes[e], e) : resistance<2>(model, model.cells.quads[e], e);
    if (!(resisted <= kRounding)) file.refuse(fmt::format("cell {} resists rigid motions by {:.3g} of its stiffness", e, resisted));
  }
  for (std::size_t e = 0; e < model.tensors.size(); ++e) check(model.tensors[e], e);
}

// Two vertices share no more than |m_ij| <= sqrt(m_ii m_jj), each pair once.
void check_mass(const ModelFile& file, const Mass& mass) {
  constexpr double kRounding = 1e-6;
  if (!(mass.vertex.minCoeff() > 0)) file.refuse("a vertex has no mass");
  Vector own = mass.vertex;
  std::pair<Index, Index> last = {-1, -1};
  for (const SharedMass& pair : mass.shared) {
    const std::pair<Index, Index> vertices = {pair.i, pair.j};
    if (pair.i <= pair.j || vertices <= last) file.refuse("pairs of vertices that share masses do not ascend");
    last = vertices;
    own[pair.i] -= pair.m;
    own[pair.j] -= pair.m;
  }
  for (Index i = 0; i < static_cast<Index>(own.size()); ++i)
    if (!(own[i] > 0) || !(own[i] <= 2 * mass.vertex.sum()))  // functions are at most 1, and hardly filled cells have a little more
      file.refuse(fmt::format("vertex {} shares more than its mass, or moves more than the whole", i));
  for (const SharedMass& pair : mass.shared)
    if (!(std::abs(pair.m) <= (1 + kRounding) * std::sqrt(own[pair.i] * own[pair.j])))
      file.refuse(fmt::format("vertices {} and {} share the mass {}", pair.i, pair.j, pair.m));
}

// What fills a cell is not larger than the cell.
void check_volumes(const ModelFile& file, const CoarseModel& model) {
  constexpr double kRounding = 1e-6;
  for (std::size_t e = 0; e < model.volume.size(); ++e) {
    const double whole = volume(model.X, model.cells, static_cast<Index>(e));
    if (!(model.volume[e] > 0) || !(model.volume[e] <= (1 + kRounding) * whole))
      file.refuse(fmt::format("{:.3g} m^3 of cell {} are filled, which has {:.3g}", model.volume[e], e, whole));
  }
}

// Fine vertices lie in their cells, and weigh what the coarse ones do.
void check_fine(const ModelFile& file, const CoarseModel& model) {
  constexpr double kMostWeight = 8, kRounding = 1e-6;  // in a cell weights are at most 1
  const std::vector<std::vector<WeightedVertex>> weights = vertex_weights(model);
  for (std::size_t v = 0; v < weights.size(); ++v)
    for (const WeightedVertex& share : weights[v])
      if (!(std::abs(share.weight) <= kMostWeight))
        file.refuse(fmt::format("fine vertex {} is far from cell {}, in which it is said to lie", v, model.cell_of_vertex[v]));
  const double coarse = model.mass.vertex.sum(), fine = model.fine.mass.sum();
  if (!(std::abs(fine - coarse) <= kRounding * coarse))
    file.refuse(fmt::format("its cells have a mass of {} kg, and the fine vertices one of {} kg", coarse, fine));
}

void check_form(const ModelFile& file, const CoarseModel& model) {
  const CoarseningCounts& counts = model.counts;
  if (model.fine.cells < 1 || counts.dropped_cells < 0 || counts.dropped_vertices < 0 || counts.nested < 0 ||
      counts.hardly_filled < 0 || counts.ill_conditioned < 0 || counts.bounded < 0 || counts.steadied < 0 ||
      std::isnan(counts.least_fill) || std::isnan(counts.largest_condition))
    file.refuse("how it was made is told in numbers that cannot be");
}

}  // namespace

void check_coarse_model(const ModelFile& file, const CoarseModel& model) {
  check_form(file, model);
  check_mass(file, model.mass);
  check_stiffness(file, model);
  check_volumes(file, model);
  check_fine(file, model);
}

}  // namespace lilyan
