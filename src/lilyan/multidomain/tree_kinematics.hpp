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

#include <lilyan/core/large_array.hpp>
#include <lilyan/core/vector.hpp>
#include <lilyan/multidomain/domain_tree.hpp>

#include <optional>
#include <vector>

namespace lilyan {

// One array of numbers per domain, all in one piece of memory, each at the start of a cache line.
//
// Sums over such arrays have the same bits wherever the memory comes from.
class DomainBlocks {
 public:
  using Tall = Eigen::Map<Eigen::Matrix<double, Eigen::Dynamic, 6>, Eigen::AlignedMax>;
  using Square = Eigen::Map<Eigen::MatrixXd, Eigen::AlignedMax>;
  using Column = Eigen::Map<Vector, Eigen::AlignedMax>;

  // lengths: how many numbers each domain has. The numbers are not set.
  void arrange(const std::vector<Eigen::Index>& lengths) {
    constexpr Eigen::Index kLine = 8;
    starts_.clear();
    Eigen::Index end = 0;
    for (Eigen::Index length : lengths) {
      starts_.push_back(end);
      end += (length + kLine - 1) / kLine * kLine;
    }
    numbers_ = LargeArray(end);
  }

  double* operator[](Index j) const { return numbers_.data() + starts_[j]; }
  Tall tall(Index j, Index r) const { return {(*this)[j], r, 6}; }
  Square square(Index j, Index r) const { return {(*this)[j], r, r}; }
  Column column(Index j, Index r) const { return {(*this)[j], r}; }

 private:
  std::vector<Eigen::Index> starts_;
  LargeArray numbers_;
};

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

// Where the vertices of domain j that the model keeps are in the world, 3 numbers each; kinematics: the frames in place for q.
//
//   x_p = c + R s (X_p + U_p q)        c, R: the domain's frame;  s: its scale
//
// Two domains that meet at an interface have copies of its vertices, which separate where the interface does not move rigidly.
// Whoever draws one surface takes their mean.
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
