#include <lilyan/energy/mean_rule.hpp>

#include <lilyan/energy/chord_term.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace lilyan {

namespace {

std::vector<ChordTerm::Point> points_of(const QuadratureRule& rule) {
  std::vector<ChordTerm::Point> points;
  for (std::size_t j = 0; j < rule.points.size(); ++j) points.push_back({rule.points[j], rule.weights[j]});
  return points;
}

double sum_of(const std::vector<Node>& nodes, double Node::*weight) {
  double sum = 0;
  for (const Node& node : nodes) sum += node.*weight;
  return sum;
}

}  // namespace

std::vector<const Potential*> pose_own_means(const Potentials& potentials, const Chord& chord, const MeanRule& rule,
                                             PosedTerms& terms) {
  std::vector<const Potential*> others;
  // A force that stops a body within a step throws it back the faster the later in the step the method lets it act: with the
  // weights of the middle, or of an earlier time, at most as fast as it came.
  const double b = rule.impulse(), of_middle = 0.5 * b * b, a = b == rule.b() ? std::max(rule.a(), of_middle) : of_middle;
  for (const auto& potential : potentials) {
    const Evaluate evaluate = rule.evaluates();
    auto own = potential->has_own_mean(evaluate) ? potential->own_mean(chord, evaluate) : nullptr;
    if (own)
      terms.push_back({std::move(own), a, b});
    else
      others.push_back(potential.get());
  }
  return others;
}

Vector own_mean_forces(const Potentials& potentials, const Chord& chord, const Vector& x, double w, std::span<double> reactions) {
  Vector f = Vector::Zero(x.size());
  for (const auto& potential : potentials) {
    const auto own = potential->has_own_mean(Evaluate::at_points) ? potential->own_mean(chord, Evaluate::at_points) : nullptr;
    if (!own) continue;
    own->add_force(x, 1, f);
    own->add_reactions(x, w, reactions);
  }
  return f;
}

QuadratureRule gauss_legendre(int n) {
  QuadratureRule rule;
  for (int i = 0; i < n; ++i) {
    // Newton's method on the Legendre polynomial P_n from Tricomi's estimate of its root.
    double x = -std::cos(std::numbers::pi * (i + 0.75) / (n + 0.5)), slope = 0;
    for (int iteration = 0; iteration < 100; ++iteration) {
      double p = 1, p_before = 0;
      for (int k = 1; k <= n; ++k) {
        const double p_next = ((2 * k - 1) * x * p - (k - 1) * p_before) / k;
        p_before = p;
        p = p_next;
      }
      slope = n * (x * p - p_before) / (x * x - 1);
      const double step = p / slope;
      x -= step;
      if (std::abs(step) < 1e-15) break;
    }
    rule.points.push_back(0.5 * (1 + x));
    rule.weights.push_back(1 / ((1 - x * x) * slope * slope));
  }
  if (n % 2 == 1) rule.points[n / 2] = 0.5;
  return rule;
}

QuadratureRule simpson() { return {{0, 0.5, 1}, {1.0 / 6, 4.0 / 6, 1.0 / 6}}; }

double Quadrature::a() const { return sum_of(nodes_, &Node::a); }
double Quadrature::b() const { return sum_of(nodes_, &Node::b); }

Evaluate Quadrature::evaluates() const {
  const bool at_start = std::all_of(nodes_.begin(), nodes_.end(), [](const Node& node) { return node.a == 0 || node.s == 0; });
  if (at_start) return Evaluate::at_start;
  const double total = b();
  if (total == 0) return Evaluate::at_end;
  // A force moves the end by -M^-1 a f and changes the velocity by -M^-1 b f: both fit the mean velocity if a = b^2/2.
  const double mean = 0.5 * total * total;
  return std::abs(a() - mean) <= 1e-12 * mean ? Evaluate::over_step : Evaluate::at_points;
}

void Quadrature::pose(const Potentials& potentials, const Chord& chord, ForceCache& forces, PosedTerms& terms) const {
  const std::vector<const Potential*> posed = pose_own_means(potentials, chord, *this, terms);
  const double total = b();
  auto add = [&](const Node& node, double c) {
    // The force at an end is shared with the steps before and after; inside a solve the cache would only cost.
    const bool is_shared = posed.size() == potentials.size() && (node.s == 0 || (node.s == 1 && node.a == 0));
    std::unique_ptr<const StepTerm> term;
    if (is_shared)
      term = std::make_unique<EndForceTerm>(potentials, chord.x, chord.time,
                                            node.s == 0 ? EndForceTerm::End::start : EndForceTerm::End::end, forces);
    else
      term = std::make_unique<ChordTerm>(posed, chord.x, chord.time, std::vector<ChordTerm::Point>{{node.s, 1}});
    terms.push_back({std::move(term), node.a, node.b, c});
  };
  // A method without momenta does its work by the mean of both ends.
  for (const Node& node : nodes_) add(node, total != 0 ? node.b / total : 0.5);
  if (total == 0) add({0, 0, 0}, 0.5);
}

bool Average::is_refined(const Potential& potential) const {
  return refines_ == Refines::all || (refines_ == Refines::others && !potential.degree());
}

QuadratureRule Average::rule_of(const Potential& potential) const {
  if (fixed_) return *fixed_;
  if (is_refined(potential)) return gauss_legendre(points_);
  // grad W has one degree less than W; n points are exact up to degree 2n - 1
  return gauss_legendre(std::max(1, (potential.degree().value_or(1) + 1) / 2));
}

void Average::pose(const Potentials& potentials, const Chord& chord, ForceCache&, PosedTerms& terms) const {
  std::vector<const Potential*> left = pose_own_means(potentials, chord, *this, terms);
  // Potentials that share a rule share the points, so that each point is made once.
  while (!left.empty()) {
    const QuadratureRule rule = rule_of(*left.front());
    std::vector<const Potential*> alike, others;
    for (const Potential* potential : left)
      (rule_of(*potential).points.size() == rule.points.size() ? alike : others).push_back(potential);
    terms.push_back({std::make_unique<ChordTerm>(std::move(alike), chord.x, chord.time, points_of(rule)), a_, b_});
    left = std::move(others);
  }
}

Refinement Average::refine(const Potentials& potentials, const Chord& chord, const Vector& x) const {
  if (refines_ == Refines::none || fixed_) return {};
  std::vector<const Potential*> refined;
  for (const auto& potential : potentials)
    if (is_refined(*potential) && !potential->has_own_mean(evaluates())) refined.push_back(potential.get());
  if (refined.empty()) return {};
  const Value missed = ChordTerm(std::move(refined), chord.x, chord.time, points_of(gauss_legendre(points_))).missed(x);
  if (std::abs(missed.value) <= 16 * std::numeric_limits<double>::epsilon() * missed.magnitude) return {};
  Refinement refinement{std::abs(missed.value), nullptr, points_};
  if (points_ >= kMostPoints) return refinement;
  refinement.order = points_ + 1;
  refinement.finer = std::make_shared<Average>(a_, b_, std::nullopt, refines_, refinement.order);
  return refinement;
}

void DiscreteMean::pose(const Potentials& potentials, const Chord& chord, ForceCache&, PosedTerms& terms) const {
  for (const Potential* potential : pose_own_means(potentials, chord, *this, terms))
    terms.push_back({potential->discrete_gradient(chord, form_), a_, b_, 1, is_from_outside(potential->kind())});
}

}  // namespace lilyan
