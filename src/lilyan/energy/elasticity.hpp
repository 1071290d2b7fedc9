// Elastic energy of linear tets, W(x) = sum over tets of V Psi(F), F = sum_a x_a grad N_a.
#pragma once

#include <lilyan/energy/potential.hpp>
#include <lilyan/materials/laws.hpp>
#include <lilyan/mesh/tet_mesh.hpp>

#include <memory>
#include <span>
#include <vector>

namespace lilyan {

// What a picture shows of a tet, and what a failed step is blamed on.
struct TetState {
  double J = 1;               // det F
  double energy_density = 0;  // Psi [J/m^3], per rest volume
  double von_mises = 0;       // of Cauchy's stress P F^T / J [Pa]
};

class Elasticity : public Potential {
 public:
  EnergyKind kind() const final { return EnergyKind::elastic; }

  // Writes the state of this potential's tets to states[tet], tet as numbered at construction.
  virtual void states(const Vector& x, std::span<TetState> states) const = 0;

  // The same tets and laws about another rest shape. Tets without volume there have no energy.
  virtual std::unique_ptr<Elasticity> about(const Vector& X) const = 0;
};

// The elastic energy of the tets, tet e obeying laws[law_of_tet[e]]: one potential for each kind of law that occurs. `held`:
// whether a vertex is held whole, one a vertex, or empty where none is; for laws that ask for it.
std::vector<std::unique_ptr<Elasticity>> make_elasticity(const Vector& X, const std::vector<Tet>& tets,
                                                         const std::vector<Law>& laws, const std::vector<Index>& law_of_tet,
                                                         const std::vector<bool>& held = {});

}  // namespace lilyan
