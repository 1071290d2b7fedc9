#include <lilyan/energy/tet_elasticity.hpp>

#include <lilyan/materials/material_point.hpp>

#include <Eigen/LU>

#include <algorithm>
#include <cmath>

namespace lilyan {

namespace {

// Eight batches: enough work to be worth a task, few enough vertices to leave other chunks free.
constexpr Index kBatchesPerChunk = 8;
constexpr int kBlocks = 10;  // of a tet's Hessian: a >= b

template <int n>
Tensor<Lanes> deformation_gradient(const TetBatch<n>& batch, const Vector& x) {
  Lanes edge[3][3];  // [a][i]: x_a - x_0
  for (int lane = 0; lane < kLanes; ++lane) {
    const double* x0 = x.data() + 3 * static_cast<std::ptrdiff_t>(batch.vertex[0][lane]);
    for (int a = 0; a < 3; ++a) {
      const double* xa = x.data() + 3 * static_cast<std::ptrdiff_t>(batch.vertex[a + 1][lane]);
      for (int i = 0; i < 3; ++i) edge[a][i][lane] = xa[i] - x0[i];
    }
  }
  Tensor<Lanes> F;
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) F[i][k] = edge[0][i] * batch.g[0][k] + edge[1][i] * batch.g[1][k] + edge[2][i] * batch.g[2][k];
  return F;
}

double energy(Lanes V, Lanes psi) {
  double sum = 0;
  for (int lane = 0; lane < kLanes; ++lane)
    if (V[lane] > 0) sum += V[lane] * psi[lane];  // a padding lane must not turn an infinity into 0 * infinity
  return sum;
}

Mat3 lane_of(const Tensor<Lanes>& A, int lane) {
  Mat3 B;
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) B(i, k) = A[i][k][lane];
  return B;
}

// Interleaves the bits of a point's cell in a 1024^3 grid: tets near in space become near in number.
std::uint64_t morton_code(const Vec3& cell) {
  std::uint64_t code = 0;
  for (int bit = 0; bit < 10; ++bit)
    for (int i = 0; i < 3; ++i) code |= ((static_cast<std::uint64_t>(cell[i]) >> bit) & 1) << (3 * bit + i);
  return code;
}

std::vector<Index> spatial_order(const Vector& X, const std::vector<Tet>& tets, const std::vector<Index>& members) {
  Vec3 lowest = Vec3::Constant(HUGE_VAL), highest = -lowest;
  std::vector<Vec3> centres;
  for (Index e : members) {
    Vec3 sum = Vec3::Zero();
    for (Index v : tets[e]) sum += vertex(X, v);
    centres.push_back(0.25 * sum);
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

}  // namespace

template <class L>
TetElasticity<L>::TetElasticity(const Vector& X, const std::vector<Tet>& tets, const std::vector<Index>& members,
                                const std::vector<L>& laws)
    : tets_(static_cast<Index>(members.size())) {
  const std::vector<Index> order = spatial_order(X, tets, members);
  batches_.resize((static_cast<std::size_t>(tets_) + kLanes - 1) / kLanes);
  std::vector<Index> batch_vertices;
  for (std::size_t slot = 0; slot < batches_.size() * kLanes; ++slot) {
    const Index k = order[std::min<std::size_t>(slot, order.size() - 1)];
    const bool padding = slot >= order.size();
    if (!padding) original_.push_back(members[k]);
    Batch& batch = batches_[slot / kLanes];
    const int lane = static_cast<int>(slot % kLanes);

    Tet tet = tets[members[k]];
    std::sort(tet.begin(), tet.end());  // ascending, as the block pattern wants it; F does not depend on the order
    Mat3 edges;
    for (int a = 0; a < 3; ++a) edges.col(a) = vertex(X, tet[a + 1]) - vertex(X, tet[0]);
    const Mat3 gradients = edges.inverse();  // row a: g_{a+1}
    for (int a = 0; a < 4; ++a) batch.vertex[a][lane] = tet[a], batch_vertices.push_back(tet[a]);
    for (int a = 0; a < 3; ++a)
      for (int i = 0; i < 3; ++i) batch.g[a][i][lane] = gradients(a, i);
    batch.V[lane] = padding ? 0.0 : std::abs(edges.determinant()) / 6;
    const auto moduli = laws[k].moduli();
    for (int m = 0; m < kModuli; ++m) batch.moduli[m][lane] = moduli[m];
  }
  schedule_ = std::make_shared<const ElementSchedule>(batch_vertices, 4 * kLanes, kBatchesPerChunk);
}

template <class L>
double TetElasticity<L>::value(const Vector& x, double) const {
  return schedule_->sum([&](const ElementSchedule::Chunk& chunk) {
    double W = 0;
    for (Index b = chunk.begin; b < chunk.end; ++b) {
      const Batch& batch = batches_[b];
      const MaterialPoint<L, Lanes> point(deformation_gradient(batch, x), batch.moduli);
      W += energy(batch.V, point.energy_density());
    }
    return W;
  });
}

template <class L>
double TetElasticity<L>::add_gradient(const Vector& x, double, double w, Vector& g) const {
  return schedule_->scatter_and_sum([&](const ElementSchedule::Chunk& chunk) {
    double W = 0;
    for (Index b = chunk.begin; b < chunk.end; ++b) {
      const Batch& batch = batches_[b];
      const MaterialPoint<L, Lanes> point(deformation_gradient(batch, x), batch.moduli);
      const Tensor<Lanes> P = point.first_piola_stress();
      W += energy(batch.V, point.energy_density());

      Lanes force[4][3];
      const Lanes wV = w * batch.V;
      for (int i = 0; i < 3; ++i) {
        for (int a = 0; a < 3; ++a)
          force[a + 1][i] = wV * (P[i][0] * batch.g[a][0] + P[i][1] * batch.g[a][1] + P[i][2] * batch.g[a][2]);
        force[0][i] = -(force[1][i] + force[2][i] + force[3][i]);
      }
      for (int lane = 0; lane < kLanes; ++lane)
        for (int a = 0; a < 4; ++a) {
          double* to = g.data() + 3 * static_cast<std::ptrdiff_t>(batch.vertex[a][lane]);
          for (int i = 0; i < 3; ++i) to[i] += force[a][i][lane];
        }
    }
    return W;
  });
}

template <class L>
void TetElasticity<L>::add_hessian(const Vector& x, double, double w, Definiteness definiteness, BlockMatrix& H) const {
  const Index* places = H.pattern().places(group_).data();
  schedule_->for_each([&](const ElementSchedule::Chunk& chunk) {
    for (Index b = chunk.begin; b < chunk.end; ++b) {
      const Index first = b * kLanes;
      const int used = static_cast<int>(std::min<Index>(kLanes, tets_ - first));
      const Index* own = places + static_cast<std::ptrdiff_t>(first) * kBlocks;
      const Batch& batch = batches_[b];
      const MaterialPoint<L, Lanes> point(deformation_gradient(batch, x), batch.moduli);
      Vec<Lanes> g[3];
      for (int a = 0; a < 3; ++a) g[a] = {{batch.g[a][0], batch.g[a][1], batch.g[a][2]}};
      if constexpr (!MaterialPoint<L, Lanes>::kConvex) {
        if (definiteness == Definiteness::projected) {
          add_blocks(point.projected_tangent(g), w * batch.V, own, used, H);
          continue;
        }
      }
      add_blocks(point.tangent(g), w * batch.V, own, used, H);
    }
  });
}

// Adds w V K_ab of the tets in a batch. Vertices 1 to 3 come from the tangent, those of vertex 0 as minus the sum of the others.
template <class L>
template <class AnyTangent>
void TetElasticity<L>::add_blocks(const AnyTangent& tangent, Lanes wV, const Index* places, int used, BlockMatrix& H) {
  Lanes K[kBlocks][9];
  auto block = [&](int a, int b) { return K[a * (a + 1) / 2 + b]; };
  for (int a = 1; a < 4; ++a)
    for (int b = 1; b <= a; ++b) {
      const Tensor<Lanes> k = tangent.block(a - 1, b - 1);
      for (int e = 0; e < 9; ++e) block(a, b)[e] = wV * k[e / 3][e % 3];
    }
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) {
      const int e = 3 * i + k, t = 3 * k + i;  // entry and its transpose
      block(1, 0)[e] = -(block(1, 1)[e] + block(2, 1)[t] + block(3, 1)[t]);
      block(2, 0)[e] = -(block(2, 1)[e] + block(2, 2)[e] + block(3, 2)[t]);
      block(3, 0)[e] = -(block(3, 1)[e] + block(3, 2)[e] + block(3, 3)[e]);
    }
  for (int e = 0; e < 9; ++e) block(0, 0)[e] = -(block(1, 0)[e] + block(2, 0)[e] + block(3, 0)[e]);

  for (int lane = 0; lane < used; ++lane)
    for (int p = 0; p < kBlocks; ++p) {
      double* to = H.block(places[lane * kBlocks + p]);
      for (int e = 0; e < 9; ++e) to[e] += K[p][e][lane];
    }
}

template <class L>
void TetElasticity<L>::connect(BlockPatternBuilder& pattern) {
  std::vector<Index> elements;
  elements.reserve(4 * static_cast<std::size_t>(tets_));
  for (Index e = 0; e < tets_; ++e)
    for (int a = 0; a < 4; ++a) elements.push_back(batches_[e / kLanes].vertex[a][e % kLanes]);
  group_ = pattern.add(std::move(elements), 4);
}

template <class L>
void TetElasticity<L>::states(const Vector& x, std::span<TetState> states) const {
  for (Index e = 0; e < tets_; ++e) {
    const Batch& batch = batches_[e / kLanes];
    const int lane = e % kLanes;
    const Tensor<Lanes> F = deformation_gradient(batch, x);
    const MaterialPoint<L, Lanes> point(F, batch.moduli);
    const Mat3 P = lane_of(point.first_piola_stress(), lane), Fe = lane_of(F, lane);
    const double J = Fe.determinant();
    // Small strain does not tell Cauchy's stress from Piola's.
    const Mat3 cauchy = L::kMeasure == StrainMeasure::green ? Mat3(P * Fe.transpose() / J) : P;
    const Mat3 deviator = cauchy - cauchy.trace() / 3 * Mat3::Identity();
    states[original_[e]] = {J, point.energy_density()[lane], std::sqrt(1.5) * deviator.norm()};
  }
}

template <class L>
std::unique_ptr<Elasticity> TetElasticity<L>::about(const Vector& X) const {
  constexpr double kFlat = 1e-9;  // of the volume that the tet had
  auto other = std::make_unique<TetElasticity>(*this);
  for (Batch& batch : other->batches_)
    for (int lane = 0; lane < kLanes; ++lane) {
      Mat3 edges;
      for (int a = 0; a < 3; ++a) edges.col(a) = vertex(X, batch.vertex[a + 1][lane]) - vertex(X, batch.vertex[0][lane]);
      const double V = std::abs(edges.determinant()) / 6;
      if (!(V > kFlat * batch.V[lane])) {
        batch.V[lane] = 0;
        continue;
      }
      const Mat3 gradients = edges.inverse();  // row a: g_{a+1}
      for (int a = 0; a < 3; ++a)
        for (int i = 0; i < 3; ++i) batch.g[a][i][lane] = gradients(a, i);
      if (batch.V[lane] > 0) batch.V[lane] = V;  // padding stays padding
    }
  return other;
}

template class TetElasticity<Linear>;
template class TetElasticity<StVenantKirchhoff>;
template class TetElasticity<NeoHookean>;
template class TetElasticity<StableNeoHookean>;
template class TetElasticity<MooneyRivlin>;
template class TetElasticity<Anisotropic>;

}  // namespace lilyan
