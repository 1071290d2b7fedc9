#include <lilyan/multidomain/articulated_solver.hpp>

#include <lilyan/multidomain/small_cholesky.hpp>

#include <Eigen/Cholesky>

namespace lilyan {

namespace {

// M += B P^T in the lower triangle; B, P: r x 6.
void add_product(const DomainBlocks::Tall& B, const DomainBlocks::Tall& P, DomainBlocks::Square M) {
  const Eigen::Index r = P.rows();
  const double* __restrict const b = B.data();
  for (Eigen::Index l = 0; l < r; ++l) {
    double* __restrict const column = M.data() + l * r;
    const Vec6 row = P.row(l).transpose();
    for (Eigen::Index i = l; i < r; ++i) {
      double sum = column[i];
      for (int c = 0; c < 6; ++c) sum += b[c * r + i] * row[c];
      column[i] = sum;
    }
  }
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
  std::vector<Eigen::Index> own, above;
  for (Index j = 0; j < tree.count(); ++j) {
    own.push_back(kSide * tree.size(j));
    above.push_back(j == 0 ? 0 : 6 * tree.size(tree.parent(j)));
  }
  halved_.arrange(own);
  spread_.arrange(above);
  seen_.resize(tree.count());
  rigid_.resize(tree.count());
  wrench_.resize(tree.count());
  A_.resize(tree.count());
}

std::optional<Index> ArticulatedSolver::factor(const DomainTree& tree, const TreeKinematics& kinematics, const Coupling& coupling,
                                               TreeEquations& equations) {
  if (coupling.lumps())
    for (Index j = 0; j < tree.count(); ++j) rigid_[j] = equations.I[j];
  for (Index j = tree.count() - 1; j >= 0; --j) {
    DomainBlocks::Square M = equations.M(j);
    if (!factor_in_place(M)) return j;
    put_side_by_side(equations.C(j), halved_[j]);
    solve_forward_together(M, halved_[j]);
    const Mat6 eliminated = square_of(halved_[j], tree.size(j));
    const SubtreeInertia subtree{equations.I[j], eliminated, rigid_[j]};
    if (j == 0) {
      root_inertia_ = coupling.at_free_root().inertia(subtree);
      break;
    }
    seen_[j] = coupling.inertia(subtree);
    const Index i = tree.parent(j);
    const Mat6 T = kinematics.in_parent(j).matrix();
    const DomainBlocks::Tall P = kinematics.P(j);
    DomainBlocks::Tall spread = spread_.tall(j, tree.size(i));
    multiply_tall<Store::set, 6>(P, seen_[j], spread);
    equations.I[i] += T.transpose() * (seen_[j] * T).eval();
    multiply_tall<Store::add, 6>(spread, T, equations.C(i));
    add_product(spread, P, equations.M(i));
    if (coupling.lumps()) rigid_[i] += T.transpose() * (rigid_[j] * T).eval();
  }
  return std::nullopt;
}

void ArticulatedSolver::solve(const DomainTree& tree, const TreeKinematics& kinematics, const Coupling& coupling,
                              TreeEquations& equations, Vector& qdd, Vec6& A0) {
  qdd.resize(tree.size());
  if (coupling.lumps())
    for (Index j = 0; j < tree.count(); ++j) wrench_[j] = equations.F[j];
  for (Index j = tree.count() - 1; j >= 0; --j) {
    DomainBlocks::Column pq = equations.pq(j);
    solve_forward(equations.M(j), pq.data());
    const Vec6 eliminated = combination_of(halved_[j], pq);
    const Vec3 w = kinematics.V(j).tail<3>();
    const SubtreeForces subtree{equations.pV[j], eliminated, rigid_[j], wrench_[j], w};
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
    equations.pq(i) += kinematics.P(j).lazyProduct(z);
    if (coupling.lumps()) wrench_[i] += here.wrench(wrench_[j]);
  }
  A0 = A_[0];
  for (Index j = 0; j < tree.count(); ++j) {
    if (j > 0) {
      const Index i = tree.parent(j);
      A_[j] = kinematics.in_parent(j).velocity(A_[i]) + product<6>(kinematics.P(j), tree.part(qdd, i)) + equations.g[j];
    }
    // -L^-T (L^-1 pq + L^-1 Cb^T A)
    DomainBlocks::Column pq = equations.pq(j);
    const double* Y = halved_[j];
    for (Eigen::Index l = 0; l < pq.size(); ++l, Y += kSide) pq[l] += Eigen::Map<const Vec6>(Y).dot(A_[j]);
    solve_backward(equations.M(j), pq.data());
    tree.part(qdd, j) = -pq;
  }
}

}  // namespace lilyan
