// A potential energy W(x, t) of the vertex positions x [J]: it knows no time step and no past.
//
// Potentials add their gradient and Hessian, weighted, to what the caller holds, so that a step objective is a plain
// sum over potentials and quadrature points. All methods are const; a potential may be read from many threads.
#pragma once

#include <lilyan/algebra/block_matrix.hpp>
#include <lilyan/algebra/symmetric_matrix.hpp>
#include <lilyan/core/vector.hpp>

#include <cmath>
#include <memory>
#include <optional>
#include <span>

namespace lilyan {

class StepTerm;
struct Chord;
enum class Evaluate;
enum class DiscreteForm;

enum class EnergyKind { elastic, gravity, contact, load };  // the ledger's column; a load has none
inline bool is_from_outside(EnergyKind kind) { return kind != EnergyKind::elastic; }

class Potential {
 public:
  virtual ~Potential() = default;

  virtual EnergyKind kind() const = 0;

  // Degree of W as a polynomial along a straight line of positions; none where W is not a polynomial.
  virtual std::optional<int> degree() const = 0;

  // Whether W stays the same where all vertices move as one rigid body: its forces then change no momentum. Not asked of loads and
  // gravity, which come from outside.
  virtual bool keeps_momenta() const { return true; }

  // W(x, t), or +infinity where it is not defined.
  virtual double value(const Vector& x, double t) const = 0;

  // W(x, t) divided among the vertices, the energy of an element at one of them: what tells the energies of parts that do not hang
  // together from each other. A potential that says nothing of its own gives all to the first vertex.
  virtual void add_energies(const Vector& x, double t, Vector& per_vertex) const { per_vertex[0] += value(x, t); }

  // W(x, t); g += w grad W(x, t). Where W is infinite g is left in an unspecified state.
  virtual double add_gradient(const Vector& x, double t, double w, Vector& g) const = 0;

  // The size of the terms that W = W(x, t) was summed from, where they may cancel: epsilon times it is W's rounding error.
  virtual double magnitude(const Vector&, double /*t*/, double W) const { return std::abs(W); }

  // Whether an energy that the body has changes in time while nothing moves; not of loads, whose work is that of their forces.
  virtual bool depends_on_time() const { return false; }
  virtual double rate(const Vector&, double /*t*/) const { return 0; }  // dW/dt at fixed x [W]

  // H += w Hess W(x, t), on a pattern that `connect` was called with.
  virtual void add_hessian(const Vector& x, double t, double w, Definiteness definiteness, BlockMatrix& H) const = 0;

  // The quadratic energy that W is while its elements keep the rotations that they have at x, on the same block pattern; nullptr
  // where W is none.
  virtual std::unique_ptr<Potential> with_rotations_of(const Vector& /*x*/) const { return nullptr; }

  // Tells the pattern which vertices meet in an element; called once, before the first Hessian.
  virtual void connect(BlockPatternBuilder& pattern) = 0;

  // Whether the potential has a mean force of its own, posed by `own_mean`, for methods that ask for such forces: for energies that
  // a method's quadrature does not see, like the barrier of a contact. Its Hessian is then asked for through that term only.
  virtual bool has_own_mean(Evaluate) const { return false; }

  // Whether its force at the start of a step is enough to know what it does in the step: explicit methods take no other.
  virtual bool acts_at_start() const { return true; }

  // The term of its own; nullptr if the method's rule is to be used.
  virtual std::unique_ptr<StepTerm> own_mean(const Chord&, Evaluate) const;

  // Whether its own terms take energy for good besides, as friction does.
  virtual bool dissipates() const { return false; }

  // One past the largest number of a contact whose force this potential and its terms report (StepTerm::add_reactions).
  virtual Index contacts_end() const { return 0; }

  // forces += w times the net force of each contact at an instant, three numbers per contact by its number.
  virtual void add_reactions(const Vector& /*x*/, double /*t*/, double /*w*/, std::span<double> /*forces*/) const {}

  // The mean force over a step whose work is the change of W, see discrete_gradient.hpp. Where a potential does not say how it is
  // made of elements, it is taken as a whole.
  virtual std::unique_ptr<StepTerm> discrete_gradient(const Chord& chord, DiscreteForm form) const;
};

// A potential as it is while its elements keep the rotations that they have at x: quadratic in the positions.
class HeldRotations {
 public:
  HeldRotations(const Potential& W, const Vector& x) {
    if (W.degree() && *W.degree() <= 2)
      potential_ = &W;
    else
      potential_ = (made_ = W.with_rotations_of(x)).get();
  }

  const Potential* potential() const { return potential_; }  // nullptr where W is not quadratic even so

 private:
  std::unique_ptr<const Potential> made_;
  const Potential* potential_ = nullptr;
};

}  // namespace lilyan
