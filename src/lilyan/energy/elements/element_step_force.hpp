// Forces of one step on elements that come from a stress, P(F_n, F), F_n and F being the deformation gradients at its two ends.
//
//   f_a = sum V P g_a,    df_a/dx_b = sum V (dP/dF : . g_b^T) g_a      over the points of quadrature
//
// and vertex 0 by the sum rule, since translations cost nothing. Eight elements at a time, in the order of their schedule: the
// result is the same to the last bit whatever the number of threads.
#pragma once

#include <lilyan/algebra/general_matrix.hpp>
#include <lilyan/energy/discrete_gradient.hpp>
#include <lilyan/energy/elements/element_batches.hpp>
#include <lilyan/energy/elements/step_stress.hpp>
#include <lilyan/energy/step_term.hpp>
#include <lilyan/materials/laws.hpp>

#include <bitset>
#include <memory>

namespace lilyan {

// Which elements of each batch count.
using LaneSet = std::bitset<kLanes>;

// Those that have a volume; padding has none.
template <class E>
std::vector<LaneSet> lanes_with_volume(const ElementBatches<E>& batches) {
  std::vector<LaneSet> counted(static_cast<std::size_t>(batches.size()));
  for (Index b = 0; b < batches.size(); ++b)
    for (int lane = 0; lane < batches.used(b); ++lane) counted[b][lane] = batches[b].V[0][lane] > 0;
  return counted;
}

// The forces on the vertices of eight elements.
template <class E>
struct ElementForces {
  Lanes f[E::kVertices][3] = {};

  // V P g of one point to the vertices above 0.
  void add(const Tensor<Lanes>& P, const Vec<Lanes> (&g)[E::kVertices - 1], Lanes V) {
    for (int a = 1; a < E::kVertices; ++a)
      for (int i = 0; i < 3; ++i) f[a][i] += V * (P[i][0] * g[a - 1][0] + P[i][1] * g[a - 1][1] + P[i][2] * g[a - 1][2]);
  }

  // Vertex 0, as minus the sum of the others.
  void close() {
    for (int i = 0; i < 3; ++i) {
      Lanes sum = f[1][i];
      for (int a = 2; a < E::kVertices; ++a) sum += f[a][i];
      f[0][i] = -sum;
    }
  }

  void scatter(const ElementBatch<E>& batch, LaneSet counted, double w, Vector& r) const {
    for (int lane = 0; lane < kLanes; ++lane) {
      if (!counted[lane]) continue;
      for (int a = 0; a < E::kVertices; ++a) {
        double* to = r.data() + 3 * static_cast<std::ptrdiff_t>(batch.vertex[a][lane]);
        for (int i = 0; i < 3; ++i) to[i] += w * f[a][i][lane];
      }
    }
  }
};

// The derivatives of the forces on the vertices of eight elements: K[a][b] = df_a/dx_b.
template <class E>
struct ElementSlope {
  Tensor<Lanes> K[E::kVertices][E::kVertices] = {};

  // V g_a dP g_b of one point, to the vertices above 0.
  void add(const StressDerivative& dP, const Vec<Lanes> (&g)[E::kVertices - 1], Lanes V) {
    for (int b = 1; b < E::kVertices; ++b) {
      Tensor<Lanes> by_b[3];  // V dP g_b, of each column of P
      for (int j = 0; j < 3; ++j)
        for (int i = 0; i < 3; ++i)
          for (int k = 0; k < 3; ++k)
            by_b[j][i][k] =
                V * (dP.block[j][0][i][k] * g[b - 1][0] + dP.block[j][1][i][k] * g[b - 1][1] + dP.block[j][2][i][k] * g[b - 1][2]);
      for (int a = 1; a < E::kVertices; ++a)
        for (int i = 0; i < 3; ++i)
          for (int k = 0; k < 3; ++k)
            K[a][b][i][k] += g[a - 1][0] * by_b[0][i][k] + g[a - 1][1] * by_b[1][i][k] + g[a - 1][2] * by_b[2][i][k];
    }
  }

  // Row and column of vertex 0, as minus the sums of the others.
  void close() {
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k) {
        for (int a = 1; a < E::kVertices; ++a) {
          Lanes sum = K[a][1][i][k];
          for (int b = 2; b < E::kVertices; ++b) sum += K[a][b][i][k];
          K[a][0][i][k] = -sum;
        }
        for (int b = 0; b < E::kVertices; ++b) {
          Lanes sum = K[1][b][i][k];
          for (int a = 2; a < E::kVertices; ++a) sum += K[a][b][i][k];
          K[0][b][i][k] = -sum;
        }
      }
  }

  // `places`: of the blocks of the batch.
  void scatter(const Index* places, LaneSet counted, double w, GeneralBlockMatrix& J) const {
    for (int lane = 0; lane < kLanes; ++lane) {
      if (!counted[lane]) continue;
      for (int a = 0; a < E::kVertices; ++a)
        for (int b = 0; b <= a; ++b) {
          const Index place = places[lane * ElementBatches<E>::kBlocks + a * (a + 1) / 2 + b];
          double *lower = J.lower(place), *upper = J.transposed_upper(place);
          for (int i = 0; i < 3; ++i)
            for (int k = 0; k < 3; ++k) {
              lower[3 * i + k] += w * K[a][b][i][k][lane];
              upper[3 * i + k] += w * K[b][a][k][i][lane];
            }
        }
    }
  }
};

// Batches and x_n must outlive it.
template <class E>
class ElementStepForce {
 public:
  ElementStepForce(const ElementBatches<E>& batches, std::vector<LaneSet> counted, std::unique_ptr<const StepStress> stress,
                   const Vector& x_n)
      : batches_(batches), counted_(std::move(counted)), stress_(std::move(stress)), x_n_(x_n) {}

  void add_force(const Vector& x, double w, Vector& r) const;
  void add_slope(const Vector& x, double w, GeneralBlockMatrix& J) const;
  void add_magnitude(const Vector& x, double w, Vector& sizes) const;  // see StepTerm

 private:
  const ElementBatches<E>& batches_;
  std::vector<LaneSet> counted_;
  std::unique_ptr<const StepStress> stress_;
  const Vector& x_n_;
};

extern template class ElementStepForce<TetElement>;
extern template class ElementStepForce<HexElement>;
extern template class ElementStepForce<TriangleElement>;

// Discrete gradients of the elastic energy of elements, for laws of Green's strain; see discrete_gradient.hpp.
//
//   strain        P = F_m Sbar,  F_m = (F_n + F)/2,  Sbar = S(E_m) + c dE,  c = [Psi(F) - Psi(F_n) - S(E_m):dE]/|dE|^2
//   per_element   f = V P(F_m) g + c dq,  q the positions about their mean
//
// For St. Venant-Kirchhoff S is linear in E, c is zero and not computed: the method of Simo and Tarnow. [Simo 1992]
//
// Batches, moduli and x_n must outlive it.
template <class E>
std::unique_ptr<StepTerm> element_discrete_gradient(const ElementBatches<E>& batches, const AnyLawLanes& law, const Vector& x_n,
                                                    DiscreteForm form);

// The force of elements that would rather not have changed their shape, seen from the end of a step.
//
//   f(x) = -w grad W(x_n; X = x):   the elements' rest shape is x, and x_n is what it is deformed to
//        = -w V J P(F_rel) F^-T g,  F_rel = F_n F^-1,  J = |det F|
//
// It is of the shape x_n, so it exerts no torque about x_n. To first order in x - x_n it is w K (x - x_n), as is the force of
// the rest shape x_n at x, which is a gradient and this is not. [Kharevych 2010, sec. 2.3 and 3.2.9]
//
// Elements that are flat at x_n are left out. Batches, moduli and x_n must outlive the force.
template <class E>
std::unique_ptr<StepTerm> element_backward_damping(const ElementBatches<E>& batches, const AnyLawLanes& law, const Vector& x_n,
                                                   double w);

}  // namespace lilyan
