// Elastic energy of tets, hexes and flat triangles, W(x) = sum over their points of quadrature of V Psi(F), F = sum_a x_a grad N_a.
#pragma once

#include <lilyan/energy/potential.hpp>
#include <lilyan/materials/laws.hpp>
#include <lilyan/mesh/cells.hpp>

#include <memory>
#include <span>
#include <vector>

namespace lilyan {

// What a picture shows of a cell, and what a failed step is blamed on.
struct CellState {
  double J = 1;               // det F, the least of its points
  double energy_density = 0;  // Psi [J/m^3], per rest volume; the mean over its points
  double von_mises = 0;       // of Cauchy's stress P F^T / J [Pa]; the mean over its points, not a number where it has no stress
};

class Elasticity : public Potential {
 public:
  EnergyKind kind() const final { return EnergyKind::elastic; }

  // Writes the state of this potential's cells to states[cell], as numbered at construction.
  virtual void states(const Vector& x, std::span<CellState> states) const = 0;

  // The same cells and laws about another rest shape. Cells without volume there have no energy. Throws InputError where the
  // stiffness belongs to one rest shape (id "damping.rest-shape").
  virtual std::unique_ptr<Elasticity> about(const Vector& X) const = 0;

  // -w grad W(x_n) of the same cells about the rest shape x, as a force of x; see element_step_force.hpp. x_n and this must
  // outlive it.
  virtual std::unique_ptr<StepTerm> backward_damping(const Vector& x_n, double w,
                                                     std::shared_ptr<const BlockPattern> pattern) const;
};

// The elastic energy of the tets, tet e obeying laws[law_of_tet[e]]: one potential for each kind of law that occurs. `held`:
// whether a vertex is held whole, one a vertex, or empty where none is; for laws that ask for it.
std::vector<std::unique_ptr<Elasticity>> make_elasticity(const Vector& X, const std::vector<Tet>& tets,
                                                         const std::vector<Law>& laws, const std::vector<Index>& law_of_tet,
                                                         const std::vector<bool>& held = {});

// The same of cells of several kinds; -1 stands for none. Rotation rules other than polar, and pinned ones, are for tets only.
std::vector<std::unique_ptr<Elasticity>> make_elasticity(const Vector& X, const Cells& cells, const std::vector<Law>& laws,
                                                         const std::vector<Index>& law_of_cell, const std::vector<bool>& held = {});

}  // namespace lilyan
