#include <lilyan/multidomain/body/domain_body_model.hpp>

namespace lilyan {

std::vector<bool> DomainBodyModel::held_components() const {
  std::vector<bool> is_held(static_cast<std::size_t>(X.size()), false);
  if (root_motion == RootMotion::free) return is_held;
  const PlacedDomain& root = domains.front();
  const Eigen::MatrixXd& U = models[static_cast<std::size_t>(root.model)].U;
  for (std::size_t p = 0; p < root.vertices.size(); ++p)
    for (std::size_t axis = 0; axis < 3; ++axis)
      is_held[3 * static_cast<std::size_t>(root.vertices[p]) + axis] = U.row(static_cast<Eigen::Index>(3 * p + axis)).isZero(0);
  return is_held;
}

DomainTree tree_of(const DomainBodyModel& model) {
  std::vector<std::shared_ptr<const DomainModel>> models;
  for (const DomainDescription& description : model.models) models.push_back(std::make_shared<const DomainModel>(description));
  std::vector<Domain> domains;
  for (const DomainBodyModel::PlacedDomain& placed : model.domains)
    domains.push_back({models[static_cast<std::size_t>(placed.model)], placed.parent, placed.interface, placed.rotation,
                       placed.offset, placed.scale, placed.frequency_factor});
  return DomainTree(std::move(domains), model.root_motion, model.placement);
}

}  // namespace lilyan
