// The elastic energy of coarse cells: hexes or quads that turn as a whole and have a stiffness of their own (cell_stiffness.hpp).
//
// A coarse cell stands for many fine ones. It has no law and no stress at a point, so that its von Mises stress is not a number,
// and its stiffness belongs to its rest shape, so that it has no energy about another one and takes no strain damping.
#pragma once

#include <lilyan/energy/elements/cell_stiffness.hpp>
#include <lilyan/energy/elements/elasticity.hpp>

namespace lilyan {

template <int kDim>
struct StiffCells {
  const std::vector<typename CellStiffness<kDim>::Cell>& cells;
  const std::vector<typename CellStiffness<kDim>::Matrix>& stiffness;  // of each
  const std::vector<double>& volume;                                   // of what fills each [m^3]; for densities of energy
  Index first = 0;                                                     // number of cells[0] among all cells
};

template <int kDim>
class CellStiffnessElements;

template <int kDim>
class CellStiffnessElasticity final : public Elasticity {
 public:
  CellStiffnessElasticity(const Vector& X, const StiffCells<kDim>& cells);

  std::optional<int> degree() const override { return std::nullopt; }
  double value(const Vector& x, double t) const override;
  void add_energies(const Vector& x, double t, Vector& per_vertex) const override;
  double add_gradient(const Vector& x, double t, double w, Vector& g) const override;
  void add_hessian(const Vector& x, double t, double w, Definiteness definiteness, BlockMatrix& H) const override;
  void connect(BlockPatternBuilder& pattern) override;
  void states(const Vector& x, std::span<CellState> states) const override;
  std::unique_ptr<Elasticity> about(const Vector& X) const override;  // throws InputError (id "damping.rest-shape")
  std::unique_ptr<Potential> with_rotations_of(const Vector& x) const override;

 private:
  std::shared_ptr<const CellStiffnessElements<kDim>> elements_;
  std::vector<double> volume_;  // [m^3]
  Index first_;
  int group_ = -1;  // in the block pattern
};

using HexStiffnessElasticity = CellStiffnessElasticity<3>;
using QuadStiffnessElasticity = CellStiffnessElasticity<2>;

// Of the hexes of `cells`, or of its quads if there are none, with a matrix for each [N/m]: 24 x 24, or 8 x 8.
std::unique_ptr<Elasticity> make_cell_stiffness(const Vector& X, const Cells& cells, const std::vector<Eigen::MatrixXd>& matrices,
                                                const std::vector<double>& volume, Index first = 0);

extern template class CellStiffnessElasticity<2>;
extern template class CellStiffnessElasticity<3>;

}  // namespace lilyan
