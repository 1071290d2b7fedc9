// Laws and stresses of a step as the forces of elements see them: at eight points at once, one of each element of a batch.
//
// They are behind one virtual call per eight points, so that elements are compiled once for each kind and laws once for each law,
// not once for each pair.
#pragma once

#include <lilyan/materials/laws.hpp>
#include <lilyan/materials/principal.hpp>
#include <lilyan/materials/tensor.hpp>

#include <memory>

namespace lilyan {

// The derivative of a stress by F, seen from three directions d: block[a][b] = sum_jl d_a[j] dP_ij/dF_kl d_b[l], by i and k.
struct StressDerivative {
  Tensor<Lanes> block[3][3];
};

// Directions that pick the columns of P and F.
inline constexpr Vec<Lanes> kAxes[3] = {
    {{Lanes{} + 1, Lanes{}, Lanes{}}}, {{Lanes{}, Lanes{} + 1, Lanes{}}}, {{Lanes{}, Lanes{}, Lanes{} + 1}}};

// The law of the elements at F.
class PointLaw {
 public:
  virtual ~PointLaw() = default;

  virtual Lanes energy_density(Index batch, const Tensor<Lanes>& F) const = 0;  // [J/m^3], infinite where it is not defined
  // First Piola-Kirchhoff stress [Pa]; not a number where the energy is infinite.
  virtual Tensor<Lanes> stress(Index batch, const Tensor<Lanes>& F) const = 0;
  virtual void differentiate(Index batch, const Tensor<Lanes>& F, const Vec<Lanes> (&directions)[3],
                             StressDerivative& dP) const = 0;
};

// A stress that depends on the deformation gradients at both ends of a step.
class StepStress {
 public:
  virtual ~StepStress() = default;

  virtual Tensor<Lanes> stress(Index batch, const Tensor<Lanes>& F_n, const Tensor<Lanes>& F) const = 0;
  virtual void differentiate(Index batch, const Tensor<Lanes>& F_n, const Tensor<Lanes>& F,
                             StressDerivative& dP) const = 0;  // by F, along the axes
  // Size of what the stress is a quotient of, by the denominator [Pa]: it may be off by rounding times this.
  virtual Lanes magnitude(Index /*batch*/, const Tensor<Lanes>& /*F_n*/, const Tensor<Lanes>& /*F*/) const { return Lanes{}; }
};

// A change of strain, or a displacement by the element's size, below which the correction of a discrete gradient is left out: it is
// of third order in the energy, so less than the rounding of Psi there, which the division by the square would blow up.
inline constexpr double kSmallChange = 1e-5;

inline Lanes absolute(Lanes a) { return (a < 0.0) ? -a : a; }

// Size of what the energy density of an element is rounded from [J/m^3]: F, which is of size 1, is rounded too.
inline Lanes energy_magnitude(Lanes psi, const Tensor<Lanes>& P, const Tensor<Lanes>& F) {
  return absolute(psi) + square_root(contraction(P, P) * contraction(F, F));
}

// The moduli must outlive what is made for them.
std::unique_ptr<PointLaw> point_law(const AnyLawLanes& lanes);      // of a LawOfPoints
std::unique_ptr<StepStress> mean_stress(const AnyLawLanes& lanes);  // of a LawOfGreenStrain; see element_step_force.hpp

}  // namespace lilyan
