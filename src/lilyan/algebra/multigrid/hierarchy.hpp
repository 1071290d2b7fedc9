// A multigrid hierarchy of smoothed aggregation for an elastic stiffness matrix: one V-cycle of it is a preconditioner.
//
// It owns its matrix: what it was set up from may change. The cycle is linear, symmetric and, where the matrix is positive
// definite, positive definite. Single precision halves the memory traffic that a cycle consists of; conjugate gradients around it
// stay double.
#pragma once

#include <lilyan/algebra/multigrid/vertex_rows.hpp>

#include <memory>

namespace lilyan {

enum class Precision { single_, double_ };

class Hierarchy {
 public:
  virtual ~Hierarchy() = default;
  virtual void apply(const Vector& r, Vector& z) = 0;  // three components per row of the finest level, not far from 1 in size
};

// For the matrix A, arranged by `rows`; `positions` of all vertices are those that rigid motions are seen from. nullptr where A is
// found not to be positive definite.
std::unique_ptr<Hierarchy> make_hierarchy(const VertexRows& rows, const SymmetricMatrix& A, const Vector& positions,
                                          Precision precision);

}  // namespace lilyan
