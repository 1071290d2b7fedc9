// The motion of all domains' frames, from the root to the leaves.
//
//   V_j = T V_i + P qd_i,   A_j = T A_i + P qdd_i + g        frame j on an interface of its parent i, in the axes of j
//
//   P = [R^T (ah - d~ Jw) ; R^T Jw]                          R, x: frame j in frame i;  ah, Jw: see interface_frame.hpp
//   g = [R^T (omega_i x (omega_i x x) + 2 omega_i x v_ij + gamma x d + omega_ij x (omega_ij x d)) ;
//        R^T (gamma + omega_i x omega_ij)]
//
// d: from the middle of the interface to the origin of frame j, turned with the interface; v_ij includes omega_ij x d.
// T: see spatial.hpp. A = (a, alpha) holds the acceleration of the origin, not the time derivative of V's components.
// [Barbic 2011, sec. 3; the recursion of omega and alpha is not printed there]
#pragma once

#include <lilyan/multidomain/domain_blocks.hpp>
#include <lilyan/multidomain/domain_state.hpp>

#include <optional>

namespace lilyan {

class TreeKinematics {
 public:
  void arrange(const DomainTree& tree);

  // Places all frames. Where an interface is turned inside out or flattened, its child is returned, and no frame is set.
  std::optional<Index> place(const DomainTree& tree, const Vector& q, const FramePlacement& root);
  // V and g of all frames, after place.
  void move(const DomainTree& tree, const Vector& qd, const Vec6& V0);

  const FramePlacement& in_parent(Index j) const { return in_parent_[j]; }
  const FramePlacement& in_world(Index j) const { return in_world_[j]; }
  DomainBlocks::Tall P(Index j) const { return P_.tall(j, rows_[j]); }  // P^T, a row for each coordinate of the parent
  const Vec6& V(Index j) const { return V_[j]; }
  const Vec6& g(Index j) const { return g_[j]; }

 private:
  // Poses of all interfaces that carry a domain, eight at a time.
  std::optional<Index> pose_interfaces(const DomainTree& tree, const Vector& q);

  std::vector<Index> rows_;
  std::vector<FramePlacement> in_parent_, in_world_;
  std::vector<InterfaceFrame::Pose> poses_;
  std::vector<Vec6> V_, g_;
  DomainBlocks P_;
};

}  // namespace lilyan
