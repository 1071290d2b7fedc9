#include <lilyan/multidomain/multidomain_linearised.hpp>

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

// The middle of a step, as far as it is known.
struct Middle {
  FramePlacement root;
  Vec6 V0;
};

Middle middle_of_root(const DomainState& state, const Middle& last, const Vec6& A, double h) {
  const Vec3 v = state.root.R * state.V0.head<3>() + h / 2 * (last.root.R * A.head<3>());
  const Vec3 w = state.V0.tail<3>() + h / 2 * A.tail<3>();
  Middle middle{{state.root.x + h / 2 * v, state.root.R * rotation_by(h / 2 * w)}, {}};
  middle.V0 << middle.root.R.transpose() * v, w;
  return middle;
}

void finish_root(const DomainState& state, const Middle& middle, const Vec6& A, double h, DomainState& next) {
  const Vec3 v = middle.root.R * middle.V0.head<3>(), w = middle.V0.tail<3>();
  next.root.x = state.root.x + h * v;
  next.root.R = without_rounding(state.root.R * rotation_by(h * w));
  next.V0 << next.root.R.transpose() * (2 * v - state.root.R * state.V0.head<3>()), 2 * w - state.V0.tail<3>();
  next.A0 = A;
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

MultidomainResult multidomain_midpoint(const DomainTree& tree, const DomainState& state, double h, const OutsideForces& forces,
                                       const MultidomainSettings& settings, TreeWorkspace& workspace,
                                       const MidpointIterations& iterations) {
  const bool is_free = tree.root_motion() == RootMotion::free, follows = settings.free_motion == FreeMotion::momenta;
  workspace.fit(tree);
  TreeMomenta before;
  if (is_free && follows) before = state.carried ? *state.carried : momenta_of(tree, state, workspace);

  TreeKinematics& kinematics = workspace.kinematics;
  TreeEquations& equations = workspace.equations;
  Vector &q = workspace.q, &qd = workspace.qd;
  q = state.q;
  qd = state.qd;
  Middle middle{state.root, state.V0};
  const ElasticWeights elastic{h / 2 * settings.stiffness_damping + h * h / 4, h / 2 * settings.mass_damping,
                               settings.mass_damping};
  MultidomainStep step{state};
  Vec6 A = Vec6::Zero();
  for (step.iterations = 0; step.iterations < iterations.most;) {
    if (const auto fault = kinematics.place(tree, q, middle.root)) return interface_failure(*fault);
    kinematics.move(tree, qd, middle.V0);
    set_motion_terms(tree, q, qd, forces, workspace);
    workspace.y = state.q + (h / 2 + settings.stiffness_damping) * state.qd - q;
    workspace.elasticity.add(tree, q, elastic, workspace.y, state.qd, equations);
    if (is_free) step.impulse = h * outside_wrench(tree, kinematics, equations);
    if (const auto fault = workspace.solver.factor(tree, kinematics, *settings.coupling, equations)) return matrix_failure(*fault);
    workspace.solver.solve(tree, kinematics, *settings.coupling, equations, workspace.qdd, A);
    workspace.z = qd;
    qd = state.qd + h / 2 * workspace.qdd;
    q = state.q + h / 2 * qd;
    if (is_free) middle = middle_of_root(state, middle, A, h);
    ++step.iterations;
    if (!qd.allFinite() || !A.allFinite()) return number_failure();
    if (qd.size() > 0 && (qd - workspace.z).cwiseAbs().maxCoeff() <= iterations.tolerance * qd.cwiseAbs().maxCoeff()) break;
  }

  DomainState& next = step.state;
  next.q = state.q + h * qd;
  next.qd = 2 * qd - state.qd;
  next.qdd = workspace.qdd;
  if (is_free) finish_root(state, middle, A, h, next);
  next.carried.reset();
  if (is_free && follows && !follow_momenta(tree, before, step.impulse, h, next, workspace)) return interface_failure(-1);
  return step;
}

}  // namespace lilyan
