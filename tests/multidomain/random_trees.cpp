#include <tests/multidomain/random_trees.hpp>

#include <tests/multidomain/voxel_trees.hpp>

namespace lilyan::test {

namespace {

// A cloud with three interfaces: one planar, two that are not.
std::shared_ptr<const DomainModel> random_model(Dice& dice, Index r) {
  const Index n = 30, face = 6;
  DomainDescription description;
  description.X = dice.vector(3 * n);
  for (Index k = 0; k < 3; ++k) {
    DomainInterface interface;
    for (Index p = k * face; p < (k + 1) * face; ++p) {
      if (k == 0) description.X[3 * p + 2] = 0.9;
      interface.vertices.push_back(p);
    }
    interface.weights = dice.vector(face).array() + 1.5;
    description.interfaces.push_back(interface);
  }
  description.vertex_mass.setConstant(n, kCloudMass);
  description.U.resize(3 * n, r);
  for (Index l = 0; l < r; ++l) description.U.col(l) = dice.vector(3 * n);
  Eigen::MatrixXd root(r, r);
  for (Index l = 0; l < r; ++l) root.col(l) = dice.vector(r);
  description.energy = r == 0 ? QuarticEnergy()
                              : QuarticEnergy(Eigen::MatrixXd(20 * (root * root.transpose() + Eigen::MatrixXd::Identity(r, r))),
                                              2 * dice.vector(static_cast<Index>(QuarticEnergy::third_derivatives(r))),
                                              2 * dice.vector(static_cast<Index>(QuarticEnergy::fourth_derivatives(r))));
  return std::make_shared<DomainModel>(description);
}

}  // namespace

DomainTree random_tree(unsigned seed, const RandomTreeSpec& spec) {
  Dice dice(seed), other_dice(seed + 1000);
  std::vector<std::shared_ptr<const DomainModel>> models;
  for (Index k = 0; k < 4; ++k) models.push_back(random_model(dice, k == 1 ? 0 : spec.most_coordinates - k));
  std::vector<Domain> domains;
  for (Index j = 0; j < spec.domains; ++j) {
    Domain domain;
    domain.model = models[j % 4];
    domain.parent = spec.is_chain || j == 0 ? j - 1 : static_cast<Index>((dice.number() + 1) / 2.0001 * j);
    domain.interface = j % 3;
    if (j > 0) domain.rotation = dice.rotation();
    if (j % 2 == 1) domain.offset = 0.3 * other_dice.three();
    if (spec.is_scaled) {
      domain.scale = 1 + 0.3 * dice.number();
      domain.frequency_factor = 1 + 0.3 * dice.number();
    }
    domains.push_back(domain);
  }
  return DomainTree(domains, spec.root_motion, {dice.three(), dice.rotation()});
}

DomainState random_motion(const DomainTree& tree, unsigned seed) {
  Dice dice(seed);
  DomainState state{0.12 * dice.vector(tree.size()), dice.vector(tree.size()), dice.vector(tree.size()), tree.placement()};
  if (tree.root_motion() == RootMotion::free) {
    state.root = {dice.three(), dice.rotation()};
    state.V0 << dice.three(), dice.three();
  }
  return state;
}

}  // namespace lilyan::test
