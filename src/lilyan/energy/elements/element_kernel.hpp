// The definitions of ElementElasticity, for the files that compile it for an element. Long because the members of one class
// template are compiled together, once for each element and law.
#pragma once

#include <lilyan/energy/elements/element_elasticity.hpp>

#include <lilyan/energy/elements/element_backward_damping.hpp>
#include <lilyan/energy/elements/element_discrete_gradient.hpp>
#include <lilyan/materials/material_point.hpp>

#include <Eigen/LU>

#include <algorithm>
#include <bit>
#include <cmath>

namespace lilyan {

namespace element_kernel {

// x_a - x_0 of the vertices a >= 1.
template <class E>
struct Edges {
  Lanes d[E::kVertices - 1][3];

  template <class Batch>
  Edges(const Batch& batch, const Vector& x) {
    for (int lane = 0; lane < kLanes; ++lane) {
      const double* x0 = x.data() + 3 * static_cast<std::ptrdiff_t>(batch.vertex[0][lane]);
      for (int a = 0; a < E::kVertices - 1; ++a) {
        const double* xa = x.data() + 3 * static_cast<std::ptrdiff_t>(batch.vertex[a + 1][lane]);
        for (int i = 0; i < 3; ++i) d[a][i][lane] = xa[i] - x0[i];
      }
    }
  }

  Tensor<Lanes> deformation_gradient(const Vec<Lanes> (&g)[E::kVertices - 1]) const {
    Tensor<Lanes> F;
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k) {
        F[i][k] = d[0][i] * g[0][k];
        for (int a = 1; a < E::kVertices - 1; ++a) F[i][k] += d[a][i] * g[a][k];
      }
    if constexpr (E::kPlane) F[2][2] += 1.0;
    return F;
  }
};

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

// One lane of a struct that consists of lanes.
template <class Rest>
void copy_lane(const Rest& from, Rest& to, int lane) {
  using AllLanes = std::array<Lanes, sizeof(Rest) / sizeof(Lanes)>;
  const AllLanes source = std::bit_cast<AllLanes>(from);
  AllLanes result = std::bit_cast<AllLanes>(to);
  for (std::size_t k = 0; k < result.size(); ++k) result[k][lane] = source[k][lane];
  to = std::bit_cast<Rest>(result);
}

// Interleaves the bits of a point's cell in a 1024^3 grid: elements near in space become near in number.
inline std::uint64_t morton_code(const Vec3& cell) {
  std::uint64_t code = 0;
  for (int bit = 0; bit < 10; ++bit)
    for (int i = 0; i < 3; ++i) code |= ((static_cast<std::uint64_t>(cell[i]) >> bit) & 1) << (3 * bit + i);
  return code;
}

template <class Cell>
std::vector<Index> spatial_order(const Vector& X, const std::vector<Cell>& cells, const std::vector<Index>& members) {
  Vec3 lowest = Vec3::Constant(HUGE_VAL), highest = -lowest;
  std::vector<Vec3> centres;
  for (Index e : members) {
    Vec3 sum = Vec3::Zero();
    for (Index v : cells[e]) sum += vertex(X, v);
    centres.push_back(sum / static_cast<double>(std::tuple_size_v<Cell>));
    lowest = lowest.cwiseMin(centres.back());
    highest = highest.cwiseMax(centres.back());
  }
  const double cells_per_metre = 1023.0 / std::max((highest - lowest).maxCoeff(), 1e-300);
  std::vector<std::uint64_t> codes;
  for (const Vec3& centre : centres) codes.push_back(morton_code(cells_per_metre * (centre - lowest)));
  std::vector<Index> order(members.size());
  for (std::size_t k = 0; k < order.size(); ++k) order[k] = static_cast<Index>(k);
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return codes[a] < codes[b]; });
  return order;
}

}  // namespace element_kernel

template <class E, class L>
ElementElasticity<E, L>::ElementElasticity(const Vector& X, const std::vector<typename E::Cell>& cells,
                                           const std::vector<double>& thickness, const std::vector<Index>& members,
                                           const std::vector<L>& laws, Index first)
    : elements_(static_cast<Index>(members.size())) {
  const std::vector<Index> order = element_kernel::spatial_order(X, cells, members);
  batches_.resize((static_cast<std::size_t>(elements_) + kLanes - 1) / kLanes);
  std::vector<Index> batch_vertices;
  for (std::size_t slot = 0; slot < batches_.size() * kLanes; ++slot) {
    const Index k = order[std::min<std::size_t>(slot, order.size() - 1)];
    const bool padding = slot >= order.size();
    if (!padding) original_.push_back(first + members[k]);
    Batch& batch = batches_[slot / kLanes];
    const int lane = static_cast<int>(slot % kLanes);

    typename E::Cell cell = cells[members[k]];
    E::arrange(cell, thickness.empty() ? 1.0 : thickness[members[k]], batch.rest, lane);
    for (int a = 0; a < E::kVertices; ++a) batch.vertex[a][lane] = cell[a], batch_vertices.push_back(cell[a]);
    const auto volumes = E::shape(X, cell, batch.rest, lane);
    for (int q = 0; q < E::kPoints; ++q) batch.V[q][lane] = padding ? 0.0 : volumes[q];
    const auto moduli = laws[k].moduli();
    for (int m = 0; m < kModuli; ++m) batch.moduli[m][lane] = moduli[m];
  }
  schedule_ = std::make_shared<const ElementSchedule>(batch_vertices, E::kVertices * kLanes, E::kBatchesPerChunk);
}

template <class E, class L>
double ElementElasticity<E, L>::value(const Vector& x, double) const {
  return schedule_->sum([&](const ElementSchedule::Chunk& chunk) {
    double W = 0;
    for (Index b = chunk.begin; b < chunk.end; ++b) {
      const Batch& batch = batches_[b];
      const element_kernel::Edges<E> edges(batch, x);
      for (int q = 0; q < E::kPoints; ++q) {
        Vec<Lanes> g[E::kVertices - 1];
        E::gradients(batch.rest, q, g);
        const MaterialPoint<L, Lanes> point(edges.deformation_gradient(g), batch.moduli);
        W += element_kernel::energy(batch.V[q], point.energy_density());
      }
    }
    return W;
  });
}

template <class E, class L>
void ElementElasticity<E, L>::add_energies(const Vector& x, double, Vector& per_vertex) const {
  for (Index b = 0; b < static_cast<Index>(batches_.size()); ++b) {
    const Batch& batch = batches_[b];
    const int used = static_cast<int>(std::min<Index>(kLanes, elements_ - b * kLanes));
    const element_kernel::Edges<E> edges(batch, x);
    for (int q = 0; q < E::kPoints; ++q) {
      Vec<Lanes> g[E::kVertices - 1];
      E::gradients(batch.rest, q, g);
      const Lanes psi = MaterialPoint<L, Lanes>(edges.deformation_gradient(g), batch.moduli).energy_density();
      for (int lane = 0; lane < used; ++lane)
        if (batch.V[q][lane] != 0) per_vertex[batch.vertex[0][lane]] += batch.V[q][lane] * psi[lane];
    }
  }
}

template <class E, class L>
double ElementElasticity<E, L>::add_gradient(const Vector& x, double, double w, Vector& gradient) const {
  return schedule_->scatter_and_sum([&](const ElementSchedule::Chunk& chunk) {
    double W = 0;
    for (Index b = chunk.begin; b < chunk.end; ++b) {
      const Batch& batch = batches_[b];
      const element_kernel::Edges<E> edges(batch, x);
      Lanes force[E::kVertices][3];
      for (int q = 0; q < E::kPoints; ++q) {
        Vec<Lanes> g[E::kVertices - 1];
        E::gradients(batch.rest, q, g);
        const MaterialPoint<L, Lanes> point(edges.deformation_gradient(g), batch.moduli);
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
  static constexpr int kBlocks = E::kVertices * (E::kVertices + 1) / 2;
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
  const Index* places = H.pattern().places(group_).data();
  schedule_->for_each([&](const ElementSchedule::Chunk& chunk) {
    for (Index b = chunk.begin; b < chunk.end; ++b) {
      const Index first = b * kLanes;
      const int used = static_cast<int>(std::min<Index>(kLanes, elements_ - first));
      const Batch& batch = batches_[b];
      const element_kernel::Edges<E> edges(batch, x);
      Blocks blocks;
      for (int q = 0; q < E::kPoints; ++q) {
        Vec<Lanes> g[E::kVertices - 1];
        E::gradients(batch.rest, q, g);
        const MaterialPoint<L, Lanes> point(edges.deformation_gradient(g), batch.moduli);
        if constexpr (!MaterialPoint<L, Lanes>::kConvex) {
          if (definiteness == Definiteness::projected) {
            blocks.add(point.projected_tangent(g), w * batch.V[q], q == 0);
            continue;
          }
        }
        blocks.add(point.tangent(g), w * batch.V[q], q == 0);
      }
      blocks.close();
      blocks.scatter(places + static_cast<std::ptrdiff_t>(first) * Blocks::kBlocks, used, H);
    }
  });
}

template <class E, class L>
void ElementElasticity<E, L>::connect(BlockPatternBuilder& pattern) {
  std::vector<Index> elements;
  elements.reserve(E::kVertices * static_cast<std::size_t>(elements_));
  for (Index e = 0; e < elements_; ++e)
    for (int a = 0; a < E::kVertices; ++a) elements.push_back(batches_[e / kLanes].vertex[a][e % kLanes]);
  group_ = pattern.add(std::move(elements), E::kVertices);
}

template <class E, class L>
void ElementElasticity<E, L>::states(const Vector& x, std::span<CellState> states) const {
  for (Index b = 0; b < static_cast<Index>(batches_.size()); ++b) {
    const Batch& batch = batches_[b];
    const int used = static_cast<int>(std::min<Index>(kLanes, elements_ - b * kLanes));
    const element_kernel::Edges<E> edges(batch, x);
    Lanes volume{};
    for (int q = 0; q < E::kPoints; ++q) volume += batch.V[q];
    for (int q = 0; q < E::kPoints; ++q) {
      Vec<Lanes> g[E::kVertices - 1];
      E::gradients(batch.rest, q, g);
      const Tensor<Lanes> F = edges.deformation_gradient(g);
      const MaterialPoint<L, Lanes> point(F, batch.moduli);
      const Tensor<Lanes> stress = point.first_piola_stress();
      const Lanes psi = point.energy_density();
      for (int lane = 0; lane < used; ++lane) {
        const Mat3 P = element_kernel::lane_of(stress, lane), Fe = element_kernel::lane_of(F, lane);
        const double J = Fe.determinant();
        // Small strain does not tell Cauchy's stress from Piola's.
        const Mat3 cauchy = L::kMeasure == StrainMeasure::green ? Mat3(P * Fe.transpose() / J) : P;
        const Mat3 deviator = cauchy - cauchy.trace() / 3 * Mat3::Identity();
        const double von_mises = std::sqrt(1.5) * deviator.norm();
        CellState& state = states[original_[b * kLanes + lane]];
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
  constexpr double kFlat = 1e-9;  // of the volume that the point had
  auto other = std::make_unique<ElementElasticity>(*this);
  for (Batch& batch : other->batches_) {
    const typename E::Rest before = batch.rest;
    for (int lane = 0; lane < kLanes; ++lane) {
      typename E::Cell cell;
      for (int a = 0; a < E::kVertices; ++a) cell[a] = batch.vertex[a][lane];
      const auto volumes = E::shape(X, cell, batch.rest, lane);
      bool is_flat = false;
      for (int q = 0; q < E::kPoints; ++q) is_flat = is_flat || !(volumes[q] > kFlat * batch.V[q][lane]);
      if (is_flat) element_kernel::copy_lane(before, batch.rest, lane);  // finite numbers where nothing counts
      for (int q = 0; q < E::kPoints; ++q)
        if (batch.V[q][lane] > 0) batch.V[q][lane] = is_flat ? 0 : volumes[q];  // padding stays padding
    }
  }
  return other;
}

template <class E, class L>
std::vector<RestElement<L>> ElementElasticity<E, L>::rest_elements() const {
  std::vector<RestElement<L>> all;
  for (Index e = 0; e < elements_; ++e) {
    const Batch& batch = batches_[e / kLanes];
    const int lane = e % kLanes;
    if (batch.V[0][lane] == 0) continue;
    RestElement<L>& element = all.emplace_back();
    element.is_plane = E::kPlane;
    for (int a = 0; a < E::kVertices; ++a) element.vertices.push_back(batch.vertex[a][lane]);
    for (int m = 0; m < kModuli; ++m) element.moduli[m] = batch.moduli[m][lane];
    for (int q = 0; q < E::kPoints; ++q) {
      Vec<Lanes> g[E::kVertices - 1];
      E::gradients(batch.rest, q, g);
      auto& point = element.points.emplace_back();
      point.V = batch.V[q][lane];
      point.g.resize(E::kVertices - 1, 3);
      for (int a = 0; a < E::kVertices - 1; ++a)
        for (int i = 0; i < 3; ++i) point.g(a, i) = g[a][i][lane];
    }
  }
  return all;
}

template <class E, class L>
std::unique_ptr<StepTerm> ElementElasticity<E, L>::discrete_gradient(const Chord& chord, DiscreteForm form) const {
  if constexpr (L::kMeasure == StrainMeasure::green)
    return element_discrete_gradient(rest_elements(), chord.x, form);
  else
    return Potential::discrete_gradient(chord, form);
}

template <class E, class L>
std::unique_ptr<StepTerm> ElementElasticity<E, L>::backward_damping(const Vector& x_n, double w,
                                                                    std::shared_ptr<const BlockPattern>) const {
  return element_backward_damping(rest_elements(), x_n, w);
}

}  // namespace lilyan
