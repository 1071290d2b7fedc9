// Conjugate gradients for A x = b with a multigrid cycle, for every connected part of A on its own: parts share the passes over the
// matrix, but each has its own step lengths, tolerance and end, so that a small body beside a large one is solved as if it were
// alone.
#pragma once

#include <lilyan/algebra/conjugate_gradients.hpp>
#include <lilyan/algebra/multigrid/hierarchy.hpp>

namespace lilyan {

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

}  // namespace lilyan
