#include <lilyan/energy/elasticity.hpp>

#include <lilyan/energy/corotated_elasticity.hpp>
#include <lilyan/energy/tet_elasticity.hpp>

namespace lilyan {

namespace {

// The potential of those tets whose law is an L; none where there are none.
template <class L>
void append(std::vector<std::unique_ptr<Elasticity>>& potentials, const Vector& X, const std::vector<Tet>& tets,
            const std::vector<Law>& laws, const std::vector<Index>& law_of_tet, const std::vector<bool>& held) {
  std::vector<Index> members;
  std::vector<L> law_of_member;
  for (Index e = 0; e < static_cast<Index>(tets.size()); ++e)
    if (const L* law = std::get_if<L>(&laws[law_of_tet[e]])) {
      members.push_back(e);
      law_of_member.push_back(*law);
    }
  if (members.empty()) return;
  if constexpr (std::is_same_v<L, Corotated>)
    potentials.push_back(std::make_unique<CorotatedElasticity>(X, tets, members, law_of_member, held));
  else
    potentials.push_back(std::make_unique<TetElasticity<L>>(X, tets, members, law_of_member));
}

template <class... L>
std::vector<std::unique_ptr<Elasticity>> append_all(std::variant<L...>*, const Vector& X, const std::vector<Tet>& tets,
                                                    const std::vector<Law>& laws, const std::vector<Index>& law_of_tet,
                                                    const std::vector<bool>& held) {
  std::vector<std::unique_ptr<Elasticity>> potentials;
  (append<L>(potentials, X, tets, laws, law_of_tet, held), ...);
  return potentials;
}

}  // namespace

std::vector<std::unique_ptr<Elasticity>> make_elasticity(const Vector& X, const std::vector<Tet>& tets,
                                                         const std::vector<Law>& laws, const std::vector<Index>& law_of_tet,
                                                         const std::vector<bool>& held) {
  return append_all(static_cast<Law*>(nullptr), X, tets, laws, law_of_tet, held);
}

}  // namespace lilyan
