// The elastic energy of tets that share one kind of law: eight tets at a time, each kind of law compiled once.
//
//   F = sum_{a=1..3} (x_a - x_0) g_a^T        deformation gradient, g_a = grad N_a [1/m]
//   W = sum V Psi(F),   grad_a W = V P g_a,   Hess_ab W = V K_ab,   vertex 0 by the sum rule (translations cost nothing)
//
// The shape functions' gradients point towards their vertex. [Kharevych 2010, sec. 2.2, corrected]
#pragma once

#include <lilyan/algebra/element_schedule.hpp>
#include <lilyan/energy/elasticity.hpp>

namespace lilyan {

// The rest shape of eight tets. Lanes past the last tet repeat it with volume 0.
template <int n_moduli>
struct TetBatch {
  Index vertex[4][kLanes];  // ascending within a tet
  Lanes g[3][3];            // gradients of the shape functions of vertices 1, 2, 3
  Lanes V;                  // volume [m^3]
  std::array<Lanes, n_moduli> moduli;
};

template <class L>
class TetElasticity final : public Elasticity {
 public:
  // laws[k] is the law of tets[members[k]].
  TetElasticity(const Vector& X, const std::vector<Tet>& tets, const std::vector<Index>& members, const std::vector<L>& laws);

  std::optional<int> degree() const override { return L::kDegree; }
  double value(const Vector& x, double t) const override;
  double add_gradient(const Vector& x, double t, double w, Vector& g) const override;
  void add_hessian(const Vector& x, double t, double w, Definiteness definiteness, BlockMatrix& H) const override;
  void connect(BlockPatternBuilder& pattern) override;
  void states(const Vector& x, std::span<TetState> states) const override;
  std::unique_ptr<Elasticity> about(const Vector& X) const override;

 private:
  static constexpr int kModuli = static_cast<int>(std::tuple_size_v<std::decay_t<decltype(std::declval<L>().moduli())>>);
  using Batch = TetBatch<kModuli>;

  template <class AnyTangent>
  static void add_blocks(const AnyTangent& tangent, Lanes wV, const Index* places, int used, BlockMatrix& H);

  Index tets_ = 0;
  std::vector<Batch> batches_;
  std::vector<Index> original_;                      // number of each tet at construction
  std::shared_ptr<const ElementSchedule> schedule_;  // over batches
  int group_ = -1;                                   // in the block pattern
};

extern template class TetElasticity<Linear>;
extern template class TetElasticity<StVenantKirchhoff>;
extern template class TetElasticity<NeoHookean>;
extern template class TetElasticity<StableNeoHookean>;
extern template class TetElasticity<MooneyRivlin>;
extern template class TetElasticity<Anisotropic>;

}  // namespace lilyan
