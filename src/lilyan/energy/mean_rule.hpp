// How a method takes the mean force of the potentials over a step: what turns potentials into terms of the step's equation.
//
//   Quadrature     grad W at nodes of the chord, with weights of their own in the equation and in the momentum
//   Average        int_0^1 grad W(x_n + s (x - x_n)) ds: exact for polynomials, else refined until its energy is right
//   DiscreteMean   a discrete gradient, f.(x - x_n) = W(x) - W(x_n)
//
// A potential that knows its own mean along the chord (Potential::own_mean) is posed with that, if it says so for such a rule.
#pragma once

#include <lilyan/energy/discrete_gradient.hpp>
#include <lilyan/energy/potential.hpp>
#include <lilyan/energy/step_term.hpp>

#include <optional>
#include <span>
#include <vector>

namespace lilyan {

using Potentials = std::vector<std::unique_ptr<Potential>>;

class ForceCache;  // chord_term.hpp
class MeanRule;

// What a rule missed of the energy in a step, and the rule to try instead.
struct Refinement {
  double missed = 0;                      // |W(x) - W(x_n) - (mean force).(x - x_n)| [J]; 0 where it is rounding
  std::shared_ptr<const MeanRule> finer;  // nullptr if there is none
  int order = 0;                          // of the finer rule, for the steps to come
};

class MeanRule {
 public:
  virtual ~MeanRule() = default;

  // Appends the terms of the potentials. `forces` holds grad W of all potentials at places where it is known already.
  virtual void pose(const Potentials& potentials, const Chord& chord, ForceCache& forces, PosedTerms& terms) const = 0;

  // The sums of the weights: a constant force f moves the target by -M^-1 a f and the momentum by -b f.
  virtual double a() const = 0;
  virtual double b() const = 0;
  virtual double impulse() const { return b(); }  // b of the potentials that know their own mean

  // Which forces it takes.
  virtual Evaluate evaluates() const { return Evaluate::over_step; }

  // How good the mean was in a step that ended at x, and what to try next.
  virtual Refinement refine(const Potentials&, const Chord&, const Vector& /*x*/) const { return {}; }
};

// Poses the potentials that know their own mean with the rule's weights, and returns the others.
std::vector<const Potential*> pose_own_means(const Potentials& potentials, const Chord& chord, const MeanRule& rule,
                                             PosedTerms& terms);

// The sum of their forces over a chord that ended at x; reactions += w times those of contacts (StepTerm::add_reactions).
Vector own_mean_forces(const Potentials& potentials, const Chord& chord, const Vector& x, double w, std::span<double> reactions);

struct Node {
  double s, a, b;  // place on the chord; weight in the equation [s^2] (static: 1); weight in the momentum [s]
};

class Quadrature final : public MeanRule {
 public:
  // `impulse` [s]: b of the potentials that know their own mean, whose a is then impulse^2/2; 0: that of all.
  explicit Quadrature(std::vector<Node> nodes, double impulse = 0) : nodes_(std::move(nodes)), impulse_(impulse) {}

  const std::vector<Node>& nodes() const { return nodes_; }
  void pose(const Potentials& potentials, const Chord& chord, ForceCache& forces, PosedTerms& terms) const override;
  double a() const override;
  double b() const override;
  double impulse() const override { return impulse_ != 0 ? impulse_ : b(); }
  Evaluate evaluates() const override;

 private:
  std::vector<Node> nodes_;
  double impulse_;
};

// Points and weights on [0, 1]; the weights sum to 1.
struct QuadratureRule {
  std::vector<double> points, weights;
};

QuadratureRule gauss_legendre(int points);
QuadratureRule simpson();

class Average final : public MeanRule {
 public:
  // Whose rule is refined: no potential's, that of potentials that are no polynomials, or every one's.
  enum class Refines { none, others, all };

  static constexpr int kMostPoints = 16;  // of a rule that is refined

  // Weights a and b. `fixed`: the rule for every potential. Without it each polynomial has the cheapest exact rule, and what is
  // refined has `points` Gauss points.
  Average(double a, double b, std::optional<QuadratureRule> fixed, Refines refines, int points)
      : a_(a), b_(b), fixed_(std::move(fixed)), refines_(refines), points_(points) {}

  void pose(const Potentials& potentials, const Chord& chord, ForceCache& forces, PosedTerms& terms) const override;
  double a() const override { return a_; }
  double b() const override { return b_; }
  Refinement refine(const Potentials& potentials, const Chord& chord, const Vector& x) const override;

 private:
  bool is_refined(const Potential& potential) const;
  QuadratureRule rule_of(const Potential& potential) const;

  double a_, b_;
  std::optional<QuadratureRule> fixed_;
  Refines refines_;
  int points_;
};

class DiscreteMean final : public MeanRule {
 public:
  DiscreteMean(double a, double b, DiscreteForm form) : a_(a), b_(b), form_(form) {}
  void pose(const Potentials& potentials, const Chord& chord, ForceCache& forces, PosedTerms& terms) const override;
  double a() const override { return a_; }
  double b() const override { return b_; }

 private:
  double a_, b_;
  DiscreteForm form_;
};

}  // namespace lilyan
