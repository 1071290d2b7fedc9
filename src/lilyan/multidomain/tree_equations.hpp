// The equations of motion of all domains, each for itself, before they are coupled.
//
// With the acceleration A of its frame and qdd of its coordinates, and for all motions dV of the frame and dq, a domain contributes
//
//   dV.(I A + C qdd + pV) + dq.(C^T A + M qdd + pq)
//
//   I = [m 1, -S~ ; S~, J],   C = [SU ; xU~],   M = U^T m U             inertia; S, J, xU: see space/mass_moments.hpp
//   bV = [w x (w x S) + 2 w x (SU qd) ; w x (J w) + 2 (w tr(Y) - Y^T w)],   Y = xU qd,   w: angular velocity of the frame
//   bq = xU:(w~ w~) + 2 w.d(xU~)/dt                                     what rotating frames add; f_sys of [Barbic 2011, eq. 14] is
//                                                                       -(C^T A + bq)
//   pV = bV - F,   pq = bq - fq + elasticity and damping                F, fq: forces from outside, on the frame and on q
//
// A domain of scale s has m s^3, S and SU s^4, J, xU and M s^5 of its model; see domain_tree.hpp.
#pragma once

#include <lilyan/multidomain/tree_kinematics.hpp>

#include <vector>

namespace lilyan {

struct VertexForce {
  Index domain = 0, vertex = 0;  // counted among the vertices that the domain's model keeps
  Vec3 force = Vec3::Zero();     // [N], in the world's axes
};

// Forces on many vertices, summed up for each domain in such a way that they act wherever it is and however it is deformed; see
// force_moments.hpp.
//
//   f = sum f_p,   D = sum f_p X_p^T,   N_l = sum f_p U_pl^T          over vertices p with the force f_p [N] in the world's axes
struct ForceMoments {
  std::vector<Vec3> f;                         // [N], of each domain
  std::vector<Mat3> D;                         // [N m]
  Eigen::Matrix<double, Eigen::Dynamic, 9> N;  // a row for each coordinate of all domains; (a, b) stands in column 3a + b

  bool empty() const { return f.empty(); }  // there are none
};

// Forces from outside that act on a tree of domains during a step.
struct OutsideForces {
  Vec3 gravity = Vec3::Zero();  // [m/s^2]
  std::vector<VertexForce> on_vertices = {};
  ForceMoments on_domains = {};
};

struct TreeEquations {
  std::vector<Mat6> I;
  std::vector<Vec6> pV;
  std::vector<Vec6> F;                                                   // on the frames, from outside
  std::vector<Vec6> g;                                                   // A_j = T A_i + P qdd_i + g
  DomainBlocks::Tall C(Index j) const { return C_.tall(j, sizes_[j]); }  // C^T, a row per coordinate
  DomainBlocks::Square M(Index j) const { return M_.square(j, sizes_[j]); }
  DomainBlocks::Column pq(Index j) const { return pq_.column(j, sizes_[j]); }

  void arrange(const DomainTree& tree);

 private:
  std::vector<Index> sizes_;
  DomainBlocks C_, M_, pq_;
};

// Buffers for evaluating domains of one model.
struct DomainScratch {
  MassMoments::At at, at_other;  // the latter for a second shape of the domain
  MassMoments::Axes rate;
  QuarticEnergy::Scratch energy;
  Vector q, f;
  Eigen::MatrixXd K;
};

// I, C and M of domain j from its moments, with pV, pq, F and g zero.
void set_inertia(const DomainTree& tree, Index j, const MassMoments::At& at, TreeEquations& equations);

// Adds bV and bq, and sets g, for the velocities of `kinematics`.
void add_velocity_forces(const DomainTree& tree, Index j, const TreeKinematics& kinematics, const Eigen::Ref<const Vector>& qd,
                         DomainScratch& scratch, TreeEquations& equations);

// Adds gravity.
void add_gravity(const DomainTree& tree, Index j, const TreeKinematics& kinematics, const Vec3& gravity, const MassMoments::At& at,
                 TreeEquations& equations);

// Adds forces on vertices.
void add_vertex_forces(const DomainTree& tree, const TreeKinematics& kinematics, const Vector& q,
                       const std::vector<VertexForce>& forces, TreeEquations& equations);

// Elasticity and Rayleigh damping D = a_M M + b_K K, linearised at q about a motion that depends on the unknown qdd:
//
//   M += kK K + kM M,   pq += f(q) + K y + a_M M z
//
// y and z are set by the method of integration.
struct ElasticWeights {
  double kK = 0, kM = 0, mass_damping = 0;
};
void add_elasticity(const DomainTree& tree, Index j, const Eigen::Ref<const Vector>& q, const ElasticWeights& weights,
                    const Eigen::Ref<const Vector>& y, const Eigen::Ref<const Vector>& z, DomainScratch& scratch,
                    TreeEquations& equations);

}  // namespace lilyan
