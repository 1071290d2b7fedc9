// What forces on vertices do to the domains of a tree, without looking at the vertices again.
//
//   x_p = c + s R y_p,   y_p = X_p + U_p q           c, R: frame of the domain in the world, s: its scale
//   B = sum f_p y_p^T = D + sum_l q_l N_l            f, D, N: see ForceMoments
//
//   sum f_p.x_p = f.c + s R:B                        the work of forces that stay the same is its difference
//   fq_l = s R:N_l                                   on the coordinates
//   F = [R^T f ; s sum y_p x R^T f_p]                on the frame; the torque is read off R^T B = sum (R^T f_p) y_p^T
#pragma once

#include <lilyan/multidomain/tree_equations.hpp>

namespace lilyan {

void set_zero(const DomainTree& tree, ForceMoments& moments);

// Adds a force [N] on a vertex that the domain's model keeps.
void add_force(const DomainTree& tree, const VertexForce& force, ForceMoments& moments);

// Those of one domain, for forces that act on few of them.
struct MomentsOfDomain {
  Index domain = 0;
  Vec3 f = Vec3::Zero();
  Mat3 D = Mat3::Zero();
  Eigen::Matrix<double, Eigen::Dynamic, 9> N;
};
std::vector<MomentsOfDomain> moments_of(const DomainTree& tree, const std::vector<VertexForce>& forces);
void add_moments(const DomainTree& tree, const std::vector<MomentsOfDomain>& more, double weight, ForceMoments& moments);

// Adds the forces to F, pV and pq of all domains, with the frames of `kinematics`.
void add_domain_forces(const DomainTree& tree, const TreeKinematics& kinematics, const Vector& q, const ForceMoments& moments,
                       TreeEquations& equations);

// sum f_p.x_p [J], with the frames of `kinematics`.
double force_times_position(const DomainTree& tree, const TreeKinematics& kinematics, const Vector& q, const ForceMoments& moments);

}  // namespace lilyan
