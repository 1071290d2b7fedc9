#include <lilyan/energy/elements/corotated_elasticity.hpp>

#include <lilyan/materials/corotated.hpp>

#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace lilyan {

namespace {

// The vertices in ascending order, as the block pattern wants them.
template <class Cell>
void sort_vertices(CorotatedCell<Cell>& cell, const Cell& given) {
  std::iota(cell.corner.begin(), cell.corner.end(), 0);
  std::sort(cell.corner.begin(), cell.corner.end(), [&](int a, int b) { return given[a] < given[b]; });
  for (std::size_t a = 0; a < given.size(); ++a) cell.vertex[a] = given[cell.corner[a]];
}

template <class Cell>
std::shared_ptr<const CorotatedCells<Cell>> make_cells(const Vector& X, const CorotatedMembers<Cell>& of,
                                                       const std::vector<bool>& held) {
  std::vector<CorotatedCell<Cell>> made;
  std::vector<Mat6> stiffnesses;
  for (std::size_t k = 0; k < of.members.size(); ++k) {
    // Bodies have few laws, and their cells stand together.
    if (k == 0 || of.laws[k].coefficients != of.laws[k - 1].coefficients)
      stiffnesses.push_back(symmetric_matrix(of.laws[k].coefficients));
    CorotatedCell<Cell> cell{.law = static_cast<Index>(stiffnesses.size()) - 1,
                             .original = of.first + of.members[k],
                             .rule = of.laws[k].rotation,
                             .thickness = of.thickness.empty() ? 1 : of.thickness[of.members[k]]};
    sort_vertices(cell, of.cells[of.members[k]]);
    if (of.laws[k].pinned == PinnedTets::held && !held.empty())
      for (std::size_t a = 0; a < cell.vertex.size(); ++a) cell.held[a] = held[cell.vertex[a]];
    made.push_back(cell);
  }
  return std::make_shared<const CorotatedCells<Cell>>(std::move(made), std::move(stiffnesses), X);
}

template <class Cell>
auto points_of(const CorotatedCells<Cell>& cells) {
  return
      [&cells](Index e, int, const Mat3& F) { return CorotatedPoint(F, cells.stiffness(cells.cells()[e]), cells.cells()[e].fit); };
}

}  // namespace

template <class Cell>
CorotatedElasticity<Cell>::CorotatedElasticity(const Vector& X, const CorotatedMembers<Cell>& members,
                                               const std::vector<bool>& held)
    : cells_(make_cells(X, members, held)) {}

template <class Cell>
double CorotatedElasticity<Cell>::value(const Vector& x, double) const {
  return cells_->sum(x, points_of(*cells_));
}

template <class Cell>
void CorotatedElasticity<Cell>::add_energies(const Vector& x, double, Vector& per_vertex) const {
  for (Index e = 0; e < static_cast<Index>(cells_->cells().size()); ++e)
    per_vertex[cells_->cells()[e].vertex[0]] += cells_->energy(e, x, points_of(*cells_));
}

template <class Cell>
double CorotatedElasticity<Cell>::add_gradient(const Vector& x, double, double w, Vector& g) const {
  return cells_->add_gradient(x, w, g, points_of(*cells_));
}

template <class Cell>
void CorotatedElasticity<Cell>::add_hessian(const Vector& x, double, double w, Definiteness definiteness, BlockMatrix& H) const {
  cells_->add_hessian(x, w, definiteness, group_, H, points_of(*cells_));
}

template <class Cell>
void CorotatedElasticity<Cell>::connect(BlockPatternBuilder& pattern) {
  group_ = cells_->connect(pattern);
}

template <class Cell>
void CorotatedElasticity<Cell>::states(const Vector& x, std::span<CellState> states) const {
  for (const CorotatedCell<Cell>& cell : cells_->cells()) {
    CellState state = {std::numeric_limits<double>::infinity(), 0, 0};
    for (const auto& point : cell.points) {
      const Mat3 F = cells_->deformation_gradient(cell, point, x);
      const CorotatedPoint at(F, cells_->stiffness(cell), cell.fit);
      const Mat3 stress = symmetric_tensor(at.stress());  // small strain does not tell Cauchy's stress from Piola's
      const Mat3 deviator = stress - stress.trace() / 3 * Mat3::Identity();
      const double share = point.V / cell.volume();
      state.J = std::min(state.J, F.determinant());
      state.energy_density += share * at.energy_density();
      state.von_mises += share * std::sqrt(1.5) * deviator.norm();
    }
    states[cell.original] = state;
  }
}

template <class Cell>
std::unique_ptr<Elasticity> CorotatedElasticity<Cell>::about(const Vector& X) const {
  auto other = std::make_unique<CorotatedElasticity>(*this);
  other->cells_ = std::make_shared<const CorotatedCells<Cell>>(cells_->about(X));
  return other;
}

template <class Cell>
std::unique_ptr<Potential> CorotatedElasticity<Cell>::with_rotations_of(const Vector& x) const {
  return std::make_unique<FrozenElasticity<Cell>>(cells_, x, group_);
}

template class CorotatedElasticity<Tet>;
template class CorotatedElasticity<Hex>;
template class CorotatedElasticity<Triangle>;

}  // namespace lilyan
