#include <lilyan/multidomain/lanes/tree_elasticity.hpp>

namespace lilyan {

namespace {

// From so many domains on a pack is faster than they are one by one, at r = 20; at r = 8 it is from two on.
constexpr Index kFewestCopies = 5;

double stiffness_of(const Domain& domain) {
  const double s = domain.scale, k = domain.frequency_factor;
  return s * s * s * k * k;
}

// M <- (1 + kM) M and pq += a_M M z, before stiffness is added to M.
void add_mass_damping(const ElasticWeights& weights, const Eigen::Ref<const Vector>& z, DomainBlocks::Square M,
                      DomainBlocks::Column pq) {
  if (weights.mass_damping == 0) return;
  pq.noalias() += M * (weights.mass_damping * z);
  M *= 1 + weights.kM;
}

}  // namespace

void TreeElasticity::arrange(const DomainTree& tree) {
  packs_ = pack_domains(tree, kFewestCopies, [&](Index j) { return tree.size(j) > 0 ? tree.model_number(j) : -1; });
  scratch_.resize(static_cast<std::size_t>(tree.models()));
}

void TreeElasticity::evaluate(const DomainTree& tree, const DomainPack& pack, const Vector& q, const Vector& y) {
  const DomainModel& model = tree.model(pack.domains[0]);
  const auto r = static_cast<std::size_t>(model.size());
  bodies_.q.resize(r);
  y_.resize(r);
  gather(tree, pack, q, model.size(), bodies_.q.data());
  gather(tree, pack, y, model.size(), y_.data());
  model.energy().evaluate(bodies_);
  forces_ = bodies_.f;
  const Lanes* K = bodies_.K.data();
  for (std::size_t i = 0; i < r; ++i) {
    Lanes sum = *K++ * y_[i];
    for (std::size_t j = i + 1; j < r; ++j, ++K) {
      sum += *K * y_[j];
      forces_[j] += *K * y_[i];
    }
    forces_[i] += sum;
  }
}

void TreeElasticity::add(const DomainTree& tree, const Vector& q, const ElasticWeights& weights, const Vector& y, const Vector& z,
                         TreeEquations& equations) {
  for (Index j : packs_.singles)
    add_elasticity(tree, j, tree.part(q, j), weights, tree.part(y, j), tree.part(z, j),
                   scratch_[static_cast<std::size_t>(tree.model_number(j))], equations);
  for (const DomainPack& pack : packs_.packs) {
    evaluate(tree, pack, q, y);
    const auto *forces = reinterpret_cast<const double*>(forces_.data()), *K = reinterpret_cast<const double*>(bodies_.K.data());
    for (Index j : pack.used()) {
      const Eigen::Index r = tree.size(j);
      const double stiffness = stiffness_of(tree[j]), weight = weights.kK * stiffness;
      DomainBlocks::Square M = equations.M(j);
      DomainBlocks::Column pq = equations.pq(j);
      add_mass_damping(weights, tree.part(z, j), M, pq);
      const double* entry = K++;
      for (Eigen::Index column = 0; column < r; ++column) {
        pq[column] += stiffness * forces[kLanes * column];
        for (Eigen::Index row = column; row < r; ++row, entry += kLanes) M.data()[column * r + row] += weight * *entry;
      }
      ++forces;
    }
  }
}

void TreeElasticity::add_forces(const DomainTree& tree, const Vector& q, const Vector& y, double weight, Vector& forces) {
  for (Index j : packs_.singles) {
    DomainScratch& scratch = scratch_[static_cast<std::size_t>(tree.model_number(j))];
    scratch.q = tree.part(q, j);
    tree.model(j).energy().evaluate(scratch.q, scratch.f, scratch.K, scratch.energy);
    scratch.f.noalias() += scratch.K * tree.part(y, j);
    tree.part(forces, j) += weight * stiffness_of(tree[j]) * scratch.f;
  }
  for (const DomainPack& pack : packs_.packs) {
    evaluate(tree, pack, q, y);
    const auto* own = reinterpret_cast<const double*>(forces_.data());
    for (Index j : pack.used()) {
      double* const target = forces.data() + tree.first(j);
      for (Index l = 0; l < tree.size(j); ++l) target[l] += weight * stiffness_of(tree[j]) * own[kLanes * l];
      ++own;
    }
  }
}

}  // namespace lilyan
