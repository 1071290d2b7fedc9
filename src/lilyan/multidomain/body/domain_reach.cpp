#include <lilyan/multidomain/body/domain_reach.hpp>

#include <algorithm>
#include <cmath>

namespace lilyan {

DomainReach::DomainReach(const DomainModel& model) : of_coordinate_(Vector::Zero(model.size())) {
  if (model.vertices() == 0) return;
  const auto points = model.X().reshaped(3, model.vertices());
  const Vec3 low = points.rowwise().minCoeff(), high = points.rowwise().maxCoeff();
  for (int k = 0; k < 8; ++k)
    for (int a = 0; a < 3; ++a) corners_(a, k) = (k >> a & 1) != 0 ? high[a] : low[a];
  for (Index p = 0; p < model.vertices(); ++p) {
    const auto U = model.U().middleRows<3>(3 * Eigen::Index{p});
    of_coordinate_ = of_coordinate_.cwiseMax(U.colwise().norm().transpose());
    of_all_ = std::max(of_all_, U.norm());
  }
}

double DomainReach::deformation(const double* q) const {
  const Eigen::Map<const Vector> own(q, of_coordinate_.size());
  return std::min(own.cwiseAbs().dot(of_coordinate_), own.norm() * of_all_);
}

double DomainReach::largest_distance(const Pose& here, const Pose& there, double scale) const {
  constexpr double kRounding = 1e-12;
  const Mat3 turned = scale * (here.frame.R - there.frame.R);
  const Vec3 shifted = here.frame.x - there.frame.x;
  const double rigid = std::sqrt(((turned * corners_).colwise() + shifted).colwise().squaredNorm().maxCoeff());
  const double size = scale * corners_.cwiseAbs().maxCoeff() + here.frame.x.norm() + there.frame.x.norm();
  return rigid + scale * (deformation(here.q) + deformation(there.q)) + kRounding * size;
}

}  // namespace lilyan
