// Where the vertices of a domain are in the world.
//
//   x_p = c + R s (X_p + U_p q)        c, R: the domain's frame;  s: its scale
//
// Two domains that meet at an interface have copies of its vertices, which separate where the interface does not move rigidly.
// Whoever draws one surface takes their mean.
#pragma once

#include <lilyan/multidomain/tree_kinematics.hpp>

namespace lilyan {

// Of the vertices that the model keeps, 3 numbers each; kinematics: the frames in place for q.
inline void world_positions(const DomainTree& tree, const TreeKinematics& kinematics, const Vector& q, Index j, Vector& x) {
  const DomainModel& model = tree.model(j);
  const auto& [c, R] = kinematics.in_world(j);
  const Mat3 scaled = tree[j].scale * R;
  x = model.X();
  x.noalias() += model.U() * tree.part(q, j);
  for (Index p = 0; p < model.vertices(); ++p) {
    const Vec3 local = vertex(x, p);
    vertex(x, p) = c + scaled * local;
  }
}

}  // namespace lilyan
