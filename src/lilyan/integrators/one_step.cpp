#include <lilyan/integrators/one_step.hpp>

namespace lilyan {

Stage one_step_stage(const Past& past, double h, const std::vector<Node>& nodes, ConstraintRule constraint) {
  const Moment& now = past.front();
  Stage stage;
  stage.h = h;
  stage.y = *now.x + h * *now.v;
  stage.p_hat = *now.p;
  for (const Node& node : nodes) stage.nodes.push_back({node.s, h * h * node.a, h * node.b});
  stage.constraint = {constraint.at, h * h * constraint.a, h * constraint.b, constraint.ends_tangent};
  return stage;
}

Stage OneStep::stage(int, const Past& past, double h, const Vector&, std::optional<int>, int) const {
  return one_step_stage(past, h, nodes_, constraint_);
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
