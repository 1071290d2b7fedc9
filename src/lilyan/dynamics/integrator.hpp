// An integrator is data: a target, quadrature points with weights, and a way to read the new momentum out.
//
// A stage from (x_n, p_n) over h solves, for the end positions x,
//
//   M (x - y) + sum_j a_j grad W(z_j, t_j) = 0,        z_j = x_n + s_j (x - x_n),  t_j = t_n + s_j h
//   p = p_hat - sum_j b_j grad W(z_j, t_j)             (ReadOut::impulse)
//   p = 2 M (x - x_n)/h - p_n                          (ReadOut::chord, which makes AVF's energy identity exact)
//
// Where there are constraints g(x, t) = 0, a C^T lambda is added to the first line and b C^T lambda taken off the second, C being
// dg/dx where the method wants it. Where the method's mean force is no quadrature of grad W but a discrete gradient, that is added
// with weights of its own.
//
// An Integrator is a pure function of the past; it owns no solver. [Kharevych 2006, sec. 5; Rojas 2018, eq. 7-12]
#pragma once

#include <lilyan/constraints/constraint_rule.hpp>
#include <lilyan/core/time_span.hpp>
#include <lilyan/core/vector.hpp>

#include <optional>
#include <string>
#include <vector>

namespace lilyan {

struct Node {
  double s, a, b;  // place on the chord; weight in the equation [s^2] (static: 1); weight in the momentum [s]
};

enum class ReadOut { impulse, chord };

// What stands for the mean of grad W over a stage: the quadrature of its nodes, or a discrete gradient between x_n and x.
enum class MeanForce { quadrature, per_element, joint, strain };
enum class Inertia { dynamic, none };  // none: an equilibrium, Phi = W

struct Stage {
  double h = 0;  // [s]
  Vector y;      // target positions
  Vector p_hat;
  std::vector<Node> nodes;
  MeanForce mean = MeanForce::quadrature;
  double mean_a = 0, mean_b = 0;  // weights of a discrete gradient
  ConstraintRule constraint;
  ReadOut read_out = ReadOut::impulse;
  Inertia inertia = Inertia::dynamic;

  double A() const;  // sums of the weights: a constant force f moves the target by -M^-1 A f and the momentum by -B f
  double B() const;
};

// Where a step comes from: the newest state first. Within a step the results of earlier stages stand before the past.
struct Moment {
  double h;  // length of the step or stage that led here, 0 at the start
  const Vector* x;
  const Vector* p;
  const Vector* v;  // M^-1 p
};
using Past = std::vector<Moment>;  // at least one

struct Properties {
  int order = 1;
  bool is_explicit = false;
  bool symplectic = false;
  bool time_reversible = false;
  bool keeps_linear_momentum = true;
  bool keeps_angular_momentum = false;
  std::string energy;  // in words: "exact for stvk", "bounded", "decays"
};

class Integrator {
 public:
  virtual ~Integrator() = default;
  virtual int stages() const { return 1; }
  virtual double fraction(int) const { return 1; }  // of the step that stage k covers

  // Stage k, which covers `h`; `mass` is a component's mass, `degree` that of W along the chord (none: no polynomial),
  // `order` the one that `raised_order` returned last (0 at first).
  virtual Stage stage(int k, const Past& past, double h, const Vector& mass, std::optional<int> degree, int order) const = 0;

  // Whether the quadrature's order is raised until the step's energy error is below tolerance, and the order to try after `order`;
  // none where that was the last.
  virtual bool adapts(std::optional<int>) const { return false; }
  virtual std::optional<int> raised_order(int) const { return std::nullopt; }

  // Whether momenta are closed after each stage, see momentum_closure.hpp; for methods that are read out along the chord.
  virtual bool closes_momenta() const { return false; }

  // Whether the method steps with the rotations of tets held as they are before and after it, see corotational_stepper.hpp.
  virtual bool freezes_rotations() const { return false; }

  // A method whose step is found safely and lies near that of this one: where this one's equations are solved from, and what makes
  // the step where they cannot be solved. nullptr where there is none.
  virtual const Integrator* globaliser() const { return nullptr; }

  // sigma: the ledger's momentum is p - sigma h grad W(x).
  virtual double sync() const { return 0; }

  // Whether the ledger's momentum is projected on the constraints: for methods that carry them by dg/dx at the start of a step,
  // whose momenta lack the second half of that impulse.
  virtual bool ledger_is_tangent() const { return false; }
};

}  // namespace lilyan
