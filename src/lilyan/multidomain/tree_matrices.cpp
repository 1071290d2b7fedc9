#include <lilyan/multidomain/tree_matrices.hpp>

#include <lilyan/algebra/dense.hpp>

#include <algorithm>
#include <cassert>

namespace lilyan {

namespace {

using Dense = Eigen::MatrixXd;

Vector frequencies(const Vector& squares) { return squares.cwiseMax(0).cwiseSqrt(); }

}  // namespace

void place_with_inertia(const DomainTree& tree, const Vector& q, TreeWorkspace& workspace) {
  workspace.fit(tree);
  [[maybe_unused]] const auto fault = workspace.kinematics.place(tree, q, tree.placement());
  assert(!fault);
  workspace.kinematics.move(tree, Vector::Zero(tree.size()), Vec6::Zero());
  for (Index j = 0; j < tree.count(); ++j) {
    DomainScratch& scratch = workspace.scratch_of(tree, j);
    tree.model(j).moments().evaluate(tree.part(q, j), scratch.at);
    set_inertia(tree, j, scratch.at, workspace.equations);
  }
}

Dense domain_stiffness(const DomainTree& tree, Index j, const Vector& q, TreeWorkspace& workspace) {
  if (tree.size(j) == 0) return Dense(0, 0);
  DomainScratch& scratch = workspace.scratch_of(tree, j);
  scratch.q = tree.part(q, j);
  tree.model(j).energy().evaluate(scratch.q, scratch.f, scratch.K, scratch.energy);
  const double s = tree[j].scale, k = tree[j].frequency_factor;
  return s * s * s * k * k * scratch.K;
}

Vector tree_momenta(const DomainTree& tree, const TreeWorkspace& workspace, const Vector& u) {
  const Index root = root_columns(tree);
  const TreeKinematics& kinematics = workspace.kinematics;
  const TreeEquations& equations = workspace.equations;
  const auto part = [&](auto& all, Index j) { return all.segment(root + tree.first(j), tree.size(j)); };
  std::vector<Vec6> V(static_cast<std::size_t>(tree.count())), W(V.size());
  V[0] = root > 0 ? Vec6(u.head<6>()) : Vec6::Zero();
  for (Index j = 1; j < tree.count(); ++j) {
    const Index i = tree.parent(j);
    V[j] = kinematics.in_parent(j).velocity(V[i]) + kinematics.P(j).transpose() * part(u, i);
  }
  Vector p = Vector::Zero(u.size());
  for (Index j = 0; j < tree.count(); ++j) {
    W[j] = equations.I[j] * V[j] + equations.C(j).transpose() * part(u, j);
    part(p, j) = equations.C(j) * V[j] + equations.M(j) * part(u, j);
  }
  for (Index j = tree.count() - 1; j > 0; --j) {
    const Index i = tree.parent(j);
    W[i] += kinematics.in_parent(j).wrench(W[j]);
    part(p, i) += kinematics.P(j) * W[j];
  }
  if (root > 0) p.head<6>() = W[0];
  return p;
}

std::vector<Dense> frame_jacobians(const DomainTree& tree, const TreeKinematics& kinematics) {
  const Index root = root_columns(tree), columns = root + tree.size();
  std::vector<Dense> J(tree.count());
  J[0] = Dense::Zero(6, columns);
  J[0].leftCols(root).setIdentity();
  for (Index j = 1; j < tree.count(); ++j) {
    const Index i = tree.parent(j);
    J[j] = kinematics.in_parent(j).matrix() * J[i];
    J[j].middleCols(root + tree.first(i), tree.size(i)) += kinematics.P(j).transpose();
  }
  return J;
}

Dense tree_mass_matrix(const DomainTree& tree, const Vector& q, TreeWorkspace& workspace) {
  place_with_inertia(tree, q, workspace);
  const std::vector<Dense> J = frame_jacobians(tree, workspace.kinematics);
  Dense M = Dense::Zero(J[0].cols(), J[0].cols());
  for (Index j = 0; j < tree.count(); ++j) {
    const Index first = root_columns(tree) + tree.first(j), r = tree.size(j);
    const Dense coupled = J[j].transpose() * workspace.equations.C(j).transpose();
    M += J[j].transpose() * workspace.equations.I[j] * J[j];
    M.middleCols(first, r) += coupled;
    M.middleRows(first, r) += coupled.transpose();
    M.block(first, first, r, r) += workspace.equations.M(j);
  }
  return M;
}

Dense tree_stiffness_matrix(const DomainTree& tree, const Vector& q, TreeWorkspace& workspace) {
  workspace.fit(tree);
  const Index root = root_columns(tree);
  Dense K = Dense::Zero(root + tree.size(), root + tree.size());
  for (Index j = 0; j < tree.count(); ++j)
    K.block(root + tree.first(j), root + tree.first(j), tree.size(j), tree.size(j)) = domain_stiffness(tree, j, q, workspace);
  return K;
}

Vector rest_frequencies(const DomainTree& tree, const Coupling& coupling) {
  TreeWorkspace workspace;
  const Vector rest = Vector::Zero(tree.size());
  if (!coupling.lumps())
    return frequencies(
        generalised_eigenvalues(tree_stiffness_matrix(tree, rest, workspace), tree_mass_matrix(tree, rest, workspace)));
  place_with_inertia(tree, rest, workspace);
  [[maybe_unused]] const auto fault = workspace.solver.factor(tree, workspace.kinematics, coupling, workspace.equations);
  assert(!fault);
  Vector squares(tree.size());
  for (Index j = 0; j < tree.count(); ++j) {
    if (tree.size(j) == 0) continue;
    Dense L = workspace.equations.M(j).triangularView<Eigen::Lower>();
    L.diagonal() = L.diagonal().cwiseInverse().eval();  // as factor_in_place leaves it
    tree.part(squares, j) = generalised_eigenvalues(domain_stiffness(tree, j, rest, workspace), L * L.transpose());
  }
  std::sort(squares.begin(), squares.end());
  return frequencies(squares);
}

}  // namespace lilyan
