// The linear systems of Newton's iterations by conjugate gradients with multigrid.
#pragma once

#include <lilyan/algebra/conjugate_gradients.hpp>
#include <lilyan/algebra/linear_solver.hpp>
#include <lilyan/algebra/multigrid/hierarchy.hpp>

#include <optional>

namespace lilyan {

// Conjugate gradients for A x = b with a multigrid cycle, for every connected part of A on its own: parts share the passes over the
// matrix, but each has its own step lengths, tolerance and end, so that a small body beside a large one is solved as if it were
// alone.
class PartGradients {
 public:
  explicit PartGradients(const VertexRows& rows);

  // Stops with `negative_curvature` as soon as a part meets d.A d <= 0 or r.B^-1 r <= 0. `x` is over the unknowns.
  CgOutcome solve(const SymmetricMatrix& A, Hierarchy& cycle, const Vector& b, const CgTolerance& tolerance, int max_iterations,
                  Vector& x);

 private:
  struct Segment {  // rows of one part that stand together, short enough for a sum of its own
    Index begin, end, part;
  };
  template <class Body>
  void for_each_segment(const Body& body) const;
  void sum(const Vector& a, const Vector& b, std::vector<double>& of_part);
  void precondition(Hierarchy& cycle);  // z = B^-1 r
  void multiply(const Vector& x, Vector& y) const;
  std::vector<double> goals(const CgTolerance& tolerance, const std::vector<double>& rz) const;

  const VertexRows& rows_;
  std::vector<Segment> segments_;
  std::vector<double> partial_;
  BlockRows<3, 3, double> A_;
  Vector x_, r_, z_, d_, Ad_, scaled_;
};

// Conjugate gradients with one V-cycle of multigrid, whose hierarchy is kept while few iterations suffice.
//
// The hierarchy is of single precision; one of double precision takes its place for a matrix with which it fails. A Hessian that is
// not positive definite shows itself by a direction of negative curvature; what is set up after that in the same time step is set
// up from a matrix that was made definite. [tests/algebra/multigrid]
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
  bool recall(const Remembered& remembered) override;  // begins a time step

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
