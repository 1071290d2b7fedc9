// The strains of the columns of a basis at points of quadrature, eight points at a time, scaled so that energies are squares.
//
//   s(E) = sqrt(V) (sqrt(mu) dev E + sqrt(mu + 3/2 lambda) tr(E)/3 I)     |s|^2 = V (mu |E|^2 + lambda/2 tr(E)^2)
//
// An s has six numbers, those off the diagonal times sqrt(2).
#pragma once

#include <lilyan/core/lanes.hpp>
#include <lilyan/core/vector.hpp>

#include <array>
#include <span>
#include <vector>

namespace lilyan {

// A point of quadrature: where it takes displacements from, and what a strain costs there.
struct StrainPoint {
  std::span<const Index> vertices;
  std::array<Vec3, 8> gradients;  // grad N_a [1/m], one per vertex
  double deviatoric, volumetric;  // sqrt(V mu), sqrt(V (mu + 3/2 lambda)) [sqrt(J)]
};

inline constexpr Index kRowsPerBatch = 6 * kLanes;

enum class Strains { linear, all };  // e_i alone; or e_i, and after them e_ij with i <= j, in the order of QuarticEnergy::pair

// S: kRowsPerBatch rows for every eight points, a column per strain. Its size is that of the points; `S^T S` is their Gram matrix.
void scaled_strains(std::span<const StrainPoint> points, const Eigen::MatrixXd& U, Strains strains, Eigen::MatrixXd& S);

}  // namespace lilyan
