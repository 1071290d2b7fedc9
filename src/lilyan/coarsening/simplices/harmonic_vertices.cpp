#include <lilyan/coarsening/simplices/harmonic_vertices.hpp>

#include <lilyan/algebra/dense.hpp>
#include <lilyan/algebra/threads.hpp>
#include <lilyan/coarsening/cell_cuts.hpp>
#include <lilyan/coarsening/fine_sampling.hpp>
#include <lilyan/coarsening/mean_places.hpp>
#include <lilyan/materials/mandel.hpp>
#include <lilyan/materials/rotation_fit.hpp>

#include <Eigen/Geometry>
#include <Eigen/LU>

#include <algorithm>

namespace lilyan {

namespace {

constexpr double kWorstHarmonic = 1e8;  // condition

// Mandel's components that strains of the body have.
std::vector<int> components_of(Eigen::Index probes) {
  return probes == 6 ? std::vector<int>{0, 1, 2, 3, 4, 5} : std::vector<int>{0, 1, 5};
}

bool lies_in(const CuttingCell& cell, const Vec3& x, double tolerance) {
  return std::all_of(cell.sides.begin(), cell.sides.end(),
                     [&](const HalfSpace& side) { return side.normal.dot(x) - side.offset <= tolerance; });
}

// The fine vertices in each coarse cell or on its sides, ascending. A vertex that no cell contains, because that cell's part was
// lost in rounding, is in all cells that its fine cells reach into.
std::vector<std::vector<Index>> vertices_of_cells(const FineBody& body, const std::vector<CuttingCell>& cells) {
  constexpr double kOn = 1e-9;  // of half an edge of the box around the cell, beyond a side
  const std::vector<CellCut> cuts = cut_body(body, cells);
  std::vector<std::vector<Index>> reached(cells.size());
  std::vector<bool> placed(static_cast<std::size_t>(body.vertices()), false);
  const auto contains = [&](std::size_t q, Index v) {
    return lies_in(cells[q], vertex(body.X, v), kOn * cells[q].frame.half.minCoeff());
  };
  for (std::size_t q = 0; q < cells.size(); ++q) {
    for (const Piece& piece : cuts[q].pieces)
      for (Index v : body.cells.vertices(piece.cell)) reached[q].push_back(v);
    std::sort(reached[q].begin(), reached[q].end());
    reached[q].erase(std::unique(reached[q].begin(), reached[q].end()), reached[q].end());
    for (Index v : reached[q])
      if (contains(q, v)) placed[static_cast<std::size_t>(v)] = true;
  }
  for (std::size_t q = 0; q < cells.size(); ++q)
    std::erase_if(reached[q], [&](Index v) { return placed[static_cast<std::size_t>(v)] && !contains(q, v); });
  return reached;
}

}  // namespace

HarmonicCell::HarmonicCell(const Mat3& edges, const Eigen::MatrixXd& harmonic) : edges_(edges) {
  const std::vector<int> components = components_of(harmonic.cols());
  const Mat3 to_gradient = edges.inverse();
  Eigen::MatrixXd strains(6, harmonic.cols());
  for (Eigen::Index b = 0; b < harmonic.cols(); ++b) {
    const Mat3 g = harmonic.col(b).reshaped(3, 3) * to_gradient;
    turns_.emplace_back(0.5 * Vec3(g(2, 1) - g(1, 2), g(0, 2) - g(2, 0), g(1, 0) - g(0, 1)));
    strains.col(b) = mandel(0.5 * (g + g.transpose()));
  }
  const SingularValues svd = singular_values(strains(components, Eigen::all));
  const Vector& values = svd.values;
  if (values[values.size() - 1] * kWorstHarmonic >= values[0] && values[0] > 0)
    inverse_ = svd.solve(Eigen::MatrixXd::Identity(harmonic.cols(), harmonic.cols()));
}

Eigen::MatrixXd HarmonicCell::turned(const Vec3& from_corner, const Eigen::MatrixXd& harmonic) const {
  Eigen::MatrixXd h = harmonic;
  for (Eigen::Index b = 0; b < h.cols(); ++b) h.col(b) -= turns_[static_cast<std::size_t>(b)].cross(from_corner);
  return h;
}

HarmonicCell::Fit HarmonicCell::fit(const Mat3& edges) const {
  const Mat3 F = edges * edges_.inverse(), R = fit_rotation(F, {}).R.transpose();
  const Mat3 stretch = R * F - Mat3::Identity();
  const Vec6 strain = mandel(0.5 * (stretch + stretch.transpose()));
  return {R, inverse_ * strain(components_of(inverse_.cols()))};
}

HarmonicVertices::HarmonicVertices(const FineBody& body, const CoarseMesh& mesh, const Eigen::MatrixXd& harmonic,
                                   std::vector<Index> vertices)
    : dimension_(body.dimension()), X_(3 * static_cast<Eigen::Index>(vertices.size())) {
  std::vector<Index> place(static_cast<std::size_t>(body.vertices()), -1);
  for (std::size_t k = 0; k < vertices.size(); ++k) {
    place[static_cast<std::size_t>(vertices[k])] = static_cast<Index>(k);
    vertex(X_, static_cast<Index>(k)) = vertex(body.X, vertices[k]);
  }
  const std::vector<std::vector<Index>> inside = vertices_of_cells(body, simplex_cells(mesh, dimension_, body.X[2]));
  Vector corners = mesh.X;
  if (dimension_ == 2) corners.reshaped(3, corners.size() / 3).row(2).setConstant(body.X[2]);
  const FineSampling sampling(body);
  Eigen::MatrixXd at_corners(corners.size(), harmonic.cols());
  for (Index i = 0; i < corners.size() / 3; ++i)
    at_corners.middleRows<3>(3 * Eigen::Index{i}) = sampling.at(vertex(corners, i), harmonic);
  for (std::size_t q = 0; q < inside.size(); ++q) {
    std::vector<Index> wanted;
    for (Index v : inside[q])
      if (place[static_cast<std::size_t>(v)] >= 0) wanted.push_back(v);
    if (wanted.empty()) continue;
    Cell cell = make_cell({corners, mesh.cells}, at_corners, q);
    const Index first = cell.corners[0];
    const auto count = static_cast<Eigen::Index>(wanted.size());
    cell.from_corner.resize(3, count);
    cell.displacement.resize(3 * count, harmonic.cols());
    for (Eigen::Index k = 0; k < count; ++k) {
      const Index v = wanted[static_cast<std::size_t>(k)];
      const Vec3 from = vertex(body.X, v) - vertex(corners, first);
      cell.from_corner.col(k) = from;
      cell.displacement.middleRows<3>(3 * k) = cell.harmonic.turned(
          from, harmonic.middleRows<3>(3 * Eigen::Index{v}) - at_corners.middleRows<3>(3 * Eigen::Index{first}));
      cell.wanted.push_back(place[static_cast<std::size_t>(v)]);
    }
    cells_.push_back(std::move(cell));
  }
}

HarmonicVertices::Cell HarmonicVertices::make_cell(const CoarseMesh& mesh, const Eigen::MatrixXd& at_corners,
                                                   std::size_t cell) const {
  std::vector<Index> corners;
  if (dimension_ == 3)
    corners.assign(mesh.cells.tets[cell].begin(), mesh.cells.tets[cell].end());
  else
    corners.assign(mesh.cells.triangles[cell].begin(), mesh.cells.triangles[cell].end());
  Eigen::MatrixXd harmonic = Eigen::MatrixXd::Zero(9, at_corners.cols());
  for (std::size_t i = 1; i < corners.size(); ++i)
    harmonic.middleRows<3>(3 * static_cast<Eigen::Index>(i) - 3) =
        at_corners.middleRows<3>(3 * Eigen::Index{corners[i]}) - at_corners.middleRows<3>(3 * Eigen::Index{corners[0]});
  return {HarmonicCell(edges(corners, mesh.X), harmonic), std::move(corners), {}, {}, {}};
}

Mat3 HarmonicVertices::edges(const std::vector<Index>& corners, const Vector& x) const {
  Mat3 edges = Mat3::Identity();
  for (std::size_t i = 1; i < corners.size(); ++i)
    edges.col(static_cast<Eigen::Index>(i) - 1) = vertex(x, corners[i]) - vertex(x, corners[0]);
  return edges;
}

Eigen::MatrixXd HarmonicVertices::places(const Cell& cell, const Vector& x) const {
  const Mat3 now = edges(cell.corners, x);
  Eigen::MatrixXd arms;
  if (cell.harmonic.is_regular()) {
    const HarmonicCell::Fit fit = cell.harmonic.fit(now);
    arms = fit.R.transpose() * (cell.from_corner + (cell.displacement * fit.s).reshaped(3, cell.from_corner.cols()));
  } else {
    arms = now * (cell.harmonic.edges().inverse() * cell.from_corner);
  }
  return arms.colwise() + Vec3(vertex(x, cell.corners[0]));
}

Vector HarmonicVertices::at(const Vector& x) const {
  std::vector<Eigen::MatrixXd> all(cells_.size());
  parallel_for(static_cast<Index>(cells_.size()),
               [&](Index q) { all[static_cast<std::size_t>(q)] = places(cells_[static_cast<std::size_t>(q)], x); });
  return mean_places(
      all, [&](std::size_t q) -> const std::vector<Index>& { return cells_[q].wanted; }, X_);
}

Index HarmonicVertices::interpolated_cells() const {
  return static_cast<Index>(
      std::count_if(cells_.begin(), cells_.end(), [](const Cell& cell) { return !cell.harmonic.is_regular(); }));
}

}  // namespace lilyan
