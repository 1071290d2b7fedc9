#include <lilyan/multidomain/tree_kinematics.hpp>

#include <lilyan/materials/tensor.hpp>

#include <algorithm>

namespace lilyan {

void TreeKinematics::arrange(const DomainTree& tree) {
  rows_.clear();
  std::vector<Eigen::Index> lengths;
  for (Index j = 0; j < tree.count(); ++j) {
    rows_.push_back(j == 0 ? 0 : tree.size(tree.parent(j)));
    lengths.push_back(6 * rows_.back());
  }
  P_.arrange(lengths);
  in_parent_.resize(tree.count());
  in_world_.resize(tree.count());
  poses_.resize(tree.count());
  V_.resize(tree.count());
  g_.resize(tree.count());
}

std::optional<Index> TreeKinematics::pose_interfaces(const DomainTree& tree, const Vector& q) {
  Tensor<Lanes> A{}, R, N;
  for (int e = 0; e < 9; ++e) A[e / 3][e % 3] = splat<Lanes>(e % 4 == 0 ? 1 : 0);  // lanes behind the last domain
  for (Index first = 1; first < tree.count(); first += kLanes) {
    const Index used = std::min<Index>(kLanes, tree.count() - first);
    for (Index lane = 0; lane < used; ++lane) {
      const Index j = first + lane;
      const InterfaceFrame& interface = tree.interface_below(j);
      interface.fit(tree.part(q, tree.parent(j)), poses_[j]);
      const Mat3 fit = poses_[j].a * interface.axes().transpose();
      for (int e = 0; e < 9; ++e) A[e / 3][e % 3][lane] = fit(e / 3, e % 3);
    }
    const LaneMask fits = polar_decomposition(A, R, N);
    for (Index lane = 0; lane < used; ++lane) {
      const Index j = first + lane;
      if (!fits[lane]) return j;
      for (int e = 0; e < 9; ++e) {
        poses_[j].R(e / 3, e % 3) = R[e / 3][e % 3][lane];
        poses_[j].N(e / 3, e % 3) = N[e / 3][e % 3][lane];
      }
    }
  }
  return std::nullopt;
}

std::optional<Index> TreeKinematics::place(const DomainTree& tree, const Vector& q, const FramePlacement& root) {
  if (const auto fault = pose_interfaces(tree, q)) return fault;
  in_parent_[0] = in_world_[0] = root;
  for (Index j = 1; j < tree.count(); ++j) {
    const Index i = tree.parent(j);
    const InterfaceFrame& interface = tree.interface_below(j);
    FramePlacement& here = in_parent_[j];
    const Vec3 d = poses_[j].R * tree[j].offset;
    here = {tree[i].scale * poses_[j].x + d, poses_[j].R * tree[j].rotation};
    in_world_[j] = here.in(in_world_[i]);

    DomainBlocks::Tall rows = P(j);
    interface.turning(poses_[j], rows.rightCols<3>(), here.R);
    multiply_tall<Store::set, 3>(interface.along(), tree[i].scale * here.R, rows.leftCols<3>());
    if (d.isZero(0)) continue;
    // R^T (Jw x d) = (R^T Jw) x (R^T d)
    multiply_tall<Store::add, 3>(rows.rightCols<3>(), cross_matrix(here.R.transpose() * d), rows.leftCols<3>());
  }
  return std::nullopt;
}

void TreeKinematics::move(const DomainTree& tree, const Vector& qd, const Vec6& V0) {
  V_[0] = V0;
  g_[0].setZero();
  for (Index j = 1; j < tree.count(); ++j) {
    const Index i = tree.parent(j);
    const auto [x, R] = in_parent_[j];
    InterfaceFrame::Rates rates = tree.interface_below(j).rates(poses_[j], tree.part(qd, i));
    rates.v *= tree[i].scale;
    Vec3 bent = Vec3::Zero();
    if (const Vec3 d = poses_[j].R * tree[j].offset; !d.isZero(0)) {
      rates.v += rates.omega.cross(d);
      bent = rates.gamma.cross(d) + rates.omega.cross(rates.omega.cross(d));
    }
    const Vec3 v = V_[i].head<3>(), omega = V_[i].tail<3>();
    V_[j] << R.transpose() * (v + omega.cross(x) + rates.v), R.transpose() * (omega + rates.omega);
    g_[j] << R.transpose() * (omega.cross(omega.cross(x)) + 2 * omega.cross(rates.v) + bent),
        R.transpose() * (rates.gamma + omega.cross(rates.omega));
  }
}

}  // namespace lilyan
