// The distance of two pieces of surface: a point from a triangle, two edges, a point from an edge, two points.
//
// Up to four points y_i, in the order of their names. Whatever is closest, the distance vector is a sum over them,
//
//   r = sum_i c_i y_i,   d^2 = |r|^2,   grad_i d^2 = 2 c_i r
//
// whose weights c depend on those weights w_a that are free: two within a face or two edges, one along an edge, none at a corner.
// Where w is the minimiser, with e_a = sum_i (dc_i/dw_a) y_i and F_ab = 2 e_a.e_b,
//
//   Hess_ij d^2 = 2 c_i c_j I - (U F^-1 U^T)_ij,   U_ia = 2 ((dc_i/dw_a) r + c_i e_a)
#pragma once

#include <lilyan/core/vector.hpp>

#include <array>
#include <cstdint>

namespace lilyan {

enum class PairKind : std::uint8_t { point_triangle, edge_edge, point_edge, point_point };

// How many points a kind has: 4, 4, 3, 2.
constexpr int points_of(PairKind kind) { return kind == PairKind::point_point ? 2 : kind == PairKind::point_edge ? 3 : 4; }

// How many of them are the first piece's, which come first: the others are the second's.
constexpr std::size_t points_of_first(PairKind kind) { return kind == PairKind::edge_edge ? 2 : 1; }

using PairPoints = std::array<Vec3, 4>;  // those that a kind does not have are 0
using PairVector = Eigen::Matrix<double, 12, 1>;
using PairMatrix = Eigen::Matrix<double, 12, 12>;

struct PairDistance {
  Vec3 r = Vec3::Zero();
  std::array<double, 4> c = {0, 0, 0, 0};
  int free = 0;                               // weights
  std::array<std::array<double, 4>, 2> dc{};  // dc/dw of each

  // Which pieces are closest, as a number: where it stays the same the distance is smooth.
  int feature() const;

  double squared() const { return r.squaredNorm(); }
  PairVector gradient() const;                    // of d^2
  PairMatrix hessian(const PairPoints& y) const;  // of d^2

  // V with V V^T = U F^-1 U^T; columns of weights that are not free are 0.
  using Spread = Eigen::Matrix<double, 12, 2>;
  Spread spread(const PairPoints& y) const;
};

PairDistance pair_distance(PairKind kind, const PairPoints& y);

}  // namespace lilyan
