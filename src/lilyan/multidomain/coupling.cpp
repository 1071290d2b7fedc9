#include <lilyan/multidomain/coupling.hpp>

namespace lilyan {

namespace {

Vec3 first_moment(const Mat6& rigid) { return Vec3(rigid(5, 1), rigid(3, 2), rigid(4, 0)); }  // S of [m, -S~; S~, J]

class ExactCoupling final : public Coupling {
 public:
  std::string name() const override { return "exact"; }
  bool lumps() const override { return false; }
  Mat6 inertia(const SubtreeInertia& subtree) const override { return subtree.Ib - subtree.eliminated; }
  Vec6 bias(const SubtreeForces& subtree) const override { return subtree.pV - subtree.eliminated; }
};

class CompositeCoupling final : public Coupling {
 public:
  std::string name() const override { return "composite"; }
  bool lumps() const override { return true; }
  Mat6 inertia(const SubtreeInertia& subtree) const override { return subtree.rigid; }
  Vec6 bias(const SubtreeForces& subtree) const override {
    Vec6 turning;
    turning << subtree.w.cross(subtree.w.cross(first_moment(subtree.rigid))),
        subtree.w.cross(subtree.rigid.bottomRightCorner<3, 3>() * subtree.w);
    return turning - subtree.wrench;
  }
};

class L1Coupling final : public Coupling {
 public:
  std::string name() const override { return "l1"; }
  bool lumps() const override { return true; }
  Mat6 inertia(const SubtreeInertia& subtree) const override {
    Mat6 IA = Mat6::Zero();
    IA.topLeftCorner<3, 3>() = subtree.rigid(0, 0) * Mat3::Identity();
    return IA;
  }
  Vec6 bias(const SubtreeForces& subtree) const override {
    Vec6 pA = Vec6::Zero();
    pA.head<3>() = -subtree.wrench.head<3>();
    return pA;
  }
  const Coupling& at_free_root() const override { return composite_coupling(); }
};

class L2Coupling final : public Coupling {
 public:
  std::string name() const override { return "l2"; }
  bool lumps() const override { return true; }
  Mat6 inertia(const SubtreeInertia& subtree) const override {
    const double m = subtree.rigid(0, 0);
    Eigen::Matrix<double, 3, 6> B;
    B << Mat3::Identity(), -cross_matrix(first_moment(subtree.rigid) / m);
    return m * B.transpose() * B;
  }
  Vec6 bias(const SubtreeForces& subtree) const override {
    const Vec3 c = first_moment(subtree.rigid) / subtree.rigid(0, 0);
    const Vec3 force = subtree.rigid(0, 0) * subtree.w.cross(subtree.w.cross(c)) - subtree.wrench.head<3>();
    Vec6 pA;
    pA << force, c.cross(force);  // B^T force
    return pA;
  }
  const Coupling& at_free_root() const override { return composite_coupling(); }
};

}  // namespace

const Coupling& exact_coupling() {
  static const ExactCoupling coupling;
  return coupling;
}

const Coupling& l1_coupling() {
  static const L1Coupling coupling;
  return coupling;
}

const Coupling& l2_coupling() {
  static const L2Coupling coupling;
  return coupling;
}

const Coupling& composite_coupling() {
  static const CompositeCoupling coupling;
  return coupling;
}

}  // namespace lilyan
