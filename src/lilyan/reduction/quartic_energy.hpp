// The elastic energy of a St. Venant-Kirchhoff body over x = X + U q: a polynomial of degree four, known by its derivatives at
// rest.
//
//   W(q) = 1/2 A:qq + 1/6 D3:qqq + 1/24 D4:qqqq        q [m sqrt(kg)] where U is orthonormal with the masses; W [J]
//   K(q) = A + K3 + K4,   K3 = D3 q,   K4 = 1/2 D4:qq  Hess W
//   f(q) = (A + K3/2 + K4/3) q                         grad W;  W = q.(A/2 + K3/6 + K4/12) q
//
// D3 and D4 do not change when their indices are exchanged. Written over pairs (ij), i <= j, D4 is a symmetric matrix, and its
// product with the pairs of q (q_i q_j, and q_i^2/2 on the diagonal) gives stiffness, force and energy together. [Barbic 2005, sec.
// 4]
#pragma once

#include <lilyan/core/vector.hpp>
#include <lilyan/reduction/symmetric_tiles.hpp>

#include <vector>

namespace lilyan {

// The largest r with third and fourth derivatives: their matrix over pairs takes 0.5 GB there.
inline constexpr Index kMostQuarticCoordinates = 128;

class QuarticEnergy {
 public:
  // The energy of no coordinates.
  QuarticEnergy() = default;

  // Linear elasticity, W = 1/2 q.A q. A is symmetric; its lower triangle is read.
  explicit QuarticEnergy(const Eigen::MatrixXd& A);

  // third: D3_ijk with i <= j <= k, fourth: D4_ijkl with i <= j <= k <= l, the last index running fastest. Their numbers must be
  // those that third_derivatives and fourth_derivatives say.
  QuarticEnergy(const Eigen::MatrixXd& A, const Vector& third, const Vector& fourth);

  static std::int64_t pairs(std::int64_t r) { return r * (r + 1) / 2; }
  static std::int64_t third_derivatives(std::int64_t r) { return r * (r + 1) * (r + 2) / 6; }
  static std::int64_t fourth_derivatives(std::int64_t r) { return pairs(r) * (r + 2) * (r + 3) / 12; }
  // The place of the pair i <= j among all pairs.
  static Eigen::Index pair(Eigen::Index i, Eigen::Index j) { return j * (j + 1) / 2 + i; }

  Index size() const { return static_cast<Index>(A_.rows()); }  // r
  bool is_quadratic() const { return D4_.rows() == 0; }         // D3 and D4 are absent

  // Buffers, so that an evaluation allocates nothing after the first.
  struct Scratch {
    std::vector<Four> pairs, K3, K4;
  };

  double value(const Vector& q, Scratch& scratch) const;
  // W; f = grad W, K = Hess W, not made positive.
  double evaluate(const Vector& q, Vector& f, Eigen::MatrixXd& K, Scratch& scratch) const;

  // The same for eight bodies at once, one per lane. A lane of the result has the bits that any other lane would give.
  struct InLanes {
    std::vector<Lanes> q, f;           // r
    std::vector<Lanes> K;              // the lower triangle, column after column
    std::vector<Lanes> pairs, K3, K4;  // buffers
  };
  void evaluate(InLanes& bodies) const;  // f and K from q

  const Eigen::MatrixXd& linear() const { return A_; }  // K(0)
  Vector third() const;                                 // as the constructor takes them; empty if quadratic
  Vector fourth() const;

  // The same bits.
  bool operator==(const QuarticEnergy& other) const;

 private:
  double third_at(Eigen::Index pair, Eigen::Index k) const { return D3_[D3_place(pair, k)][pair % kFour]; }
  std::size_t D3_place(Eigen::Index pair, Eigen::Index k) const;
  double contract(const Vector& q, Scratch& scratch) const;  // K3 and K4, over pairs; the part of W that is not quadratic
  void contract(InLanes& bodies) const;

  Eigen::MatrixXd A_;
  std::vector<Four> D3_;  // pairs x r, four rows at a time, a column after the other
  SymmetricTiles D4_;     // pairs x pairs
};

}  // namespace lilyan
