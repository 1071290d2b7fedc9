// The mass of a system [kg]: what each vertex carries, and what pairs of vertices have in common.
//
//   M = (m_ij) x I_3,    sum_j m_ij = m_i,    m_ii = m_i - sum_{j != i} m_ij
//
// m_i is what gravity, the total mass and the centre of mass see. Nothing in common: a lumped mass, M is diagonal.
#pragma once

#include <lilyan/core/vector.hpp>

#include <utility>
#include <vector>

namespace lilyan {

// m_ij = m_ji of two different vertices; several of the same pair add up.
struct SharedMass {
  Index i, j;
  double m;
};

struct Mass {
  Mass(Vector of_vertices, std::vector<SharedMass> in_common = {})  // NOLINT(google-explicit-constructor): lumped
      : vertex(std::move(of_vertices)), shared(std::move(in_common)) {}
  template <class Derived>
  Mass(const Eigen::MatrixBase<Derived>& of_vertices) : vertex(of_vertices) {}  // NOLINT(google-explicit-constructor)

  Vector vertex;  // m_i
  std::vector<SharedMass> shared;

  // Of a body whose vertices are counted from `first_vertex` on.
  void append_shared(const std::vector<SharedMass>& of_body, Index first_vertex) {
    for (const SharedMass& pair : of_body) shared.push_back({pair.i + first_vertex, pair.j + first_vertex, pair.m});
  }
};

}  // namespace lilyan
