#include <lilyan/multidomain/multidomain_newmark.hpp>

namespace lilyan {

namespace {

// The root's frame over h, with its acceleration between those of both ends; turned by the mean of its angular velocities.
void move_root(const Vec6& A1, double h, double gamma, DomainState& state) {
  auto& [c, R] = state.root;
  const Vec6 mean = (1 - gamma) * state.A0 + gamma * A1;
  const Vec3 v = R * state.V0.head<3>(), v1 = v + h * (R * mean.head<3>());
  const Vec3 w = state.V0.tail<3>(), w1 = w + h * mean.tail<3>();
  c += h / 2 * (v + v1);
  R = without_rounding(R * rotation_by(h / 2 * (w + w1)));
  state.V0 << R.transpose() * v1, w1;
  state.A0 = A1;
}

}  // namespace

MultidomainResult multidomain_newmark(const DomainTree& tree, const DomainState& state, double h, const OutsideForces& forces,
                                      const MultidomainSettings& settings, TreeWorkspace& workspace,
                                      const NewmarkWeights& weights) {
  const auto [beta, gamma] = weights;
  const bool is_free = tree.root_motion() == RootMotion::free;
  workspace.fit(tree);
  TreeMomenta before;
  if (is_free && settings.free_motion == FreeMotion::momenta)
    before = state.carried ? *state.carried : momenta_of(tree, state, workspace);

  TreeKinematics& kinematics = workspace.kinematics;
  if (const auto fault = kinematics.place(tree, state.q, state.root)) return interface_failure(*fault);
  kinematics.move(tree, state.qd, state.V0);
  set_motion_terms(tree, state.q, state.qd, forces, workspace);
  workspace.z = state.qd + (1 - gamma) * h * state.qdd;
  workspace.y = h * state.qd + (0.5 - beta) * h * h * state.qdd + settings.stiffness_damping * workspace.z;
  const ElasticWeights elastic{gamma * h * settings.stiffness_damping + beta * h * h, gamma * h * settings.mass_damping,
                               settings.mass_damping};
  workspace.elasticity.add(tree, state.q, elastic, workspace.y, workspace.z, workspace.equations);

  MultidomainStep step{state};
  if (is_free) step.impulse = h * outside_wrench(tree, kinematics, workspace.equations);
  if (const auto fault = workspace.solver.factor(tree, kinematics, *settings.coupling, workspace.equations))
    return matrix_failure(*fault);
  Vec6 A1;
  workspace.solver.solve(tree, kinematics, *settings.coupling, workspace.equations, workspace.qdd, A1);

  DomainState& next = step.state;
  next.q += h * state.qd + h * h * ((0.5 - beta) * state.qdd + beta * workspace.qdd);
  next.qd += h * ((1 - gamma) * state.qdd + gamma * workspace.qdd);
  next.qdd = workspace.qdd;
  if (is_free) move_root(A1, h, gamma, next);
  next.carried.reset();
  if (!next.is_finite()) return number_failure();
  if (is_free && settings.free_motion == FreeMotion::momenta && !follow_momenta(tree, before, step.impulse, h, next, workspace))
    return interface_failure(-1);
  return step;
}

}  // namespace lilyan
