#include <lilyan/integrators/one_step.hpp>

#include <algorithm>

namespace lilyan {

Stage one_step_stage(const History& history, double h, std::shared_ptr<const MeanRule> mean, ConstraintRule constraint) {
  const Frame& now = history.now();
  Stage stage;
  stage.h = h;
  stage.x_hat = now.x;
  stage.kappa = h;
  stage.p_hat = now.p;
  stage.mean = std::move(mean);
  stage.constraint = {constraint.at, h * h * constraint.a, h * constraint.b, constraint.ends_tangent};
  return stage;
}

Stage OneStep::stage(const History& history, double h, int) const {
  std::vector<Node> nodes;
  for (const Node& node : nodes_) nodes.push_back({node.s, h * h * node.a, h * node.b});
  return one_step_stage(history, h, std::make_shared<Quadrature>(std::move(nodes)), constraint_);
}

std::vector<Fault> OneStep::objections(const System& system) const {
  const bool is_explicit = std::all_of(nodes_.begin(), nodes_.end(), [](const Node& node) { return node.a == 0 || node.s == 0; });
  const bool all_act = std::all_of(system.potentials().begin(), system.potentials().end(),
                                   [](const auto& potential) { return potential->acts_at_start(); });
  if (!is_explicit || all_act) return {};
  return {{"scene.contact", "type",
           "an explicit method knows the forces at the start of a step only, and this contact is met on the way",
           "use an implicit integrator such as avf or backward_euler, or planes with the response \"penalty\""}};
}

namespace {

constexpr ConstraintRule kAtStart = {ConstraintAt::start, 1, 1};
constexpr ConstraintRule kAtEnd = {ConstraintAt::end, 1, 1};
constexpr ConstraintRule kRattle = {ConstraintAt::start, 0.5, 0.5, true};

}  // namespace

OneStep forward_euler() { return {{{0, 0, 1}}, 0, kAtStart}; }
OneStep symplectic_euler() { return {{{0, 1, 1}}, 0.5, kAtStart}; }
OneStep velocity_verlet() { return {{{0, 0.5, 0.5}, {1, 0, 0.5}}, 0, kRattle}; }
OneStep backward_euler() { return {{{1, 1, 1}}, 0, kAtEnd}; }
OneStep variational(double alpha) { return {{{alpha, 1 - alpha, 1}}, 0.5 - alpha, kAtStart}; }
OneStep implicit_midpoint() { return {{{0.5, 0.5, 1}}, 0, kMeanConstraint}; }
OneStep newmark(double beta, double gamma) { return {{{0, 0.5 - beta, 1 - gamma}, {1, beta, gamma}}, 0, kMeanConstraint}; }

}  // namespace lilyan
