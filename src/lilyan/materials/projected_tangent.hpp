// The stiffness of an isotropic law with its negative eigenvalues set to zero, from its analytic eigensystem.
//
// In the frames of F = U diag(sigma) V^T, sigma_3 carrying the sign of J, the 9x9 stiffness falls into a 3x3 matrix A of
// stretches and, for each pair (i, j) with k the third, a twist and a flip with eigenvalues (e = (sigma^2 - 1)/2)
//
//   twist (antisymmetric)  Psi_a + Psi_b (e_k + (sigma_i sigma_j - 1)/2) + Psi_j sigma_k
//   flip (symmetric)       Psi_a + Psi_b (e_k - (sigma_i sigma_j + 1)/2) - Psi_j sigma_k
//
// which are the difference quotients of the principal stresses with the division carried out, so equal stretches need no care.
#pragma once

#include <lilyan/core/vector.hpp>
#include <lilyan/materials/response.hpp>

namespace lilyan {

class ProjectedTangent {
 public:
  ProjectedTangent(const Mat3& F, const Response<double>& psi);

  // K_ab of tangent.hpp, with the gradients of the shape functions g_a and g_b.
  Mat3 block(const Vec3& g_a, const Vec3& g_b) const;

 private:
  Mat3 U_, V_;
  Mat3 A_;              // stretches, projected
  Mat3 mean_, swapped_;  // of pair (i, j): (flip + twist)/2 and (flip - twist)/2, projected
};

}  // namespace lilyan
