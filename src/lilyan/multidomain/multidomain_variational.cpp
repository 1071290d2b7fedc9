#include <lilyan/multidomain/multidomain_variational.hpp>

#include <lilyan/multidomain/force_moments.hpp>

#include <cmath>
#include <limits>

namespace lilyan {

namespace {

struct PlacedTree {
  const TreeKinematics& kinematics;
  const Vector& q;
};

// eps_abc H[b,c]
Vec3 twist_of(const Mat3& H) { return Vec3(H(1, 2) - H(2, 1), H(2, 0) - H(0, 2), H(0, 1) - H(1, 0)); }

// Takes wrenches on all frames and forces on their coordinates to covectors, leaves to root: q_i += P^T w_j, w_i += T^T w_j.
void pull_to_root(const DomainTree& tree, const TreeKinematics& kinematics, std::vector<Vec6>& wrenches, TreeCovector& covector) {
  for (Index j = tree.count() - 1; j > 0; --j) {
    const Index i = tree.parent(j);
    wrenches[i] += kinematics.in_parent(j).wrench(wrenches[j]);
    add_combination<6>(kinematics.P(j), wrenches[j], covector.q.data() + tree.first(i));
  }
  covector.root = wrenches[0];
}

// Momenta as covectors: sum m v . dx/dz for the velocities of `kinematics` and qd; I, C and M of the equations must be set.
void momenta_of_velocities(const DomainTree& tree, const TreeKinematics& kinematics, const TreeEquations& equations,
                           const Vector& qd, std::vector<Vec6>& wrenches, TreeCovector& covector) {
  covector.q.resize(tree.size());
  for (Index j = 0; j < tree.count(); ++j) {
    const Vec6& V = kinematics.V(j);
    wrenches[j] = equations.I[j] * V + product<6>(equations.C(j), tree.part(qd, j));
    tree.part(covector.q, j) = equations.C(j).lazyProduct(V);
    tree.part(covector.q, j).noalias() += equations.M(j) * tree.part(qd, j);
  }
  pull_to_root(tree, kinematics, wrenches, covector);
}

// sum m (x_there - x_here) . dx/dz|_here;  scratch: one per model.
void chord_momenta(const DomainTree& tree, const PlacedTree& here, const PlacedTree& there, std::vector<DomainScratch>& scratch,
                   std::vector<Vec6>& wrenches, TreeCovector& covector) {
  covector.q.resize(tree.size());
  for (Index j = 0; j < tree.count(); ++j) {
    const MassMoments& moments = tree.model(j).moments();
    const double s = tree[j].scale, s3 = s * s * s, s4 = s3 * s, s5 = s4 * s;
    const FramePlacement &from = here.kinematics.in_world(j), &to = there.kinematics.in_world(j);
    const Vec3 d = from.R.transpose() * (to.x - from.x);
    const Mat3 Rr = from.R.transpose() * to.R;
    MassMoments::At &at = scratch[tree.model_number(j)].at, &at_there = scratch[tree.model_number(j)].at_other;
    moments.evaluate(tree.part(here.q, j), at);
    moments.evaluate(tree.part(there.q, j), at_there);

    const Mat3 G = moments.cross_moment(tree.part(here.q, j), tree.part(there.q, j), at_there.xU);
    wrenches[j] << s3 * moments.mass() * d + s4 * (Rr * at_there.S - at.S), s4 * at.S.cross(d) + s5 * twist_of(G * Rr.transpose());
    auto own = tree.part(covector.q, j);
    own.setZero();
    for (int a = 0; a < 3; ++a) own += s4 * d[a] * moments.first().col(a) - s5 * at.xU.col(4 * a);
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b) own += s5 * Rr(b, a) * at_there.xU.col(3 * a + b);
  }
  pull_to_root(tree, here.kinematics, wrenches, covector);
}

class VariationalStep {
 public:
  VariationalStep(const DomainTree& tree, const DomainState& state, double h, const OutsideForces& forces,
                  const VariationalSettings& settings, VariationalWorkspace& workspace)
      : tree_(tree), state_(state), h_(h), forces_(forces), settings_(settings), workspace_(workspace), next_(state) {
    workspace_.tree.fit(tree);
    workspace_.wrenches.resize(tree.count());
  }

  MultidomainResult make() {
    if (const auto failure = begin()) return *failure;
    if (const auto failure = iterate()) return *failure;
    if (const auto failure = end()) return *failure;
    return MultidomainStep{next_, impulse_, iterations_};
  }

 private:
  using Failure = std::optional<MultidomainFailure>;

  bool is_free() const { return tree_.root_motion() == RootMotion::free; }
  TreeKinematics& kinematics() { return workspace_.tree.kinematics; }
  TreeEquations& equations() { return workspace_.tree.equations; }

  // Inertia at q with the frames of `kinematics`, and the forces from outside there as a covector.
  void set_terms(const TreeKinematics& frames, const Vector& q) {
    for (Index j = 0; j < tree_.count(); ++j) {
      DomainScratch& scratch = workspace_.tree.scratch_of(tree_, j);
      tree_.model(j).moments().evaluate(tree_.part(q, j), scratch.at);
      set_inertia(tree_, j, scratch.at, equations());
      add_gravity(tree_, j, frames, forces_.gravity, scratch.at, equations());
    }
    add_vertex_forces(tree_, frames, q, forces_.on_vertices, equations());
    add_domain_forces(tree_, frames, q, forces_.on_domains, equations());
    TreeCovector& outside = workspace_.outside;
    outside.q.resize(tree_.size());
    for (Index j = 0; j < tree_.count(); ++j) {
      tree_.part(outside.q, j) = -equations().pq(j);
      workspace_.wrenches[j] = equations().F[j];
    }
    if (is_free()) impulse_ += h_ / 2 * outside_wrench(tree_, frames, equations());
    pull_to_root(tree_, frames, workspace_.wrenches, outside);
  }

  // p_0 with half of the impulse from outside, and the factor of the quasi-Newton matrix.
  Failure begin() {
    if (const auto fault = kinematics().place(tree_, state_.q, state_.root)) return interface_failure(*fault);
    kinematics().move(tree_, state_.qd, state_.V0);
    set_terms(kinematics(), state_.q);
    TreeCovector& p = workspace_.p;
    momenta_of_velocities(tree_, kinematics(), equations(), state_.qd, workspace_.wrenches, p);
    energy_ = 0.5 * (p.q.dot(state_.qd) + p.root.dot(state_.V0));
    momenta_ = p.root;
    p.q += h_ / 2 * workspace_.outside.q;
    p.root += h_ / 2 * workspace_.outside.root;

    next_.q = state_.q + h_ * state_.qd;
    if (is_free()) turn_root(h_ * state_.V0);
    const ElasticWeights weights{h_ / 2 * settings_.stiffness_damping + h_ * h_ / 4, h_ / 2 * settings_.mass_damping,
                                 settings_.mass_damping};
    workspace_.tree.q = 0.5 * (state_.q + next_.q);
    workspace_.tree.z.setZero();
    workspace_.tree.elasticity.add(tree_, workspace_.tree.q, weights, workspace_.tree.z, workspace_.tree.z, equations());
    if (const auto fault = workspace_.tree.solver.factor(tree_, kinematics(), exact_coupling(), equations()))
      return matrix_failure(*fault);
    return {};
  }

  // Moves the root's frame at the end of the step by a motion in the axes of its start.
  void turn_root(const Vec6& by) {
    const Mat3& R = state_.root.R;
    next_.root.x += R * by.head<3>();
    next_.root.R = without_rounding(rotation_by(R * by.tail<3>()) * next_.root.R);
  }

  // h/2 (f + D (q1 - q0)/h) at the middle of the step, added to q with a weight.
  void add_elastic(double weight, Vector& q) {
    Vector &middle = workspace_.tree.q, &chord = workspace_.tree.z;
    chord = next_.q - state_.q;
    middle = state_.q + 0.5 * chord;
    workspace_.tree.y = settings_.stiffness_damping / h_ * chord;
    workspace_.tree.elasticity.add_forces(tree_, middle, workspace_.tree.y, weight * h_ / 2, q);
    if (settings_.mass_damping == 0) return;
    for (Index j = 0; j < tree_.count(); ++j) {
      const double s = tree_[j].scale, s5 = s * s * s * s * s;
      tree_.part(q, j) +=
          weight * s5 * settings_.mass_damping / 2 * (tree_.model(j).moments().reduced_mass() * tree_.part(chord, j));
    }
  }

  // The kinetic energy of positions that are wrong by rounding [J]: no iteration gets below it.
  double rounding() {
    constexpr double kUnits = 16 * std::numeric_limits<double>::epsilon();
    double reach = 0;
    for (Index j = 0; j < tree_.count(); ++j) reach = std::max(reach, kinematics().in_world(j).x.norm());
    return 0.5 * tree_.mass() * std::pow(kUnits * reach / h_, 2);
  }

  Failure iterate() {
    constexpr double kStalled = 0.5, kNear = 1e-6;  // rounding ends the iteration if it no longer gains and is as near as this
    double enough = 0;
    TreeCovector& residual = workspace_.residual;
    Vector& change = workspace_.tree.qdd;
    Vec6 root_change;
    double last = INFINITY;
    for (iterations_ = 1; iterations_ <= settings_.most_iterations; ++iterations_) {
      if (const auto fault = workspace_.tree.next.place(tree_, next_.q, next_.root)) return interface_failure(*fault);
      chord_momenta(tree_, {kinematics(), state_.q}, {workspace_.tree.next, next_.q}, workspace_.tree.scratch, workspace_.wrenches,
                    residual);
      residual.q = residual.q / h_ - workspace_.p.q;
      residual.root = residual.root / h_ - workspace_.p.root;
      add_elastic(1, residual.q);

      for (Index j = 0; j < tree_.count(); ++j) {
        equations().pq(j) = h_ * tree_.part(residual.q, j);
        equations().pV[j].setZero();
        equations().g[j].setZero();
      }
      equations().pV[0] = h_ * residual.root;
      workspace_.tree.solver.solve(tree_, kinematics(), exact_coupling(), equations(), change, root_change);
      next_.q += change;
      if (is_free()) turn_root(root_change);
      const double lacking = -(residual.q.dot(change) + residual.root.dot(root_change)) / (2 * h_);
      if (!std::isfinite(lacking)) return number_failure();
      if (iterations_ == 1) {
        energy_ += std::abs(lacking);
        enough = settings_.tolerance * settings_.tolerance * energy_ + rounding();
      }
      if (lacking <= enough || (lacking >= kStalled * last && lacking <= kNear * kNear * energy_)) return {};
      last = lacking;
    }
    return MultidomainFailure{"the equations of a step were not solved within the iterations allowed", -1};
  }

  // p_1 and the velocities that have it.
  Failure end() {
    TreeKinematics& frames = workspace_.tree.next;
    if (const auto fault = frames.place(tree_, next_.q, next_.root)) return interface_failure(*fault);
    TreeCovector& p = workspace_.p;
    chord_momenta(tree_, {frames, next_.q}, {kinematics(), state_.q}, workspace_.tree.scratch, workspace_.wrenches, p);
    p.q /= -h_;
    add_elastic(-1, p.q);
    frames.move(tree_, state_.qd, state_.V0);  // angular velocities, which the exact coupling does not look at
    set_terms(frames, next_.q);
    p.q += h_ / 2 * workspace_.outside.q;
    if (is_free()) {  // the momenta of the whole follow the impulses, whatever the iteration has left over
      const auto& [c0, R0] = state_.root;
      const auto& [c1, R1] = next_.root;
      const Vec3 linear = R0 * momenta_.head<3>() + impulse_.head<3>();
      const Vec3 angular = R0 * momenta_.tail<3>() + c0.cross(R0 * momenta_.head<3>()) + impulse_.tail<3>();
      p.root << R1.transpose() * linear, R1.transpose() * (angular - c1.cross(linear));
    }
    for (Index j = 0; j < tree_.count(); ++j) {
      equations().pq(j) = -tree_.part(p.q, j);
      equations().pV[j].setZero();
      equations().g[j].setZero();
    }
    equations().pV[0] = -p.root;
    if (const auto fault = workspace_.tree.solver.factor(tree_, frames, exact_coupling(), equations()))
      return matrix_failure(*fault);
    workspace_.tree.solver.solve(tree_, frames, exact_coupling(), equations(), next_.qd, next_.V0);
    next_.carried.reset();
    if (!next_.is_finite()) return number_failure();
    return {};
  }

  const DomainTree& tree_;
  const DomainState& state_;
  double h_;
  const OutsideForces& forces_;
  const VariationalSettings& settings_;
  VariationalWorkspace& workspace_;
  DomainState next_;
  Vec6 impulse_ = Vec6::Zero(), momenta_ = Vec6::Zero();
  double energy_ = 0;  // of the motion [J]: what the tolerance is a share of
  int iterations_ = 0;
};

}  // namespace

MultidomainResult multidomain_variational(const DomainTree& tree, const DomainState& state, double h, const OutsideForces& forces,
                                          const VariationalSettings& settings, VariationalWorkspace& workspace) {
  return VariationalStep(tree, state, h, forces, settings, workspace).make();
}

}  // namespace lilyan
