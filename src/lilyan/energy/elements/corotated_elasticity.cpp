#include <lilyan/energy/elements/corotated_elasticity.hpp>

#include <lilyan/energy/elements/frozen_elasticity.hpp>
#include <lilyan/materials/corotated_point.hpp>

#include <Eigen/LU>

#include <algorithm>
#include <cmath>

namespace lilyan {

namespace {

std::shared_ptr<const CorotatedTets> make_tets(const Vector& X, const std::vector<Tet>& tets, const std::vector<Index>& members,
                                               const std::vector<Corotated>& laws, const std::vector<bool>& held) {
  std::vector<CorotatedTet> made;
  std::vector<Mat6> stiffnesses;
  for (std::size_t k = 0; k < members.size(); ++k) {
    // Bodies have few laws, and their tets stand together.
    if (k == 0 || laws[k].coefficients != laws[k - 1].coefficients) stiffnesses.push_back(symmetric_matrix(laws[k].coefficients));
    CorotatedTet tet{.vertex = tets[members[k]],
                     .law = static_cast<Index>(stiffnesses.size()) - 1,
                     .original = members[k],
                     .rule = laws[k].rotation};
    std::sort(tet.vertex.begin(), tet.vertex.end());  // as the block pattern wants it; F does not depend on the order
    if (laws[k].pinned == PinnedTets::held && !held.empty())
      for (int a = 0; a < 4; ++a) tet.held[a] = held[tet.vertex[a]];
    made.push_back(tet);
  }
  return std::make_shared<const CorotatedTets>(std::move(made), std::move(stiffnesses), X);
}

auto points_of(const CorotatedTets& tets) {
  return [&tets](Index e, const Mat3& F) { return CorotatedPoint(F, tets.stiffness(tets.tets()[e]), tets.tets()[e].fit); };
}

}  // namespace

CorotatedElasticity::CorotatedElasticity(const Vector& X, const std::vector<Tet>& tets, const std::vector<Index>& members,
                                         const std::vector<Corotated>& laws, const std::vector<bool>& held)
    : tets_(make_tets(X, tets, members, laws, held)) {}

double CorotatedElasticity::value(const Vector& x, double) const { return tets_->sum(x, points_of(*tets_)); }

void CorotatedElasticity::add_energies(const Vector& x, double, Vector& per_vertex) const {
  const auto point = points_of(*tets_);
  for (Index e = 0; e < static_cast<Index>(tets_->tets().size()); ++e) {
    const CorotatedTet& tet = tets_->tets()[e];
    if (tet.V > 0) per_vertex[tet.vertex[0]] += tet.V * point(e, tets_->deformation_gradient(tet, x)).energy_density();
  }
}

double CorotatedElasticity::add_gradient(const Vector& x, double, double w, Vector& g) const {
  return tets_->add_gradient(x, w, g, points_of(*tets_));
}

void CorotatedElasticity::add_hessian(const Vector& x, double, double w, Definiteness definiteness, BlockMatrix& H) const {
  tets_->add_hessian(x, w, definiteness, group_, H, points_of(*tets_));
}

void CorotatedElasticity::connect(BlockPatternBuilder& pattern) { group_ = tets_->connect(pattern); }

void CorotatedElasticity::states(const Vector& x, std::span<CellState> states) const {
  const auto point = points_of(*tets_);
  for (Index e = 0; e < static_cast<Index>(tets_->tets().size()); ++e) {
    const CorotatedTet& tet = tets_->tets()[e];
    const Mat3 F = tets_->deformation_gradient(tet, x);
    const CorotatedPoint at = point(e, F);
    const Mat3 stress = symmetric_tensor(at.stress());  // small strain does not tell Cauchy's stress from Piola's
    const Mat3 deviator = stress - stress.trace() / 3 * Mat3::Identity();
    states[tet.original] = {F.determinant(), at.energy_density(), std::sqrt(1.5) * deviator.norm()};
  }
}

std::unique_ptr<Elasticity> CorotatedElasticity::about(const Vector& X) const {
  auto other = std::make_unique<CorotatedElasticity>(*this);
  other->tets_ = std::make_shared<const CorotatedTets>(tets_->about(X));
  return other;
}

std::unique_ptr<Potential> CorotatedElasticity::with_rotations_of(const Vector& x) const {
  return std::make_unique<FrozenElasticity>(tets_, x, group_);
}

}  // namespace lilyan
