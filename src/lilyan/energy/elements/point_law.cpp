#include <lilyan/energy/elements/step_stress.hpp>

#include <lilyan/materials/material_point.hpp>

#include <cassert>
#include <limits>

namespace lilyan {

namespace {

template <LawOfPoints L>
class PointLawOf final : public PointLaw {
 public:
  explicit PointLawOf(const LawLanes<L>& lanes) : moduli_(lanes.moduli) {}

  Lanes energy_density(Index batch, const Tensor<Lanes>& F) const override {
    return MaterialPoint<L, Lanes>(F, moduli_[batch]).energy_density();
  }

  Tensor<Lanes> stress(Index batch, const Tensor<Lanes>& F) const override {
    const MaterialPoint<L, Lanes> point(F, moduli_[batch]);
    const Lanes psi = point.energy_density();
    const auto is_defined = psi - psi == 0.0;  // finite
    Tensor<Lanes> P = point.first_piola_stress();
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k) P[i][k] = is_defined ? P[i][k] : splat<Lanes>(std::numeric_limits<double>::quiet_NaN());
    return P;
  }

  void differentiate(Index batch, const Tensor<Lanes>& F, const Vec<Lanes> (&directions)[3], StressDerivative& dP) const override {
    const MaterialPoint<L, Lanes> point(F, moduli_[batch]);
    const auto tangent = point.tangent(directions);
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b) dP.block[a][b] = tangent.block(a, b);
  }

 private:
  std::span<const LaneModuli<L>> moduli_;
};

}  // namespace

std::unique_ptr<PointLaw> point_law(const AnyLawLanes& lanes) {
  return std::visit(
      []<class L>(const LawLanes<L>& law) -> std::unique_ptr<PointLaw> {
        if constexpr (LawOfPoints<L>) return std::make_unique<PointLawOf<L>>(law);
        assert(false);
        return nullptr;
      },
      lanes);
}

}  // namespace lilyan
