// Forces from outside that act on a tree of domains during a step.
#pragma once

#include <lilyan/core/vector.hpp>

#include <vector>

namespace lilyan {

struct VertexForce {
  Index domain = 0, vertex = 0;  // counted among the vertices that the domain's model keeps
  Vec3 force = Vec3::Zero();     // [N], in the world's axes
};

// Forces on many vertices, summed up for each domain in such a way that they act wherever it is and however it is deformed; see
// forces/force_moments.hpp.
//
//   f = sum f_p,   D = sum f_p X_p^T,   N_l = sum f_p U_pl^T          over vertices p with the force f_p [N] in the world's axes
struct ForceMoments {
  std::vector<Vec3> f;                         // [N], of each domain
  std::vector<Mat3> D;                         // [N m]
  Eigen::Matrix<double, Eigen::Dynamic, 9> N;  // a row for each coordinate of all domains; (a, b) stands in column 3a + b

  bool empty() const { return f.empty(); }  // there are none
};

struct OutsideForces {
  Vec3 gravity = Vec3::Zero();  // [m/s^2]
  std::vector<VertexForce> on_vertices = {};
  ForceMoments on_domains = {};
};

}  // namespace lilyan
