// Elasticity and Rayleigh damping of all domains of a tree. Domains that share a model are evaluated together.
//
//   f(q), K(q): see reduction/quartic_energy.hpp; a domain of scale s and frequency factor k has s^3 k^2 times those of its model
#pragma once

#include <lilyan/multidomain/lanes/domain_packs.hpp>
#include <lilyan/multidomain/tree_equations.hpp>

namespace lilyan {

class TreeElasticity {
 public:
  void arrange(const DomainTree& tree);

  // M += kK K + kM M,   pq += f(q) + K y + a_M M z of every domain. Only the lower triangle of M is set afterwards.
  void add(const DomainTree& tree, const Vector& q, const ElasticWeights& weights, const Vector& y, const Vector& z,
           TreeEquations& equations);

  // forces += weight (f(q) + K y)
  void add_forces(const DomainTree& tree, const Vector& q, const Vector& y, double weight, Vector& forces);

 private:
  void evaluate(const DomainTree& tree, const DomainPack& pack, const Vector& q, const Vector& y);

  DomainPacks packs_;  // one model each
  QuarticEnergy::InLanes bodies_;
  std::vector<Lanes> y_;                // of the pack
  std::vector<Lanes> forces_;           // f + K y of the pack, for scale 1
  std::vector<DomainScratch> scratch_;  // one per model
};

}  // namespace lilyan
