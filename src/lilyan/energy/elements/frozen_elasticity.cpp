#include <lilyan/energy/elements/corotated_elasticity.hpp>

#include <lilyan/algebra/threads.hpp>
#include <lilyan/materials/corotated.hpp>

namespace lilyan {

template <class Cell>
FrozenElasticity<Cell>::FrozenElasticity(std::shared_ptr<const CorotatedCells<Cell>> cells, const Vector& x, int group)
    : cells_(std::move(cells)), R_(cells_->cells().size()), group_(group) {
  parallel_for(static_cast<Index>(R_.size()), [&](Index e) {
    const CorotatedCell<Cell>& cell = cells_->cells()[e];
    for (std::size_t q = 0; q < cell.points.size(); ++q)
      R_[e][q] = fit_rotation(cells_->deformation_gradient(cell, cell.points[q], x), cell.fit).R;
  });
}

template <class Cell>
auto FrozenElasticity<Cell>::points() const {
  return [this](Index e, int q, const Mat3& F) { return FrozenPoint(F, cells_->stiffness(cells_->cells()[e]), R_[e][q]); };
}

template <class Cell>
double FrozenElasticity<Cell>::value(const Vector& x, double) const {
  return cells_->sum(x, points());
}

template <class Cell>
double FrozenElasticity<Cell>::add_gradient(const Vector& x, double, double w, Vector& g) const {
  return cells_->add_gradient(x, w, g, points());
}

template <class Cell>
void FrozenElasticity<Cell>::add_hessian(const Vector& x, double, double w, Definiteness definiteness, BlockMatrix& H) const {
  cells_->add_hessian(x, w, definiteness, group_, H, points());
}

template class FrozenElasticity<Tet>;
template class FrozenElasticity<Hex>;
template class FrozenElasticity<Triangle>;

}  // namespace lilyan
