#include <lilyan/multidomain/multidomain_step.hpp>

#include <lilyan/multidomain/force_moments.hpp>

namespace lilyan {

MultidomainFailure interface_failure(Index domain) {
  return {"the interface below a domain is turned inside out or flattened", domain};
}

MultidomainFailure matrix_failure(Index domain) { return {"the matrix of a domain is not positive definite", domain}; }

MultidomainFailure number_failure() { return {"the motion is not finite", -1}; }

void set_motion_terms(const DomainTree& tree, const Vector& q, const Vector& qd, const OutsideForces& forces,
                      TreeWorkspace& workspace) {
  const TreeKinematics& kinematics = workspace.kinematics;
  TreeEquations& equations = workspace.equations;
  for (Index j = 0; j < tree.count(); ++j) {
    DomainScratch& scratch = workspace.scratch_of(tree, j);
    tree.model(j).moments().evaluate(tree.part(q, j), scratch.at);
    set_inertia(tree, j, scratch.at, equations);
    add_velocity_forces(tree, j, kinematics, tree.part(qd, j), scratch, equations);
    add_gravity(tree, j, kinematics, forces.gravity, scratch.at, equations);
  }
  add_vertex_forces(tree, kinematics, q, forces.on_vertices, equations);
  add_domain_forces(tree, kinematics, q, forces.on_domains, equations);
}

MultidomainResult with_accelerations(const DomainTree& tree, const DomainState& state, const OutsideForces& forces,
                                     const MultidomainSettings& settings, TreeWorkspace& workspace) {
  workspace.fit(tree);
  TreeKinematics& kinematics = workspace.kinematics;
  if (const auto fault = kinematics.place(tree, state.q, state.root)) return interface_failure(*fault);
  kinematics.move(tree, state.qd, state.V0);
  set_motion_terms(tree, state.q, state.qd, forces, workspace);
  workspace.y = settings.stiffness_damping * state.qd;
  workspace.elasticity.add(tree, state.q, {0, 0, settings.mass_damping}, workspace.y, state.qd, workspace.equations);
  if (const auto fault = workspace.solver.factor(tree, kinematics, *settings.coupling, workspace.equations))
    return matrix_failure(*fault);
  MultidomainStep step{state};
  workspace.solver.solve(tree, kinematics, *settings.coupling, workspace.equations, step.state.qdd, step.state.A0);
  if (!step.state.is_finite()) return number_failure();
  return step;
}

bool follow_momenta(const DomainTree& tree, const TreeMomenta& before, const Vec6& impulse, double h, DomainState& state,
                    TreeWorkspace& workspace) {
  TreeMomenta after = before;
  after.p += impulse.head<3>();
  after.L += impulse.tail<3>();
  after.center += h * (before.p + after.p) / (2 * tree.mass());
  state.carried = after;
  return give_momenta(tree, after, state, workspace);
}

}  // namespace lilyan
