// The stress of the strain form of the discrete gradient, and its derivative; element_step_force.hpp has the formula.
#include <lilyan/energy/elements/step_stress.hpp>

#include <lilyan/materials/green_stress.hpp>
#include <lilyan/materials/material_point.hpp>

#include <cassert>

namespace lilyan {

namespace {

// At one point of each element.
template <LawOfGreenStrain L>
class MeanStressPoint {
 public:
  static constexpr bool kCorrected = !kLinearInGreenStrain<L>;

  MeanStressPoint(const Tensor<Lanes>& F_n, const Tensor<Lanes>& F, const LaneModuli<L>& moduli)
      : MeanStressPoint(F_n, F, strain_tensor<L::kMeasure>(F_n), strain_tensor<L::kMeasure>(F), moduli) {}

  Tensor<Lanes> stress() const { return F_m_ * S_; }

  Lanes magnitude() const {
    if constexpr (!kCorrected) return Lanes{};
    return square_root(inverse_square_ * contraction(F_m_, F_m_)) * energies_;
  }

  // With delta = sym(F^T dF) the change of E,
  //
  //   dP = 1/2 dF S + F_m dS,   dS = 1/2 S'(E_m) delta + c delta + dc dE
  //   dc = [P(F):dF - 1/2 S'(E_m) delta : dE - S(E_m):delta - 2 c dE:delta]/|dE|^2
  //
  // dF = e_k e_l^T has delta = sum_m F_km sym(e_m e_l^T), so that dS is computed for the six sym(e_m e_l^T).
  void differentiate(StressDerivative& dP) const {
    Tensor<Lanes> dS[3][3];  // but for P(F):dF
    for (int m = 0; m < 3; ++m)
      for (int l = 0; l <= m; ++l) dS[m][l] = dS[l][m] = derivative_along(m, l);
    for (int k = 0; k < 3; ++k)
      for (int l = 0; l < 3; ++l) {
        Tensor<Lanes> sum;
        for (int i = 0; i < 3; ++i)
          for (int j = 0; j <= i; ++j) {
            sum[i][j] = F_[k][0] * dS[0][l][i][j] + F_[k][1] * dS[1][l][i][j] + F_[k][2] * dS[2][l][i][j];
            if constexpr (kCorrected) sum[i][j] += inverse_square_ * P_[k][l] * dE_[i][j];
            sum[j][i] = sum[i][j];
          }
        const Tensor<Lanes> turned = F_m_ * sum;
        for (int i = 0; i < 3; ++i)
          for (int j = 0; j < 3; ++j) dP.block[j][l][i][k] = i == k ? turned[i][j] + 0.5 * S_[l][j] : turned[i][j];
      }
  }

 private:
  MeanStressPoint(const Tensor<Lanes>& F_n, const Tensor<Lanes>& F, const Tensor<Lanes>& E_n, const Tensor<Lanes>& E,
                  const LaneModuli<L>& moduli)
      : F_(F),
        F_m_(combination(0.5, F_n, 0.5, F)),
        dE_(combination(1, E, -1, E_n)),
        middle_(combination(0.5, E_n, 0.5, E), (determinant(F_n) < 0.0) ? splat<Lanes>(-1) : splat<Lanes>(1), moduli),
        S_(middle_.stress()) {
    if constexpr (kCorrected) {
      const Lanes square = contraction(dE_, dE_);
      const auto is_small = square < kSmallChange * kSmallChange;
      const MaterialPoint<L, Lanes> start(F_n, moduli), end(F, moduli);
      P_ = end.first_piola_stress();
      inverse_square_ = is_small ? Lanes{} : 1.0 / square;
      energies_ = energy_magnitude(end.energy_density(), P_, F) + absolute(start.energy_density());
      const Lanes missed = end.energy_density() - start.energy_density() - contraction(S_, dE_);
      c_ = is_small ? Lanes{} : missed / square;
      for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) S_[i][k] += c_ * dE_[i][k];
    }
  }

  Tensor<Lanes> derivative_along(int m, int l) const {
    Tensor<Lanes> delta{};
    delta[m][l] += 0.5, delta[l][m] += 0.5;
    Tensor<Lanes> dS = middle_.derivative(delta);
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k) dS[i][k] *= 0.5;
    if constexpr (kCorrected) {
      const Lanes dc = -inverse_square_ * (contraction(dS, dE_) + middle_.stress()[m][l] + 2.0 * c_ * dE_[m][l]);
      for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) dS[i][k] += c_ * delta[i][k] + dc * dE_[i][k];
    }
    return dS;
  }

  Tensor<Lanes> F_, F_m_, dE_;
  GreenStress<L, Lanes> middle_;
  Tensor<Lanes> S_;
  Tensor<Lanes> P_;           // at the end
  Lanes c_, inverse_square_;  // 0 where there is no correction
  Lanes energies_;            // size of what c is a quotient of
};

template <LawOfGreenStrain L>
class MeanStress final : public StepStress {
 public:
  explicit MeanStress(const LawLanes<L>& lanes) : moduli_(lanes.moduli) {}

  Tensor<Lanes> stress(Index batch, const Tensor<Lanes>& F_n, const Tensor<Lanes>& F) const override {
    return MeanStressPoint<L>(F_n, F, moduli_[batch]).stress();
  }
  void differentiate(Index batch, const Tensor<Lanes>& F_n, const Tensor<Lanes>& F, StressDerivative& dP) const override {
    MeanStressPoint<L>(F_n, F, moduli_[batch]).differentiate(dP);
  }

  Lanes magnitude(Index batch, const Tensor<Lanes>& F_n, const Tensor<Lanes>& F) const override {
    return MeanStressPoint<L>(F_n, F, moduli_[batch]).magnitude();
  }

 private:
  std::span<const LaneModuli<L>> moduli_;
};

}  // namespace

std::unique_ptr<StepStress> mean_stress(const AnyLawLanes& lanes) {
  return std::visit(
      []<class L>(const LawLanes<L>& law) -> std::unique_ptr<StepStress> {
        if constexpr (LawOfGreenStrain<L>) return std::make_unique<MeanStress<L>>(law);
        assert(false);
        return nullptr;
      },
      lanes);
}

}  // namespace lilyan
