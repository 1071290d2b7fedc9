#include <lilyan/multidomain/multidomain_midpoint.hpp>

namespace lilyan {

namespace {

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
