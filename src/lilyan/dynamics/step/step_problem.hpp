// The equation of one step, as a function of the unknowns: the only class that sums what acts in a step.
//
//   M (x - y) + sum_k a_k f_k(x) + a C^T lambda = 0,    g(x, t_end) = 0
//
// The unknowns z are the displacements of the free components over the step, x = x_n + z, so that small motions far from the origin
// lose no digits; held components are where their script has them. The terms f_k are posed by potentials, dampings and pulls
// (energy/step_term.hpp). Where every f_k is the gradient of a function R_k and there are no constraints, this is the gradient of
// the Lilyan
//
//   Phi(z) = 1/2 |x - y|_M^2 + sum_k a_k R_k(x)                                          [Kharevych 2006, sec. 5.3]
//
// and the step is its minimiser; else it is a system of equations for (z, lambda), C being dg/dx at the start, at the end, or its
// mean along the step: only at the end would this be a constrained minimisation, and only the mean does no work
// [Kharevych 2010, sec. 3.2.9, corrected; tests/constraints]. It knows numbers and no method's name.
#pragma once

#include <lilyan/constraints/constraint.hpp>
#include <lilyan/dynamics/system.hpp>
#include <lilyan/dynamics/workspace/hessian_storage.hpp>
#include <lilyan/energy/step_term.hpp>
#include <lilyan/minimise/root.hpp>

#include <optional>

namespace lilyan {

// How a method reads the momentum at the end off the solution; see momentum_at_end.
enum class ReadOut { impulse, chord };

// What does not depend on the terms: where the step comes from and what its errors are measured by.
struct StepFrame {
  const Vector& x_n;          // positions at the start
  TimeSpan time;              // [s]
  double h = 0;               // length of the step [s]
  std::optional<Vector> y;    // target as a displacement from x_n, over the unknowns; none: an equilibrium, without inertia
  double a = 0, b = 0;        // sums of the method's weights
  ConstraintRule constraint;  // how constraints are carried
  ReadOut read_out = ReadOut::impulse;
  Vector scales;         // [J] what the errors of each connected part are relative to
  bool at_rest = false;  // nothing moves by more than its positions are rounded: see step_scales.hpp
};

class StepProblem final : public Objective, public Residual {
 public:
  // All references must outlive it; `storage` may be made later, before the first Hessian is asked for.
  StepProblem(const System& system, StepFrame frame, PosedTerms terms, std::unique_ptr<HessianStorage>& storage);

  void add(PosedTerm term) { terms_.push_back(std::move(term)); }  // known only once the step is solved: its weight a is 0

  const StepFrame& frame() const { return frame_; }
  const PosedTerms& terms() const { return terms_; }
  const System& system() const { return system_; }
  bool is_minimisation() const { return is_gradient_ && system_.constraints().empty(); }
  bool is_linear() const;                                     // nothing depends on x but the inertia: an explicit step
  std::shared_ptr<const BlockPattern> block_pattern() const;  // the system's, with what the terms join in this step

  // Puts the terms that learnt from the solution x in the place of what they were; false if all are content.
  bool begin_next_pass(const Vector& x);

  // What moves as it is told, pins and obstacles, goes only this share of its way: see solve_step.
  void follow(double share);

  // The minimisation, over the unknowns z.
  Value gradient(const Vector& z, Vector& g) override;
  void hessian(const Vector& z, Definiteness definiteness, SymmetricMatrix& H) override;
  const std::shared_ptr<const SymmetricPattern>& pattern() const override { return storage_->restriction.pattern(); }
  void make_room(const Vector& z) override;
  const Vector& metric() const override { return system_.metric().diagonal(); }

  // Phi/a is an energy, so half the decrement over it is the energy error. An equilibrium has no motion to measure it by: there the
  // energy that the solver releases raises the scale.
  Index parts() const override { return static_cast<Index>(frame_.scales.size()); }
  std::span<const Index> part_of_unknown() const override { return system_.part_of_unknown(); }
  std::span<const Index> joined_parts() const override { return joined_; }
  double error_of_decrement(double decrement, Index part) override;
  Vector decrements_of_error(double error) const override;
  // A step read out along the chord changes the energy by exactly (2/h^2) (x - x_n).r. [Rojas 2018; tests/dynamics]
  std::optional<double> error_of_residual(const Vector& z, const Vector& g) const override;
  // Forces see rounded positions: each is off by the stiffness of what meets at its vertex times their rounding. Inertia sees
  // displacements.
  Vector gradient_rounding(const Vector& z) const override;

  double longest_step(const Vector& u, const Vector& d) const override;  // of z or (z, lambda): the shortest of all terms

  // The equations, over u = (z, lambda). Residuals are measured in the metric of the masses, a constraint's by how far the masses
  // are from fulfilling it.
  void value(const Vector& u, Vector& r) override;
  bool newton_direction(const Vector& u, const Vector& r, Vector& d) override;
  Vector rounding(const Vector&) const override { return rounding_; }
  // How far from solved, at most `tolerance` where it is: the residual against the motion of a body with the energy `scale` (of an
  // equilibrium: against the forces from outside), and the energy that it stands for where the method has an exact expression.
  // Constraints are met to rounding, whatever the tolerance.
  struct Error {
    double all = 0;
    double beyond_rounding = 0;  // what is left where all that rounding can explain is taken for rounding
  };
  Error error(const Vector& u, const Vector& r, double tolerance);

  Vector displacements(const Vector& x) const;  // z of the end positions x
  Vector unknowns(const Vector& x);  // (z, lambda) at x, with lambda = 0; of an equilibrium: the lambda that balances best
  Vector positions(const Vector& u) const override;  // x of (z, lambda), or of z alone
  Vector moved(const Vector& u) const;               // x - x_n over all components, without rounding where free
  Vector constraint_force(const Vector& u) const;    // C^T lambda, over all components
  // Of the forces -lambda^T dg/dx along the step [J]; 0 but for moving constraints.
  double work_of_constraints(const Vector& u) const;

  // sum_k w_k f_k(x) over all components, w being one of the weights.
  Vector force(const Vector& x, double PosedTerm::*weight) const;

 private:
  Index size() const { return system_.coordinates().size(); }  // of z
  Index rows() const { return system_.constraints().rows(); }
  Entries direction(const Vector& x, ConstraintAt at) const;  // C
  void prepare_equations();
  void assemble(const Vector& u, const Vector& x, EquationStorage& storage, Border& border);  // scaled
  void add_outer_products(const Slope& slope, Border& border) const;
  Vector sizes_of_forces(const Vector& x) const;                      // of what they were summed from
  Vector sizes_of_forces(const Slope& slope, const Vector& x) const;  // with forces that are no gradients
  Vector rounding_of(const Vector& forces, const Vector& z) const;    // given the sizes of what the forces were summed from
  Vector rounding_of_constraints(const Vector& x) const;
  Vector sums_of_parts(const Vector& per_unknown) const;
  void join_parts();
  Index part_of(Index unknown) const { return parts() > 1 ? system_.part_of_unknown()[static_cast<std::size_t>(unknown)] : 0; }
  void raise_to_blows(const Vector& z);  // step_scales_
  Value sum_forces(const Vector& z);     // x_ and full_ of it; sum_k a_k R_k(x)

  const System& system_;
  StepFrame frame_;
  PosedTerms terms_;
  std::unique_ptr<HessianStorage>& storage_;
  bool is_gradient_;
  Vector own_scales_;          // of each part for itself
  std::vector<Index> joined_;  // parts, see `joined_parts`
  std::shared_ptr<const BlockPattern> joined_by_;
  Vector step_scales_;         // with the work of loads up to the point evaluated last
  Vector load_;                // mean over the step on the unknowns, if there are loads
  Vector start_;               // x_n of the unknowns
  double share_ = 1;           // of their way that pins and obstacles go
  Vector x_, full_;            // positions evaluated last and sum_k a_k f_k there
  bool is_evaluated_ = false;  // whether full_ is complete

  // of the equations
  bool is_prepared_ = false;
  double extent_ = 0;                // of the system [m]
  std::vector<Index> unknown_;       // of each component; -1 where held
  Vector row_scale_, column_scale_;  // of (z, lambda)
  Vector row_length_;                // |dg_k/dx| at the start, of the free components
  Vector part_weight_;               // of a part's rows and columns: small parts count like large ones
  Vector rounding_;                  // of the residual, by the matrix that was assembled last
  Vector force_;                     // that an equilibrium's residual is compared with, of each part
  double last_error_ = 1;
};

}  // namespace lilyan
