#include <lilyan/energy/elements/elasticity.hpp>

#include <lilyan/energy/elements/corotated_elasticity.hpp>
#include <lilyan/energy/elements/element_elasticity.hpp>

#include <cassert>

namespace lilyan {

std::vector<std::unique_ptr<Elasticity>> make_elasticity(const Vector& X, const std::vector<Tet>& tets,
                                                         const std::vector<Law>& laws, const std::vector<Index>& law_of_tet,
                                                         const std::vector<bool>& held) {
  Cells cells;
  cells.tets = tets;
  return make_elasticity(X, cells, laws, law_of_tet, held);
}

std::vector<std::unique_ptr<Elasticity>> make_elasticity(const Vector& X, const Cells& cells, const std::vector<Law>& laws,
                                                         const std::vector<Index>& law_of_cell, const std::vector<bool>& held) {
  std::vector<std::unique_ptr<Elasticity>> potentials;
  auto corotated = [&](CellKind kind) { return CellsOfLaw<Corotated>(laws, law_of_cell, cells.first(kind), cells.count(kind)); };
  append_element_elasticity<TetElement>(X, cells.tets, {}, cells.first(CellKind::tet), laws, law_of_cell, potentials);
  if (const auto of = corotated(CellKind::tet); !of.members.empty())
    potentials.push_back(std::make_unique<CorotatedElasticity>(X, cells.tets, of.members, of.laws, held));
  append_element_elasticity<HexElement>(X, cells.hexes, {}, cells.first(CellKind::hex), laws, law_of_cell, potentials);
  append_element_elasticity<TriangleElement>(X, cells.triangles, cells.thickness, cells.first(CellKind::triangle), laws,
                                             law_of_cell, potentials);
  assert(corotated(CellKind::hex).members.empty() && corotated(CellKind::triangle).members.empty());  // the caller keeps it to tets
  return potentials;
}

}  // namespace lilyan
