// How far a vertex of an interface of the parent is at most from where the frame of the child would carry it, over the size of the
// interface. The child's copies of the vertices move with the frame: it is how far the interface deviates from a rigid motion, and
// how far apart the copies of a vertex are.
//
//   jump = max_p |R^T (s (X_p + U_p q) - x) - z_p| / size        x, R: the child's frame in that of the parent, whose scale is s
//                                                                z_p: the same place at rest, found once
#pragma once

#include <lilyan/multidomain/tree_kinematics.hpp>

#include <vector>

namespace lilyan {

class InterfacePlaces {
 public:
  // vertices[j]: of the parent that domain j is fastened to, in the parent's numbers.
  InterfacePlaces(const DomainTree& tree, const std::vector<std::vector<Index>>& vertices);

  // largest[j] becomes the jump of domain j with the frames of `kinematics` in place, if that is more; the root has none.
  void see(const DomainTree& tree, const Vector& q, const TreeKinematics& kinematics, std::vector<double>& largest) const;

 private:
  struct Interface {
    std::vector<Index> vertices;
    std::vector<Vec3> rest;  // z_p [m]
    double size = 0;         // diagonal of their box [m]
  };
  std::vector<Interface> interfaces_;  // of each domain; none of the root
};

}  // namespace lilyan
