#include <lilyan/multidomain/articulated_solver.hpp>

#include <lilyan/multidomain/small_cholesky.hpp>

#include <Eigen/Cholesky>

#include <cstring>

namespace lilyan {

// Couplings

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

// The recursion

namespace {

// Numbers that stand together, of which there are as many as T has.
template <class T>
T load(const double* numbers) {
  T value;
  std::memcpy(&value, numbers, sizeof value);
  return value;
}
template <class T>
void store(double* numbers, const T& value) {
  std::memcpy(numbers, &value, sizeof value);
}
template <class T>
void add(double* numbers, const T& value) {
  store(numbers, load<T>(numbers) + value);
}

// Adds what a child contributes to some rows of its parent's matrices, from row `first` on: one row, or four at once (T: double or
// Four). C += P IA [R^T, -R^T x~; 0, R^T], and M += P IA P^T in the columns up to the last of these rows. P, C: r x 6, as they are
// stored.
template <class T>
void add_child_to_rows(const Mat6& IA, const FramePlacement& frame, const double* P, Eigen::Index r, Eigen::Index first, double* C,
                       double* M) {
  constexpr Eigen::Index kRows = sizeof(T) / sizeof(double);
  T B[6], f[3], t[3];  // rows of B = P IA are wrenches (f, t)
  for (int c = 0; c < 6; ++c) {
    B[c] = T{};
    for (int a = 0; a < 6; ++a) B[c] += load<T>(P + a * r + first) * IA(a, c);
  }
  for (int a = 0; a < 3; ++a) {
    f[a] = B[0] * frame.R(a, 0) + B[1] * frame.R(a, 1) + B[2] * frame.R(a, 2);
    t[a] = B[3] * frame.R(a, 0) + B[4] * frame.R(a, 1) + B[5] * frame.R(a, 2);
  }
  for (int a = 0; a < 3; ++a) {
    const int b = (a + 1) % 3, c = (a + 2) % 3;
    add<T>(C + a * r + first, f[a]);
    add<T>(C + (3 + a) * r + first, t[a] + frame.x[b] * f[c] - frame.x[c] * f[b]);
  }
  for (Eigen::Index l = 0; l < first + kRows; ++l) {
    T sum = load<T>(M + l * r + first);
    for (int c = 0; c < 6; ++c) sum += B[c] * P[c * r + l];
    store(M + l * r + first, sum);
  }
}

// The same for all rows. M is right in its lower triangle; some entries above it change, too.
void add_child(const Mat6& IA, const FramePlacement& frame, const DomainBlocks::Tall& P, DomainBlocks::Tall C,
               DomainBlocks::Square M) {
  const Eigen::Index r = P.rows();
  Eigen::Index first = 0;
  for (; first + kFour <= r; first += kFour) add_child_to_rows<Four>(IA, frame, P.data(), r, first, C.data(), M.data());
  for (; first < r; ++first) add_child_to_rows<double>(IA, frame, P.data(), r, first, C.data(), M.data());
}

// Y <- C, side by side.
void put_side_by_side(const DomainBlocks::Tall& C, double* Y) {
  const Eigen::Index r = C.rows();
  for (Eigen::Index l = 0; l < r; ++l, Y += kSide) {
    for (Eigen::Index c = 0; c < 6; ++c) Y[c] = C(l, c);
    Y[6] = Y[7] = 0;
  }
}

// sum_l y_l y_l^T of the rows of Y.
Mat6 square_of(const double* Y, Eigen::Index r) {
  double sums[6][kSide] = {};
  for (Eigen::Index l = 0; l < r; ++l, Y += kSide)
    for (int a = 0; a < 6; ++a)
      for (int c = 0; c < kSide; ++c) sums[a][c] += Y[a] * Y[c];
  Mat6 result;
  for (int a = 0; a < 6; ++a)
    for (int c = 0; c < 6; ++c) result(c, a) = sums[a][c];
  return result;
}

// sum_l y_l p_l
Vec6 combination_of(const double* Y, const DomainBlocks::Column& p) {
  double sums[kSide] = {};
  for (Eigen::Index l = 0; l < p.size(); ++l, Y += kSide)
    for (int c = 0; c < kSide; ++c) sums[c] += Y[c] * p[l];
  return Eigen::Map<const Vec6>(sums);
}

}  // namespace

void ArticulatedSolver::arrange(const DomainTree& tree) {
  leaves_.arrange(tree);
  std::vector<Eigen::Index> own;
  for (Index j = 0; j < tree.count(); ++j) own.push_back(leaves_.holds(j) ? 0 : kSide * tree.size(j));
  halved_.arrange(own);
  seen_.resize(tree.count());
  rigid_.resize(tree.count());
  eliminated_.resize(tree.count());
  eliminated_forces_.resize(tree.count());
  wrench_.resize(tree.count());
  A_.resize(tree.count());
}

bool ArticulatedSolver::eliminate(const DomainTree& tree, Index j, TreeEquations& equations) {
  if (leaves_.holds(j)) return leaves_.has_factor(j);
  DomainBlocks::Square M = equations.M(j);
  if (!factor_in_place(M)) return false;
  put_side_by_side(equations.C(j), halved_[j]);
  solve_forward_together(M, halved_[j]);
  eliminated_[j] = square_of(halved_[j], tree.size(j));
  return true;
}

std::optional<Index> ArticulatedSolver::factor(const DomainTree& tree, const TreeKinematics& kinematics, const Coupling& coupling,
                                               TreeEquations& equations) {
  if (coupling.lumps())
    for (Index j = 0; j < tree.count(); ++j) rigid_[j] = equations.I[j];
  leaves_.factor(equations, eliminated_);
  for (Index j = tree.count() - 1; j >= 0; --j) {
    if (!eliminate(tree, j, equations)) return j;
    const SubtreeInertia subtree{equations.I[j], eliminated_[j], rigid_[j]};
    if (j == 0) {
      root_inertia_ = coupling.at_free_root().inertia(subtree);
      break;
    }
    seen_[j] = coupling.inertia(subtree);
    const Index i = tree.parent(j);
    const FramePlacement& here = kinematics.in_parent(j);
    equations.I[i] += here.inertia(seen_[j]);
    add_child(seen_[j], here, kinematics.P(j), equations.C(i), equations.M(i));
    if (coupling.lumps()) rigid_[i] += here.inertia(rigid_[j]);
  }
  return std::nullopt;
}

void ArticulatedSolver::solve(const DomainTree& tree, const TreeKinematics& kinematics, const Coupling& coupling,
                              TreeEquations& equations, Vector& qdd, Vec6& A0) {
  qdd.resize(tree.size());
  if (coupling.lumps())
    for (Index j = 0; j < tree.count(); ++j) wrench_[j] = equations.F[j];
  leaves_.solve_forward(equations, eliminated_forces_);
  for (Index j = tree.count() - 1; j >= 0; --j) {
    if (!leaves_.holds(j)) {
      DomainBlocks::Column pq = equations.pq(j);
      solve_forward(equations.M(j), pq.data());
      eliminated_forces_[j] = combination_of(halved_[j], pq);
    }
    const Vec3 w = kinematics.V(j).tail<3>();
    const SubtreeForces subtree{equations.pV[j], eliminated_forces_[j], rigid_[j], wrench_[j], w};
    if (j == 0) {
      A_[0].setZero();
      if (tree.root_motion() == RootMotion::free)
        A_[0] = -Eigen::LLT<Mat6>(root_inertia_).solve(coupling.at_free_root().bias(subtree));
      break;
    }
    const Index i = tree.parent(j);
    const FramePlacement& here = kinematics.in_parent(j);
    const Vec6 z = seen_[j] * equations.g[j] + coupling.bias(subtree);
    equations.pV[i] += here.wrench(z);
    add_combination<6>(kinematics.P(j), z, equations.pq(i).data());
    if (coupling.lumps()) wrench_[i] += here.wrench(wrench_[j]);
  }
  A0 = A_[0];
  for (Index j = 0; j < tree.count(); ++j) {
    if (j > 0) {
      const Index i = tree.parent(j);
      A_[j] = kinematics.in_parent(j).velocity(A_[i]) + product<6>(kinematics.P(j), tree.part(qdd, i)) + equations.g[j];
    }
    if (leaves_.holds(j)) continue;
    // -L^-T (L^-1 pq + L^-1 Cb^T A)
    DomainBlocks::Column pq = equations.pq(j);
    const double* Y = halved_[j];
    for (Eigen::Index l = 0; l < pq.size(); ++l, Y += kSide) pq[l] += Eigen::Map<const Vec6>(Y).dot(A_[j]);
    solve_backward(equations.M(j), pq.data());
    tree.part(qdd, j) = -pq;
  }
  leaves_.solve_backward(tree, A_, qdd);
}

}  // namespace lilyan
