#include <lilyan/energy/elements/elasticity.hpp>

#include <lilyan/energy/elements/corotated_elasticity.hpp>
#include <lilyan/energy/elements/element_elasticity.hpp>

#include <cassert>

namespace lilyan {

namespace {

using Potentials = std::vector<std::unique_ptr<Elasticity>>;

// Cells of one kind, the first of them numbered `first`.
template <class E>
struct CellList {
  const std::vector<typename E::Cell>& cells;
  const std::vector<double>& thickness;
  Index first;
};

// What laws are asked for: one a cell, -1 for none.
struct LawsOfCells {
  const std::vector<Law>& laws;
  const std::vector<Index>& law_of_cell;
  const std::vector<bool>& held;
};

// The potential of those cells whose law is an L; none where there are none.
template <class E, class L>
void append(Potentials& potentials, const Vector& X, const CellList<E>& list, const LawsOfCells& given) {
  std::vector<Index> members;
  std::vector<L> law_of_member;
  for (Index e = 0; e < static_cast<Index>(list.cells.size()); ++e) {
    const Index k = given.law_of_cell[list.first + e];
    if (k < 0) continue;
    if (const L* law = std::get_if<L>(&given.laws[k])) {
      members.push_back(e);
      law_of_member.push_back(*law);
    }
  }
  if (members.empty()) return;
  if constexpr (!std::is_same_v<L, Corotated>)
    potentials.push_back(
        std::make_unique<ElementElasticity<E, L>>(X, list.cells, list.thickness, members, law_of_member, list.first));
  else if constexpr (std::is_same_v<E, TetElement>)
    potentials.push_back(std::make_unique<CorotatedElasticity>(X, list.cells, members, law_of_member, given.held));
  else
    assert(false);  // the caller keeps it to tets
}

template <class E, class... L>
void append_all(std::variant<L...>*, Potentials& potentials, const Vector& X, const CellList<E>& list, const LawsOfCells& given) {
  (append<E, L>(potentials, X, list, given), ...);
}

}  // namespace

std::vector<std::unique_ptr<Elasticity>> make_elasticity(const Vector& X, const std::vector<Tet>& tets,
                                                         const std::vector<Law>& laws, const std::vector<Index>& law_of_tet,
                                                         const std::vector<bool>& held) {
  Potentials potentials;
  append_all<TetElement>(static_cast<Law*>(nullptr), potentials, X, {tets, {}, 0}, {laws, law_of_tet, held});
  return potentials;
}

std::vector<std::unique_ptr<Elasticity>> make_elasticity(const Vector& X, const Cells& cells, const std::vector<Law>& laws,
                                                         const std::vector<Index>& law_of_cell, const std::vector<bool>& held) {
  Law* const all = nullptr;
  const LawsOfCells given{laws, law_of_cell, held};
  Potentials potentials;
  append_all<TetElement>(all, potentials, X, {cells.tets, {}, cells.first(CellKind::tet)}, given);
  append_all<HexElement>(all, potentials, X, {cells.hexes, {}, cells.first(CellKind::hex)}, given);
  append_all<TriangleElement>(all, potentials, X, {cells.triangles, cells.thickness, cells.first(CellKind::triangle)}, given);
  return potentials;
}

}  // namespace lilyan
