#include <lilyan/multidomain/body/interface_places.hpp>

#include <algorithm>

namespace lilyan {

namespace {

// Of a vertex of the parent, in the frame of domain j.
Vec3 place_of(const DomainTree& tree, const Vector& q, const TreeKinematics& kinematics, Index j, Index p) {
  const Index i = tree.parent(j);
  const DomainModel& model = tree.model(i);
  const auto& [x, R] = kinematics.in_parent(j);
  Vec3 own = vertex(model.X(), p);
  for (int a = 0; a < 3; ++a) own[a] += model.U().row(3 * Eigen::Index{p} + a).dot(tree.part(q, i));
  return R.transpose() * (tree[i].scale * own - x);
}

}  // namespace

InterfacePlaces::InterfacePlaces(const DomainTree& tree, const std::vector<std::vector<Index>>& vertices) {
  const DomainState rest = state_at_rest(tree);
  TreeKinematics kinematics;
  kinematics.arrange(tree);
  interfaces_.resize(static_cast<std::size_t>(tree.count()));
  if (kinematics.place(tree, rest.q, rest.root)) return;
  for (Index j = 1; j < tree.count(); ++j) {
    Interface& interface = interfaces_[static_cast<std::size_t>(j)];
    interface.vertices = vertices[static_cast<std::size_t>(j)];
    for (const Index p : interface.vertices) interface.rest.push_back(place_of(tree, rest.q, kinematics, j, p));
    Vec3 low = interface.rest.front(), high = low;
    for (const Vec3& place : interface.rest) low = low.cwiseMin(place), high = high.cwiseMax(place);
    interface.size = (high - low).norm();
  }
}

void InterfacePlaces::see(const DomainTree& tree, const Vector& q, const TreeKinematics& kinematics,
                          std::vector<double>& largest) const {
  for (Index j = 1; j < tree.count(); ++j) {
    const Interface& interface = interfaces_[static_cast<std::size_t>(j)];
    double jump = 0;
    for (std::size_t k = 0; k < interface.vertices.size(); ++k)
      jump = std::max(jump, (place_of(tree, q, kinematics, j, interface.vertices[k]) - interface.rest[k]).squaredNorm());
    double& most = largest[static_cast<std::size_t>(j)];
    if (jump > 0) most = std::max(most, std::sqrt(jump) / interface.size);
  }
}

}  // namespace lilyan
