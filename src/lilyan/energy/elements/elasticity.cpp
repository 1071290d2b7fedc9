#include <lilyan/energy/elements/elasticity.hpp>

#include <lilyan/energy/elements/corotated_elasticity.hpp>
#include <lilyan/energy/elements/element_elasticity.hpp>

namespace lilyan {

namespace {

template <class Cell>
void append_corotated(const Vector& X, const std::vector<Cell>& cells, const std::vector<double>& thickness, Index first,
                      const std::vector<Law>& laws, const std::vector<Index>& law_of_cell, const std::vector<bool>& held,
                      std::vector<std::unique_ptr<Elasticity>>& potentials) {
  const CellsOfLaw<Corotated> of(laws, law_of_cell, first, static_cast<Index>(cells.size()));
  if (!of.members.empty())
    potentials.push_back(
        std::make_unique<CorotatedElasticity<Cell>>(X, CorotatedMembers<Cell>{cells, thickness, of.members, of.laws, first}, held));
}

}  // namespace

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
  append_element_elasticity<TetElement>(X, cells.tets, {}, cells.first(CellKind::tet), laws, law_of_cell, potentials);
  append_corotated(X, cells.tets, {}, cells.first(CellKind::tet), laws, law_of_cell, held, potentials);
  append_element_elasticity<HexElement>(X, cells.hexes, {}, cells.first(CellKind::hex), laws, law_of_cell, potentials);
  append_corotated(X, cells.hexes, {}, cells.first(CellKind::hex), laws, law_of_cell, held, potentials);
  append_element_elasticity<TriangleElement>(X, cells.triangles, cells.thickness, cells.first(CellKind::triangle), laws,
                                             law_of_cell, potentials);
  append_corotated(X, cells.triangles, cells.thickness, cells.first(CellKind::triangle), laws, law_of_cell, held, potentials);
  return potentials;
}

}  // namespace lilyan
