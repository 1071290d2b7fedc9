// Conjugate gradients with one V-cycle of multigrid, whose hierarchy is kept while few iterations suffice.
//
// The hierarchy is of single precision; one of double precision takes its place for a matrix with which it fails. A Hessian that is
// not positive definite shows itself by a direction of negative curvature; what is set up after that in the same time step is set
// up from a matrix that was made definite. [tests/algebra/multigrid]
#pragma once

#include <lilyan/algebra/linear_solver.hpp>
#include <lilyan/algebra/multigrid/part_gradients.hpp>

#include <optional>

namespace lilyan {

class ReusedMultigrid final : public LinearSolver {
 public:
  // The pattern says which axes its unknowns are. Throws InputError (id "algebra.memory") where all that it takes would not fit
  // into `memory_limit` bytes, or, without one, into the memory that is available now.
  explicit ReusedMultigrid(std::shared_ptr<const SymmetricPattern> pattern, std::optional<double> memory_limit = {});

  SolveStatus try_iterating(const SymmetricMatrix& A, Definiteness definiteness, const Vector& b, const CgTolerance& tolerance,
                            Vector& x) override;
  SolveStatus set_up_and_solve(const SymmetricMatrix& A, Definiteness definiteness, const Vector& positions, const Vector& b,
                               const CgTolerance& tolerance, Vector& x) override;

  Remembered remembered() const override { return remembered_; }
  void recall(const Remembered& remembered) override;  // begins a time step

  const std::string& name() const override;
  double bytes() const override;

 private:
  bool set_up(const SymmetricMatrix& A, const Vector& positions, Precision precision);
  void forget();
  SolveStatus iterate(const SymmetricMatrix& A, const Vector& b, const CgTolerance& tolerance, Vector& x);

  std::shared_ptr<const SymmetricPattern> pattern_;
  VertexRows rows_;
  PartGradients gradients_;
  std::unique_ptr<Hierarchy> hierarchy_;
  Remembered remembered_;
  bool met_negative_curvature_ = false;  // since the last recall
};

}  // namespace lilyan
