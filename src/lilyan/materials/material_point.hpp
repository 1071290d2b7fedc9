// A law at one deformation gradient F: its energy density, its stress, and its stiffness seen from the vertices of an element.
//
// Element kernels are written against this and know no law. Isotropic laws answer through the invariants of the strain
// (response.hpp), anisotropic ones through their 6x6 stiffness.
#pragma once

#include <lilyan/materials/anisotropic.hpp>
#include <lilyan/materials/tangent.hpp>

#include <array>

namespace lilyan {

// A law whose energy density is a function of F alone; a co-rotated one depends on the shape of its tet.
template <class Law>
concept LawOfPoints = Law::kMeasure != StrainMeasure::corotated;

template <class Law, class T>
class MaterialPoint {
 public:
  static constexpr bool kConvex = Law::kMeasure == StrainMeasure::small;  // the stiffness is definite as it is

  template <std::size_t n>
  MaterialPoint(const Tensor<T>& F, const std::array<T, n>& moduli)
      : s_(strain<Law::kMeasure>(F)), psi_(Law::response(s_.invariants, moduli)) {}

  const T& energy_density() const { return psi_.psi; }               // [J/m^3]
  Tensor<T> first_piola_stress() const { return stress(s_, psi_); }  // [Pa]

  // Objects with block(a, b), the stiffness between two vertices whose shape functions have the gradients g_a and g_b; the second
  // has its negative eigenvalues set to zero. Both refer to this point and to g.
  template <int vertices>
  Tangent<Law, T, vertices> tangent(const Vec<T> (&g)[vertices]) const {
    return {s_, psi_, g};
  }
  template <int vertices>
  ProjectedTangent<T, vertices> projected_tangent(const Vec<T> (&g)[vertices]) const {
    return {s_.F, psi_, g};
  }

 private:
  Strain<T> s_;
  Response<T> psi_;
};

template <class T>
class MaterialPoint<Anisotropic, T> {
 public:
  static constexpr bool kConvex = true;

  MaterialPoint(const Tensor<T>& F, const std::array<T, 21>& stiffness)
      : stiffness_(stiffness), strain_(small_strain(F)), stress_(stress_of(stiffness, strain_)) {}

  T energy_density() const {
    T sum = strain_[0] * stress_[0];
    for (int k = 1; k < 6; ++k) sum += strain_[k] * stress_[k];
    return 0.5 * sum;
  }
  Tensor<T> first_piola_stress() const { return as_tensor(stress_); }

  template <int vertices>
  StiffnessTangent<T, vertices> tangent(const Vec<T> (&g)[vertices]) const {
    return {stiffness_, g};
  }

 private:
  const std::array<T, 21>& stiffness_;
  std::array<T, 6> strain_, stress_;
};

}  // namespace lilyan
