#include <lilyan/multidomain/body/tree_stepper.hpp>

#include <lilyan/core/error.hpp>
#include <lilyan/multidomain/body/domain_frames.hpp>
#include <lilyan/multidomain/multidomain_linearised.hpp>
#include <lilyan/multidomain/multidomain_variational.hpp>

#include <fmt/format.h>

#include <Eigen/LU>

#include <cmath>

namespace lilyan {

namespace {

// Scratch of the thread that steps; results have the same bits with new ones.
thread_local TreeWorkspace tree_workspace;
thread_local VariationalWorkspace variational_workspace;
thread_local OutsideForces outside_forces;

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
    : body_(std::move(body)), influences_(std::move(influences)), method_(method), vertices_(body_), air_(*body_, influences_.air) {
  settings_.coupling = &coupling_of(method.coupling());
  settings_.mass_damping = influences_.relative_damping;
  settings_.stiffness_damping = influences_.stiffness_damping;
  for (const Load& load : influences_.loads) {
    std::vector<VertexForce> forces;
    for (const Load::Push& push : load.pushes())
      for (const VertexForce& force : on_copies(push.vertex, push.force)) forces.push_back(force);
    loads_.push_back(moments_of(body_->tree(), forces));
  }
  const Vector x = body_->positions(state_at_rest(body_->tree()), tree_workspace);
  const auto points = x.reshaped(3, x.size() / 3);
  size_ = (points.rowwise().maxCoeff() - points.rowwise().minCoeff()).norm();
}

std::vector<VertexForce> TreeStepper::on_copies(Index mesh_vertex, const Vec3& force) const {
  const auto copies = body_->copies(mesh_vertex);
  std::vector<VertexForce> forces;
  for (const DomainBody::Copy& copy : copies)
    forces.push_back({copy.domain, copy.vertex, force / static_cast<double>(copies.size())});
  return forces;
}

void TreeStepper::set_forces(const Frame& from, const StepInput& input, OutsideForces& forces) const {
  forces.gravity = influences_.gravity;
  forces.on_domains.f.clear();
  const auto make_room = [&] {
    if (forces.on_domains.empty()) set_zero(body_->tree(), forces.on_domains);
  };
  const double middle = input.t - 0.5 * input.h;
  for (std::size_t k = 0; k < loads_.size(); ++k)
    if (const double strength = influences_.loads[k].profile().at(middle); strength != 0) {
      make_room();
      add_moments(body_->tree(), loads_[k], strength, forces.on_domains);
    }
  if (!air_.empty())
    if (const ObservedTree* const seen = vertices_.moving_at(from)) {
      make_room();
      air_.add_forces(state_of(body_->tree(), from), seen->kinematics, forces.on_domains);
    }
  for (const Pull& pull : input.pulls) {
    make_room();
    std::vector<Index> pulled;
    for (const WeightedVertex& share : pull.shares) pulled.push_back(share.vertex);
    const Vector x = vertices_.positions_of(pulled, from);
    Vec3 held = Vec3::Zero();
    for (std::size_t k = 0; k < pulled.size(); ++k) held += pull.shares[k].weight * vertex(x, static_cast<Index>(k));
    for (const WeightedVertex& share : pull.shares)
      for (const VertexForce& force : on_copies(share.vertex, share.weight * pull.stiffness * (pull.target - held)))
        add_force(body_->tree(), force, forces.on_domains);
  }
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

double TreeStepper::fade(double t, DomainState& state) const {
  if (influences_.mass_damping == 0) return 0;
  const double share = std::exp(-influences_.mass_damping * t);
  const double kinetic = energy_of(body_->tree(), state, Vec3::Zero(), tree_workspace).kinetic;
  state.qd *= share;
  state.V0 *= share;
  if (state.carried) {
    state.carried->p *= share;
    state.carried->L *= share;
  }
  return (1 - share * share) * kinetic;
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

Result<Step, StepFailure> TreeStepper::attempt(const History& history, const StepInput& input, Workspace&) const {
  TreeWorkspace& workspace = tree_workspace;
  const DomainTree& tree = body_->tree();
  const auto failure = [&](const MultidomainFailure& why) {
    const std::string where = why.domain < 0 ? "" : fmt::format(" (domain \"{}\")", body_->name(why.domain));
    return StepFailure{why.reason + where, {}, {}};
  };
  DomainState state = state_of(tree, history.now(), history.memory());
  OutsideForces& forces = outside_forces;
  set_forces(history.now(), input, forces);
  double faded = fade(0.5 * input.h, state);
  if (method_.scheme() == TreeScheme::one_solve && !knows_accelerations(history.memory())) {
    MultidomainResult start = with_accelerations(tree, state, forces, settings_, workspace);
    if (!start) return failure(start.failure());
    state = std::move(start->state);
  }
  MultidomainResult made = step(state, input.h, forces, workspace);
  if (!made) return failure(made.failure());
  DomainState& next = made->state;
  const double squares = next.q.squaredNorm() + next.qd.squaredNorm() + next.V0.squaredNorm();  // as energies have them
  if (!next.is_finite() || !std::isfinite(squares)) return failure(number_failure());
  const double between = dissipated(state, next, input.h);
  faded += fade(0.5 * input.h, next);
  workspace.fit(tree);
  if (const auto turned = workspace.kinematics.place(tree, next.q, next.root)) return failure(interface_failure(*turned));

  Step result{frame_of(next, input.step, input.t, input.h), history.memory(), {}};
  remember(next, result.memory);
  const auto add = [&](const char* name, double amount) {
    if (amount != 0) result.memory.set(name, std::vector<double>{history.memory().number(name, 0) + amount});
  };
  if (!forces.on_domains.empty())
    if (const ObservedTree* const from = vertices_.at(history.now()))
      add("work", force_times_position(tree, workspace.kinematics, next.q, forces.on_domains) -
                      force_times_position(tree, from->kinematics, from->q, forces.on_domains));
  add("dissipated", between + faded);
  result.statistics.newton_iterations = made->iterations;
  return result;
}

void TreeStepper::prepare(const History& history, Workspace&) const {
  constexpr double kRounding = 1e-6;
  const Mat3 R = state_of(body_->tree(), history.now(), history.memory()).root.R;
  const bool is_rotation = (R.transpose() * R).isIdentity(kRounding) && R.determinant() > 0;
  if (!is_rotation || !vertices_.at(history.now()))
    throw InputError(
        {"checkpoint.content", "checkpoint", "its domains are where they cannot be", "start the run again without --resume"});
}

TreeSums TreeStepper::sums_of(const Frame& frame, const DomainState& state) const {
  const DomainTree& tree = body_->tree();
  tree_workspace.fit(tree);
  if (const ObservedTree* const seen = vertices_.moving_at(frame))
    return tree_sums(tree, seen->kinematics, state, influences_.gravity, tree_workspace.scratch);
  return {energy_of(tree, state, influences_.gravity, tree_workspace), momenta_of(tree, state, tree_workspace)};  // not numbers
}

LedgerRow TreeStepper::ledger(const History& history) const {
  const Frame& now = history.now();
  const DomainState state = state_of(body_->tree(), now);
  const auto [energy, momenta] = sums_of(now, state);
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

}  // namespace lilyan
