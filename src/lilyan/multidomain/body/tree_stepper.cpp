#include <lilyan/multidomain/body/tree_stepper.hpp>

#include <lilyan/multidomain/body/domain_frames.hpp>
#include <lilyan/multidomain/multidomain_midpoint.hpp>
#include <lilyan/multidomain/multidomain_newmark.hpp>
#include <lilyan/multidomain/multidomain_variational.hpp>

#include <fmt/format.h>

#include <cmath>

namespace lilyan {

namespace {

// Scratch of the thread that steps; results have the same bits with new ones.
thread_local TreeWorkspace tree_workspace;
thread_local VariationalWorkspace variational_workspace;

const Coupling& coupling_of(TreeCoupling coupling) {
  switch (coupling) {
    case TreeCoupling::l1: return l1_coupling();
    case TreeCoupling::l2: return l2_coupling();
    case TreeCoupling::composite: return composite_coupling();
    case TreeCoupling::exact: break;
  }
  return exact_coupling();
}

}  // namespace

TreeStepper::TreeStepper(std::shared_ptr<const DomainBody> body, DomainInfluences influences, const MultidomainMethod& method)
    : body_(std::move(body)), influences_(std::move(influences)), method_(method) {
  settings_.coupling = &coupling_of(method.coupling());
  settings_.mass_damping = influences_.mass_damping;
  settings_.stiffness_damping = influences_.stiffness_damping;
  const Vector x = body_->positions(state_at_rest(body_->tree()), tree_workspace);
  const auto points = x.reshaped(3, x.size() / 3);
  size_ = (points.rowwise().maxCoeff() - points.rowwise().minCoeff()).norm();
}

OutsideForces TreeStepper::outside_forces(const DomainState& state, const StepInput& input, TreeWorkspace& workspace) const {
  OutsideForces forces;
  forces.gravity = influences_.gravity;
  Vector on_vertices;
  const auto make_room = [&] {
    if (on_vertices.size() == 0) on_vertices = Vector::Zero(3 * Eigen::Index{body_->vertices()});
  };
  const double middle = input.t - 0.5 * input.h;
  for (const Load& load : influences_.loads)
    if (load.profile().at(middle) != 0) {
      make_room();
      load.add_force(middle, 1, on_vertices);
    }
  if (!influences_.air.empty()) {
    make_room();
    const Vector v = body_->velocities(state, workspace);
    for (const AirOnVertices& air : influences_.air)
      for (Index i = 0; i < body_->vertices(); ++i) {
        if (air.area[i] == 0) continue;
        const Vec3 u = vertex(v, i) - air.wind;
        vertex(on_vertices, i) -= air.area[i] * (air.slow + air.fast * u.norm()) * u;
      }
  }
  if (!input.pulls.empty()) {
    make_room();
    const Vector x = body_->positions(state, workspace);
    for (const Pull& pull : input.pulls) {
      Vec3 held = Vec3::Zero();
      for (const Pull::Share& share : pull.shares) held += share.weight * vertex(x, share.vertex);
      for (const Pull::Share& share : pull.shares)
        vertex(on_vertices, share.vertex) += share.weight * pull.stiffness * (pull.target - held);
    }
  }
  for (Index i = 0; 3 * Eigen::Index{i} < on_vertices.size(); ++i) {
    const Vec3 force = vertex(on_vertices, i);
    if (force.isZero(0)) continue;
    const auto copies = body_->copies(i);
    for (const DomainBody::Copy& copy : copies)
      forces.on_vertices.push_back({copy.domain, copy.vertex, force / static_cast<double>(copies.size())});
  }
  return forces;
}

MultidomainResult TreeStepper::step(const DomainState& state, double h, const OutsideForces& forces,
                                    TreeWorkspace& workspace) const {
  const DomainTree& tree = body_->tree();
  switch (method_.scheme()) {
    case TreeScheme::iterated: return multidomain_midpoint(tree, state, h, forces, settings_, workspace, {method_.iterations()});
    case TreeScheme::variational: {
      VariationalSettings settings;
      settings.mass_damping = settings_.mass_damping;
      settings.stiffness_damping = settings_.stiffness_damping;
      return multidomain_variational(tree, state, h, forces, settings, variational_workspace);
    }
    case TreeScheme::one_solve: break;
  }
  return multidomain_newmark(tree, state, h, forces, settings_, workspace);
}

double TreeStepper::dissipated(const DomainState& from, const DomainState& to, double h) const {
  if (settings_.mass_damping == 0 && settings_.stiffness_damping == 0) return 0;
  const DomainTree& tree = body_->tree();
  double sum = 0;
  Vector f;
  Eigen::MatrixXd K;
  QuarticEnergy::Scratch scratch;
  for (Index j = 0; j < tree.count(); ++j) {
    if (tree.size(j) == 0) continue;
    const double s = tree[j].scale, k = tree[j].frequency_factor;
    const Vector v = (tree.part(to.q, j) - tree.part(from.q, j)) / h;
    double rate = settings_.mass_damping * std::pow(s, 5) * v.dot(tree.model(j).moments().reduced_mass() * v);
    if (settings_.stiffness_damping != 0) {
      tree.model(j).energy().evaluate(tree.part(from.q, j), f, K, scratch);
      rate += settings_.stiffness_damping * std::pow(s, 3) * k * k * v.dot(K * v);
    }
    sum += h * rate;
  }
  return sum;
}

double TreeStepper::work_of(const OutsideForces& forces, const DomainState& from, const DomainState& to,
                            TreeWorkspace& workspace) const {
  if (forces.on_vertices.empty()) return 0;
  const DomainTree& tree = body_->tree();
  workspace.fit(tree);
  double work = 0;
  for (const auto& [state, sign] : {std::pair(&from, -1.0), std::pair(&to, 1.0)}) {
    if (workspace.kinematics.place(tree, state->q, state->root)) return 0;
    for (const VertexForce& force : forces.on_vertices) {
      const DomainModel& model = tree.model(force.domain);
      const auto& [c, R] = workspace.kinematics.in_world(force.domain);
      const Vec3 own = vertex(model.X(), force.vertex) +
                       model.U().middleRows<3>(3 * Eigen::Index{force.vertex}) * tree.part(state->q, force.domain);
      work += sign * force.force.dot(c + tree[force.domain].scale * (R * own));
    }
  }
  return work;
}

Result<Step, StepFailure> TreeStepper::attempt(const History& history, const StepInput& input, Workspace&) const {
  TreeWorkspace& workspace = tree_workspace;
  const DomainTree& tree = body_->tree();
  const auto failure = [&](const MultidomainFailure& why) {
    const std::string where = why.domain < 0 ? "" : fmt::format(" (domain \"{}\")", body_->name(why.domain));
    return StepFailure{why.reason + where, {}, {}};
  };
  DomainState state = state_of(tree, history.now(), history.memory());
  const OutsideForces forces = outside_forces(state, input, workspace);
  if (method_.scheme() == TreeScheme::one_solve && !knows_accelerations(history.memory())) {
    MultidomainResult start = with_accelerations(tree, state, forces, settings_, workspace);
    if (!start) return failure(start.failure());
    state = std::move(start->state);
  }
  MultidomainResult made = step(state, input.h, forces, workspace);
  if (!made) return failure(made.failure());
  const DomainState& next = made->state;
  if (!next.is_finite()) return failure(number_failure());
  workspace.fit(tree);
  if (const auto turned = workspace.kinematics.place(tree, next.q, next.root)) return failure(interface_failure(*turned));

  Step result{frame_of(next, input.step, input.t, input.h), history.memory(), {}};
  remember(next, result.memory);
  const auto add = [&](const char* name, double amount) {
    if (amount != 0) result.memory.set(name, std::vector<double>{history.memory().number(name, 0) + amount});
  };
  add("work", work_of(forces, state, next, workspace));
  add("dissipated", dissipated(state, next, input.h));
  result.statistics.newton_iterations = made->iterations;
  return result;
}

LedgerRow TreeStepper::ledger(const History& history) const {
  const Frame& now = history.now();
  const DomainState state = state_of(body_->tree(), now);
  const TreeEnergy energy = energy_of(body_->tree(), state, influences_.gravity, tree_workspace);
  const TreeMomenta momenta = momenta_of(body_->tree(), state, tree_workspace);
  LedgerRow row;
  row.step = now.step;
  row.time = now.t;
  row.h = now.h;
  row.kinetic = energy.kinetic;
  row.elastic = energy.elastic;
  row.gravity = energy.gravity;
  row.total = energy.total();
  row.work = history.memory().number("work", 0);
  row.dissipated = history.memory().number("dissipated", 0);
  row.linear = momenta.p;
  row.angular = momenta.L;
  row.linear_scale = std::sqrt(2 * body_->tree().mass() * energy.kinetic);  // at least sum m|v|
  row.angular_scale = row.linear_scale * (momenta.center.norm() + size_);
  return row;
}

std::optional<VertexMotion> TreeStepper::vertex_motion(const Frame& state) const {
  const DomainState at = state_of(body_->tree(), state);
  return VertexMotion{body_->positions(at, tree_workspace), body_->velocities(at, tree_workspace)};
}

}  // namespace lilyan
