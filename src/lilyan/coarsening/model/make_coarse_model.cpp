// Models from what coarsening gives; reading them takes less (coarse_model.cpp).
#include <lilyan/algebra/threads.hpp>
#include <lilyan/coarsening/coarse_mass.hpp>
#include <lilyan/coarsening/fine_sampling.hpp>
#include <lilyan/coarsening/fine_stiffness.hpp>
#include <lilyan/coarsening/model/coarse_model.hpp>
#include <lilyan/core/bytes.hpp>

#include <algorithm>

namespace lilyan {

namespace {

double thickness_of(const FineBody& body) { return body.cells.thickness.empty() ? 1 : body.cells.thickness.front(); }

// The mean over the components of the diagonal of the stiffness at rest.
Vector vertex_stiffness(const FineBody& body) {
  BlockMatrix K = fine_stiffness(body);
  Vector stiffness(body.vertices());
  for (Index i = 0; i < body.vertices(); ++i) {
    const double* block = K.block(K.pattern().place_of(i, i));
    stiffness[i] = 0;
    for (int axis = 0; axis < body.dimension(); ++axis) stiffness[i] += block[4 * axis] / body.dimension();
  }
  return stiffness;
}

// A slice lies in one plane, whatever z its cage was given.
void lay_into_plane(const FineBody& body, Vector& X) {
  if (body.dimension() == 2)
    for (Index i = 0; i < X.size() / 3; ++i) X[3 * Eigen::Index{i} + 2] = body.X[2];
}

// How far a point is from the middle of a box, in the box's own coordinates: at most 1 in it.
double distance_in(const BoxCell& box, const Vec3& x) { return box.frame.coordinates(x).head(box.dimension).cwiseAbs().maxCoeff(); }

// The coarse cell of each fine vertex: the first one that has it, of a vertex that no fine cell has the nearest.
std::vector<Index> cells_of_vertices(const FineBody& body, const CoarseBody& coarse) {
  std::vector<Index> cell(static_cast<std::size_t>(body.vertices()), -1);
  for (std::size_t q = 0; q < coarse.cells.size(); ++q)
    for (Index v : coarse.cells[q].vertices)
      if (Index& of = cell[static_cast<std::size_t>(v)]; of < 0) of = static_cast<Index>(q);
  for (Index v = 0; v < body.vertices(); ++v) {
    if (cell[static_cast<std::size_t>(v)] >= 0) continue;
    const auto nearest = std::min_element(coarse.cells.begin(), coarse.cells.end(), [&](const CoarseBox& a, const CoarseBox& b) {
      return distance_in(a.box, vertex(body.X, v)) < distance_in(b.box, vertex(body.X, v));
    });
    cell[static_cast<std::size_t>(v)] = static_cast<Index>(nearest - coarse.cells.begin());
  }
  return cell;
}

// Keeps the simplices that the body fills and their vertices; returns which they are.
std::vector<std::size_t> keep_filled(const CoarseMesh& mesh, const std::vector<double>& fill, CoarseModel& model) {
  std::vector<std::size_t> kept;
  std::vector<Index> number(static_cast<std::size_t>(mesh.X.size() / 3), -1);
  for (std::size_t q = 0; q < fill.size(); ++q) {
    if (!(fill[q] > kFilled)) continue;
    kept.push_back(q);
    for (Index i : mesh.cells.vertices(static_cast<Index>(q))) number[static_cast<std::size_t>(i)] = 0;
  }
  Index count = 0;
  for (Index& one : number)
    if (one == 0) one = count++;
  model.X.resize(3 * Eigen::Index{count});
  for (std::size_t i = 0; i < number.size(); ++i)
    if (number[i] >= 0) vertex(model.X, number[i]) = vertex(mesh.X, static_cast<Index>(i));
  const auto renumbered = [&]<class Cell>(Cell cell) {
    for (Index& i : cell) i = number[static_cast<std::size_t>(i)];
    return cell;
  };
  for (std::size_t q : kept) {
    if (!mesh.cells.tets.empty())
      model.cells.tets.push_back(renumbered(mesh.cells.tets[q]));
    else
      model.cells.triangles.push_back(renumbered(mesh.cells.triangles[q]));
  }
  model.counts.dropped_cells = static_cast<Index>(fill.size() - kept.size());
  model.counts.dropped_vertices = static_cast<Index>(number.size()) - count;
  return kept;
}

// Corners far from the little that fills a cell swing widely for small strains in it, and turn the cell inside out in large
// motions. Shapes that are not affine get the mean stiffness of the cell. Affine displacements do not notice.
bool is_unsteady(double fill) { return fill < kLittleFill; }

void stiffen_bent_shapes(const BoxCell& cell, Eigen::MatrixXd& K) {
  const Eigen::MatrixXd bent = K.trace() / static_cast<double>(K.rows()) * bent_shapes(cell);
  const Eigen::Index d = cell.dimension;
  for (Eigen::Index i = 0; i < bent.rows(); ++i)
    for (Eigen::Index j = 0; j < bent.cols(); ++j)
      for (Eigen::Index axis = 0; axis < d; ++axis) K(d * i + axis, d * j + axis) += bent(i, j);
}

// m_ij += m/n (1 - P)_ij in cells that are hardly filled, m being the mass of the cell, n its corners and P the projector on affine
// displacements: the mass matrix is then regular, and neither the total mass nor the centre of mass nor the inertia tensor changes.
void give_bent_shapes_mass(const CoarseBody& coarse, Mass& mass) {
  for (const CoarseBox& cell : coarse.cells) {
    if (cell.fill >= kLeastCellFill) continue;
    const std::vector<Index>& corners = cell.box.corners;
    const Eigen::MatrixXd bent = cell.mass / static_cast<double>(corners.size()) * bent_shapes(cell.box);
    for (std::size_t a = 0; a < corners.size(); ++a)
      for (std::size_t b = 0; b < corners.size(); ++b) {
        if (corners[a] <= corners[b]) continue;
        const std::pair<Index, Index> pair(corners[a], corners[b]);
        const auto found =
            std::lower_bound(mass.shared.begin(), mass.shared.end(), pair,
                             [](const SharedMass& one, const auto& other) { return std::pair(one.i, one.j) < other; });
        found->m += bent(static_cast<Eigen::Index>(a), static_cast<Eigen::Index>(b));
      }
  }
}

}  // namespace

std::uint64_t source_of(const FineBody& body) {
  std::string bytes;
  const auto add = [&]<class Number>(const Number* numbers, std::size_t count) {
    bytes.append(reinterpret_cast<const char*>(numbers), count * sizeof(Number));
  };
  add(body.X.data(), static_cast<std::size_t>(body.X.size()));
  for (Index e = 0; e < body.cells.count(); ++e) {
    const std::span<const Index> corners = body.cells.vertices(e);
    add(corners.data(), corners.size());
    add(body.stiffness_of(e).data(), 36);
  }
  add(body.density.data(), body.density.size());
  add(body.cells.thickness.data(), body.cells.thickness.size());
  return checksum(bytes);
}

CoarseModel make_model(const FineBody& body, FineShape fine, const CoarseBody& coarse) {
  CoarseModel model;
  model.X = coarse.X;
  lay_into_plane(body, model.X);
  model.cells.hexes = coarse.hexes();
  model.cells.quads = coarse.quads();
  model.cells.quad_thickness.assign(model.cells.quads.size(), thickness_of(body));
  model.mass = coarse.mass;
  give_bent_shapes_mass(coarse, model.mass);
  const double thickness = coarse.dimension == 3 ? 1 : thickness_of(body);
  model.counts = coarse.counts;
  for (const CoarseBox& cell : coarse.cells) {
    model.volume.push_back(cell.fill * cell.box.measure * thickness);
    model.stiffness.push_back(cell.stiffness.K);
    if (!is_unsteady(cell.fill) && cell.stiffness.guard == CellGuard::none) continue;
    stiffen_bent_shapes(cell.box, model.stiffness.back());
    ++model.counts.steadied;
  }
  model.fine = std::move(fine);
  model.fine.stiffness = vertex_stiffness(body);
  model.cell_of_vertex = cells_of_vertices(body, coarse);
  model.detail = fine_detail(body, coarse, surface_vertices(model.fine));
  model.frozen = coarse.pins.frozen;
  return model;
}

CoarseModel make_model(const FineBody& body, FineShape fine, const CoarseMesh& mesh, const CoarseTensors& tensors) {
  CoarseModel model;
  const std::vector<std::size_t> kept = keep_filled(mesh, tensors.fill, model);
  lay_into_plane(body, model.X);
  model.cells.thickness.assign(model.cells.triangles.size(), thickness_of(body));
  const std::vector<CuttingCell> cells = simplex_cells(mesh, body.dimension(), body.X[2]);
  const std::vector<CellCut> cuts = cut_body(body, cells);
  std::vector<std::vector<Index>> corners;
  std::vector<Eigen::MatrixXd> masses;
  for (std::size_t k = 0; k < kept.size(); ++k) {
    const std::span<const Index> of_cell = model.cells.vertices(static_cast<Index>(k));
    corners.emplace_back(of_cell.begin(), of_cell.end());
    masses.push_back(cell_mass(body, model.X, of_cell, cells[kept[k]].frame, cuts[kept[k]]));
    double volume = 0;
    for (const Piece& piece : cuts[kept[k]].pieces) volume += piece.volume();
    model.volume.push_back(volume);
    const Mat6& C = tensors.stiffness[kept[k]];
    model.tensors.emplace_back(0.5 * (C + C.transpose()));
  }
  model.mass = assembled_mass(model.vertices(), corners, masses);
  model.counts.hardly_filled = tensors.hardly_filled;
  model.counts.ill_conditioned = tensors.ill_conditioned;
  model.counts.largest_condition = tensors.largest_condition;
  for (std::size_t q : kept) model.counts.least_fill = std::min(model.counts.least_fill, tensors.fill[q]);
  model.fine = std::move(fine);
  model.fine.stiffness = vertex_stiffness(body);
  FineBody places;  // for finding which coarse cell a point is in
  places.X = model.X;
  places.cells = model.cells;
  const FineSampling sampling(places);
  model.cell_of_vertex.resize(static_cast<std::size_t>(model.fine.vertices()));
  parallel_for(model.fine.vertices(),
               [&](Index v) { model.cell_of_vertex[static_cast<std::size_t>(v)] = sampling.cell_at(vertex(model.fine.X, v)); });
  return model;
}

}  // namespace lilyan
