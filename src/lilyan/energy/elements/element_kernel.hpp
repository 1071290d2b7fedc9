// The definitions of ElementElasticity, for the files that compile it for an element and every law.
#pragma once

#include <lilyan/energy/elements/element_elasticity.hpp>

#include <lilyan/energy/elements/element_step_force.hpp>
#include <lilyan/materials/green_stress.hpp>
#include <lilyan/materials/material_point.hpp>

#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <type_traits>

namespace lilyan {

namespace element_kernel {

inline double energy(Lanes V, Lanes psi) {
  double sum = 0;
  for (int lane = 0; lane < kLanes; ++lane)
    if (V[lane] > 0) sum += V[lane] * psi[lane];  // a padding lane must not turn an infinity into 0 * infinity
  return sum;
}

inline Mat3 lane_of(const Tensor<Lanes>& A, int lane) {
  Mat3 B;
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) B(i, k) = A[i][k][lane];
  return B;
}

}  // namespace element_kernel

template <class E, class L>
ElementElasticity<E, L>::ElementElasticity(const Vector& X, const std::vector<typename E::Cell>& cells,
                                           const std::vector<double>& thickness, const std::vector<Index>& members,
                                           const std::vector<L>& laws, Index first)
    : batches_(X, cells, thickness, members), moduli_(static_cast<std::size_t>(batches_.size())) {
  for (Index b = 0; b < batches_.size(); ++b)
    for (int lane = 0; lane < kLanes; ++lane) {
      const auto moduli = laws[batches_.member(b, lane)].moduli();
      for (std::size_t m = 0; m < moduli.size(); ++m) moduli_[b][m][lane] = moduli[m];
    }
  for (Index member : members) cells_.push_back(first + member);
}

template <class E, class L>
double ElementElasticity<E, L>::value(const Vector& x, double) const {
  return batches_.schedule().sum([&](const ElementSchedule::Chunk& chunk) {
    double W = 0;
    for (Index b = chunk.begin; b < chunk.end; ++b) {
      const ElementBatch<E>& batch = batches_[b];
      const Edges<E> edges(batch, x);
      for (int q = 0; q < E::kPoints; ++q) {
        Vec<Lanes> g[E::kVertices - 1];
        E::gradients(batch.rest, q, g);
        const MaterialPoint<L, Lanes> point(edges.deformation_gradient(g), moduli_[b]);
        W += element_kernel::energy(batch.V[q], point.energy_density());
      }
    }
    return W;
  });
}

template <class E, class L>
void ElementElasticity<E, L>::add_energies(const Vector& x, double, Vector& per_vertex) const {
  for (Index b = 0; b < batches_.size(); ++b) {
    const ElementBatch<E>& batch = batches_[b];
    const int used = batches_.used(b);
    const Edges<E> edges(batch, x);
    for (int q = 0; q < E::kPoints; ++q) {
      Vec<Lanes> g[E::kVertices - 1];
      E::gradients(batch.rest, q, g);
      const Lanes psi = MaterialPoint<L, Lanes>(edges.deformation_gradient(g), moduli_[b]).energy_density();
      for (int lane = 0; lane < used; ++lane)
        if (batch.V[q][lane] != 0) per_vertex[batch.vertex[0][lane]] += batch.V[q][lane] * psi[lane];
    }
  }
}

template <class E, class L>
double ElementElasticity<E, L>::add_gradient(const Vector& x, double, double w, Vector& gradient) const {
  return batches_.schedule().scatter_and_sum([&](const ElementSchedule::Chunk& chunk) {
    double W = 0;
    for (Index b = chunk.begin; b < chunk.end; ++b) {
      const ElementBatch<E>& batch = batches_[b];
      const Edges<E> edges(batch, x);
      Lanes force[E::kVertices][3];
      for (int q = 0; q < E::kPoints; ++q) {
        Vec<Lanes> g[E::kVertices - 1];
        E::gradients(batch.rest, q, g);
        const MaterialPoint<L, Lanes> point(edges.deformation_gradient(g), moduli_[b]);
        const Tensor<Lanes> P = point.first_piola_stress();
        W += element_kernel::energy(batch.V[q], point.energy_density());
        const Lanes wV = w * batch.V[q];
        for (int a = 1; a < E::kVertices; ++a)
          for (int i = 0; i < 3; ++i) {
            const Lanes f = wV * (P[i][0] * g[a - 1][0] + P[i][1] * g[a - 1][1] + P[i][2] * g[a - 1][2]);
            force[a][i] = q == 0 ? f : force[a][i] + f;
          }
      }
      for (int i = 0; i < 3; ++i) {
        Lanes sum = force[1][i];
        for (int a = 2; a < E::kVertices; ++a) sum += force[a][i];
        force[0][i] = -sum;
      }
      for (int lane = 0; lane < kLanes; ++lane)
        for (int a = 0; a < E::kVertices; ++a) {
          double* to = gradient.data() + 3 * static_cast<std::ptrdiff_t>(batch.vertex[a][lane]);
          for (int i = 0; i < 3; ++i) to[i] += force[a][i][lane];
        }
    }
    return W;
  });
}

namespace element_kernel {

// The blocks of the Hessians of eight elements: for vertices a >= b, block a(a+1)/2 + b, its entries row by row.
template <class E>
struct Blocks {
  static constexpr int kBlocks = ElementBatches<E>::kBlocks;
  Lanes K[kBlocks][9];

  Lanes* block(int a, int b) { return K[a * (a + 1) / 2 + b]; }

  // Those of the vertices above 0, at one point: w V K_ab, set at the first point and added at the others.
  template <class AnyTangent>
  void add(const AnyTangent& tangent, Lanes wV, bool is_first) {
    for (int a = 1; a < E::kVertices; ++a)
      for (int b = 1; b <= a; ++b) {
        const Tensor<Lanes> k = tangent.block(a - 1, b - 1);
        Lanes* to = block(a, b);
        for (int e = 0; e < 9; ++e) to[e] = is_first ? wV * k[e / 3][e % 3] : to[e] + wV * k[e / 3][e % 3];
      }
  }

  // Those of vertex 0, as minus the sum of the others.
  void close() {
    for (int a = 1; a < E::kVertices; ++a)
      for (int e = 0; e < 9; ++e) {
        const int transposed = 3 * (e % 3) + e / 3;
        Lanes sum = block(a, 1)[e];
        for (int b = 2; b < E::kVertices; ++b) sum += b <= a ? block(a, b)[e] : block(b, a)[transposed];
        block(a, 0)[e] = -sum;
      }
    for (int e = 0; e < 9; ++e) {
      Lanes sum = block(1, 0)[e];
      for (int a = 2; a < E::kVertices; ++a) sum += block(a, 0)[e];
      block(0, 0)[e] = -sum;
    }
  }

  void scatter(const Index* places, int used, BlockMatrix& H) const {
    for (int lane = 0; lane < used; ++lane)
      for (int p = 0; p < kBlocks; ++p) {
        double* to = H.block(places[lane * kBlocks + p]);
        for (int e = 0; e < 9; ++e) to[e] += K[p][e][lane];
      }
  }
};

}  // namespace element_kernel

template <class E, class L>
void ElementElasticity<E, L>::add_hessian(const Vector& x, double, double w, Definiteness definiteness, BlockMatrix& H) const {
  using Blocks = element_kernel::Blocks<E>;
  batches_.schedule().for_each([&](const ElementSchedule::Chunk& chunk) {
    for (Index b = chunk.begin; b < chunk.end; ++b) {
      const ElementBatch<E>& batch = batches_[b];
      const Edges<E> edges(batch, x);
      Blocks blocks;
      for (int q = 0; q < E::kPoints; ++q) {
        Vec<Lanes> g[E::kVertices - 1];
        E::gradients(batch.rest, q, g);
        const MaterialPoint<L, Lanes> point(edges.deformation_gradient(g), moduli_[b]);
        if constexpr (!MaterialPoint<L, Lanes>::kConvex) {
          if (definiteness == Definiteness::projected) {
            blocks.add(point.projected_tangent(g), w * batch.V[q], q == 0);
            continue;
          }
        }
        blocks.add(point.tangent(g), w * batch.V[q], q == 0);
      }
      blocks.close();
      blocks.scatter(batches_.places(H.pattern(), b), batches_.used(b), H);
    }
  });
}

template <class E, class L>
void ElementElasticity<E, L>::states(const Vector& x, std::span<CellState> states) const {
  for (Index b = 0; b < batches_.size(); ++b) {
    const ElementBatch<E>& batch = batches_[b];
    const int used = batches_.used(b);
    const Edges<E> edges(batch, x);
    Lanes volume{};
    for (int q = 0; q < E::kPoints; ++q) volume += batch.V[q];
    for (int q = 0; q < E::kPoints; ++q) {
      Vec<Lanes> g[E::kVertices - 1];
      E::gradients(batch.rest, q, g);
      const Tensor<Lanes> F = edges.deformation_gradient(g);
      const MaterialPoint<L, Lanes> point(F, moduli_[b]);
      const Tensor<Lanes> stress = point.first_piola_stress();
      const Lanes psi = point.energy_density();
      for (int lane = 0; lane < used; ++lane) {
        const Mat3 P = element_kernel::lane_of(stress, lane), Fe = element_kernel::lane_of(F, lane);
        const double J = Fe.determinant();
        // Small strain does not tell Cauchy's stress from Piola's.
        const Mat3 cauchy = L::kMeasure == StrainMeasure::green ? Mat3(P * Fe.transpose() / J) : P;
        const Mat3 deviator = cauchy - cauchy.trace() / 3 * Mat3::Identity();
        const double von_mises = std::sqrt(1.5) * deviator.norm();
        CellState& state = states[cells_[batches_.member(b, lane)]];
        const double share = batch.V[q][lane] / volume[lane];
        state =
            q == 0 ? CellState{J, share * psi[lane], share * von_mises}
                   : CellState{std::min(state.J, J), state.energy_density + share * psi[lane], state.von_mises + share * von_mises};
      }
    }
  }
}

template <class E, class L>
std::unique_ptr<Elasticity> ElementElasticity<E, L>::about(const Vector& X) const {
  auto other = std::make_unique<ElementElasticity>(*this);
  other->batches_.set_rest_shape(X);
  return other;
}

template <class E, class L>
std::unique_ptr<StepTerm> ElementElasticity<E, L>::discrete_gradient(const Chord& chord, DiscreteForm form) const {
  if constexpr (LawOfGreenStrain<L>)
    return element_discrete_gradient(batches_, LawLanes<L>{moduli_}, chord.x, form);
  else
    return Potential::discrete_gradient(chord, form);
}

template <class E, class L>
std::unique_ptr<StepTerm> ElementElasticity<E, L>::backward_damping(const Vector& x_n, double w,
                                                                    std::shared_ptr<const BlockPattern>) const {
  return element_backward_damping(batches_, LawLanes<L>{moduli_}, x_n, w);
}

template <class E>
void append_element_elasticity(const Vector& X, const std::vector<typename E::Cell>& cells, const std::vector<double>& thickness,
                               Index first, const std::vector<Law>& laws, const std::vector<Index>& law_of_cell,
                               std::vector<std::unique_ptr<Elasticity>>& potentials) {
  auto append = [&]<class L>(std::type_identity<L>) {
    if constexpr (LawOfPoints<L>) {
      const CellsOfLaw<L> of(laws, law_of_cell, first, static_cast<Index>(cells.size()));
      if (of.members.empty()) return;
      potentials.push_back(std::make_unique<ElementElasticity<E, L>>(X, cells, thickness, of.members, of.laws, first));
    }
  };
  [&]<class... L>(std::type_identity<std::variant<L...>>) { (append(std::type_identity<L>()), ...); }(std::type_identity<Law>());
}

}  // namespace lilyan
