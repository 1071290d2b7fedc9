// A box-shaped hex or a plane-strain quad with a stiffness K of its own that turns with the cell: what coarse bodies are made of.
// [Kharevych 2010, ch. 4; the derivatives are our own]
//
//   F = sum_i x_i g_i^T = R S        g_i [1/m]: gradient of the shape function of corner i in the middle of the cell
//   y_i = R^T (x_i - b),   u_i = y_i - (X_i - b_0),   q = K u [N],   W = 1/2 u.q [J]          b, b_0: means of the corners
//   m = sum_i y_i x q_i,   z = T m,   T = (tr(S) I - S)^-1,   p_i = q_i - z x g_i,   dW/dx_i = R p_i
//
// K [N/m] is symmetric and positive semi-definite, and moves of the rest shape X as a rigid body cost nothing. z is due to the
// turning of R with x; with it the forces have no torque, whatever K is.
//
// Second derivative. Let [v] d = sum_i v_i x d_i, and so [v]^T w = (w x v_i)_i. A change R d of x turns the cell by w = D d with
// D = T [g]. L = W - z.sum_i g_i x y_i does not change with R alone, so that the second derivative of W is that of L along d and w:
//
//   R^T Hess W R = K + D^T C D + D^T E + E^T D,    C = [y] K [y]^T - G,   E = [p] - [y] K,   G = tr(B) I - B,   B = sum_i y_i p_i^T
//
// Projection. D [y]^T = I divides a change d into a turn and the rest, d = [y]^T w + e with w = D d and [g] e = 0:
//
//   d.(R^T Hess W R) d = e.K e + 2 w.[p] e + w.G w
//
// This is nowhere negative exactly if Z = G - [p] M [p]^T has no negative eigenvalue, where M is the inverse of K among all e; M
// does not depend on x. The projected Hessian adds D^T Z_- D, Z_- = -(the negative part of Z): a matrix of 3 x 3 in place of one of
// 24 x 24, and nothing at all where the Hessian is positive semi-definite. If T does not exist, or if the forces are beyond what
// the softest shapes of the cell resist, the eigenvalues of the whole Hessian are clamped.
//
// Of a quad all of this holds in the plane, with turns about z: T = 1/tr(S) and G = tr(B) are numbers. Its vertices may have any z.
#pragma once

#include <lilyan/algebra/symmetric_matrix.hpp>
#include <lilyan/mesh/cells.hpp>

#include <span>

namespace lilyan {

// 3: of a hex, 2: of a quad.
template <int kDim>
class CellStiffness {
 public:
  static constexpr int kVertices = 1 << kDim, kSize = kDim * kVertices, kTurns = kDim == 3 ? 3 : 1;
  using Cell = std::array<Index, kVertices>;               // Hex or Quad
  using Matrix = Eigen::Matrix<double, kSize, kSize>;      // row and column kDim a + axis belong to corner a
  using Corners = Eigen::Matrix<double, kDim, kVertices>;  // a column per corner
  using Rotation = Eigen::Matrix<double, kDim, kDim>;
  using Turn = Eigen::Matrix<double, kTurns, kTurns>;
  using Moments = Eigen::Matrix<double, kTurns, kSize>;  // [v]

  // How a cell turns.
  struct Fit {
    Rotation R;
    Turn T;
    double J = 1;  // det F
  };

  // What the cell is at some positions.
  struct State {
    Rotation R;
    Turn T;
    Corners y, q, p;
    double W = 0;  // [J]
    double J = 1;  // det F

    Corners gradient() const { return R * p; }  // dW/dx_i [N]
  };

  // K by the corners of the cell in their order, as Hex and Quad define it.
  CellStiffness(const Vector& X, const Cell& cell, const Matrix& K);

  const Cell& vertices() const { return vertex_; }  // ascending, as the block pattern wants them; all that follows has this order

  // Of up to kLanes cells, all at once; each has what it would have alone.
  static void fit(std::span<const CellStiffness> cells, const Vector& x, std::span<Fit> fits);

  State at(const Vector& x, const Fit& fit) const;  // fitted at x
  State at(const Vector& x) const;
  Matrix hessian(const State& state, Definiteness definiteness) const;

  // The same with a rotation R that does not turn with x: W is quadratic, dW/dx_i = R q_i and Hess W = R K R^T. p is q.
  State at(const Vector& x, const Rotation& R) const;
  Matrix hessian(const Rotation& R) const;

 private:
  Corners corners(const Vector& x) const;  // from their mean

  Cell vertex_;
  Corners X_;  // X_i - b_0 [m]
  Matrix K_;
  Matrix M_;         // [m/N]
  Corners g_;        // [1/m]
  Moments turning_;  // [g]
};

// How far K is from costing nothing for rigid moves of the rest shape: the largest |K r|/|K| over six of them (of a quad three),
// which are orthonormal.
template <int kDim>
double rigid_residual(const Vector& X, const typename CellStiffness<kDim>::Cell& cell,
                      const typename CellStiffness<kDim>::Matrix& K);

extern template class CellStiffness<2>;
extern template class CellStiffness<3>;

}  // namespace lilyan
