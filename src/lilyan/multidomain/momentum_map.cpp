#include <lilyan/multidomain/momentum_map.hpp>

#include <Eigen/Cholesky>

#include <limits>

namespace lilyan {

namespace {

// The tree as one rigid body in the root's frame, and the momentum h_0 of its inner motion.
struct Composite {
  Mat6 inertia;
  Vec6 inner;
};

// After the frames are placed. I and C of the equations are those of the state afterwards; pV holds momenta.
Composite composite(const DomainTree& tree, const DomainState& state, TreeWorkspace& workspace) {
  TreeKinematics& kinematics = workspace.kinematics;
  TreeEquations& equations = workspace.equations;
  kinematics.move(tree, state.qd, Vec6::Zero());
  for (Index j = 0; j < tree.count(); ++j) {
    DomainScratch& buffers = workspace.scratch_of(tree, j);
    tree.model(j).moments().evaluate(tree.part(state.q, j), buffers.at);
    set_inertia(tree, j, buffers.at, equations);
    equations.pV[j] = equations.I[j] * kinematics.V(j) + product<6>(equations.C(j), tree.part(state.qd, j));
  }
  for (Index j = tree.count() - 1; j > 0; --j) {
    const FramePlacement& here = kinematics.in_parent(j);
    equations.I[tree.parent(j)] += here.inertia(equations.I[j]);
    equations.pV[tree.parent(j)] += here.wrench(equations.pV[j]);
  }
  return {equations.I[0], equations.pV[0]};
}

Vec3 center_in_root(const Mat6& rigid) { return Vec3(rigid(5, 1), rigid(3, 2), rigid(4, 0)) / rigid(0, 0); }

}  // namespace

TreeMomenta momenta_of(const DomainTree& tree, const DomainState& state, TreeWorkspace& workspace) {
  workspace.fit(tree);
  if (workspace.kinematics.place(tree, state.q, state.root)) {
    const Vec3 unknown = Vec3::Constant(std::numeric_limits<double>::quiet_NaN());
    return {unknown, unknown, unknown};
  }
  const auto [inertia, inner] = composite(tree, state, workspace);
  const Vec6 own = inertia * state.V0 + inner;
  const auto& [c, R] = state.root;
  const Vec3 p = R * own.head<3>();
  return {p, R * own.tail<3>() + c.cross(p), c + R * center_in_root(inertia)};
}

TreeEnergy energy_of(const DomainTree& tree, const DomainState& state, const Vec3& gravity, TreeWorkspace& workspace) {
  workspace.fit(tree);
  TreeKinematics& kinematics = workspace.kinematics;
  TreeEquations& equations = workspace.equations;
  if (kinematics.place(tree, state.q, state.root)) {
    const double unknown = std::numeric_limits<double>::quiet_NaN();
    return {unknown, unknown, unknown};
  }
  kinematics.move(tree, state.qd, state.V0);
  TreeEnergy energy;
  for (Index j = 0; j < tree.count(); ++j) {
    const DomainModel& model = tree.model(j);
    const auto velocity = tree.part(state.qd, j);
    const double s = tree[j].scale, s3 = s * s * s, k = tree[j].frequency_factor;
    DomainScratch& buffers = workspace.scratch_of(tree, j);
    model.moments().evaluate(tree.part(state.q, j), buffers.at);
    set_inertia(tree, j, buffers.at, equations);
    const Vec6& V = kinematics.V(j);
    energy.kinetic += 0.5 * V.dot(equations.I[j] * V) + V.dot(product<6>(equations.C(j), velocity)) +
                      0.5 * s3 * s * s * velocity.dot(model.moments().reduced_mass() * velocity);
    const auto& [c, R] = kinematics.in_world(j);
    energy.gravity -= s3 * gravity.dot(model.moments().mass() * c + s * (R * buffers.at.S));
    if (model.size() == 0) continue;
    buffers.q = tree.part(state.q, j);
    energy.elastic += s3 * k * k * model.energy().value(buffers.q, buffers.energy);
  }
  return energy;
}

bool give_momenta(const DomainTree& tree, const TreeMomenta& wanted, DomainState& state, TreeWorkspace& workspace) {
  workspace.fit(tree);
  if (workspace.kinematics.place(tree, state.q, state.root)) return false;
  const auto [inertia, inner] = composite(tree, state, workspace);
  auto& [c, R] = state.root;
  c = wanted.center - R * center_in_root(inertia);
  Vec6 own;
  own << R.transpose() * wanted.p, R.transpose() * (wanted.L - c.cross(wanted.p));
  state.V0 = Eigen::LLT<Mat6>(inertia).solve(own - inner);
  return true;
}

Vec6 outside_wrench(const DomainTree& tree, const TreeKinematics& kinematics, const TreeEquations& equations) {
  Vec6 sum = Vec6::Zero();
  for (Index j = 0; j < tree.count(); ++j) {
    const auto& [c, R] = kinematics.in_world(j);
    const Vec3 force = R * equations.F[j].head<3>();
    sum.head<3>() += force;
    sum.tail<3>() += c.cross(force) + R * equations.F[j].tail<3>();
  }
  return sum;
}

TreeSums tree_sums(const DomainTree& tree, const TreeKinematics& kinematics, const DomainState& state, const Vec3& gravity,
                   std::vector<DomainScratch>& scratch) {
  TreeSums sums;
  Vec3 moment = Vec3::Zero();  // of the mass, about the world's origin
  for (Index j = 0; j < tree.count(); ++j) {
    const MassMoments& moments = tree.model(j).moments();
    const auto velocity = tree.part(state.qd, j);
    const double s = tree[j].scale, s3 = s * s * s, s4 = s3 * s, s5 = s4 * s, k = tree[j].frequency_factor;
    DomainScratch& buffers = scratch[static_cast<std::size_t>(tree.model_number(j))];
    moments.evaluate(tree.part(state.q, j), buffers.at);
    const auto& [S, xx, J, xU] = buffers.at;
    const Vec3 v = kinematics.V(j).head<3>(), w = kinematics.V(j).tail<3>();
    const Vec3 inner = product(moments.first(), velocity);           // SU qd
    const Eigen::Matrix<double, 9, 1> Y = product<9>(xU, velocity);  // of the axes (a, b) in 3a + b
    const Vec3 inner_spin(Y[5] - Y[7], Y[6] - Y[2], Y[1] - Y[3]);    // xU~ qd
    const Vec3 p = s3 * moments.mass() * v + s4 * (w.cross(S) + inner);
    const Vec3 L = s4 * S.cross(v) + s5 * (J * w + inner_spin);
    sums.energy.kinetic += 0.5 * (v.dot(p + s4 * inner) + w.dot(L + s5 * inner_spin));
    const auto& [c, R] = kinematics.in_world(j);
    sums.momenta.p += R * p;
    sums.momenta.L += R * L + c.cross(R * p);
    moment += s3 * moments.mass() * c + s4 * (R * S);
    if (tree.size(j) == 0) continue;
    buffers.f.noalias() = moments.reduced_mass() * velocity;
    sums.energy.kinetic += 0.5 * s5 * velocity.dot(buffers.f);
    buffers.q = tree.part(state.q, j);
    sums.energy.elastic += s3 * k * k * tree.model(j).energy().value(buffers.q, buffers.energy);
  }
  sums.energy.gravity = -gravity.dot(moment);
  sums.momenta.center = moment / tree.mass();
  return sums;
}

}  // namespace lilyan
