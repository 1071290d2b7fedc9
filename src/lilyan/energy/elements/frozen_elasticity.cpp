#include <lilyan/energy/elements/frozen_elasticity.hpp>

#include <lilyan/algebra/threads.hpp>
#include <lilyan/materials/corotated_point.hpp>

namespace lilyan {

FrozenElasticity::FrozenElasticity(std::shared_ptr<const CorotatedTets> tets, const Vector& x, int group)
    : tets_(std::move(tets)), R_(tets_->tets().size()), group_(group) {
  parallel_for(static_cast<Index>(R_.size()), [&](Index e) {
    const CorotatedTet& tet = tets_->tets()[e];
    R_[e] = fit_rotation(tets_->deformation_gradient(tet, x), tet.fit).R;
  });
}

double FrozenElasticity::value(const Vector& x, double) const {
  return tets_->sum(x, [&](Index e, const Mat3& F) { return FrozenPoint(F, tets_->stiffness(tets_->tets()[e]), R_[e]); });
}

double FrozenElasticity::add_gradient(const Vector& x, double, double w, Vector& g) const {
  return tets_->add_gradient(x, w, g,
                             [&](Index e, const Mat3& F) { return FrozenPoint(F, tets_->stiffness(tets_->tets()[e]), R_[e]); });
}

void FrozenElasticity::add_hessian(const Vector& x, double, double w, Definiteness definiteness, BlockMatrix& H) const {
  tets_->add_hessian(x, w, definiteness, group_, H,
                     [&](Index e, const Mat3& F) { return FrozenPoint(F, tets_->stiffness(tets_->tets()[e]), R_[e]); });
}

}  // namespace lilyan
