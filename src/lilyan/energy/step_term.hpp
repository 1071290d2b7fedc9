// One addend of a step's equation: a force f(x) of the positions at the end of the step, made for one attempt and gone with it.
//
//   M (x - y) + sum_k a_k f_k(x) = 0,    p = p_hat - sum_k b_k f_k(x)
//
// f has the sign of a gradient [N]: it is minus what acts on the body. Where every term is the gradient of a function R [J] the
// step is the minimisation of 1/2 |x - y|_M^2 + sum_k a_k R_k(x); where one is not, it is a system of equations. Potentials,
// dampings and pulls by hand are all posed as such terms; contact needs `connect`, `longest_step` and `remember` as well.
#pragma once

#include <lilyan/algebra/block_matrix.hpp>
#include <lilyan/algebra/equations/general_solver.hpp>
#include <lilyan/algebra/general_matrix.hpp>
#include <lilyan/core/memory.hpp>
#include <lilyan/core/time_span.hpp>
#include <lilyan/core/value.hpp>
#include <lilyan/core/vector.hpp>

#include <array>
#include <memory>
#include <span>
#include <vector>

namespace lilyan {

class EndMotion;  // contact/friction/friction.hpp

// Which forces a method asks for: their mean over the step, as a function of its end, whose work is what the kinetic energy gains,
// since the velocity over the step is the mean of those at its ends; those at points of its own, one of them after the start; those
// at its start, as an explicit method does; those at its end alone, as an equilibrium does.
enum class Evaluate { over_step, at_points, at_start, at_end };

// Where a step comes from: the only thing that a term may know of the past when it is posed.
//
// A step goes from x at time.begin in a straight line, its chord, to the unknown positions at time.end. What a chord refers to must
// outlive the terms made for it.
struct Chord {
  double h;                          // length of the step [s]
  const Vector& x;                   // positions at its start [m]
  const Vector& v;                   // velocities there [m/s]; held components 0
  const Vector* x_before = nullptr;  // positions before the last step; nullptr at the start of a run
  double h_before = 0;               // length of the last step [s]
  std::shared_ptr<const BlockPattern> pattern = nullptr;
  TimeSpan time = {0, 0};
  const Memory* memory = nullptr;  // what earlier steps remembered; nullptr if nothing is known
  double energy = 0;               // what the smallest part's errors of energy are measured by [J]; 0: not known
  // The method's own velocity over the step is (x_end - reference)/h_reference; without a reference (x_end - x)/h.
  const Vector* reference = nullptr;
  double h_reference = 0;

  const Vector& from() const { return reference ? *reference : x; }
  double over() const { return reference ? h_reference : h; }  // [s]

  double middle() const { return time.at(0.5); }  // [s]
};

// x_n + s (x - x_n); x itself, bit for bit, if s = 1.
inline void point_on_chord(const Vector& x_n, const Vector& x, double s, Vector& point) {
  if (s == 1)
    point = x;
  else
    point = x_n + s * (x - x_n);
}

// What a force did during a step [J].
struct Work {
  double dissipated = 0;  // gone for good
  double done = 0;        // came from outside
};

// The derivative of a force that is no gradient, by components of the vertices: blocks between vertices that meet in the pattern,
// entries anywhere, and dense products u v^T.
struct Slope {
  explicit Slope(std::shared_ptr<const BlockPattern> pattern) : blocks(std::move(pattern)) {}

  GeneralBlockMatrix blocks;
  Entries entries;
  struct Outer {
    Vector u, v;
  };
  std::vector<Outer> outer;
};

class StepTerm {
 public:
  virtual ~StepTerm() = default;

  virtual bool is_gradient() const { return true; }
  virtual bool is_constant() const { return false; }  // f does not depend on x

  // f += w f(x). Returns R(x), +infinity where it is not defined; 0 for a force that is no gradient, whose f is then not finite.
  virtual Value add_force(const Vector& x, double w, Vector& f) const = 0;

  // H += w df/dx of a gradient.
  virtual void add_slope(const Vector& x, double w, Definiteness definiteness, BlockMatrix& H) const = 0;

  // J += w df/dx of a force that is no gradient.
  virtual void add_slope(const Vector&, double /*w*/, Slope&) const {}

  // f += w times the share of f(x) that pushes at the body from outside, of terms that are partly from there.
  virtual void add_outside(const Vector& /*x*/, double /*w*/, Vector& /*f*/) const {}

  // sizes += w times the sizes of what f(x) was summed or divided from, beyond those of the positions times df/dx: f may be off by
  // rounding times these.
  virtual void add_magnitude(const Vector& /*x*/, double /*w*/, Vector& /*sizes*/) const {}

  // Vertices that meet in this step; all that add_slope writes, by `add_to_block`, is between such or within the body's elements.
  virtual void connect(BlockPatternBuilder&) const {}

  // The largest share of the way from x to x + dx that a line search should try first, in [0, 1]; 0: dx is far too long.
  virtual double longest_step(const Vector& /*x*/, const Vector& /*dx*/) const { return 1; }

  // What the force did in a step of length h that ended at x and moved by `moved`. Unless said otherwise it takes energy.
  virtual Work work(const Vector& x, const Vector& moved, double /*h*/) const {
    Vector f = Vector::Zero(x.size());
    add_force(x, 1, f);
    return {f.dot(moved), 0};
  }

  // Told once the step is accepted.
  virtual void remember(const Vector& /*x*/, Memory&) const {}

  // Whether all that add_slope writes at x has its place in the pattern. Where not, `connect` is asked again for a larger one.
  virtual bool fits(const Vector& /*x*/, const BlockPattern&) const { return true; }

  // Vertices that push at each other in a step that ends at x without hanging together: their momenta are kept together only.
  virtual void add_joined(const Vector& /*x*/, std::vector<std::array<Index, 2>>& /*vertices*/) const {}

  // forces += w times the net force of each contact that the term knows, three numbers per contact by its number.
  virtual void add_reactions(const Vector& /*x*/, double /*w*/, std::span<double> /*forces*/) const {}

  // Obstacles that move as they are told have gone this share of their way through the step: for a while, until a start is found
  // from which the whole step can be solved. 1 at first and in the end.
  virtual void follow(double /*share*/) const {}

  // Gives the velocities at the end of a step that ended at x the impulses that the term still has to give once they are known, as
  // friction does that brings a sliding body to rest; w is the weight in the momentum [s].
  virtual void give_last_impulses(const Vector& /*x*/, double /*w*/, EndMotion&) const {}

  // What to put in this term's place, with what it learnt from a solution x of the step, before the step is solved once more from
  // there; nullptr if it is content.
  virtual std::unique_ptr<const StepTerm> next_pass(const Vector& /*x*/) const { return nullptr; }
};

// A force that is no gradient.
class ForceTerm : public StepTerm {
 public:
  bool is_gradient() const final { return false; }
  void add_slope(const Vector&, double, Definiteness, BlockMatrix&) const final {}
  using StepTerm::add_slope;
};

// When a term acts: while the body moves along the chord, or as an impulse before it begins to.
enum class Acts { during, before };

// A term with its weights.
struct PosedTerm {
  std::unique_ptr<const StepTerm> term;
  double a = 0;               // in the equation [s^2] (equilibria: 1)
  double b = 0;               // in the momentum [s]
  double c = 1;               // in the mean force over the step, which does the work; those of one force sum to 1
  bool from_outside = false;  // all of it pushes at the body from outside: a load, the air, a hand
  Acts acts = Acts::during;

  // f += w times what pushes from outside.
  void add_outside(const Vector& x, double w, Vector& f) const {
    if (from_outside)
      term->add_force(x, w, f);
    else
      term->add_outside(x, w, f);
  }
};
using PosedTerms = std::vector<PosedTerm>;

}  // namespace lilyan
