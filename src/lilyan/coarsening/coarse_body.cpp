#include <lilyan/coarsening/coarse_body.hpp>

#include <lilyan/algebra/dense.hpp>
#include <lilyan/algebra/threads.hpp>
#include <lilyan/coarsening/boxes/box_functions.hpp>
#include <lilyan/coarsening/coarse_mass.hpp>
#include <lilyan/coarsening/fine_body.hpp>
#include <lilyan/coarsening/uniform_stresses.hpp>
#include <lilyan/mesh/faces.hpp>

#include <Eigen/Geometry>

#include <algorithm>
#include <functional>

namespace lilyan {

std::vector<std::size_t> holding_corners(std::span<const double> weights) {
  constexpr double kMost = 0.5, kAlike = 1e-6;
  std::vector<double> sorted(weights.begin(), weights.end());
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  double sum = 0, least = sorted.front();
  for (const double weight : sorted) {
    if (sum >= kMost) break;
    sum += weight;
    least = weight;
  }
  std::vector<std::size_t> corners;
  for (std::size_t i = 0; i < weights.size(); ++i)
    if (weights[i] >= least - kAlike) corners.push_back(i);
  return corners;
}

namespace {

// Pins

// What coarse_pins needs of a cell.
struct PinnedCell {
  const BoxCell& box;
  const std::vector<Index>& vertices;  // fine vertices in it
};

bool is_held(const FineBody& body, Index vertex, int axis) { return body.held[static_cast<std::size_t>(3 * vertex + axis)]; }

// Where the pins of a cell end: at the widest gap that they leave at an end of it along an axis, or if there is none between two of
// them, in the middle.
void put_plane(const FineBody& body, const PinnedCell& cell, FrozenCell& frozen) {
  constexpr double kEnds = 0.05;  // of half an edge: a gap that is no scatter of vertices
  double widest = -1;
  bool ends = false;
  for (int axis = 0; axis < cell.box.dimension; ++axis) {
    std::vector<double> held;
    double low = cell.box.frame.centre[axis] + cell.box.frame.half[axis], high = low - 2 * cell.box.frame.half[axis];
    for (Index v : cell.vertices) {
      const double at = vertex(body.X, v)[axis];
      low = std::min(low, at), high = std::max(high, at);
      for (int k = 0; k < cell.box.dimension; ++k)
        if (frozen.components[static_cast<std::size_t>(k)] && is_held(body, v, k)) held.push_back(at);
    }
    std::sort(held.begin(), held.end());
    const auto consider = [&](double gap, double position, bool is_end) {
      const double width = gap / cell.box.frame.half[axis];
      const bool is_wide_end = is_end && width > kEnds;
      if (is_wide_end < ends || (is_wide_end == ends && width <= widest)) return;
      ends = is_wide_end, widest = width, frozen.axis = axis, frozen.position = position;
    };
    consider(held.front() - low, held.front(), true);
    consider(high - held.back(), held.back(), true);
    for (std::size_t k = 1; k < held.size(); ++k) consider(held[k] - held[k - 1], 0.5 * (held[k - 1] + held[k]), false);
  }
}

CoarsePins coarse_pins(const FineBody& body, Index coarse_vertices, const std::vector<PinnedCell>& cells) {
  CoarsePins pins;
  pins.held.assign(3 * static_cast<std::size_t>(coarse_vertices), false);
  for (const PinnedCell& cell : cells)
    for (Index v : cell.vertices) {
      const Vector phi = box_functions(cell.box, cell.box.frame.coordinates(vertex(body.X, v)));
      for (const std::size_t i : holding_corners({phi.data(), static_cast<std::size_t>(phi.size())}))
        for (int k = 0; k < cell.box.dimension; ++k)
          if (is_held(body, v, k)) pins.held[static_cast<std::size_t>(3 * cell.box.corners[i] + k)] = true;
    }
  for (std::size_t q = 0; q < cells.size(); ++q) {
    FrozenCell frozen{static_cast<Index>(q), {}, 0, 0};
    bool any = false;
    for (int k = 0; k < cells[q].box.dimension; ++k) {
      bool corners = true, vertices = true, some = false;
      for (Index i : cells[q].box.corners) corners = corners && pins.held[static_cast<std::size_t>(3 * i + k)];
      for (Index v : cells[q].vertices) vertices = vertices && is_held(body, v, k), some = some || is_held(body, v, k);
      frozen.components[static_cast<std::size_t>(k)] = corners && some && !vertices;
      any = any || frozen.components[static_cast<std::size_t>(k)];
    }
    if (!any) continue;
    put_plane(body, cells[q], frozen);
    pins.frozen.push_back(frozen);
  }
  return pins;
}

// Cells

// The rigid motion that joins the probes' part of a displacement to the cell's own functions.
//
//   u(x) = sum_b c_b u_b(x) + t + w x (x - centre),    c = Z' U        (reconstruction.hpp)
//
// t, w minimise sum_v |u(X_v) - sum_i phi_i(X_v) U_i|^2 over the vertices of the fine cells that reach into the coarse cell: the
// probes' own rigid motion means nothing.

// (t, w) for given displacements U of the corners, 6 x 24 (6 x 8 of a quad, with zeros for what it cannot do).
Eigen::MatrixXd rigid_fit(const FineBody& body, const Eigen::MatrixXd& probes, const BoxCell& cell,
                          const std::vector<Index>& vertices, const Eigen::MatrixXd& amplitudes) {
  const int d = cell.dimension;
  const double size = cell.frame.half.head(d).norm();
  Mat6 normal = Mat6::Zero();
  Eigen::MatrixXd right = Eigen::MatrixXd::Zero(6, amplitudes.cols());
  for (Index v : vertices) {
    const Vec3 arm = (vertex(body.X, v) - cell.frame.centre) / size;
    Eigen::Matrix<double, Eigen::Dynamic, 6, Eigen::ColMajor, 3, 6> motion(d, 6);  // of x (and y, z) by t, w
    for (int k = 0; k < 3; ++k) {
      motion.col(k) = Vec3::Unit(k).head(d);
      motion.col(3 + k) = Vec3::Unit(k).cross(arm).head(d);
    }
    Eigen::MatrixXd missing = -probes.middleRows(3 * Eigen::Index{v}, d) * amplitudes;
    const Vector phi = box_functions(cell, cell.frame.coordinates(vertex(body.X, v)));
    for (Eigen::Index i = 0; i < phi.size(); ++i) missing.middleCols(d * i, d).diagonal().array() += phi[i];
    normal += motion.transpose() * motion;
    right += motion.transpose() * missing;
  }
  Eigen::MatrixXd fit = singular_values(normal).solve(right);
  fit.bottomRows<3>() /= size;
  return fit;
}

// All vertices of the fine cells that reach into a coarse cell, ascending.
std::vector<Index> reached_vertices(const FineBody& body, const CellCut& cut) {
  std::vector<Index> vertices;
  for (const Piece& piece : cut.pieces)
    for (Index i : body.cells.vertices(piece.cell)) vertices.push_back(i);
  std::sort(vertices.begin(), vertices.end());
  vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
  return vertices;
}

bool contains(const BoxCell& cell, const Vec3& x) {
  constexpr double kOn = 1e-9;  // of half an edge, beyond a side
  return cell.frame.coordinates(x).head(cell.dimension).cwiseAbs().maxCoeff() <= 1 + kOn;
}

// Keeps the cells that the body fills, and the vertices of these.
void keep_filled(const CoarseMesh& mesh, std::vector<BoxCell>& boxes, std::vector<CellCut>& cuts, CoarseBody& coarse) {
  std::vector<Index> number(static_cast<std::size_t>(mesh.X.size() / 3), -1);
  std::vector<CellCut> kept;
  for (std::size_t q = 0; q < boxes.size(); ++q) {
    if (!(cuts[q].fill > kFilled)) continue;
    CoarseBox& cell = coarse.cells.emplace_back();
    cell.cage_cell = static_cast<Index>(q);
    cell.fill = cuts[q].fill;
    cell.nested = cuts[q].is_nested();
    cell.box = std::move(boxes[q]);
    for (Index i : cell.box.corners) number[static_cast<std::size_t>(i)] = 0;
    kept.push_back(std::move(cuts[q]));
  }
  for (std::size_t i = 0; i < number.size(); ++i)
    if (number[i] == 0) {
      number[i] = static_cast<Index>(coarse.cage_vertex.size());
      coarse.cage_vertex.push_back(static_cast<Index>(i));
    }
  coarse.X.resize(3 * static_cast<Eigen::Index>(coarse.cage_vertex.size()));
  for (Index i = 0; i < coarse.vertices(); ++i)
    vertex(coarse.X, i) = vertex(mesh.X, coarse.cage_vertex[static_cast<std::size_t>(i)]);
  for (CoarseBox& cell : coarse.cells)
    for (Index& i : cell.box.corners) i = number[static_cast<std::size_t>(i)];
  coarse.counts.dropped_cells = static_cast<Index>(boxes.size() - kept.size());
  coarse.counts.dropped_vertices = static_cast<Index>(number.size() - coarse.cage_vertex.size());
  cuts = std::move(kept);
}

// Gives each cell the fine vertices in it. A vertex that no cell contains, because that cell's part was lost in rounding, goes to
// all cells that its fine cells reach into.
void place_vertices(const FineBody& body, const std::vector<std::vector<Index>>& reached, CoarseBody& coarse) {
  std::vector<bool> placed(static_cast<std::size_t>(body.vertices()), false);
  for (std::size_t q = 0; q < reached.size(); ++q)
    for (Index v : reached[q])
      if (contains(coarse.cells[q].box, vertex(body.X, v))) placed[static_cast<std::size_t>(v)] = true;
  for (std::size_t q = 0; q < reached.size(); ++q)
    for (Index v : reached[q])
      if (!placed[static_cast<std::size_t>(v)] || contains(coarse.cells[q].box, vertex(body.X, v)))
        coarse.cells[q].vertices.push_back(v);
}

bool is_one_free_part(const FineBody& body) {
  return std::none_of(body.held.begin(), body.held.end(), [](bool held) { return held; }) && pieces_by_vertices(body.cells) == 1;
}

void count_cells(CoarseBody& coarse) {
  CoarseningCounts& counts = coarse.counts;
  for (const CoarseBox& cell : coarse.cells) {
    counts.nested += cell.nested;
    counts.hardly_filled += cell.stiffness.guard == CellGuard::hardly_filled;
    counts.ill_conditioned += cell.stiffness.guard == CellGuard::ill_conditioned;
    if (cell.stiffness.guard != CellGuard::none) continue;
    counts.bounded += cell.stiffness.bounded;
    counts.least_fill = std::min(counts.least_fill, cell.fill);
    counts.largest_condition = std::max(counts.largest_condition, cell.stiffness.condition);
  }
}

template <std::size_t corners>
std::vector<std::array<Index, corners>> corner_lists(const std::vector<CoarseBox>& cells) {
  std::vector<std::array<Index, corners>> lists(cells.size());
  for (std::size_t q = 0; q < cells.size(); ++q) std::copy_n(cells[q].box.corners.begin(), corners, lists[q].begin());
  return lists;
}

}  // namespace

std::vector<Hex> CoarseBody::hexes() const { return dimension == 3 ? corner_lists<8>(cells) : std::vector<Hex>(); }
std::vector<Quad> CoarseBody::quads() const { return dimension == 2 ? corner_lists<4>(cells) : std::vector<Quad>(); }

CoarseBody coarsen(const FineBody& body, const CoarseMesh& mesh, const CoarseningSettings& settings) {
  CoarseBody coarse;
  coarse.dimension = body.dimension();
  std::vector<BoxCell> boxes = box_cells(mesh, coarse.dimension, body.X[2]);
  std::vector<CellCut> cuts = cut_body(body, boxes);
  keep_filled(mesh, boxes, cuts, coarse);
  const bool probed = takes_probes(settings.method);
  coarse.probes.resize(body.X.size(), 0);
  if (probed) coarse.probes = probe_displacements(body, stress_modes(coarse.dimension), settings.support, settings.memory_limit);

  std::vector<std::vector<Index>> reached(cuts.size()), corners(cuts.size());
  std::vector<Eigen::MatrixXd> masses(cuts.size()), galerkin(cuts.size());
  parallel_for(static_cast<Index>(cuts.size()), [&](Index at) {
    const auto q = static_cast<std::size_t>(at);
    CoarseBox& cell = coarse.cells[q];
    if (probed) {
      CellIntegrals integrals = integrate_cell(body, coarse.probes, cell.box, cuts[q]);
      cell.stiffness = probed_stiffness(integrals, cell.box, cell.fill, settings.bound);
      if (cell.stiffness.guard == CellGuard::none) galerkin[q] = std::move(integrals.galerkin);
    } else {
      cell.stiffness.K = unprobed_stiffness(body, cell.box, cuts[q], settings.method);
    }
    masses[q] = cell_mass(body, cell.box, cuts[q]);
    cell.mass = masses[q].sum();
    corners[q] = cell.box.corners;
    reached[q] = reached_vertices(body, cuts[q]);
    if (cell.stiffness.has_amplitudes())
      cell.rigid = rigid_fit(body, coarse.probes, cell.box, reached[q], cell.stiffness.amplitudes);
  });
  coarse.mass = assembled_mass(coarse.vertices(), corners, masses);
  place_vertices(body, reached, coarse);
  if (probed && settings.bound == StiffnessBound::galerkin && is_one_free_part(body))
    match_uniform_stresses(body, galerkin, coarse);
  std::vector<PinnedCell> pinned;
  for (const CoarseBox& cell : coarse.cells) pinned.push_back({cell.box, cell.vertices});
  coarse.pins = coarse_pins(body, coarse.vertices(), pinned);
  count_cells(coarse);
  return coarse;
}

}  // namespace lilyan
